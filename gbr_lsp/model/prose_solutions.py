"""Printed solutions of the studies of a section: main lines, replayed from the boards.

In a PGN game, it is the main line of the moves. In prose, a line belongs to a board if six plies or
all of it run from there; if two boards claim it, to the one with more plies.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.model.game_solutions import solutions_of
from gbr_lsp.model.line_claims import LineClaim, line_claims
from gbr_lsp.model.line_starts import ProseStudy, all_beginnings, main_starts_near, near_starts, positions_of
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Evidence
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.line_tokens import stopping_span
from gbr_lsp.solutions.main_line import ProseText, follow
from gbr_lsp.solutions.misprints import find_misprint
from gbr_lsp.solutions.movetext import MoveToken
from gbr_lsp.solutions.prose_items import MANY_PLIES, SECOND_MOVE
from gbr_lsp.solutions.slip_explanation import Slip, SlipExplanation
from gbr_lsp.solutions.spelling import english_san

_MAX_UNCLAIMED = 8
"""Maximum number of unclaimed lines that are tried for a study without a line."""
_MAX_EARLY_PLIES = 6
"""A misprint is early within this number of half-moves from the start of a line."""


class PrintedSolution(NamedTuple):
    """The main line of a study, with its span in the section.

    Its first `plies` half-moves can be made; `is_complete` is True if these are all. `moves` are these,
    and the next one, which cannot be made. Their spans count in the section, and they have no parents.
    """

    plies: int
    is_complete: bool
    span: Span
    moves: tuple[Node, ...] = ()
    half: int = 0
    """Twice the first move number, plus 1 if Black moves first: `1…` → 3."""
    stop: Span | None = None
    """The span of the text where the next move is due and cannot be made, or None."""


def prose_by_studies(section: Section) -> list[list[ProseStudy]]:
    """Return a list for each text to read; together they have each study of `section` once.

    If the record of a study has moves, the study is read within it. All others are read outside of
    these records.
    """
    text, records = section.prose, records_of(section)
    found = [_studies_of(section, text.part_in(record), {number: record.start}) for number, record in records.items()]
    rest = {
        number: section.offset(study.block) for number, study in enumerate(section.studies) if number not in records
    }
    if rest:
        found.append(_studies_of(section, text.part_outside(sorted(records.values())) if records else text, rest))
    return found


def _studies_of(section: Section, text: ProseText, offsets: Mapping[int, int]) -> list[ProseStudy]:
    """Return a `ProseStudy` in `text` for each number of a study in `offsets`."""
    studies = [
        ProseStudy(text, number, offset, positions_of(section.studies[number])) for number, offset in offsets.items()
    ]
    return [study._replace(studies=studies) for study in studies]


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
    return [claim and _prose_solution(claim) for claim in main_lines(section, plies)]


def main_lines(section: Section, plies: int = MANY_PLIES) -> list[LineClaim | None]:
    """Return the line of each study of `section`, which is prose, as `printed_solutions` does."""
    found: list[LineClaim | None] = [None] * len(section.studies)
    for studies in prose_by_studies(section):
        for number, claim in _unbeaten(line_claims(studies, plies)).items():
            found[number] = claim
    return found


def nearest_beginning(section: Section, study: Study) -> tuple[Span, int] | None:
    """Return the span and half-moves of the longest line near `study` in `section`, or None.

    The span is the part that runs. It explains a missing solution.
    """
    (((text, _, offset, positions, _),),) = prose_by_studies(section.with_studies([study]))
    near = [(start, begun) for start in near_starts(text, offset) for begun in all_beginnings(text, start, positions)]
    start, best = max(near, key=lambda pair: pair[1].plies, default=(0, None))
    return (Span(text.items[start].span.start, best.end), best.plies) if best else None


def own_beginnings(section: Section) -> list[PrintedSolution | None]:
    """Return the solution of each study of `section`, else the first line from move 1 after its code, or None."""
    found: list[PrintedSolution | None] = [None] * len(section.studies)
    for studies in prose_by_studies(section):
        unbeaten = _unbeaten(line_claims(studies))
        for study in studies:
            one = unbeaten.get(study.number) or _first_line(study)
            found[study.number] = _prose_solution(one) if one else None
    return found


def _first_line(study: ProseStudy) -> LineClaim | None:
    """Return the longest line at the first of the starts between `study` and the next one, or None."""
    text = study.prose
    begun = (one for start in study.own_starts[:1] for one in all_beginnings(text, start, study.positions))
    lines = max((one.follow(text, None) for one in begun), key=lambda one: len(one.main_line.moves), default=None)
    return LineClaim(study, lines) if lines and lines.main_line.moves else None


class FollowedLine(NamedTuple):
    """The main line of a study in prose and its misprint, each or None. Spans count in the text that was read."""

    study: ProseStudy
    line: LineClaim | None
    misprint: SlipExplanation | None


def follow_lines(studies: Sequence[ProseStudy], selected: Collection[int] | None = None) -> Iterator[FollowedLine]:
    """Yield a `FollowedLine` for each of `studies`, the studies of one text, whose number is in `selected`."""
    claims = line_claims(studies)
    unbeaten = _unbeaten(claims)
    taken = {claim.start for claim in claims if claim}
    for study, claim in zip(studies, claims, strict=True):
        if selected is not None and study.number not in selected:
            continue
        wrong = find_misprint(study.prose, claim.lines) if claim else None
        if wrong and claim and not claim.is_sure_of_misprint(wrong):
            wrong = None
        if wrong is None:
            free = [start for start in main_starts_near(study.prose, study.offset) if start not in taken]
            min_plies = MANY_PLIES
            if claim and claim.is_main:
                own = next(iter(study.own_starts), claim.start)
                free = [start for start in free if start < claim.start or claim.start < own]
                min_plies = len(claim.line.moves) + 1
            wrong = _early_misprint(study, free, min_plies)
        yield FollowedLine(study, unbeaten.get(study.number), wrong)


def _unbeaten(claims: Sequence[LineClaim | None]) -> dict[int, LineClaim]:
    """Return those of `claims` with at least as many half-moves as each rival for the line, by number of study."""
    longest: dict[int, int] = {}
    for claim in filter(None, claims):
        longest[claim.start] = max(longest.get(claim.start, 0), len(claim.line.moves))
    return {claim.study.number: claim for claim in claims if claim and len(claim.line.moves) == longest[claim.start]}


def first_move(claim: LineClaim) -> Node | None:
    """Return the first move if `claim` begins with the first number 1 after its code, with the right dots, or None."""
    text, offset = claim.prose, claim.study.offset
    number, first = text.items[claim.start], claim.line.moves[0]
    if number.span.start < offset or number.half != 2 + (not first.by_white):
        return None
    between = text.starts[bisect_left(text.places, offset) : bisect_left(text.starts, claim.start)]
    if any(text.items[start].half < SECOND_MOVE for start in between) or _has_begun_before(text.items, claim.start):
        return None
    return first


def _has_begun_before(items: Sequence[MoveToken], start: int) -> bool:
    """Return True if moves or a number 1 are before item `start` in its block."""
    before = (items[at] for at in takewhile(lambda at: items[at].kind != "end", range(start - 1, -1, -1)))
    return any(item.kind == "move" or (item.kind == "number" and item.half < SECOND_MOVE) for item in before)


def _early_misprint(study: ProseStudy, free: list[int], min_plies: int) -> SlipExplanation | None:
    """Return the first misprint in a line at one of `free`, or None. At least `min_plies` half-moves must run."""
    text, position = study.prose, next(iter(study.positions), None)
    if position is None:
        return None
    for start in free[:_MAX_UNCLAIMED]:
        if text.items[start].half % 2 and (position[3] or 1 < len(study.positions)):
            # A line from 1… is a remark, unless Black is known to begin.
            continue
        for language in text.languages:
            lines = follow(text, start, position, language, study.next_offset)
            wrong = find_misprint(text, lines) if len(lines.main_line.moves) < MANY_PLIES else None
            first = lines.first_row.half or 0
            if wrong is None or _MAX_EARLY_PLIES <= wrong.half - first or wrong.end - first < min_plies:
                continue
            if wrong.slip is Slip.MISSING and wrong.half == first and _has_begun_before(text.items, start):
                # The number is printed again for Black's move.
                continue
            if LineClaim(study, lines).is_sure_of_misprint(wrong):
                return wrong
    return None


def _record_solution(study: Study, start: int) -> PrintedSolution | None:
    """Return the `PrintedSolution` of the game of `study`, which starts at `start`, or None."""
    solution = next(iter(solutions_of([study.block], [study])), None)
    if solution is None or solution.board is None or not study.boards:
        return None
    line = solution.game.line
    made = [node for node in takewhile(lambda node: not node.problem, line) if node.after is not None]
    if not made:
        return None
    complete = all(node.after is not None or node.san is None for node in line)
    moves = tuple(_alone(node, start) for node in made if node.san)
    return PrintedSolution(len(made), complete, Span(made[0].span.start, made[-1].span.end).shift(start), moves)


def _prose_solution(claim: LineClaim) -> PrintedSolution:
    """Return the `PrintedSolution` of `claim`."""
    text, line, half = claim.prose, claim.line, claim.half
    moves = [*map(_alone, line.moves)]
    if failed := line.failed_item:
        stop: Span | None = failed.span
        if failing := english_san(failed.text, claim.language):
            moves.append(Node(failed.span, failing, half + len(moves), line.moves[-1].position, None))
    else:
        stop = stopping_span(text.text, text.items, line.moves[-1].item, half + len(moves))
    return PrintedSolution(len(line.moves), line.is_complete, line.span, tuple(moves), half, stop)


def _alone(node: Node, start: int = 0) -> Node:
    """Return `node` shifted by `start`, without parent and variations, so that it can be sent to a process."""
    return Node(node.span.shift(start), node.san, node.half, node.before, node.after)
