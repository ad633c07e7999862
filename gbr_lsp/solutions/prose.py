"""The main line of a solution that is printed in prose, followed from a board.

Move numbers anchor the line. Alternatives in brackets are passed over, and prose up to the number that is due; where a
page or a column was torn, the line goes on at the number that is due elsewhere. Whether words are moves is decided by
the board. Offsets are code points of the text that was read, half open.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions.languages import LANGUAGES, Language
from gbr_lsp.solutions.moves import AMBIGUOUS, Position, play, position_of
from gbr_lsp.solutions.san import MOVES

_LETTER = r"(?:Кр|[KQRBNSDTLPFCAVHWGJФЛСК♔-♟])"
_ITEMS = regex(
    rf"""(?P<number>(?<![\w.,/:+])[1-9](?:[ ]?[0-9]){{0,2}})
      (?:(?P<dots>[ ]?(?:\.\.\.|…)|\.[ ]?(?:\.\.\.|…))|[ ]?\.(?![0-9]))
  | (?P<move>(?<![\w-])(?:{_LETTER}[ ]?[a-h]?[1-8]?[-x:×]?[a-h][1-8]
      | {_LETTER}(?:[ ][x:×])?[ ]?[a-h][ ][1-8](?!\.)
      | (?:[a-h][1-8]?[-x:×]?)?[a-h][1-8](?:=?{_LETTER}|\({_LETTER}\)|=)?
      | O-O(?:-O)?|0-0(?:-0)?)(?![\w])(?P<sign>(?:[ ]?e\.?p\.?)?(?:[ ]?[+#†‡!?])*))
  | (?P<open>[(\[]) | (?P<close>[)\]])
  | (?P<mark>/[ivx]{{1,6}}\b)
  | (?P<label>(?<![\w/(])(?:[ivx]{{1,6}}|[a-hA-H])\))
  | (?P<word>[^\W\d_]+(?:[’'-][^\W\d_]+)*)""",
    re.VERBOSE,
)
_PARTS = regex(rf"(?P<letter>{_LETTER}?)[ ]?(?P<from>[a-h]?[1-8]?)[-x:×]?(?P<to>[a-h][1-8])(?P<rest>.*)")
MOST_IN_BRACKETS = 1000
_BESIDE = 60
"""A move stands directly behind another where so few code points are between."""
_LANGUAGES_TRIED = 3
MANY_PLIES = 6
"""So many half-moves that run from a board, from no other, belong to it."""
_ELSEWHERE = 3
"""So many half-moves must run where a line goes on elsewhere than behind its last move."""


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


class PrintedLine(NamedTuple):
    """A line followed from a board. It is complete where it ends with prose or the text, not with a move that fails."""

    moves: tuple[Made, ...]
    complete: bool
    breaks: tuple[int, ...] = ()
    """After how many of the moves one stands that fails, as far as the line runs on in the order of the text."""
    behind: ProseItem | None = None
    """The move that fails where the line ends."""

    @property
    def span(self) -> Span:
        return Span(self.moves[0].span.start, self.moves[-1].span.end)


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


def run_from(items: Sequence[ProseItem], start: int, position: Position, language: Language) -> list[Made]:
    """The moves that can be made one after the other from a number on; brackets are passed over, prose is not."""
    return _run(items, start, position, items[start].half - items[start].half % 2 + (not position[3]), language)


def follow(
    items: Sequence[ProseItem], start: int, position: Position, language: Language, run: list[Made] | None = None
) -> PrintedLine:
    """The whole line that begins at a number, of which `run_from` may have been asked before."""
    made = run_from(items, start, position, language) if run is None else list(run)
    if not made:
        return PrintedLine((), complete=False)
    half = items[start].half - items[start].half % 2 + (not position[3]) + len(made)
    breaks: list[int] = []
    jumped = False
    while True:
        if not jumped and _move_behind(items, made[-1], half):
            breaks.append(len(made))
        more = _continued(items, made[-1], half, language)
        if not more:
            break
        jumped = jumped or more[0].item < made[-1].item
        made += more
        half += len(more)
    behind = _move_behind(items, made[-1], half)
    return PrintedLine(tuple(made), behind is None, tuple(breaks), behind)


def _run(items: Sequence[ProseItem], at: int, now: Position, half: int, language: Language) -> list[Made]:
    made: list[Made] = []
    while at < len(items):
        item = items[at]
        if item.kind == "open":
            at = closing(items, at)
        elif item.kind == "number":
            if item.half not in (half, half - half % 2) or (made and item.half < half - 1):
                break
            if half % 2 and item.half != half and made:
                break
        elif item.kind == "move":
            san = spelled(item.text, language)
            move = MOVES[now[3]][san] if san else None
            after = play(now, move) if move else None
            if after is None or after is AMBIGUOUS or san is None:
                break
            made.append(Made(at, san, item.span, now, after))
            now = after
            half += 1
        elif item.kind != "mark":
            break
        at += 1
    return made


def _continued(items: Sequence[ProseItem], last: Made, half: int, language: Language) -> list[Made]:
    """How the line goes on behind its last move, or, where a page was torn, elsewhere."""
    depth = 0
    # Behind words, up to where another line begins.
    for at in range(last.item + 1, len(items)):
        item = items[at]
        depth += (item.kind == "open") - (item.kind == "close")
        if item.kind == "move" and depth <= 0 and all(one.kind != "number" for one in items[last.item + 1 : at]):
            found = _run(items, at, last.after, half, language)
            if 2 <= len(found):
                return found
        if item.kind == "number" and item.half == half and depth <= 0:
            found = _run(items, at, last.after, half, language)
            if found:
                return found
        if item.kind == "number" and item.half < 4:
            break
    best: list[Made] = []
    for at, item in enumerate(items):
        if item.kind == "number" and item.half == half and at != last.item:
            found = _run(items, at, last.after, half, language)
            if max(_ELSEWHERE - 1, len(best)) < len(found):
                best = found
    return best


def _move_behind(items: Sequence[ProseItem], last: Made, half: int) -> ProseItem | None:
    """The move directly behind another one, if one stands there that should go on with its line."""
    at = last.item + 1
    while at < len(items) and items[at].kind in ("mark", "open"):
        at = closing(items, at) + 1 if items[at].kind == "open" else at + 1
    if at < len(items) and items[at].kind == "number" and items[at].half == half:
        at += 1
    is_move = at < len(items) and items[at].kind == "move"
    return items[at] if is_move and items[at].span.start - items[at - 1].span.end < _BESIDE else None


def closing(items: Sequence[ProseItem], at: int) -> int:
    """Where a bracket is closed; the bracket itself where that is far away."""
    depth = 0
    for number in range(at, min(len(items), at + MOST_IN_BRACKETS)):
        depth += (items[number].kind == "open") - (items[number].kind == "close")
        if depth == 0:
            return number
    return at


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


def spelled(word: str, language: Language) -> str | None:
    """A printed move in English letters, without signs; None where the language has no such letter."""
    return _spelled(word, language.name)


def runs_from(placement: Placement, turn: bool, line: str) -> tuple[int, bool]:
    """How many half-moves of a printed line run from a board, and whether that is the whole line.

    The line is prose that begins at a move number, or near it; of several languages the one that runs farthest counts.
    """
    items = items_of(line)
    position = position_of(placement, turn, "KQkq")
    best = (0, False)
    for start in starts_in(items)[:1]:
        for language in languages_in(items):
            made = follow(items, start, position, language)
            best = max(best, (len(made.moves), made.complete))
    return best
