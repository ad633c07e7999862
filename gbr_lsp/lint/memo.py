"""Results that linting keeps with each chunk of a document, and queries of them.

This is the whole table of what a later lint reuses. All results belong to one selection of rules.

| result | its key | it holds until |
| --- | --- | --- |
| findings of a chunk | the chunk | an edit makes another chunk of its text |
| findings of a section | its first block, and its first relevant one | one of its relevant blocks changes |
| findings of a study | the place of its code, in its section | its code, boards, statements or vote change |
| findings in moves | the section | anything but words changes (`has_same_lines`), or there are findings |
| findings across pages | the first block of the page | this page or the one before or after it changes likewise |
| findings in an entry of solutions or a continued line | the place of the code | the study or text changes likewise |
| the numbers of studies without a line | the first block of their section | the findings of the section change |
| a clean record and its hash | the block of the game | the block changes |
| the chunks of the last lint | the document | only chunks at the start and the end are the same |

Blocks that an edit does not touch stay the same objects, and are equal only to themselves. A block is
relevant as `Block.is_relevant` defines. A section is kept under two blocks: it is found under its first one
if nothing has changed, and under its first relevant one if only irrelevant blocks have changed.

The results belong to the chunk and not to its blocks: a study refers to its block. If a block referred
to its studies, only the garbage collector would free them, and the server hardly ever runs it.
"""

from collections.abc import Collection, Iterator, Sequence
from operator import is_
from typing import TYPE_CHECKING, NamedTuple

from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.chunks import Chunk, same_ends
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding
from gbr_lsp.model.records import Repeats
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Study

if TYPE_CHECKING:
    from gbr_lsp.model.study_numbers import StudyNumber


class MoveFindings(NamedTuple):
    """Findings in the moves of a section."""

    findings: Sequence[Finding] = ()
    solved_flags: Sequence[bool] = ()
    """For each study, whether a solution was followed from its board; empty if no rule required it."""
    printed_section: Section | None = None
    """The section as it was when its printed lines were searched."""
    misprinted_studies: Sequence[int] = ()
    """The indexes of the studies with a misprint in their lines."""
    unfinished_lines: Sequence[tuple[int, int]] = ()
    """The indexes of studies whose lines may continue on the next page, and of the blocks where these begin."""


class LintedStudy(NamedTuple):
    """A study and its findings."""

    study: Study
    findings: Sequence[Finding] = ()

    def is_same(self, study: Study) -> bool:
        """Return True if only other parts of the section of `study` have changed."""
        # Blocks with the same text are equal, but a finding is in one of them.
        is_equal = self.study._replace(proved_position=None) == study
        return is_equal and are_same(self.study.blocks, study.blocks)


class SectionFindings(NamedTuple):
    """Findings of a section, with everything that they depend on."""

    blocks: list[Block]
    relevant_blocks: list[Block]
    linted: Sequence[LintedStudy] = ()
    moves: MoveFindings = MoveFindings()
    index_lines: int = 0
    hash: int | None = None
    has_solutions: bool = False
    """Whether any block begins with a heading of solutions."""

    @property
    def keys(self) -> tuple[Block, ...]:
        """The blocks under which this is kept."""
        return (self.blocks[0], *self.relevant_blocks[:1])

    @property
    def studies(self) -> list[Study]:
        return [one.study for one in self.linted]

    @property
    def solved_flags(self) -> Sequence[bool]:
        """For each study, whether a solution was followed from its board."""
        return self.moves.solved_flags or [False] * len(self.linted)


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
    has_pages: bool
    """Whether any section begins a page."""
    has_solutions: bool
    """Whether any section has a heading of solutions."""


class Results:
    """The results of a chunk for one selection of rules."""

    __slots__ = (
        "chunk", "clean_findings", "clean_hashes", "followed_count", "numbers", "remote", "sections",
    )  # fmt: skip

    def __init__(self) -> None:
        self.chunk: ChunkFindings | None = None
        self.sections: dict[Block, SectionFindings] = {}
        self.clean_hashes: dict[Block, int] = {}
        """The record hashes of the games that are clean."""
        self.clean_findings: dict[Block, Sequence[Finding]] = {}
        """The findings in the moves of clean games, if any."""
        self.remote: dict[Block | Place, MoveFindings] = {}
        """The findings on the pages around a page, by its first block, and in entries, by the place of the code."""
        self.numbers: dict[Block, tuple[SectionFindings, list[StudyNumber | None]]] = {}
        """Sections, each with the numbers of its studies that have a board and no line, by its first block."""
        self.followed_count = 0
        """The number of solutions followed across pages; of a proof, all are stored with the first chunk."""

    def inherit(self, other: "Results") -> None:
        """Take over the results for the blocks of `other`."""
        self.sections |= other.sections
        self.clean_hashes |= other.clean_hashes
        self.clean_findings |= other.clean_findings
        self.remote |= other.remote
        self.numbers |= other.numbers

    @property
    def section_findings(self) -> Iterator[SectionFindings]:
        """The findings of each section, in order."""
        return (found for block, found in self.sections.items() if block is found.blocks[0])


class Memo:
    """The `Results` of a chunk, by selection of rules."""

    __slots__ = ("by_selection",)

    def __init__(self) -> None:
        self.by_selection: dict[frozenset[str], Results] = {}

    def results(self, selected: frozenset[str]) -> Results:
        """Return the `Results` for the rules `selected`."""
        return self.by_selection.get(selected) or self.by_selection.setdefault(selected, Results())

    def inherit(self, other: "Memo") -> None:
        """Take over everything except totals from `other`, whose chunk has some of the same blocks."""
        for selected, results in other.by_selection.items():
            self.results(selected).inherit(results)


class LastLint:
    """Findings of each chunk in the last lint of a document; `repeats` are those of its records."""

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
        if selected != of_rules:
            return [], []
        head, tail = same_ends(before, chunks)
        return found[:head], found[len(found) - tail :]

    def remember(self, chunks: list[Chunk], selected: frozenset[str], found: list[ChunkFindings]) -> None:
        """Keep `found`, the findings of each of `chunks`, for the rules `selected`."""
        self._known = chunks, selected, found


def are_same(blocks: Sequence[Block], others: Sequence[Block]) -> bool:
    """Return True if both lists have the same blocks, none of them changed."""
    return len(blocks) == len(others) and all(map(is_, blocks, others))


def results_of(chunk: Chunk, selected: frozenset[str] | None = None) -> Results:
    """Return the `Results` of `chunk` for the rules `selected`, or for the selection that was linted last."""
    memo = chunk.cache_of(Memo)
    if selected is not None:
        return memo.results(selected)
    return next((one for one in reversed(memo.by_selection.values()) if one.chunk is not None), Results())


def record_hashes(chunk: Chunk, selected: frozenset[str]) -> list[int | None]:
    """Return the record hash of each game of a linted chunk, or None, as a list."""
    found = results_of(chunk, selected).chunk
    return found.hashes if found else []


def linted_studies(chunk: Chunk, selected: frozenset[str] | None = None) -> Iterator[tuple[Study, bool]]:
    """Yield each study of a linted chunk, and True if its solution was followed.

    Clean records have no studies here. If `selected` is None, the selection that was linted last counts.
    """
    results = results_of(chunk, selected)
    for found in results.section_findings:
        for study, is_solved in zip(found.studies, found.solved_flags, strict=True):
            entry = results.remote.get(study.code_place) if results.remote else None
            yield study, is_solved or bool(entry and any(entry.solved_flags))


def linted_chunks(document: Document) -> list[ChunkFindings] | None:
    """Return the latest `ChunkFindings` of each chunk, or None if any was not linted."""
    known = [found for chunk in document.chunks if (found := results_of(chunk).chunk) is not None]
    return known if len(known) == len(document.chunks) else None


def clean_games(chunk: Chunk, selected: frozenset[str] | None = None) -> Collection[Block]:
    """Return the blocks of a linted chunk that are clean records and were not read.

    If `selected` is None, the selection that was linted last counts.
    """
    return results_of(chunk, selected).clean_hashes.keys()
