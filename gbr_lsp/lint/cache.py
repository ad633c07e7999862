"""Results that linting caches with each chunk of a document, and queries of them.

The cache belongs to the chunk and not to its blocks: a study refers to its block. If a block referred
to its studies, only the garbage collector would free them, and the server hardly ever runs it.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from gbr_lsp.model.block import Block
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Study

EMPTY: list[Any] = []
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


class MoveFindings(NamedTuple):
    """Findings in the moves of a section."""

    findings: list[Finding]
    solved_flags: list[bool]
    """For each study, whether a solution was followed from its board; empty if no rule required it."""
    printed_section: Section | None = None
    """The section as it was when its printed lines were searched."""
    misprinted_studies: Sequence[int] = ()
    """The indexes of the studies with findings in their lines."""


NO_MOVES = MoveFindings(EMPTY, EMPTY)


class PageFindings(NamedTuple):
    """Findings in solutions on the pages around their studies' page, and the `blocks` of these pages."""

    move_findings: MoveFindings
    blocks: list[Block]


class SectionFindings(NamedTuple):
    """Findings of a section, with everything that they depend on."""

    selected: frozenset[str]
    other_blocks: list[Block]
    """The blocks of the section after its first."""
    relevant_blocks: list[Block] = EMPTY
    """The relevant blocks of the section after its first relevant one."""
    findings: list[Finding] = EMPTY
    studies: list[Study] = EMPTY
    by_study: list[list[Finding]] = EMPTY
    """The findings of each study."""
    move_findings: MoveFindings = NO_MOVES
    index_lines: int = 0
    hash: int | None = None


class LintCache:
    """Cache of a chunk: findings by selection of rules, sections and clean records by block."""

    __slots__ = ("clean_findings", "clean_hashes", "findings", "followed_counts", "page_findings", "sections")

    def __init__(self) -> None:
        self.findings: dict[frozenset[str], ChunkFindings] = {}
        self.sections: dict[Block, SectionFindings] = {}
        self.clean_hashes: dict[frozenset[str], dict[Block, int]] = {}
        """The record hashes of the games that are clean, by selection of rules."""
        self.clean_findings: dict[frozenset[str], dict[Block, list[Finding]]] = {}
        """The findings in the moves of clean games, if any."""
        self.followed_counts: dict[frozenset[str], int] = {}
        """The number of solutions followed across pages; stored with the first chunk of the document."""
        self.page_findings: dict[Block, PageFindings] = {}
        """The findings across pages, by the first block of each page."""

    def inherit(self, other: "LintCache") -> None:
        """Take over everything except totals from the cache `other`.

        The chunk of `other` has some of the same blocks.
        """
        self.sections |= other.sections
        self.page_findings |= other.page_findings
        for selected, clean in other.clean_hashes.items():
            self.clean_hashes[selected] = self.clean_hashes.get(selected, {}) | clean
            self.clean_findings[selected] = self.clean_findings.get(selected, {}) | other.clean_findings.get(
                selected, {}
            )


def record_hashes(chunk: Chunk, selected: frozenset[str]) -> list[int | None]:
    """Return the record hash of each game of a linted chunk, or None, as a list."""
    return chunk.cache_of(LintCache).findings[selected].hashes


def linted_studies(chunk: Chunk, selected: frozenset[str] | None = None) -> Iterator[tuple[Study, bool]]:
    """Yield each study of a linted chunk, and True if its solution was followed.

    Clean records have no cached studies. If `selected` is None, yield the studies of any selection of
    rules.
    """
    sections = chunk.cache_of(LintCache).sections.values()
    for found in {id(found): found for found in sections if selected in (None, found.selected)}.values():
        yield from zip(found.studies, found.move_findings.solved_flags or [False] * len(found.studies), strict=True)


def linted_chunks(document: Document) -> list[ChunkFindings] | None:
    """Return the latest `ChunkFindings` of each chunk, or None if any was not linted."""
    linted = [next(reversed(chunk.cache_of(LintCache).findings.values()), None) for chunk in document.chunks]
    known = [found for found in linted if found is not None]
    return known if len(known) == len(linted) else None


def clean_games(chunk: Chunk, selected: frozenset[str] | None = None) -> Collection[Block]:
    """Return the blocks of a linted chunk that are clean records and were not read.

    If `selected` is None, those of the last selection.
    """
    clean = chunk.cache_of(LintCache).clean_hashes
    return (next(reversed(clean.values()), {}) if selected is None else clean.get(selected, {})).keys()
