"""The result of a piece of a large PGN file, with an excerpt for its findings."""

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gbr_lsp.base.text import Span, count_line_ends
from gbr_lsp.cli.checking.check_file import Task, in_one_block
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.coverage import Coverage
from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.model.block import Block

if TYPE_CHECKING:
    from gbr_lsp.cli.checking.finding_boards import FindingBoards


class PieceResult(NamedTuple):
    """The result of a piece: findings, an excerpt with their games, and the places of all games.

    `rows` are pairs of a line of the excerpt and its row in the piece, where games start. `places`
    has four numbers for each game: its row in the piece, its first byte and length in the file, and
    its hash, -1 for none. `boards` has the boards of the findings, if drawn. `is_undecoded` means
    another encoding; after `has_trouble` the whole file must be read.
    """

    block: Block | None = None
    rows: tuple[tuple[int, int], ...] = ()
    findings: tuple[PlacedFinding, ...] = ()
    places: "array[int]" = array("q")
    lines: int = 0
    is_undecoded: bool = False
    has_trouble: bool = False
    coverage: Coverage = Coverage()
    boards: "tuple[FindingBoards, ...]" = ()


class Excerpt:
    """Parts of the text of a file, with the row in the file of their first lines."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, int]] = []
        self.offsets: dict[Block, int] = {}
        self._texts: list[str] = []
        self._length = self._lines = 0

    def add(self, block: Block, rows: Iterable[tuple[int, int]]) -> None:
        """Append `block` to the excerpt; `rows` are pairs of a line of the block and its row."""
        self.offsets[block] = self._length
        self._append(block.text, rows)

    def add_lines(self, block: Block, row: int, spans: list[Span]) -> None:
        """Append only the lines of `block` from the first to the last of `spans`; it starts at `row` of the file."""
        first, last = (block.lines.line_at(at) for at in (min(spans).start, max(span.end for span in spans)))
        starts = [*block.lines.starts, len(block.text)]
        start, end = starts[first], starts[last + 1]
        self.offsets[block] = self._length - start
        self._append(block.text[start:end], [(0, row + first)])

    def _append(self, text: str, rows: Iterable[tuple[int, int]]) -> None:
        if not text.endswith(("\n", "\r")):
            text += "\n"
        self.rows += [(self._lines + line, row) for line, row in rows]
        self._texts.append(text)
        self._length += len(text)
        self._lines += count_line_ends(text)

    def with_findings(
        self, task: Task, findings: list[PlacedFinding], boards: "Sequence[FindingBoards]" = ()
    ) -> PieceResult:
        """Return `findings`, findings in blocks of the excerpt, as a `PieceResult` placed in the excerpt."""
        if not findings:
            return PieceResult()
        host = host_for(task.request.name)
        full_block = Block(host, "".join(self._texts), host.start)
        block, findings = in_one_block(full_block, self.offsets, findings, task.severities)
        return PieceResult(block, tuple(self.rows), tuple(findings), boards=tuple(boards))
