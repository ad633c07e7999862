"""Results of the last lint of a document, so that a lint after an edit visits few chunks."""

from gbr_lsp.lint.cache import ChunkFindings
from gbr_lsp.model.chunks import Chunk, same_ends
from gbr_lsp.model.records import Repeats


class LastLint:
    """Findings of each chunk in the last lint; `repeats` are those of the document's records."""

    __slots__ = ("_known", "repeats")

    def __init__(self) -> None:
        self.repeats = Repeats()
        # Assigned as one tuple: a thread may finish linting a stale version while the next lint begins.
        self._known: tuple[list[Chunk], frozenset[str], list[ChunkFindings]] = [], frozenset(), []

    @property
    def is_empty(self) -> bool:
        """Return True if no document has been linted completely."""
        return not self._known[0]

    def known_findings(
        self, chunks: list[Chunk], selected: frozenset[str]
    ) -> tuple[list[ChunkFindings], list[ChunkFindings]]:
        """Return the `ChunkFindings` of the first and of the last chunks, as two lists.

        These `chunks` have not changed; both lists are empty after another selection.
        """
        before, of_rules, found = self._known
        if selected is not of_rules:
            return [], []
        head, tail = same_ends(before, chunks)
        return found[:head], found[len(found) - tail :]

    def remember(self, chunks: list[Chunk], selected: frozenset[str], found: list[ChunkFindings]) -> None:
        """Keep `found`, the findings of each of `chunks`, for the rules `selected`."""
        self._known = chunks, selected, found
