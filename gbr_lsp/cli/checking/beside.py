"""The boards of a finding for a report that draws them: what the code says, and what was found."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gbr_lsp.lint.engine import Placed
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import LETTERS
from gbr_lsp.notation.values import BLACK, KING, WHITE


class BoardsBeside(NamedTuple):
    """Two boards as 64 letters from a1 to h8 with points for empty squares; None where there is none.

    `said` has only the kings where the code does not spell its men; `what` is what stands beside them, as the report
    calls it, and `code` the code as it is written.
    """

    code: str
    said: str | None
    found: str | None
    what: str


def boards_beside(document: Document, found: Sequence[Placed]) -> tuple[BoardsBeside | None, ...]:
    """For each finding of a document the boards of the code that it stands in; None for one that stands in no code."""
    by_block: dict[Block, list[Study]] = {}
    blocks = {item.finding.place.block for item in found}
    for study in document.studies():
        if study.block in blocks:
            by_block.setdefault(study.block, []).append(study)
    return tuple(_beside(item, by_block) for item in found)


def _beside(item: Placed, by_block: Mapping[Block, Sequence[Study]]) -> BoardsBeside | None:
    place = item.finding.place
    study = next(
        (one for one in by_block.get(place.block, ()) if one.occurrence.span.covers(place.span)),
        None,
    )
    if study is None:
        return None
    owned = next(((one.board.name, board) for one, board in study.placements), None)
    text = study.text(study.occurrence.span)
    return BoardsBeside(text, _said(study), owned[1].squares if owned else None, owned[0] if owned else "")


def _said(study: Study) -> str | None:
    """The squares of the men that the code says, or of its kings."""
    spelled, kings = study.spelled, study.code.kings
    if spelled is not None:
        return spelled.squares
    if kings is None or kings.white is None or kings.black is None or kings.white == kings.black:
        return None
    squares = ["."] * 64
    squares[kings.white], squares[kings.black] = LETTERS[KING, WHITE], LETTERS[KING, BLACK]
    return "".join(squares)
