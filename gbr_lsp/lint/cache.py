"""What is kept with each chunk of a document when it is linted, and what others ask of it.

The cache belongs to the chunk and not to its blocks: a study knows its block, and a block that also knew its studies
would be freed by the garbage collector only, which the server hardly ever runs.
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
"""Shared by the very many sections in which nothing is found."""


class ChunkFindings(NamedTuple):
    """What is found in a chunk by itself, and what linting the whole document needs to know of it.

    `studies` and `index_lines` (how many lines may be those of an index) are of texts, `hashes` (of the record of each
    game, None where it has none) of PGN.
    """

    findings: list[Finding]
    studies: list[Study]
    index_lines: int
    hashes: list[int | None]
    has_directives: bool
    """Whether something may be a comment that speaks to the linter."""
    pages: "Sequence[tuple[Block, SectionFindings]]" = ()
    """The sections, each with its first block, if one of them begins a page."""


class FoundInMoves(NamedTuple):
    """What is found in the moves of a section."""

    findings: list[Finding]
    solved: list[bool]
    """Of each study whether a solution was followed from its board; empty where no rule asked for that."""
    printed: "PrintedSection | None" = None
    """The section as its printed lines were looked for."""
    told: Sequence[int] = ()
    """The numbers of the studies in whose lines something is found."""


NO_MOVES = FoundInMoves(NOTHING, NOTHING)


class FoundAcross(NamedTuple):
    """What is found in the solutions of a page's studies that stand on the pages around it, by the blocks of these."""

    found: FoundInMoves
    blocks: list[Block]


class SectionFindings(NamedTuple):
    """What is found in one section, with everything that it depends on."""

    selected: frozenset[str]
    others: list[Block]
    """The blocks of the section behind its first."""
    relevant: list[Block] = NOTHING
    """The relevant blocks of the section behind its first relevant one."""
    findings: list[Finding] = NOTHING
    studies: list[Study] = NOTHING
    of_each: list[list[Finding]] = NOTHING
    """The findings of each study."""
    in_moves: FoundInMoves = NO_MOVES
    index_lines: int = 0
    hash: int | None = None


class LintCache:
    """The cache of a chunk: its findings by selection of rules, its sections and its clean records by block."""

    __slots__ = ("across", "clean", "followed", "found", "sections", "told")

    def __init__(self) -> None:
        self.found: dict[frozenset[str], ChunkFindings] = {}
        self.sections: dict[Block, SectionFindings] = {}
        self.clean: dict[frozenset[str], dict[Block, int]] = {}
        """The record hashes of games that are clean under a selection."""
        self.told: dict[frozenset[str], dict[Block, list[Finding]]] = {}
        """What is found in the moves of such games, where anything is."""
        self.followed: dict[frozenset[str], int] = {}
        """How many solutions were followed over several pages; the first chunk of the document knows it."""
        self.across: dict[Block, FoundAcross] = {}
        """What is found across pages, by the first block of each page."""

    def inherit(self, other: "LintCache") -> None:
        """Takes over, from the cache of a chunk that has some of the same blocks, everything except the totals."""
        self.sections |= other.sections
        self.across |= other.across
        for selected, clean in other.clean.items():
            self.clean[selected] = self.clean.get(selected, {}) | clean
            self.told[selected] = self.told.get(selected, {}) | other.told.get(selected, {})


def record_hashes(chunk: Chunk, selected: frozenset[str]) -> list[int | None]:
    """The hash of the record of each game of a chunk that has been linted; None for a game without one."""
    return chunk.cached(LintCache).found[selected].hashes


def studies_read(chunk: Chunk, selected: frozenset[str] | None = None) -> Iterator[tuple[Study, bool]]:
    """The studies of a chunk that has been linted, but for clean records; each with whether its solution was followed.

    Without a selection those of whichever was the last.
    """
    sections = chunk.cached(LintCache).sections.values()
    for found in {id(found): found for found in sections if selected in (None, found.selected)}.values():
        yield from zip(found.studies, found.in_moves.solved or [False] * len(found.studies), strict=True)


def linted_chunks(document: Document) -> list[ChunkFindings] | None:
    """What is found in each chunk of a document as it was linted last; None if it was not linted as it is."""
    linted = [next(reversed(chunk.cached(LintCache).found.values()), None) for chunk in document.chunks]
    known = [found for found in linted if found is not None]
    return known if len(known) == len(linted) else None


def clean_games(chunk: Chunk, selected: frozenset[str] | None = None) -> Collection[Block]:
    """The games of a chunk that has been linted that are clean records, and were not read.

    Without a selection those of whichever was the last.
    """
    clean = chunk.cached(LintCache).clean
    return (next(reversed(clean.values()), {}) if selected is None else clean.get(selected, {})).keys()
