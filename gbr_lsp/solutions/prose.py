"""What solutions in prose are made of: move numbers, moves in the letters of many languages, brackets, labels.

Whether words are moves is decided by the board. Offsets are code points of the text that was read, half open.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import FILLER
from gbr_lsp.solutions.languages import AUTO, LANGUAGES, Language, language_named
from gbr_lsp.solutions.moves import Position

_LETTER = r"(?:[KК][pр]|[A-ZÀ-ÖØ-ÞŽА-Я♔-♟][\ufe0e\u2060]*)"
_FILE = "[a-hасе]"
"""The file of a square; on a Russian keyboard three of its letters have a twin."""
_BLACK = "[kqrsntlp]"
"""The letters of Black's men where they are lower case, but for those that are files."""
_LOWER = "[kqrbnsdtlpfac]"
_ITEMS = regex(
    rf"""(?P<number>(?<![^\W_])(?<![.,/:+$])[1-9](?:[ ]?[0-9]){{0,2}})
      (?:(?P<dots>[ ]?(?:\.\.\.|…)|\.[ ]?(?:\.\.\.|…))|[ ]?\.(?![0-9]))
  | (?P<move>(?<![^\W_])(?<!-)(?:{_LETTER}[ ]?{_FILE}?[1-8]?(?:[-x:×]\u2060*)?{_FILE}[1-8]
      | {_LETTER}(?:[ ][x:×])?[ ]?[a-h][ ][1-8](?![.…])
      | {_LETTER}[a-h]\([a-h]\)[1-8] | {_BLACK}[a-h]?[1-8]?[-x:×]?[a-h][1-8]
      | (?![a-h][1-8][a-h][1-8][ ]?[0-9]{{4}}\.)
        (?:{_FILE}[1-8]?[-x:×]?)?{_FILE}[1-8](?:=?{_LETTER}|\({_LETTER}\)|={_LOWER}|=)?
      | O-O(?:-O)?|0-0(?:-0)?)(?![^\W_])(?P<sign>(?:[ ]?e\.?p\.?)?(?:[ ]?[+#†‡!?]\u2060*)*))
  | (?P<any>(?<![^\W_])(?<!-){_LETTER}[ ]?[~∼])
  | (?P<open>[(\[]) | (?P<close>[)\]])
  | (?P<mark>/[ivx]{{1,6}}\b)
  | (?P<label>(?<![\w/(])(?:[ivx]{{1,6}}|[a-hA-H])\))
  | (?P<word>[^\W\d_]+(?:[’'-][^\W\d_]+)*)""",
    re.VERBOSE,
)
_RUSSIAN_KING = regex("[KК][pр]")
_TWINS = str.maketrans("асе", "ace", "♙♟\ufe0e\u2060")
_DUAL = regex(r"\([a-h]\)")
_PARTS = regex(rf"(?P<letter>{_LETTER}?)[ ]?(?P<from>[a-h]?[1-8]?)[-x:×]?(?P<to>[a-h][1-8])(?P<rest>.*)")
MOST_IN_BRACKETS = 300
_LANGUAGES_TRIED = 3
SECOND_MOVE = 4
"""The half-move of White's second move."""
MANY_PLIES = 6
"""So many half-moves that run from a board, from no other, belong to it."""


class ProseItem(NamedTuple):
    """Something in a text that a solution may be made of: a number with the half-move it counts, a move, a bracket."""

    kind: str
    text: str
    span: Span
    half: int = 0


class Made(NamedTuple):
    """A move that was made: where it stands, and the positions before and behind it."""

    item: int
    san: str
    span: Span
    before: Position
    after: Position


def items_of(text: str) -> list[ProseItem]:
    """The items of a text, in order."""
    found = []
    for match in _ITEMS.finditer(text):
        kind = match.lastgroup or ""
        span = Span(*match.span())
        if match["number"]:
            found.append(
                ProseItem("number", match[0], span, 2 * int(match["number"].replace(" ", "")) + bool(match["dots"]))
            )
        elif match["move"]:
            move = match["move"][: len(match["move"]) - len(match["sign"] or "")]
            found.append(ProseItem("move", move if move.isascii() and move[1] != "p" else _as_usual(move), span))
        else:
            found.append(ProseItem(kind, match[0], span))
    return _with_marks(found) if any(item.kind == "label" for item in found) else found


def _with_marks(items: list[ProseItem]) -> list[ProseItem]:
    """The items with a mark for each label in the middle of a line, which says that a note about its move stands later.

    There the line goes on behind it: `1.Kd4 i) 1...Ke6`, `1.Kd4 i) Ke6 2.Kd5`. Elsewhere a label begins a note.
    """
    found = []
    due: int | None = None
    open_: list[int | None] = []
    for at, item in enumerate(items):
        if item.kind == "number":
            due = item.half
        elif item.kind in ("move", "any"):
            due = due and due + 1
        elif item.kind == "open":
            open_.append(due)
        elif item.kind == "close":
            due = open_.pop() if open_ else None
        elif item.kind == "label" and due is not None and _counts_on(items, at + 1, due):
            item = item._replace(kind="mark", text=f"/{item.text[:-1]}")
        elif item.kind != "mark":
            due = None
        found.append(item)
    return found


def _counts_on(items: Sequence[ProseItem], start: int, due: int) -> bool:
    """Whether the next number counts the moves before it on from a half-move, behind marks too, or nothing follows."""
    if start == len(items):
        return True
    for item in islice(items, start, start + MOST_IN_BRACKETS):
        if item.kind == "number":
            return item.half == due
        if item.kind in ("move", "any"):
            due += 1
        elif item.kind not in ("mark", "label"):
            return False
    return False


def languages_in(items: Sequence[ProseItem], letters: str = AUTO) -> list[Language]:
    """The languages that the moves may be written in, the likeliest first; only the one that is said, if one is."""
    if letters != AUTO:
        return [language_named(letters)]
    return _languages_of(frozenset([item.text for item in items if item.kind == "move"]))


@lru_cache(maxsize=64)
def _languages_of(words: frozenset[str]) -> list[Language]:
    """The language of most words, then those that have letters for words that are left, or that read as many."""
    count = Counter(map(_letters_of, words))
    read = {
        name: {letters for letters in count if letters <= language.letters.keys()}
        for name, language in LANGUAGES.items()
    }

    def size(letters: set[frozenset[str]]) -> int:
        return sum(count[one] for one in letters)

    found: list[str] = []
    left = set(count)
    while len(found) < _LANGUAGES_TRIED:
        best = max(read, key=lambda name: (size(read[name] & left), size(read[name])))
        if not read[best] & left:
            break
        found.append(best)
        left -= read[best]
    alike = [name for name in read if size(read[name]) == size(read[found[0]])] if found else []
    used = frozenset[str]().union(*count)
    different: dict[tuple[str | None, ...], str] = {}
    for name in [*found, *alike]:
        different.setdefault(tuple(LANGUAGES[name].letters.get(letter) for letter in used), name)
    return [LANGUAGES[name] for name in [*different.values()][:_LANGUAGES_TRIED]]


@lru_cache(maxsize=1 << 14)
def _letters_of(word: str) -> frozenset[str]:
    """The letters of the men in a printed move; the word itself where it is none that `spelled` knows."""
    word = word.replace(" ", "")
    if word[0] in "O0":
        return frozenset()
    found = _PARTS.fullmatch(word)
    return frozenset(filter(None, (found["letter"], found["rest"].strip("=()")))) if found else frozenset((word,))


def starts_in(items: Sequence[ProseItem]) -> list[int]:
    """The numbers that a line may begin with: 1, or one that is not the next to those before it; no note's."""
    found, last = [], 0
    for number, item in enumerate(items):
        if item.kind != "number":
            continue
        follows = number + 1 < len(items) and items[number + 1].kind == "move"
        if follows and (item.half < 4 or not last < item.half <= last + 2):
            found.append(number)
        last = item.half
    return found


def _as_usual(move: str) -> str:
    """A move without pawns' figurines, without Russian letters in squares, and without signs that choose a glyph."""
    return _RUSSIAN_KING.sub("Кр", move).translate(_TWINS)


def is_note(items: Sequence[ProseItem], start: int, text: str) -> bool:
    """Whether a line is a try or a note and no main line: a label stands before its number, or `?` behind its move."""
    label = 0 < start and items[start - 1].kind == "label" and items[start - 1].text[0].islower()
    end = items[start + 1].span.end if start + 1 < len(items) else 0
    return label or "?" in text[items[start].span.start : end]


def without_blanks(move: str) -> str:
    """A move as it is shown, without the blanks and fillers in it."""
    return "".join(move.replace(FILLER, "").split())


def closing(items: Sequence[ProseItem], at: int) -> int:
    """Where a bracket is closed; the bracket itself where that is far away."""
    depth = 0
    for number in range(at, min(len(items), at + MOST_IN_BRACKETS)):
        depth += (items[number].kind == "open") - (items[number].kind == "close")
        if depth == 0:
            return number
    return at


def spelled(word: str, language: Language) -> str | None:
    """A printed move in English letters, without signs; None where the language has no such letter."""
    return _spelled(word, language.name)


def readings(item: ProseItem, language: Language, *, white: bool) -> tuple[str, ...]:
    """What a move may be in English letters, the likeliest first; of any move of a man only his letter.

    Some magazines write Black's men in lower case: there `dxe6` is a pawn's or the queen's.
    """
    return _readings(item.kind, item.text, language.name, white)


@lru_cache(maxsize=1 << 14)
def _readings(kind: str, word: str, language: str, white: bool) -> tuple[str, ...]:
    if kind == "any":
        letter = language_named(language).letters.get(word.rstrip(" ~∼"))
        return (letter,) if letter else ()
    found = [_spelled(_DUAL.sub("", word), language)]
    if not white and word[0].islower():
        capital = _spelled(word[0].upper() + word[1:], language)
        found.append(capital if capital and capital[0].isupper() else None)
    if word[-1].islower() and word[-2:-1] == "=":
        found.append(_spelled(word[:-1] + word[-1].upper(), language))
    return tuple(dict.fromkeys(san for san in found if san))


@lru_cache(maxsize=1 << 14)
def _spelled(word: str, name: str) -> str | None:
    language = language_named(name)
    word = word.replace(" ", "")
    if word[0] in "O0":
        return word.replace("0", "O")
    found = _PARTS.fullmatch(word)
    if found is None:
        return None
    letter = language.letters.get(found["letter"]) if found["letter"] else ""
    promotion = found["rest"].strip("=()")
    piece = language.letters.get(promotion) if promotion else ""
    if letter is None or piece is None:
        return None
    return f"{letter}{found['from']}{found['to']}" + (f"={piece}" if piece else "")
