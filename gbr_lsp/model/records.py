"""PGN records: positions of games, and the repeated ones among them."""

from binascii import crc32
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gbr_lsp.model.block import Place
from gbr_lsp.model.chunks import same_ends
from gbr_lsp.model.study import Bond, Study
from gbr_lsp.notation.grammar import REPEATING_FLAGS
from gbr_lsp.notation.symmetry import canonical_mirror

Record = tuple[str, bool | None]
"""The smallest mirror image of the first field of the FEN, and the side to move."""


class PlacedRecord(NamedTuple):
    """A record, the place of its code, and its board as printed: a FEN field."""

    record: Record
    place: Place
    board_field: str


def placed_records(studies: Iterable[Study]) -> Iterator[PlacedRecord]:
    """Yield a `PlacedRecord` for each game with a FEN. Codes flagged as repeated are left out."""
    for study in studies:
        if not study.block.host.has_records or REPEATING_FLAGS & study.occurrence.flags:
            continue
        owned = next((owned for owned in study.boards if owned.bond is Bond.SURE), None)
        if owned and owned.board.placement:
            shown = owned.board.placement.fen
            record = canonical_mirror(shown), owned.board.turn
            yield PlacedRecord(record, study.code_place, shown)


def record_hash(record: Record) -> int:
    """Return a checksum of `record`, the same in every process; collisions are rare."""
    return crc32(f"{record[0]} {record[1]}".encode())


class Repeats:
    """The record hashes that occur more than once in a document, updated for each version."""

    def __init__(self) -> None:
        self.repeated: set[int] = set()
        self._lists: list[list[int | None]] = []
        self._counts: dict[int, int] = {}

    def count(self, lists: list[list[int | None]]) -> None:
        """Count the hashes in `lists`, those of the document. Lists that the last version had are not read."""
        old = self._lists
        head, tail = same_ends(old, lists)
        gone, new = old[head : len(old) - tail], lists[head : len(lists) - tail]
        if len(gone) == len(new) == 1 and len(gone[0]) == len(new[0]):
            # Most of a list that replaced another one is unchanged.
            pairs = [(one, other) for one, other in zip(gone[0], new[0], strict=True) if one != other]
            gone, new = [[one for one, _ in pairs]], [[other for _, other in pairs]]
        for hashes in gone:
            self._add(hashes, -1)
        for hashes in new:
            self._add(hashes, 1)
        self._lists = lists

    def _add(self, hashes: list[int | None], step: int) -> None:
        counts = self._counts
        for record_hash in hashes:
            if record_hash is None:
                continue
            count = counts.get(record_hash, 0) + step
            if count:
                counts[record_hash] = count
            else:
                del counts[record_hash]
            if 1 < count:
                self.repeated.add(record_hash)
            else:
                self.repeated.discard(record_hash)
