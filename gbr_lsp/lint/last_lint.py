"""What is known of a document from its last lint, so that a lint behind an edit visits few of its chunks."""

from gbr_lsp.lint.cache import ChunkFindings
from gbr_lsp.model.chunks import Chunk, same_ends
from gbr_lsp.model.records import Repeats


class LastLint:
    """What was found in each chunk of a document when it was linted last; `repeats` are those of its records."""

    __slots__ = ("_known", "repeats")

    def __init__(self) -> None:
        self.repeats = Repeats()
        # In one piece, for a thread may end the lint of a version that is stale while the next one is begun.
        self._known: tuple[list[Chunk], frozenset[str], list[ChunkFindings]] = [], frozenset(), []

    @property
    def is_empty(self) -> bool:
        """Whether no document has been linted to its end."""
        return not self._known[0]

    def known(self, chunks: list[Chunk], selected: frozenset[str]) -> tuple[list[ChunkFindings], list[ChunkFindings]]:
        """What is known of the first chunks of a document, and of the last ones, for they are the same as before."""
        before, of_rules, found = self._known
        if selected is not of_rules:
            return [], []
        head, tail = same_ends(before, chunks)
        return found[:head], found[len(found) - tail :]

    def remember(self, chunks: list[Chunk], selected: frozenset[str], found: list[ChunkFindings]) -> None:
        """Keeps what was found in each chunk of a document."""
        self._known = chunks, selected, found
