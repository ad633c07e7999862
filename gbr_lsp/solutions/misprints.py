"""The one misprint that keeps a printed line from running.

A move of a line in prose is called wrong only if one change makes the main line run farther than it does without it: to
its printed end, six half-moves in all, or six half-moves behind the change. The change is a legal move that resembles
the printed one, at the break or up to four half-moves before it; or a doubled move left out, or a half-move put in
where the next number is one too high. Without such a change nothing is said: the reader may have followed the wrong
words. A stretch that leaves the main line in the middle of another one is never judged, for its position may be one
that is only talked about.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import islice, permutations, takewhile
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.values import KING
from gbr_lsp.solutions.followed import Break, LineTree, Reached
from gbr_lsp.solutions.languages import Language, language_named
from gbr_lsp.solutions.legal import legal_moves
from gbr_lsp.solutions.main_line import Lines, ProseText
from gbr_lsp.solutions.moves import Position
from gbr_lsp.solutions.other_boards import misplaced, runs_from_another
from gbr_lsp.solutions.prose import MANY_PLIES, SECOND_MOVE, Made
from gbr_lsp.solutions.repairs import FAR, Repair, distance
from gbr_lsp.solutions.spelling import letters_of, spelled

_BACK = 4
"""How many half-moves before the break a misprint may stand."""
_MOST_BREAKS = 16
"""So many breaks of a line are looked at."""


_AROUND = 1_000
_WITH_LETTER = regex(r"(?<![^\W_])(?!Кр)(?P<letter>[^\W\d_a-z])[a-h]?[1-8]?[-–x:×]?[a-h][1-8](?![^\W_])")

_GOES_ON = regex(r"\s{1,3}[-–—:×]\s?[a-h][1-8]|(?:(?<=[a-h][18])|(?<=[a-h][18]:))\W{1,3}[^\W\d_a-z](?![^\W_⁰¹²³⁴-⁹])")
"""What shows that a move is torn, `Rf7⏎- f8`, as by a line that begins as an item of a list does; or a capital that
may be what a pawn becomes."""


_IN_LINE = regex(
    r"(?P<gap>(?<![^\S\n])(?:[^\S\n]{2,}+|[^\S\n]*+[|&][^\S\n]*+|\t))?"
    r"(?<![0-9])(?P<number>[1-9][0-9]?)(?P<dots>[.…]++)|(?P<end>\n)"
)
"""A move number in a line of text, and the gap before it that may be one between columns."""
_WIDEST = 300
"""So many code points of a row may stand before the solution in its last column."""
_FIVE_MEN = "·" * 5
"""The letters of five men of a language that has none of them."""


class Slip(Enum):
    """What is wrong at a place of a line."""

    WRONG = "another move was meant"
    DOUBLED = "the move stands there twice"
    MISSING = "a half-move was left out before a number"


class Misprinted(NamedTuple):
    """A misprint: where, the half-move it is, the position before it, and what may be meant, best first.

    `san` is the move as printed; of a move that was left out it is empty, and the place is the number behind it.
    """

    span: Span
    san: str
    half: int
    before: Position
    repairs: tuple[Repair, ...]
    language: Language
    slip: Slip
    end: int
    """The half-move that is due behind the line if it is mended."""
    may_be_of_board: bool = False
    """Whether the line would also run from a board with one man wrong."""


class _RunningOn(NamedTuple):
    """A change that makes a line run on, and how many half-moves before the break it stands."""

    back: int
    misprint: Misprinted
    moves: Sequence[str] = ()
    """The line as printed, to where it runs."""
    row: Sequence[int] = ()
    """The items that are the moves of this line."""


def misprint(text: ProseText, lines: Lines) -> Misprinted | None:
    """The misprint that keeps the main line of a solution from running on."""
    if SECOND_MOVE <= (text.stretches[lines.first].half or 0):
        # A line that begins in the middle may be that of another study.
        return None
    longest = lines.tree.longest
    reached = longest.half if longest else 0
    changes = [
        change
        for broken in islice(_mendable(text, lines, reached), _MOST_BREAKS)
        for change in _changes(text, lines, broken)
        if reached < change.misprint.end
    ]
    if not changes:
        return None
    change = max(changes, key=lambda change: (change.misprint.end, -change.back))
    best = change.misprint
    if _stands_in_columns(text, lines, best):
        return None
    if _has_unknown_letters(text, lines, best) or _has_other_letters(text, lines, change):
        return None
    alike = (
        change.misprint for change in changes if (change.misprint.span, change.misprint.slip) == (best.span, best.slip)
    )
    repairs = {repair.move.san: repair for one in alike for repair in one.repairs}
    order = sorted(repairs.values(), key=lambda repair: (-repair.plies, repair.distance, repair.move.san))
    other = best.slip is Slip.WRONG and (
        runs_from_another(lines.start, change.moves, len(change.moves))
        or any(man.piece_type != KING for man in misplaced(lines.start, [change.moves]))
    )
    return best._replace(repairs=tuple(order), may_be_of_board=other)


def _stands_in_columns(text: ProseText, lines: Lines, wrong: Misprinted) -> bool:
    """Whether two solutions stand side by side: a number that is not the next one stands behind a gap, or the
    same number in two lines."""
    start = text.items[text.stretches[lines.first].items[0]].span.start
    near = max(0, start - _WIDEST)
    first = max(near, text.text.rfind("\n", near, start) + 1)
    last = rows = 0
    for found in _IN_LINE.finditer(text.text, first, wrong.span.end + _AROUND // 5):
        number = int(found["number"] or 0)
        by_black = found["dots"] not in (None, ".")
        if last and number and found["gap"] and number != last + (not by_black):
            # An alternative of the same move may stand in a footnote.
            rows += 1 if number == last else 2
        last = number
    return 1 < rows


def _has_unknown_letters(text: ProseText, lines: Lines, wrong: Misprinted) -> bool:
    """Whether moves around a misprint have a letter that its language does not know: then it is another language."""
    start = text.items[text.stretches[lines.first].items[0]].span.start
    found = _WITH_LETTER.finditer(text.text, start, wrong.span.end + _AROUND)
    count = Counter(move["letter"] for move in found)
    return any(1 < number and letter not in lines.tree.language.letters for letter, number in count.items())


def _has_other_letters(text: ProseText, lines: Lines, change: _RunningOn) -> bool:
    """Whether the line runs as it is printed if its letters mean other men: then its language is not known."""
    if text.are_letters_said:
        return False
    tree, row = lines.tree, change.row
    letters = "".join(sorted(frozenset[str]().union(*(letters_of(tree.items[at].text) for at in row))))
    if len(_FIVE_MEN) < len(letters) or not letters.isalpha():
        # Figurines, Кр and a sixth letter mean what they mean.
        return False
    first = Reached(2, lines.start)
    languages = map("".join, permutations(letters + _FIVE_MEN[len(letters) :]))
    runs = (LineTree(tree.items, (), language_named(men)).run(row, first, counted=False) for men in languages)
    return any(run.place == len(row) for run in runs)


def _mendable(text: ProseText, lines: Lines, reached: int) -> Iterator[Break]:
    """The breaks of a main line behind which more is printed than was reached, one of those at the same move."""
    seen = set()
    for broken in lines.tree.breaks:
        part = lines.part_with(broken)
        ends = (text.stretches[number].end for number in part or () if broken.stretch <= number)
        if not broken.is_aside and any(reached < end for end in ends):
            us, them, en_passant, turn = broken.reached.position
            failing = text.items[text.stretches[broken.stretch].items[broken.place]].text
            at = (broken.reached.half, *us, *them, en_passant, turn, failing)
            if at not in seen:
                seen.add(at)
                yield broken


def _changes(text: ProseText, lines: Lines, broken: Break) -> Iterator[_RunningOn]:
    """The changes at a break, and before it, that are enough."""
    at = broken.reached
    rest = text.stretches[broken.stretch].items[broken.place :]
    item = text.items[rest[0]]
    yield from _lost(text, lines, broken, rest)
    if item.kind == "number":
        return
    if at.made and spelled(item.text, lines.tree.language) == at.made.san:
        ran = _Ran.of(text, lines, broken, rest[1:], at)
        if ran.is_enough(0):
            language = lines.tree.language
            twice = Misprinted(item.span, at.made.san, at.half, at.position, (), language, Slip.DOUBLED, ran.end)
            yield _RunningOn(0, twice)
    if not _GOES_ON.match(text.text, item.span.end):
        yield from _exchanged(text, lines, broken, rest)


def _lost(text: ProseText, lines: Lines, broken: Break, rest: Sequence[int]) -> Iterator[_RunningOn]:
    """A half-move that was left out at a break: before a number, or before a move of Black behind White's number."""
    at, row = broken.reached, text.stretches[broken.stretch].items
    kinds = [text.items[item].kind for item in row[: broken.place + 1]]
    if kinds[-1] == "number":
        yield from _put_in(text, lines, broken, at, rest)
        if at.parent and at.made and kinds[-3:-2] == ["number"]:
            yield from _put_in(text, lines, broken, at.parent, [at.made.item, *rest])
    elif kinds[-2:-1] == ["number"] and at.half % 2 == 0 and not _is_made(lines.tree, at):
        yield from _put_in(text, lines, broken, at, rest)


def _is_made(tree: LineTree, at: Reached) -> bool:
    """Whether White's move from a position is printed, so that its number is only printed again for Black's move."""
    behind = (one for one in tree.at.get(at.half + 1, ()) if not one.side and one.parent)
    return any(one.parent and one.parent.position == at.position for one in behind)


def _put_in(text: ProseText, lines: Lines, broken: Break, at: Reached, rest: Sequence[int]) -> Iterator[_RunningOn]:
    """A half-move that was left out behind a position, before a number that is one too high or before Black's move."""
    number = text.items[rest[0]]
    following = next((text.items[item].half for item in rest if text.items[item].kind == "number"), 0)
    moves = sum(1 for item in takewhile(lambda item: text.items[item].kind != "number", rest))
    for move in legal_moves(at.position) if following == at.half + moves + 1 else ():
        ran = _Ran.of(text, lines, broken, rest, Reached(at.half + 1, move.after, None, at))
        if ran.is_enough(0):
            repairs = (Repair(move, 0.0, ran.plies),)
            wrong = Misprinted(
                number.span, "", at.half, at.position, repairs, lines.tree.language, Slip.MISSING, ran.end
            )
            yield _RunningOn(0, wrong)


def _exchanged(text: ProseText, lines: Lines, broken: Break, rest: Sequence[int]) -> Iterator[_RunningOn]:
    """A move that resembles the printed one, at the break or before it."""
    line = broken.reached.line
    for back, before in enumerate(broken.reached.back()):
        if _BACK < back:
            break
        row = [*(made.item for made in line[len(line) - back :]), *rest]
        printed = text.items[row[0]]
        san = spelled(printed.text, lines.tree.language) if printed.kind == "move" else None
        for move in legal_moves(before.position) if san else ():
            away = distance(before.position, san or "", move)
            if FAR <= away or (back and away < 1):
                continue
            start = Reached(before.half + 1, move.after, None, before)
            ran = _Ran.of(text, lines, broken, row[1:], start)
            if ran.is_enough(back):
                wrong = Misprinted(
                    printed.span,
                    san or "",
                    before.half,
                    before.position,
                    (Repair(move, away, ran.plies),),
                    lines.tree.language,
                    Slip.WRONG,
                    ran.end,
                )
                before_it = before.line
                yield _RunningOn(
                    back,
                    wrong,
                    [*(made.san for made in before_it), san or "", *(made.san for made in ran.moves)],
                    [*(made.item for made in before_it), row[0], *(made.item for made in ran.moves)],
                )


class _Ran(NamedTuple):
    """How far a line runs behind a change: how many half-moves, which one is due there, whether that is its end."""

    plies: int
    end: int
    is_whole: bool
    moves: Sequence[Made] = ()

    @classmethod
    def of(cls, text: ProseText, lines: Lines, broken: Break, row: Sequence[int], start: Reached) -> "_Ran":
        """Follows a row of items from a position, then the stretches behind it."""
        tree = LineTree(text.items, text.stretches, lines.tree.language)
        is_whole = tree.go_on(row, start)
        part = lines.part_with(broken) or ()
        behind = [number for number in part if broken.stretch < number] if is_whole else []
        for number in behind:
            tree.follow(number)
        farthest = max(tree.whole, key=lambda one: one.half)
        end = farthest.half
        moves = farthest.line[start.depth - 1 :]
        first = text.stretches[lines.first].half or 0
        is_whole = is_whole and not any(text.stretches[number].half == end for number in behind)
        return cls(end - start.half, end, is_whole=is_whole and MANY_PLIES <= end - first, moves=moves)

    def is_enough(self, back: int) -> bool:
        """Whether the change is proved: by six half-moves behind the break, or all that are printed, six in all."""
        return 0 < self.end and back <= self.plies and (MANY_PLIES <= self.plies - back or self.is_whole)
