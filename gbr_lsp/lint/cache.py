"""Results that linting caches with each chunk of a document, and queries of them.

The cache belongs to the chunk and not to its blocks: a study refers to its block, and a block that
also referred to its studies would only be freed by the garbage collector, which the server hardly
ever runs.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gbr_lsp.model.block import Block
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding
from gbr_lsp.model.study import Study

if TYPE_CHECKING:
    from gbr_lsp.model.same_lines import PrintedSection

NOTHING: list[Any] = []
"""Shared by the many sections without findings."""


class ChunkFindings(NamedTuple):
    """Findings of a chunk by itself, and the data that linting the whole document needs.

    `studies` and `index_lines` (the number of lines that may be those of an index) are used for
    texts, `hashes` (the record hash of each game, or None) for PGN.
    """

    findings: list[Finding]
    studies: list[Study]
    index_lines: int
    hashes: list[int | None]
    has_directives: bool
    """Whether there may be a comment for the linter."""
    pages: "Sequence[tuple[Block, SectionFindings]]" = ()
    """The sections, each with its first block, if any of them begins a page."""


class FoundInMoves(NamedTuple):
    """Findings in the moves of a section."""

    findings: list[Finding]
    solved: list[bool]
    """For each study, whether a solution was followed from its board; empty if no rule required it."""
    printed: "PrintedSection | None" = None
    """The section as it was when its printed lines were searched."""
    told: Sequence[int] = ()
    """The indexes of the studies with findings in their lines."""


NO_MOVES = FoundInMoves(NOTHING, NOTHING)


class FoundAcross(NamedTuple):
    """Findings in solutions on the pages around their studies' page, and the `blocks` of these pages."""

    found: FoundInMoves
    blocks: list[Block]


class SectionFindings(NamedTuple):
    """Findings of a section, with everything that they depend on."""

    selected: frozenset[str]
    others: list[Block]
    """The blocks of the section after its first."""
    relevant: list[Block] = NOTHING
    """The relevant blocks of the section after its first relevant one."""
    findings: list[Finding] = NOTHING
    studies: list[Study] = NOTHING
    of_each: list[list[Finding]] = NOTHING
    """The findings of each study."""
    in_moves: FoundInMoves = NO_MOVES
    index_lines: int = 0
    hash: int | None = None


class LintCache:
    """Cache of a chunk: findings by selection of rules, sections and clean records by block."""

    __slots__ = ("across", "clean", "followed", "found", "sections", "told")

    def __init__(self) -> None:
        self.found: dict[frozenset[str], ChunkFindings] = {}
        self.sections: dict[Block, SectionFindings] = {}
        self.clean: dict[frozenset[str], dict[Block, int]] = {}
        """The record hashes of the games that are clean, by selection of rules."""
        self.told: dict[frozenset[str], dict[Block, list[Finding]]] = {}
        """The findings in the moves of clean games, if any."""
        self.followed: dict[frozenset[str], int] = {}
        """The number of solutions followed across pages; stored with the first chunk of the document."""
        self.across: dict[Block, FoundAcross] = {}
        """The findings across pages, by the first block of each page."""

    def inherit(self, other: "LintCache") -> None:
        """Take over everything except totals from the cache `other`.

        Its chunk has some of the same blocks.
        """
        self.sections |= other.sections
        self.across |= other.across
        for selected, clean in other.clean.items():
            self.clean[selected] = self.clean.get(selected, {}) | clean
            self.told[selected] = self.told.get(selected, {}) | other.told.get(selected, {})


def record_hashes(chunk: Chunk, selected: frozenset[str]) -> list[int | None]:
    """Return the record hash of each game of a linted chunk, or None, as a list."""
    return chunk.cached(LintCache).found[selected].hashes


def studies_read(chunk: Chunk, selected: frozenset[str] | None = None) -> Iterator[tuple[Study, bool]]:
    """Yield each study of a linted chunk, and True if its solution was followed.

    Clean records have none. If `selected` is None, the studies cached last, by whatever selection.
    """
    sections = chunk.cached(LintCache).sections.values()
    for found in {id(found): found for found in sections if selected in (None, found.selected)}.values():
        yield from zip(found.studies, found.in_moves.solved or [False] * len(found.studies), strict=True)


def linted_chunks(document: Document) -> list[ChunkFindings] | None:
    """Return the latest `ChunkFindings` of each chunk, or None if any was not linted."""
    linted = [next(reversed(chunk.cached(LintCache).found.values()), None) for chunk in document.chunks]
    known = [found for found in linted if found is not None]
    return known if len(known) == len(linted) else None


def clean_games(chunk: Chunk, selected: frozenset[str] | None = None) -> Collection[Block]:
    """Return the blocks of a linted chunk that are clean records and were not read.

    If `selected` is None, those of the last selection.
    """
    clean = chunk.cached(LintCache).clean
    return (next(reversed(clean.values()), {}) if selected is None else clean.get(selected, {})).keys()
