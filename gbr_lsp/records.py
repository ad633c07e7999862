"""PGN records: the same position is the same record, whichever way it is mirrored."""

from collections.abc import Iterable, Iterator

from gbr_lsp.notation.symmetry import least_mirror
from gbr_lsp.pairing import Bond
from gbr_lsp.study import Study

Record = tuple[str, bool | None]
"""The least of the mirrored boards, and the side to move."""

_MAY_REPEAT = {"TW", "AN"}
"""Flags of twins and anticipations, which show a position again on purpose (notation.md §8)."""


def records(studies: Iterable[Study]) -> Iterator[tuple[Record, Study]]:
    """The studies of PGN games that have a FEN and may not stand anywhere twice."""
    for study in studies:
        if study.block.host.name != "pgn" or _MAY_REPEAT & study.occurrence.flags:
            continue
        owned = next((owned for owned in study.boards if owned.bond is Bond.SURE), None)
        if owned and owned.board.placement:
            yield (least_mirror(owned.board.placement), owned.board.turn), study
