"""Studies of many files by number: positions in memory, and places looked up when shown."""

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from gbr_lsp.cli.output import readable_name
from gbr_lsp.cli.searching.hits import Target
from gbr_lsp.cli.searching.studies import Studies
from gbr_lsp.collection.columns import split_texts
from gbr_lsp.collection.facts import TURN, WIDTHS
from gbr_lsp.database.chunk import CODE_TEXT, PLACES, IndexChunk
from gbr_lsp.database.lookup import LocatedChunk


class ListedPlace(NamedTuple):
    """The place of a study, with its code and composer; row and column count from 1."""

    name: str
    row: int
    column: int
    code_text: str
    composer: str

    @property
    def line(self) -> str:
        """The line that `search` writes: `hhdb.pgn:7:9: +0016.32d4g7  Rusz=A`."""
        composer = f"  {self.composer}" if self.composer else ""
        return f"{self.name}:{self.row}:{self.column}: {self.code_text}{composer}"

    def as_json(self) -> dict[str, object]:
        return {
            "filename": readable_name(self.name),
            "location": {"row": self.row, "column": self.column},
            "text": self.code_text,
            "composer": self.composer or None,
        }


PLACE_COLUMNS = ("squares", "signs", "flags", "composer", PLACES, CODE_TEXT)
"""The columns of a place."""


class StudyPlaces:
    """The studies of the added chunks, by number."""

    def __init__(self) -> None:
        self._firsts: list[int] = []
        self._chunks: list[tuple[Target, LocatedChunk]] = []
        self._count = 0
        self._starts: dict[tuple[int, str], array[int]] = {}
        """The start of each text, by chunk (its `id`) and column; `_chunks` keeps the chunks alive."""

    def add_studies(self, studies: Studies) -> Iterator[tuple[int, str, str, str]]:
        """Yield the number of each of `studies` with a position, with its squares, signs and flags."""
        for target in studies.targets():
            for located in studies.chunks(target, PLACE_COLUMNS):
                for number, squares, signs, flags in self._add_chunk(target, located):
                    if signs[0] == "s" and squares[0] != " ":
                        yield number, squares, signs, flags

    def _add_chunk(self, target: Target, located: LocatedChunk) -> Iterator[tuple[int, str, str, str]]:
        """Yield the number of each code of a chunk, with its squares, signs and flags."""
        chunk = located.chunk
        if not chunk.codes:
            return
        kept = chunk._replace(columns={name: chunk.columns[name] for name in PLACE_COLUMNS})
        self._firsts.append(self._count)
        self._chunks.append((target, located._replace(chunk=kept)))
        first, self._count = self._count, self._count + chunk.codes
        squares, signs = chunk.columns["squares"].decode("ascii"), chunk.columns["signs"].decode("ascii")
        width = WIDTHS["signs"]
        for number, flags in enumerate(split_texts(chunk.columns["flags"])):
            own = squares[64 * number : 64 * number + 64]
            yield first + number, own, signs[width * number : width * number + width], flags

    def squares_of(self, number: int) -> str:
        """Return the 64 squares of a study."""
        _, located, within = self._at(number)
        return located.chunk.columns["squares"][64 * within : 64 * within + 64].decode("ascii")

    def turn_of(self, number: int) -> bool:
        """Return True if White moves, or the side to move is unknown."""
        _, located, within = self._at(number)
        at = WIDTHS["signs"] * within + TURN
        return located.chunk.columns["signs"][at : at + 1] != b"b"

    def place_of(self, number: int) -> ListedPlace:
        """Return the place of a study."""
        target, located, within = self._at(number)
        (spot,) = located.chunk.spots([within])
        shown, composer = (self._text(located.chunk, name, within) for name in (CODE_TEXT, "composer"))
        return ListedPlace(target.name, located.first_row + spot.row + 1, spot.column + 1, shown, composer)

    def chunks(self) -> Iterator[tuple[int, Target, LocatedChunk]]:
        """Yield the chunks, each after the number of its first study and its file."""
        for first, (target, located) in zip(self._firsts, self._chunks, strict=True):
            yield first, target, located

    def _text(self, chunk: IndexChunk, name: str, within: int) -> str:
        """Return the text at index `within` of column `name`; the starts are kept, because columns are long."""
        column = chunk.columns[name]
        starts = self._starts.get((id(chunk), name))
        if starts is None:
            lengths = (len(text) + 1 for text in column.split(b"\n"))
            starts = self._starts[id(chunk), name] = array("I", accumulate(lengths, initial=0))
        return column[starts[within] : starts[within + 1] - 1].decode("utf-8", "surrogatepass")

    def _at(self, number: int) -> tuple[Target, LocatedChunk, int]:
        """Return the file and chunk of a study, and its index in the chunk."""
        at = bisect_right(self._firsts, number) - 1
        target, located = self._chunks[at]
        return target, located, number - self._firsts[at]
