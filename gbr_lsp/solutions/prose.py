"""What solutions in prose are made of: move numbers, moves in the letters of many languages, brackets, labels.

Whether words are moves is decided by the board. Offsets are code points of the text that was read, half open.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.solutions.languages import LANGUAGES, Language
from gbr_lsp.solutions.moves import Position

_LETTER = r"(?:Кр|[KQRBNSDTLPFCAVHWGJФЛСК♔-♟])"
_BLACK = "[kqrsntlp]"
"""The letters of Black's men where they are lower case, but for those that are files."""
_LOWER = "[kqrbnsdtlpfac]"
_ITEMS = regex(
    rf"""(?P<number>(?<![\w.,/:+$])[1-9](?:[ ]?[0-9]){{0,2}})
      (?:(?P<dots>[ ]?(?:\.\.\.|…)|\.[ ]?(?:\.\.\.|…))|[ ]?\.(?![0-9]))
  | (?P<move>(?<![\w-])(?:{_LETTER}[ ]?[a-h]?[1-8]?[-x:×]?[a-h][1-8]
      | {_LETTER}(?:[ ][x:×])?[ ]?[a-h][ ][1-8](?![.…])
      | {_LETTER}[a-h]\([a-h]\)[1-8] | {_BLACK}[a-h]?[1-8]?[-x:×]?[a-h][1-8]
      | (?![a-h][1-8][a-h][1-8][ ]?[0-9]{{4}}\.)
        (?:[a-h][1-8]?[-x:×]?)?[a-h][1-8](?:=?{_LETTER}|\({_LETTER}\)|={_LOWER}|=)?
      | O-O(?:-O)?|0-0(?:-0)?)(?![\w])(?P<sign>(?:[ ]?e\.?p\.?)?(?:[ ]?[+#†‡!?])*))
  | (?P<any>(?<![\w-]){_LETTER}[ ]?[~∼])
  | (?P<open>[(\[]) | (?P<close>[)\]])
  | (?P<mark>/[ivx]{{1,6}}\b)
  | (?P<label>(?<![\w/(])(?:[ivx]{{1,6}}|[a-hA-H])\))
  | (?P<word>[^\W\d_]+(?:[’'-][^\W\d_]+)*)""",
    re.VERBOSE,
)
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
            found.append(ProseItem("move", match["move"][: len(match["move"]) - len(match["sign"] or "")], span))
        else:
            found.append(ProseItem(kind, match[0], span))
    return found


def languages_in(items: Sequence[ProseItem]) -> list[Language]:
    """The languages whose letters most of the moves have, the likeliest first."""
    return _languages_of(frozenset([item.text for item in items if item.kind == "move"]))


@lru_cache(maxsize=64)
def _languages_of(words: frozenset[str]) -> list[Language]:
    count = {name: sum(spelled(word, language) is not None for word in words) for name, language in LANGUAGES.items()}
    best = sorted(LANGUAGES, key=lambda name: -count[name])
    return [LANGUAGES[name] for name in best[:_LANGUAGES_TRIED]]


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


def is_note(items: Sequence[ProseItem], start: int, text: str) -> bool:
    """Whether a line is a try or a note and no main line: a label stands before its number, or `?` behind its move."""
    label = 0 < start and items[start - 1].kind == "label" and items[start - 1].text[0].islower()
    end = items[start + 1].span.end if start + 1 < len(items) else 0
    return label or "?" in text[items[start].span.start : end]


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
        letter = LANGUAGES[language].letters.get(word.rstrip(" ~∼"))
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
    language = LANGUAGES[name]
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
