"""The boards of a finding for a report that draws them: the code's and the study's."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import LETTERS
from gbr_lsp.notation.values import BLACK, KING, WHITE


class FindingBoards(NamedTuple):
    """Two boards as 64 letters from a1 to h8, `.` for an empty square; None if unknown.

    `code_squares` is the board of the code; `has_only_kings` is True if the code does not list its other men.
    `board_name` is the name of the board `board_squares`, and `code` the code as written.
    """

    code: str
    code_squares: str | None
    board_squares: str | None
    board_name: str
    has_only_kings: bool


def boards_of_findings(document: Document, findings: Sequence[PlacedFinding]) -> tuple[FindingBoards | None, ...]:
    """Return the `FindingBoards` of each finding, None for a finding outside all codes."""
    by_block: dict[Block, list[Study]] = {}
    blocks = {item.finding.place.block for item in findings}
    for study in document.studies():
        if study.block in blocks:
            by_block.setdefault(study.block, []).append(study)
    return tuple(_boards_of_finding(item, by_block) for item in findings)


def _boards_of_finding(item: PlacedFinding, by_block: Mapping[Block, Sequence[Study]]) -> FindingBoards | None:
    """Return the boards of the code around a finding, or None."""
    place = item.finding.place
    study = next(
        (one for one in by_block.get(place.block, ()) if one.occurrence.span.covers(place.span)),
        None,
    )
    if study is None:
        return None
    owned = next(((one.board.name, board) for one, board in study.placements), None)
    text = study.text(study.occurrence.span)
    name, squares = (owned[0], owned[1].squares) if owned else ("", None)
    return FindingBoards(text, _code_squares(study), squares, name, study.spelled_position is None)


def _code_squares(study: Study) -> str | None:
    """Return the 64 squares of the code: all men if it lists them, else the kings; or None."""
    spelled, kings = study.spelled_position, study.code.kings
    if spelled is not None:
        return spelled.squares
    if kings is None or kings.white is None or kings.black is None or kings.white == kings.black:
        return None
    squares = ["."] * 64
    squares[kings.white], squares[kings.black] = LETTERS[KING, WHITE], LETTERS[KING, BLACK]
    return "".join(squares)
