"""What is known of a document from its last lint, so that a lint behind an edit visits few of its chunks."""

from gbr_lsp.lint.incremental import ChunkFindings
from gbr_lsp.model.chunks import Chunk, same_ends
from gbr_lsp.model.records import Repeats


class LastLint:
    """What was found in each chunk of a document when it was linted last; `repeats` are those of its records."""

    __slots__ = ("_chunks", "_found", "_selected", "repeats")

    def __init__(self) -> None:
        self.repeats = Repeats()
        self._selected: frozenset[str] | None = None
        self._chunks: list[Chunk] = []
        self._found: list[ChunkFindings] = []

    def known(self, chunks: list[Chunk], selected: frozenset[str]) -> tuple[list[ChunkFindings], list[ChunkFindings]]:
        """What is known of the first chunks of a document, and of the last ones, for they are the same as before."""
        if selected is not self._selected:
            return [], []
        head, tail = same_ends(self._chunks, chunks)
        return self._found[:head], self._found[len(self._found) - tail :]

    def remember(self, chunks: list[Chunk], selected: frozenset[str], found: list[ChunkFindings]) -> None:
        """Keeps what was found in each chunk of a document."""
        self._chunks, self._selected, self._found = chunks, selected, found
