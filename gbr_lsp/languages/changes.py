"""Reading of the changes that make a twin from a position, in one language: `wRh1 to g1`, `without Pa4`.

Each token becomes a symbol, and each symbol must be understood; otherwise nothing is read.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.languages.lexicon import FIGURINES, Lexicon, fold, pattern


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


class Man(NamedTuple):
    """A man as far as words state it: its kind, one of `KINDS`, its color, True for White, and its square."""

    kind: str = ""
    color: bool | None = None
    square: str = ""

    @property
    def square_only(self) -> "Man":
        """Any man on the square."""
        return Man(square=self.square)


class Change(NamedTuple):
    """A change of a position. `other` is the second man, or has the new square."""

    way: Way
    man: Man = Man()
    other: Man = Man()


_TOKEN = (
    r"(?P<x><-{0,2}>|↔|⇄|⇆|/(?=\s?[^\W\d_]{0,2}[A-ZА-Я♔-♟]))"
    r"|(?P<r>\./\.|[-→]+>?\s?[×✗]|↓|(?<![^\s(,;])[-–−](?=[^\W\d]))"
    r"|(?P<t>[-–—=]*[>→⇒»➝≡]+|[=–—−:/-])|(?P<a>\+)"
    r"|(?P<letters>[^\W\d_]{1,4}\.?|[♔-♟])?(?P<squares>(?:[a-h][1-8]){1,2})(?![^\W_])"
    r"|(?P<word>[^\W\d_]++|[♔-♟])(?:['’]s(?![^\W_]))?|(?P<comma>[,;&])"
    r"|(?:[\s*_~$“”\"'’‘{}\\\[\]`|()]|\.(?!/\.))++|(?P<unknown>.)"
)
LABEL = "[a-hа-з]|[A-HА-З]|I{1,3}|IV"
"""A regex text for the label of a twin."""
_TURN_WORDS = {"wtm": True, "btm": False, "zaz": False}
_MAX_SYMBOLS = 60
_WAITING = regex("M[ftar]*$")
"""The last man, and what may be between it and its square."""
_COLORS = regex("[^M]*c[^M]*")
_STEP = regex("[&tpf]*(?P<before>[rai]?)[&tpf]*(?P<men>M(?:[tif]M)?|(?<=i)MM)(?P<after>[rait]*(?![M]))")


class _Symbol(NamedTuple):
    """A sign: `M` a man, `L` the label of a twin, which is the square of the man, or words that are not understood: `?`.

    For words: `t` to, `f` from, `i` instead, `x` exchange, `r` remove, `a` add, `c` colors, `p` plays, `&` and.
    """

    sign: str
    man: Man = Man()


class _Words(NamedTuple):
    """The words of a language for each sign, and its tokens."""

    by_sign: dict[str, re.Pattern[str]]
    token: re.Pattern[str]


@lru_cache(maxsize=64)
def _words_of(language: Lexicon) -> _Words:
    names, to, origin, plus, minus, exchange, colors, others, fillers = language.twins.split("|")
    nouns, remove, add, instead, _ = language.versions.split("|")
    and_word = language.links.split()[0]
    fields = {
        "r": f"{remove} {minus}", "a": f"{add} {plus}", "t": to, "&": and_word, "f": origin, "x": exchange, "c": colors,
        "i": instead, "p": language.plays, "": f"{fillers} {names} {nouns}",
    }  # fmt: skip
    by_sign = {sign: re.compile(pattern(words.split())) for sign, words in fields.items() if words.strip()}
    phrases = pattern(language.instead.split("|")) if language.instead else "(?!)"
    before = rf"(?:(?<![^\W_])(?:{pattern(others.split())})\s+|=\s*)"
    reference = rf"(?:{before})?\(?(?<![^\W_])(?P<L>{LABEL})\)|{before}(?P<reference>{LABEL})(?=[\s,;])"
    return _Words(by_sign, re.compile(rf"(?P<i>{phrases})(?![^\W_])|{reference}|{_TOKEN}", re.DOTALL))


def read_changes(language: Lexicon, text: str) -> list[tuple[Change, ...]] | None:
    """Return the changes of `text`, each with its alternatives, or None if something is not understood."""
    if not language.twins:
        return None
    symbols: list[_Symbol] = []
    for symbol in _symbols(language, text):
        if symbol.sign == "?" or _MAX_SYMBOLS <= len(symbols):
            return None
        symbols.append(symbol)
    found: list[tuple[Change, ...]] = []
    before: Sequence[Change] = ()
    segment: list[_Symbol] = []
    for symbol in [*_joined(symbols), _Symbol(",")]:
        if symbol.sign == "L":
            found.append((Change(Way.AS, symbol.man),))
        elif symbol.sign != ",":
            segment.append(symbol)
        elif segment:
            changes = _changes_in(segment, before)
            if changes is None:
                return None
            found += changes
            before, segment = [one for changes in found[-1:] for one in changes[:1]], []
    is_known = all(one.man.square or one.way not in (Way.PUT, Way.ADD) for changes in found for one in changes)
    return found if is_known and found else None


def _symbols(language: Lexicon, text: str) -> Iterator[_Symbol]:
    """Yield the symbols of `text`; the sign of one that is not understood is `?`."""
    words = _words_of(language)
    for token in words.token.finditer(text):
        name = token.lastgroup
        if name == "squares":
            man = _man_of_letters(language, (token["letters"] or "").rstrip("."))
            square, other = token["squares"][:2], token["squares"][2:]
            yield _Symbol("M", man._replace(square=square)) if man else _Symbol("?")
            if other:
                yield _Symbol("M", Man(square=other))
        elif name == "word":
            yield _symbol_of(language, words, token["word"])
        elif name in ("L", "reference"):
            yield _Symbol("L", Man(square=token[name]))
        elif name:
            yield _Symbol({"comma": ",", "unknown": "?"}.get(name, name))


def _symbol_of(language: Lexicon, words: _Words, word: str) -> _Symbol:
    """Return the symbol of one word; its sign is empty if it means nothing."""
    sign = next((sign for sign, known in words.by_sign.items() if known.fullmatch(word)), None)
    if sign is not None:
        return _Symbol(sign)
    if fold(word) in _TURN_WORDS:
        return _Symbol("p", Man(color=_TURN_WORDS[fold(word)]))
    if language.is_link_in_prose(word):
        return _Symbol("")
    man = _man_of_letters(language, word) or Man(language.kind_of(word) or "")
    return _Symbol("?" if man == Man() else "M", man)


def _man_of_letters(language: Lexicon, letters: str) -> Man | None:
    """Return the man of `letters` such as `wR`, `R`, `w` or `white`, or None; without letters, any man."""
    if not letters or letters in FIGURINES:
        return Man(FIGURINES.get(letters, ""), False if letters in "♚♛♜♝♞♟" and letters else None)
    if kind := language.kind_of_letter(letters):
        return Man(kind)
    if side := language.side_of(letters):
        return Man(color=side.color)
    for at in range(1, len(letters)):
        for one, other in ((letters[:at], letters[at:]), (letters[at:], letters[:at])):
            side, kind = language.side_of(one), language.kind_of_letter(other)
            if side and side.is_short and kind:
                return Man(kind, side.color)
    return None


def _joined(symbols: Sequence[_Symbol]) -> list[_Symbol]:
    """Return `symbols` without empty ones, with the words for one man joined: color, kind and square."""
    found: list[_Symbol] = []
    for symbol in (one for one in symbols if one.sign):
        man, signs = symbol.man, "".join(one.sign for one in found)
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
            found[-1] = _Symbol("M", Man(last.kind or man.kind, color, last.square or man.square))
    return found


def _changes_in(segment: Sequence[_Symbol], before: Sequence[Change]) -> list[tuple[Change, ...]] | None:
    """Return the changes of the symbols between two commas, or None. The change `before` may be repeated."""
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
        return [tuple(exchanged)] if exchanged else None
    found: list[tuple[Change, ...]] = []
    done = 0
    way = ""
    while done < len(signs):
        step = _STEP.match(signs, done)
        if step is None:
            return None
        way = step["before"] or step["after"].strip("ti") or way
        its = [one.man for one in segment[step.start("men") : step.end("men")] if one.sign == "M"]
        alternatives = _alternatives(way, its, step["men"] + step["before"] + step["after"])
        if not step["before"] and not way and before and before[0].way in (Way.REMOVE, Way.ADD) and len(its) == 1:
            alternatives += (Change(before[0].way, its[0]),)
        found.append(alternatives)
        done = step.end()
    return found


def _alternatives(way: str, men: Sequence[Man], signs: str) -> tuple[Change, ...]:
    """Return the changes that one or two `men` with the given `signs` may mean."""
    man, *others = men
    if not others:
        return (Change({"r": Way.REMOVE, "a": Way.ADD}.get(way, Way.PUT), man),)
    moved = Change(Way.MOVE, man, others[0])
    return (moved, Change(Way.MOVE, others[0], man)) if "i" in signs or "f" in signs else (moved,)
