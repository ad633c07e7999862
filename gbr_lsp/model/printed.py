"""The printed solution of each study of a document: its main line, followed from the board of the study.

In a PGN game it is the main line of the moves. In prose a solution belongs to the board from which it runs: six
half-moves or the whole of it; where two boards claim one line, to the one from which more of it runs.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.model.document import Document
from gbr_lsp.model.solutions import solutions_of
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.moves import Position, position_of
from gbr_lsp.solutions.prose import (
    MANY_PLIES,
    PrintedLine,
    ProseItem,
    follow,
    is_note,
    items_of,
    languages_in,
    run_from,
    starts_in,
)

_NEAR = 12_000
"""How many code points a solution may begin before or behind its code."""
_MOST_STARTS = 60
"""How many beginnings near a code are tried, the nearest first."""
_FEWEST = 3
"""A line of fewer half-moves proves nothing."""


class PrintedSolution(NamedTuple):
    """The main line of a study: how many half-moves run, whether that is all of it, from its first to its last move.

    The span counts from the start of the document.
    """

    plies: int
    complete: bool
    span: Span


class _Claim(NamedTuple):
    """A line that runs from the board of a study."""

    start: int
    line: PrintedLine


def printed_solutions(document: Document, studies: Sequence[Study]) -> list[PrintedSolution | None]:
    """The solution of each of the studies of a document, which are given in order; None where none can be followed."""
    if document.host.holds_records:
        return [_of_record(study, start) for study, start in zip(studies, _offsets(document, studies), strict=True)]
    text = _shown(document)
    items = items_of(text)
    starts = starts_in(items)
    languages = languages_in(items) if starts else []
    positions = [_positions(study) for study in studies]
    claims: list[_Claim | None] = []
    for offset, ways in zip(_offsets(document, studies), positions, strict=True):
        near = sorted(
            (start for start in starts if abs(items[start].span.start - offset) < _NEAR),
            key=lambda start: abs(items[start].span.start - offset),
        )
        claims.append(_claim(text, items, near[:_MOST_STARTS], ways, languages, offset))
    return [_of_prose(claim, claims) for claim in claims]


def _offsets(document: Document, studies: Sequence[Study]) -> list[int]:
    offsets = document.offsets()
    return [offsets[study.block] for study in studies]


def _of_record(study: Study, start: int) -> PrintedSolution | None:
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
    return PrintedSolution(len(made), complete, Span(made[0].span.start, made[-1].span.end).shift(start))


def _positions(study: Study) -> list[Position]:
    """The position of a study, first with the color that its code says moves."""
    placement = study.position or next((one for _, one in study.placements), None)
    if placement is None:
        return []
    turn = study.code.stipulation.turn
    turns = (turn,) if turn is not None else _turns(study, placement)
    return [position_of(placement, one, "KQkq") for one in turns]


def _turns(study: Study, placement: Placement) -> tuple[bool, ...]:
    said = {owned.board.turn for owned, one in study.placements if one == placement} - {None}
    return (False, True) if said == {False} else (True, False)


def _claim(
    text: str, items: list[ProseItem], starts: list[int], ways: list[Position], languages: list[Language], offset: int
) -> _Claim | None:
    """The line near a code that runs best from its board: a main line from move 1 before all others."""
    best: tuple[tuple[bool, bool, int, bool], _Claim] | None = None
    for start in starts:
        for position in ways:
            for language in languages:
                if len(run_from(items, start, position, language)) < _FEWEST:
                    continue
                line = follow(items, start, position, language)
                if len(line.moves) < MANY_PLIES and not (line.complete and offset <= items[start].span.start):
                    continue
                rank = (
                    items[start].half < 4,
                    not is_note(items, start, text),
                    len(line.moves),
                    offset <= items[start].span.start,
                )
                if best is None or best[0] < rank:
                    best = rank, _Claim(start, line)
    return best[1] if best else None


def _of_prose(claim: _Claim | None, claims: list[_Claim | None]) -> PrintedSolution | None:
    if claim is None:
        return None
    rivals = [other for other in claims if other and other is not claim and other.start == claim.start]
    if any(len(claim.line.moves) < len(other.line.moves) for other in rivals):
        return None
    return PrintedSolution(len(claim.line.moves), claim.line.complete, claim.line.span)


def _shown(document: Document) -> str:
    """The text that is read, offset for offset; all else is blank."""
    parts = []
    for block in document.blocks:
        shown, done = [], 0
        for span in block.found.reading.spans:
            shown += [" " * (span.start - done), block.text[span.start : span.end]]
            done = span.end
        parts.append("".join(shown) + " " * (len(block.text) - done))
    return "".join(parts)
