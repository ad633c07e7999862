"""Assign the printed lines of a section to its studies: `assign` is the only question about solutions.

In a PGN game, the solution is the main line of the moves. In prose, a line belongs to a board if six half-moves or
all of it run from there; if two boards claim it, more of it must run than from the other.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from gbr_lsp.base.text import Span
from gbr_lsp.model.game_solutions import solutions_of
from gbr_lsp.model.prose_solutions import ProseSolution
from gbr_lsp.model.section import Section
from gbr_lsp.model.solution import SolutionOf, positions_of
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.values import Code, Evidence, Form, Occurrence, Stipulation
from gbr_lsp.solutions.assignment import MIN_PLIES, Assignment
from gbr_lsp.solutions.prose_items import MANY_PLIES
from gbr_lsp.solutions.prose_text import ProseText

if TYPE_CHECKING:
    from gbr_lsp.model.twins import Twin


def assign(section: Section, plies: int = MANY_PLIES) -> list[SolutionOf]:
    """Return the `SolutionOf` of each study of `section`; it has no moves if no line can be followed.

    A line belongs to a board if at least `plies` half-moves run from there, and from no other board.
    """
    if section.blocks and section.blocks[0].host.has_records:
        return [_game_solution(study) for study in section.studies]
    return [*prose_solutions(section, plies)]


def prose_solutions(section: Section, plies: int = MANY_PLIES) -> list[ProseSolution]:
    """Return the `ProseSolution` of each study of `section`, which is no PGN, as `assign` does.

    If the record of a study has moves, the study is read within it. All others are read outside of
    these records.
    """
    if not section.studies:
        return []
    text, records = section.prose, records_of(section)
    if twin_texts := sorted(span for twin in _twins_of(section) for span in twin.texts):
        text = text.part_outside(twin_texts)
    texts = [(text.part_in(record), {number: record.start}) for number, record in records.items()]
    rest = {
        number: section.offset(study.block) for number, study in enumerate(section.studies) if number not in records
    }
    if rest:
        texts.append((text.part_outside(sorted(records.values())) if records else text, rest))
    found: list[ProseSolution] = []
    for part, offsets in texts:
        numbers, positions = [*offsets], [positions_of(section.studies[number]) for number in offsets]
        assignment = Assignment(part, [*offsets.values()], positions, plies)
        found += [ProseSolution(section, assignment, numbers, index) for index in range(len(numbers))]
    return sorted(found, key=lambda one: one.number) if records else found


def twin_solutions(section: Section, studies: Sequence[Study] | None = None) -> list[ProseSolution]:
    """Return the solutions of the twins of `studies` of `section`, each from the only position that fits the line.

    None means all studies. If a line can be played from several positions that an announcement allows, or from
    the diagram, nothing is known.
    """
    found: list[ProseSolution] = []
    places = None if studies is None else {study.code_place for study in studies}
    for twin in _twins_of(section):
        study = section.studies[twin.number]
        possible = [_study_of(board, section) for board in twin.announced.boards]
        for span in twin.lines if places is None or study.code_place in places else ():
            text = section.prose.part_in(span)
            solutions = [_solution_in(section, text, span, one) for one in (study, *possible)]
            own = [one for one in solutions[1:] if one.moves or one.misprint]
            complete = [one for one in own if one.is_complete]
            wrong = [one for one in own if one.misprint]
            only = next((its for its in (complete, wrong, own) if its), [])
            others = [one.plies for one in solutions[1:] if one not in only]
            is_clear = bool(complete) or not others or max(others) + MIN_PLIES <= only[0].plies if only else False
            if is_clear and len(only) == 1 and not (solutions[0].is_complete and not complete):
                found += only
    return found


def _twins_of(section: Section) -> "Sequence[Twin]":
    """Return the twins of `section`; the module that finds them is imported only if there may be one."""
    if not any(block.twin_marks for block in section.blocks):
        return ()
    from gbr_lsp.model.twins import twins_in

    return section.compute_once(twins_in)


def _study_of(board: OwnedBoard, section: Section) -> Study:
    """Return a `Study` with the position of a twin on `board`, without a code that could contradict it."""
    code = Code(None, None, Stipulation(None, board.board.turn), None, None, None)
    at = board.board.span
    occurrence = Occurrence(code, Form.CLASS, at, (), (), Evidence.BOARD, frozenset(), words=None, has_sic=False)
    return Study(board.block, occurrence, (board,), section.conventions)


def _solution_in(section: Section, text: ProseText, span: Span, study: Study) -> ProseSolution:
    """Return the `ProseSolution` of `study` in `text`, which is that of `span`."""
    assignment = Assignment(text, [span.start], [positions_of(study)])
    return ProseSolution(section.with_studies([study]), assignment, [0], 0)


def _game_solution(study: Study) -> SolutionOf:
    """Return the `SolutionOf` of the game of `study`; without moves if these do not start from a board of it."""
    solution = next(iter(solutions_of([study.block], [study])), None)
    return solution if solution and solution.board and study.boards else SolutionOf(study)


def nearest_beginning(section: Section, study: Study) -> tuple[Span, int] | None:
    """Return the span and half-moves of the longest line near `study` in `section`, or None.

    The span is the part that runs. It explains a missing solution.
    """
    (solution,) = prose_solutions(section.with_studies([study]))
    return solution.assignment.nearest_beginning(0)


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
