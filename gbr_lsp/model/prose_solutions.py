"""Printed solutions of the studies of a section: main lines, replayed from the boards.

In a PGN game, it is the main line of the moves. In prose, a line belongs to a board if six plies or
all of it run from there; if two boards claim it, to the one with more plies.
"""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.model.game_solutions import solutions_of
from gbr_lsp.model.line_bonds import LineBond
from gbr_lsp.model.line_claims import (
    LineClaim,
    line_claims,
    main_starts_near,
    near_starts,
    next_study,
    own_starts,
    positions_of,
)
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Evidence
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.line_tokens import stopping_span
from gbr_lsp.solutions.main_line import PrintedLine, ProseText, follow, run_from
from gbr_lsp.solutions.misprints import LineMisprint, find_misprint
from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.prose_items import MANY_PLIES, SECOND_MOVE, LineMove, ProseItem
from gbr_lsp.solutions.slip_search import Slip
from gbr_lsp.solutions.spelling import english_san

_MAX_UNCLAIMED = 8
"""Maximum number of unclaimed lines that are tried for a study without a line."""
_MAX_EARLY_PLIES = 6
"""A misprint is early within this number of half-moves from the start of a line."""


class SolutionMove(NamedTuple):
    """A move of a printed line. Its span counts in the section. `after` is None if it cannot be made."""

    san: str
    span: Span
    after: Position | None


class PrintedSolution(NamedTuple):
    """The main line of a study, with its span in the section.

    Its first `plies` half-moves can be made; `is_complete` is True if these are all. `moves` are these,
    and the next one, which cannot be made.
    """

    plies: int
    is_complete: bool
    span: Span
    moves: tuple[SolutionMove, ...] = ()
    half: int = 0
    """Twice the first move number, plus 1 if Black moves first: `1…` → 3."""
    stop: Span | None = None
    """The span of the text where the next move is due and cannot be made, or None."""


class StudyProse(NamedTuple):
    """The text for some studies: their numbers, and the offset and positions of each."""

    text: ProseText
    numbers: Sequence[int]
    studies: Sequence[tuple[int, list[Position]]]


def prose_by_studies(section: Section) -> list[StudyProse]:
    """Return a list of `StudyProse` that together have each study of `section` once.

    If the record of a study has moves, the study is read within it. All others are read outside of
    these records.
    """
    text = section.prose
    ways = [*map(positions_of, section.studies)]
    records = records_of(section)
    found = [
        StudyProse(text.part_in(record), [number], [(record.start, ways[number])]) for number, record in records.items()
    ]
    rest = [number for number in range(len(ways)) if number not in records]
    if not rest:
        return found
    outside = text.part_outside(sorted(records.values())) if records else text
    offsets = [section.offset(section.studies[number].block) for number in rest]
    return [*found, StudyProse(outside, rest, [(at, ways[number]) for at, number in zip(offsets, rest, strict=True)])]


def records_of(section: Section) -> dict[int, Span]:
    """Return the span of each record with moves, by the index of its study.

    A record is the largest group with one code.
    """
    records: dict[int, Span] = {}
    for block, its in groupby(enumerate(section.studies), lambda study: study[1].block):
        groups = block.contents.groups if block.host.has_record_groups else []
        if not groups:
            continue
        numbers = {study.occurrence.span.start: number for number, study in its}
        believed = (code.span.start for code in block.contents.codes if code.evidence is not Evidence.NONE)
        codes = sorted({*numbers, *believed})
        for group in groups:
            first, end = (bisect_left(codes, offset) for offset in group)
            record = group.shift(section.offset(block))
            if end == first + 1 and codes[first] in numbers and section.prose.has_start_in(record):
                records.setdefault(numbers[codes[first]], record)
    return records


def printed_solutions(section: Section, plies: int = MANY_PLIES) -> list[PrintedSolution | None]:
    """Return a `PrintedSolution` for each study of `section`, or None if no line can be followed.

    A line belongs to a board if at least `plies` moves run from there, and from no other board.
    """
    if section.blocks and section.blocks[0].host.has_records:
        return [_record_solution(study, section.offset(study.block)) for study in section.studies]
    found: list[PrintedSolution | None] = [None] * len(section.studies)
    for read in prose_by_studies(section):
        claims = line_claims(read.text, read.studies, plies)
        for number, claim in zip(read.numbers, claims, strict=True):
            found[number] = _prose_solution(read.text, claim, claims)
    return found


def nearest_beginning(section: Section, study: Study) -> tuple[Span, int] | None:
    """Return the span and half-moves of the longest line near `study` in `section`, or None.

    The span is the part that runs. It explains a missing solution.
    """
    ((text, _, ((offset, ways),)),) = prose_by_studies(section.with_studies([study]))
    best: tuple[int, Span] | None = None
    for start in near_starts(text, offset):
        for position in ways:
            for language in text.languages:
                begun = run_from(text, start, position, language)
                if best is None or best[0] < begun.plies:
                    best = begun.plies, Span(text.items[start].span.start, begun.end)
    return (best[1], best[0]) if best else None


def own_beginnings(section: Section) -> list[PrintedSolution | None]:
    """Return the solution of each study of `section`, else the first line from move 1 after its code, or None."""
    found: list[PrintedSolution | None] = [None] * len(section.studies)
    for text, numbers, entries in prose_by_studies(section):
        claims = line_claims(text, entries)
        for number, (offset, ways), claim in zip(numbers, entries, claims, strict=True):
            one = _prose_solution(text, claim, claims)
            starts = own_starts(text, offset, next_study(entries, offset))[:1] if one is None else []
            for start in starts:
                begun = [(follow(text, start, way, each), each) for way in ways for each in text.languages]
                lines, language = max(begun, key=lambda pair: len(pair[0].main_line.moves), default=(None, None))
                if lines and language and lines.main_line.moves:
                    one = _prose_solution(text, LineClaim(start, lines.main_line, lines, language), [])
            found[number] = one
    return found


class FollowedLine(NamedTuple):
    """The solution of a study in prose and its misprint, or None. Spans count in the text that was read."""

    solution: PrintedSolution | None
    misprint: LineMisprint | None
    first_move: LineMove | None = None
    """The first move, if the line begins with `1.` or `1…` according to the side that moves."""
    main_line: "MainLine | None" = None
    """The line itself, if it begins with move 1 and is not a note."""


class MainLine(NamedTuple):
    """A main line; `half` is the number of its first half-move, as in `PrintedSolution`."""

    line: PrintedLine
    half: int
    language: Language
    start: int
    """The index of its move number in the items of the text."""
    bond: LineBond

    @property
    def prose(self) -> ProseText:
        """The text that was read."""
        return self.bond.text

    def is_sure(self) -> bool:
        """Return True if the line surely belongs to this study; otherwise it contradicts nothing."""
        return self.bond.is_sure_of(self.line, self.start)


def follow_lines(
    text: ProseText, studies: Sequence[tuple[int, list[Position]]], selected: Collection[int] | None = None
) -> list[FollowedLine]:
    """Return a `FollowedLine` for each `(offset, positions)` of `studies`, empty if its index is not in `selected`."""
    claims = line_claims(text, studies)
    taken = {claim.start for claim in claims if claim}
    found = []
    for number, ((offset, ways), claim) in enumerate(zip(studies, claims, strict=True)):
        if selected is not None and number not in selected:
            found.append(FollowedLine(None, None))
            continue
        lines = claim.lines if claim else None
        wrong = find_misprint(text, lines) if lines else None
        bond = LineBond(text, offset, ways, studies)
        if wrong and lines and not bond.is_sure_of_misprint(wrong, lines):
            wrong = None
        if wrong is None:
            free = [start for start in main_starts_near(text, offset) if start not in taken]
            if claim and claim.is_main(text):
                own = next(iter(own_starts(text, offset, next_study(studies, offset))), claim.start)
                free = [start for start in free if start < claim.start or claim.start < own]
            min_plies = len(claim.line.moves) + 1 if claim and claim.is_main(text) else MANY_PLIES
            wrong = _early_misprint(bond, free, next_study(studies, offset), min_plies)
        first = _first_move(text, claim, offset) if claim else None
        solution = _prose_solution(text, claim, claims)
        main = _main_line(bond, claim) if claim and solution and claim.is_main(text) else None
        found.append(FollowedLine(solution, wrong, first, main))
    return found


def _main_line(bond: LineBond, claim: LineClaim) -> MainLine:
    return MainLine(claim.line, _first_half(bond.text, claim), claim.language, claim.start, bond)


def _first_half(text: ProseText, claim: LineClaim) -> int:
    """Return the number of the first half-move of `claim`, as in `PrintedSolution`."""
    half = text.items[claim.start].half
    return half - half % 2 + (not claim.line.moves[0].before[3])


def _first_move(text: ProseText, claim: LineClaim, offset: int) -> LineMove | None:
    """Return the first move if `claim` begins with the first number 1 after `offset`, with the right dots, or None."""
    items = text.items
    number, first = items[claim.start], claim.line.moves[0]
    if number.span.start < offset or number.half != 2 + (not first.before[3]):
        return None
    between = text.starts[bisect_left(text.places, offset) : bisect_left(text.starts, claim.start)]
    has_begun = any(items[start].half < SECOND_MOVE for start in between) or _has_begun_before(items, claim.start)
    return None if has_begun else first


def _has_begun_before(items: Sequence[ProseItem], start: int) -> bool:
    """Return True if moves or a number 1 are before item `start` in its block."""
    before = (items[at] for at in takewhile(lambda at: items[at].kind != "end", range(start - 1, -1, -1)))
    return any(item.kind == "move" or (item.kind == "number" and item.half < SECOND_MOVE) for item in before)


def _early_misprint(bond: LineBond, free: list[int], until: int | None, min_plies: int) -> LineMisprint | None:
    """Return the first misprint in a line at one of `free`, or None. At least `min_plies` half-moves must run."""
    text, position = bond.text, next(iter(bond.positions), None)
    if position is None:
        return None
    for start in free[:_MAX_UNCLAIMED]:
        if text.items[start].half % 2 and (position[3] or 1 < len(bond.positions)):
            # A line from 1… is a remark, unless Black is known to begin.
            continue
        for language in text.languages:
            lines = follow(text, start, position, language, until)
            wrong = find_misprint(text, lines) if len(lines.main_line.moves) < MANY_PLIES else None
            first = lines.tree.rows[lines.first_row].half or 0
            if wrong is None or _MAX_EARLY_PLIES <= wrong.half - first or wrong.end - first < min_plies:
                continue
            if wrong.slip is Slip.MISSING and wrong.half == first and _has_begun_before(text.items, start):
                # The number is printed again for Black's move.
                continue
            if bond.is_sure_of_misprint(wrong, lines):
                return wrong
    return None


def _record_solution(study: Study, start: int) -> PrintedSolution | None:
    """Return the `PrintedSolution` of the game of `study`, which starts at `start`, or None."""
    solution = next(iter(solutions_of([study.block], [study])), None)
    if solution is None or solution.board is None or not study.boards:
        return None
    line = solution.game.line
    made = []
    for node in line:
        if node.problem:
            break
        if node.after is not None:
            made.append(node)
    if not made:
        return None
    complete = all(node.after is not None or node.san is None for node in line)
    moves = tuple(SolutionMove(node.san, node.span.shift(start), node.after) for node in made if node.san)
    return PrintedSolution(len(made), complete, Span(made[0].span.start, made[-1].span.end).shift(start), moves)


def _prose_solution(text: ProseText, claim: LineClaim | None, claims: list[LineClaim | None]) -> PrintedSolution | None:
    """Return the `PrintedSolution` of `claim`, or None if a rival in `claims` has more half-moves."""
    if claim is None:
        return None
    rivals = [other for other in claims if other and other is not claim and other.start == claim.start]
    if any(len(claim.line.moves) < len(other.line.moves) for other in rivals):
        return None
    line = claim.line
    moves = [SolutionMove(made.san, made.span, made.after) for made in line.moves]
    failing = english_san(line.failed_item.text, claim.language) if line.failed_item else None
    if line.failed_item and failing:
        moves.append(SolutionMove(failing, line.failed_item.span, None))
    half, last = _first_half(text, claim), line.moves[-1].item
    stop = (
        line.failed_item.span
        if line.failed_item
        else stopping_span(text.text, text.items, last, half + len(line.moves))
    )
    return PrintedSolution(len(line.moves), line.is_complete, line.span, tuple(moves), half, stop)
