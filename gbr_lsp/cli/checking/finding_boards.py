"""The boards of a finding for a report that draws them: the code's and the study's."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gbr_lsp.ide.support.study_boards import boards_of
from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement, from_squares
from gbr_lsp.notation.values import BLACK, KING, SQUARE_NAMES, WHITE


class FindingBoard(NamedTuple):
    """A board to draw: that of the code, or the first one of its study in the text."""

    name: str
    """`code`, or the name of a board in the text: `FEN`, `diagram`."""
    placement: Placement
    disputed: frozenset[int] = frozenset()
    """The squares, 0 to 63, where the two boards differ; of a code with only kings, those with a king of it."""
    code: str = ""
    """The code as written, if this is its board."""
    has_only_kings: bool = False
    """Whether the code does not list its other men."""

    def as_json(self) -> dict[str, Any]:
        """Return the board as an object: `{"name": "code", "placement": …, "disputed": ["e6"], "only_kings": true}`."""
        return {
            "name": self.name,
            "placement": self.placement.fen,
            "disputed": sorted(SQUARE_NAMES[square] for square in self.disputed),
            "only_kings": self.has_only_kings,
        }


FindingBoards = tuple[FindingBoard, ...]
"""The known ones of two boards: that of the code, then that in the text. Empty for a finding outside all codes."""


def boards_of_findings(document: Document, findings: Sequence[PlacedFinding]) -> tuple[FindingBoards, ...]:
    """Return the `FindingBoards` of each finding."""
    by_block: dict[Block, list[Study]] = {}
    blocks = {item.finding.place.block for item in findings}
    for study in document.studies():
        if study.block in blocks:
            by_block.setdefault(study.block, []).append(study)
    return tuple(_boards_of_finding(item, by_block) for item in findings)


def _boards_of_finding(item: PlacedFinding, by_block: Mapping[Block, Sequence[Study]]) -> FindingBoards:
    """Return the boards of the code around a finding."""
    place = item.finding.place
    study = next((one for one in by_block.get(place.block, ()) if one.occurrence.span.covers(place.span)), None)
    if study is None:
        return ()
    found = []
    owned, shown = next(study.placements, (None, None))
    disputed = next((one.squares for one in boards_of(study)[0] if one.position == shown), frozenset[int]())
    code = _code_placement(study)
    if code is not None:
        has_only_kings = study.spelled_position is None
        marked = disputed.intersection(code.kings) if has_only_kings else disputed
        found.append(FindingBoard("code", code, marked, study.text(study.occurrence.span), has_only_kings))
    if owned is not None and shown is not None:
        found.append(FindingBoard(owned.name, shown, disputed))
    return tuple(found)


def _code_placement(study: Study) -> Placement | None:
    """Return the board of the code: all men if it lists them, else the kings; or None."""
    kings = study.code.kings
    if study.spelled_position is not None or kings is None or kings.white is None or kings.black is None:
        return study.spelled_position
    if kings.white == kings.black:
        return None
    return from_squares({kings.white: (KING, WHITE), kings.black: (KING, BLACK)})
