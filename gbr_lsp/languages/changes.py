"""Reading of the changes that make a twin from a position: `wRh1 to g1`, `without Pa4`.

Each token becomes a symbol, and each symbol must be understood; otherwise nothing is read.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.languages.lexicon import FIGURINES, Lexicon, fold, is_form_of, pattern
from gbr_lsp.languages.table import LANGUAGES


class Way(Enum):
    """How a change alters a position."""

    PUT = "a man is moved, added or replaced; only its new square is known"
    MOVE = "a man goes to the square of the other, or becomes the other"
    REMOVE = "a man is removed"
    ADD = "a man is added"
    EXCHANGE = "two men exchange their squares"
    COLORS = "all men change their color"
    TURN = "the color of the man is to move"
    AS = "the changes of another twin come first; its label is the square"


class StatedMan(NamedTuple):
    """A man as far as words state it: its kind, one of `KINDS`, its color, True for White, and its square."""

    kind: str = ""
    color: bool | None = None
    square: str = ""

    @property
    def square_only(self) -> "StatedMan":
        """Any man on the square."""
        return StatedMan(square=self.square)


class Change(NamedTuple):
    """A change of a position. `other` is the second man, or has the new square."""

    way: Way
    man: StatedMan = StatedMan()
    other: StatedMan = StatedMan()


_AS = 7
"""The field of `twins` with the words before another twin."""
_TURNS = {"wtm": True, "btm": False, "zaz": False}
_MAX_SHORT = 2
_MAX_LETTERS = 5
"""Maximum number of letters for a side and a man together."""
LABEL = "[a-hа-з]|[A-HА-З]|I{1,3}|IV"
"""A regex text for the label of a twin."""
_LANGUAGES = [one for one in LANGUAGES if one.twins]
_OTHERS = pattern(word for one in _LANGUAGES for word in one.twins.split("|")[_AS].split())
_INSTEAD = pattern(phrase for one in _LANGUAGES for phrase in one.instead.split("|") if phrase)
_TOKEN = regex(
    rf"(?P<i>{_INSTEAD})(?![^\W_])|(?:(?<![^\W_])(?:{_OTHERS})\s+|=\s*)?\(?(?<![^\W_])(?P<L>{LABEL})\)"
    rf"|(?:(?<![^\W_])(?:{_OTHERS})\s+|=\s*)(?P<plain>{LABEL})(?=[\s,;])"
    r"|(?P<x><-{0,2}>|↔|⇄|⇆|/(?=\s?[^\W\d_]{0,2}[A-ZА-Я♔-♟]))"
    r"|(?P<r>\./\.|[-→]+>?\s?[×✗]|↓|(?<![^\s(,;])[-–−](?=[^\W\d]))"
    r"|(?P<t>[-–—=]*[>→⇒»➝≡]+|[=–—−:/-])|(?P<a>\+)"
    r"|(?P<letters>[^\W\d_]{1,4}\.?|[♔-♟])?(?P<squares>(?:[a-h][1-8]){1,2})(?![^\W_])"
    r"|(?P<word>[^\W\d_]++|[♔-♟])(?:['’]s(?![^\W_]))?|(?P<comma>[,;&])"
    r"|[\s*_~$“”\"'’‘{}\\\[\]`|()]++|\.(?!/\.)|(?P<unknown>.)",
    re.DOTALL,
)
_MAX_TOKENS = 100
_WAITING = regex("M[ftar]*$")
"""The last man, and what may be between it and its square."""
_COLORS = regex("[^M]*c[^M]*")
_STEP = regex("[&tpf]*(?P<before>[rai]?)[&tpf]*(?P<men>M(?:[tif]M)?|(?<=i)MM)(?P<after>[rait]*(?!M))")


class _Symbol(NamedTuple):
    """A sign: `M` a man, `L` the label of a twin, which is the square of the man, `?` a word that is not understood.

    For words: `t` to, `f` from, `i` instead, `x` exchange, `r` remove, `a` add, `c` colors, `p` plays, `&` and.
    """

    sign: str
    man: StatedMan = StatedMan()


def readings_of(text: str) -> list[tuple[Lexicon, list[tuple[Change, ...]]]]:
    """Return the changes of `text` in each language that understands all of it, each with its alternatives."""
    tokens = [*islice(_TOKEN.finditer(text), _MAX_TOKENS)]
    if not tokens or tokens[-1].end() < len(text) or any(token["unknown"] for token in tokens):
        return []
    return [(language, changes) for language in _LANGUAGES if (changes := _changes_of(language, tokens))]


def _changes_of(language: Lexicon, tokens: Sequence[re.Match[str]]) -> list[tuple[Change, ...]]:
    """Return the changes of `tokens` in `language`, or nothing if something is not understood."""
    symbols: list[_Symbol] = []
    for symbol in _symbols(language, tokens):
        if symbol.sign == "?":
            return []
        symbols.append(symbol)
    found: list[tuple[Change, ...]] = []
    segment: list[_Symbol] = []
    before: Way | None = None
    for symbol in [*_joined(symbols), _Symbol(",")]:
        if symbol.sign == "L":
            found.append((Change(Way.AS, symbol.man),))
        elif symbol.sign != ",":
            segment.append(symbol)
        elif segment:
            changes = _changes_in(segment, before)
            if not changes:
                return []
            found += changes
            before, segment = changes[-1][0].way, []
    is_known = all(one.man.square or one.way not in (Way.PUT, Way.ADD) for changes in found for one in changes)
    return found if is_known else []


def _symbols(language: Lexicon, tokens: Sequence[re.Match[str]]) -> Iterator[_Symbol]:
    """Yield the symbols of `tokens`; the sign of one that is not understood is `?`, of one without meaning empty."""
    for token in tokens:
        name = token.lastgroup or ""
        if name == "squares":
            man = _man_of_letters(language, (token["letters"] or "").rstrip("."))
            square, other = token["squares"][:2], token["squares"][2:]
            yield _Symbol("M", man._replace(square=square)) if man else _Symbol("?")
            if other:
                yield _Symbol("M", StatedMan(square=other))
        elif name == "word":
            yield _symbol_of(language, token["word"])
        elif name in ("L", "plain"):
            yield _Symbol("L", StatedMan(square=token[name]))
        else:
            yield _Symbol("," if name == "comma" else name)


@lru_cache(1 << 12)
def _symbol_of(language: Lexicon, word: str) -> _Symbol:
    """Return the symbol of one word."""
    plain_word = fold(word)
    for name, sign in _signs_by_letter(language).get(plain_word[:1], ()):
        if is_form_of(plain_word, name):
            return _Symbol(sign)
    if plain_word in _TURNS:
        return _Symbol("p", StatedMan(color=_TURNS[plain_word]))
    if language.is_link_in_prose(word):
        return _Symbol("")
    # Abbreviations of two letters are names, or words of another language: *to* is no *torre*.
    is_name = _MAX_SHORT < len(word) or plain_word in f"{language.king} {language.knight} {language.pawn}".split()
    man = _man_of_letters(language, word) or StatedMan((is_name and language.kind_of(word)) or "")
    return _Symbol("?" if man == StatedMan() else "M", man)


@lru_cache(maxsize=64)
def _signs_by_letter(language: Lexicon) -> dict[str, list[tuple[str, str]]]:
    """Return the folded words of `language` by first letter, each with its sign; an empty one means nothing."""
    names, to, origin, plus, minus, exchange, colors, _, fillers = language.twins.split("|")
    nouns, remove, add, instead, _ = language.versions.split("|")
    fields = {
        "r": f"{remove} {minus}", "a": f"{add} {plus}", "t": to, "&": language.links.split()[0], "f": origin,
        "x": exchange, "c": colors, "i": instead, "p": language.plays, "": f"{fillers} {names} {nouns}",
    }  # fmt: skip
    found: dict[str, list[tuple[str, str]]] = {}
    for sign, words in fields.items():
        for word in map(fold, words.split()):
            found.setdefault(word[0], []).append((word, sign))
    return found


def _man_of_letters(language: Lexicon, letters: str) -> StatedMan | None:
    """Return the man of `letters` such as `wR`, `R`, `w` or `white`, or None; without letters, any man."""
    if not letters or letters in FIGURINES:
        return StatedMan(FIGURINES.get(letters, ""), False if letters in "♚♛♜♝♞♟" and letters else None)
    if kind := language.kind_of_letter(letters):
        return StatedMan(kind)
    if side := language.side_of(letters):
        return StatedMan(color=side.color)
    for at in range(1, len(letters) if len(letters) <= _MAX_LETTERS else 0):
        for one, other in ((letters[:at], letters[at:]), (letters[at:], letters[:at])):
            side, kind = language.side_of(one), language.kind_of_letter(other)
            if side and side.is_short and kind:
                return StatedMan(kind, side.color)
    return None


def _joined(symbols: Sequence[_Symbol]) -> list[_Symbol]:
    """Return `symbols` without empty ones, with the words for one man joined: color, kind and square."""
    found: list[_Symbol] = []
    for symbol in (one for one in symbols if one.sign):
        man, signs = symbol.man, "".join(one.sign for one in found)
        if symbol.sign in "tf" and signs[-1:] in ("t", "f", "i"):
            continue
        at = _WAITING.search(signs) if symbol.sign == "M" else None
        last = found[at.start()].man if at else None
        if at is None or last is None:
            found.append(symbol)
        elif man == man.square_only and not last.square:
            # *a rook to g1*, *a rook added on g1*
            found[at.start() :] = [
                _Symbol("M", last._replace(square=man.square)),
                *(one for one in found[at.start() + 1 :] if one.sign in "ar"),
            ]
        elif at.end() - at.start() > 1:
            found.append(symbol)
        elif last.square and man == man.square_only:
            found += [_Symbol("t"), symbol]
        elif signs.endswith("iM") and "M" not in signs[:-1] and last.square:
            found.append(symbol)
        elif (last.square and man.square) or (last.color, man.color).count(None) == 0 or (last.kind and man.kind):
            found += [_Symbol(","), symbol]
        else:
            color = last.color if man.color is None else man.color
            found[-1] = _Symbol("M", StatedMan(last.kind or man.kind, color, last.square or man.square))
    return found


def _changes_in(segment: Sequence[_Symbol], before: Way | None) -> list[tuple[Change, ...]]:
    """Return the changes of the symbols between two commas, or nothing. A removal or addition `before` may continue."""
    signs = "".join(one.sign for one in segment)
    men = [one.man for one in segment if one.sign == "M"]
    if _COLORS.fullmatch(signs):
        return [(Change(Way.COLORS),)]
    turns = [one.man for one in segment if one.man.color is not None and not one.man.kind and not one.man.square]
    if "p" in signs and len(turns) == 1 and len(men) <= 1:
        return [(Change(Way.TURN, turns[0]),)]
    if "x" in signs:
        are_sides = len(turns) == len(men) == 2
        exchanged = [Change(Way.COLORS) if are_sides else Change(Way.EXCHANGE, *men)] if len(men) == 2 else []
        exchanged += [Change(Way.MOVE, *men)] if "MtM" in signs and len(men) == 2 else []
        return [tuple(exchanged)] if exchanged else []
    found: list[tuple[Change, ...]] = []
    done = 0
    way = ""
    while done < len(signs):
        step = _STEP.match(signs, done)
        if step is None:
            return []
        way = step["before"] or step["after"].strip("ti") or way
        its = [one.man for one in segment[step.start("men") : step.end("men")] if one.sign == "M"]
        alternatives = _alternatives(way, its, step["men"] + step["before"] + step["after"])
        if not way and before in (Way.REMOVE, Way.ADD) and len(its) == 1:
            alternatives += (Change(before, its[0]),)
        found.append(alternatives)
        done = step.end()
    return found


def _alternatives(way: str, men: Sequence[StatedMan], signs: str) -> tuple[Change, ...]:
    """Return the changes that one or two `men` with the given `signs` may mean."""
    man, *others = men
    if not others:
        return (Change({"r": Way.REMOVE, "a": Way.ADD}.get(way, Way.PUT), man),)
    moved = Change(Way.MOVE, man, others[0])
    return (moved, Change(Way.MOVE, others[0], man)) if "i" in signs or "f" in signs else (moved,)
