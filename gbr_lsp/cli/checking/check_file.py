"""Checking one file: read, lint, and fix it if requested. Worker processes run this.

The small result can be sent to another process: its findings refer to one block, the text.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from gbr_lsp.base.encoding import EncodedText
from gbr_lsp.base.text import Excerpts, LineIndex
from gbr_lsp.cli.checking.cross_file_duplicates import FileRecords, records_in
from gbr_lsp.cli.files import FileRequest, Source, read
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.coverage import Coverage, coverage_of, empty_coverage
from gbr_lsp.lint.engine import PlacedFinding, is_known_clean, lint
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, RemotePlace, Severity
from gbr_lsp.model.records import Record

if TYPE_CHECKING:
    from gbr_lsp.cli.checking.finding_boards import FindingBoards
    from gbr_lsp.cli.checking.proof_places import ProofPlaces
    from gbr_lsp.lint.parallel_lint import TextPart
    from gbr_lsp.model.proof_comparison import ComparedStudy

KnownFinding = tuple[str, str]
"""A finding of the baseline: its rule and the text of its line."""


class Fixing(Enum):
    """The fixes to apply."""

    NONE = "none"
    SAFE = "safe"
    ALL = "all"


class Task(NamedTuple):
    """A file with the instructions to check it.

    `source` is its text if already read, as for stdin. `known_findings` counts the findings to leave out,
    `other_records` has the records of other files; `needs_records` asks for the records of this file.
    """

    request: FileRequest
    source: Source | None
    rules: frozenset[str]
    conventions: Conventions
    encoding: str
    severities: tuple[tuple[str, Severity], ...] = ()
    known_findings: Mapping[KnownFinding, int] = {}
    other_records: Mapping[Record, RemotePlace] = {}
    needs_records: bool = False
    needs_line_hashes: bool = False
    """Whether the report needs the hashes of the lines with findings."""
    fixing: Fixing = Fixing.NONE
    proof_seconds: float | None = None
    """Time limit in seconds for reading a PDF or Word file; None for the default."""
    proof_studies: "Sequence[ComparedStudy]" = ()
    """The studies of the proof to compare the file with."""
    needs_boards: bool = False
    """Whether the report draws the boards of the findings."""


class FileResult(NamedTuple):
    """The result of checking a file, or in `trouble` the reason for its failure.

    `text_before` is the text read and `text_after` the text with `fix_count` fixes, None without findings and
    fixes. `stale_findings` has the known findings not found, `skipped_rules` rules whose fixes kept changing the
    text.
    """

    trouble: str | None = None
    text_before: EncodedText | None = None
    text_after: str | None = None
    findings: tuple[PlacedFinding, ...] = ()
    block: Block | None = None
    """The whole text; the places of all findings refer to it."""
    records: FileRecords = ()
    stale_findings: Mapping[KnownFinding, int] = {}
    fix_count: int = 0
    skipped_rules: tuple[str, ...] = ()
    proof: "ProofPlaces | None" = None
    """The places in a PDF or Word file."""
    boards: "tuple[FindingBoards, ...]" = ()
    """The boards of each finding, if they are drawn."""
    line_hashes: Mapping[int, str] = {}
    """The hash of each row where a finding starts, if the report needs it."""
    coverage: Coverage | None = None
    """The counts of codes and boards that were read; None for an unreadable file."""
    rows: tuple[tuple[int, int], ...] = ()
    """If the block is an excerpt, pairs of a line of the block and its row in the file, sorted by line."""
    pieces: "KnownPieces | None" = None
    """The data about all games of a large PGN file with `needs_records`, in place of `records`."""


class KnownPieces(Protocol):
    """A large file of games that was checked in pieces; `large_pgn.py` implements it."""

    @property
    def hashes(self) -> set[int]:
        """The hashes of all its records."""

    def records_among(self, task: Task, hashes: Collection[int]) -> FileRecords:
        """Return its records whose hashes are in `hashes`."""

    def recheck(self, task: Task) -> FileResult | None:
        """Return the result with the records of other files in `task`, or None to check anew."""


Work = Callable[["list[TextPart]"], list[bytes | None]]
"""Runs `lint_part` for each piece, perhaps in parallel; None for a piece that failed."""


def check_file(task: Task, work: Work | None = None) -> FileResult:
    """Return the result for the file of `task`, in pieces with `work`; an exception becomes its `trouble`."""
    try:
        source = task.source or read(task.request, task.encoding, task.proof_seconds)
        if source.encoded is None:
            return FileResult(source.trouble or "cannot be read")
        return _checked_source(task, source, source.encoded, work)
    except MemoryError:
        return FileResult("is too large for the memory of this computer")
    except Exception as error:
        return FileResult(f"a bug in gbr-lsp: {_what_went_wrong(error)}")


def _checked_source(task: Task, source: Source, before: EncodedText, work: Work | None) -> FileResult:
    """Return the result for the text `before` of `source`, with the fixes of `task`."""
    name = task.request.name
    if source.proof is None and not task.proof_studies and is_known_clean(source.text, host_for(name)):
        return FileResult(stale_findings=task.known_findings, coverage=empty_coverage(task.rules))
    given = source._replace(name=name).document(task.conventions)
    proof = _places(source, given)
    idle: Mapping[KnownFinding, int] = {}

    def judge(document: Document) -> list[PlacedFinding]:
        nonlocal idle
        if work:
            from gbr_lsp.lint.parallel_lint import lint_parts

            lint_parts(document, task.rules, work)
        found = lint(document, task.rules, task.other_records, task.proof_studies)
        if found and task.known_findings:
            found, idle = new_findings(found, LineIndex(document.text), task.known_findings, proof)
        else:
            idle = task.known_findings
        return found

    document, found, applied = given, list[PlacedFinding](), 0
    left_out: tuple[str, ...] = ()
    if task.fixing is Fixing.NONE:
        found = judge(given)
    else:
        from gbr_lsp.lint.fixes import fix_document

        document, found, applied, left_out = fix_document(given, judge, unsafe=task.fixing is Fixing.ALL)
    records = records_in(name, document) if task.needs_records else ()
    coverage = coverage_of(document, task.rules)
    if not found and not applied:
        return FileResult(records=records, stale_findings=idle, proof=proof, coverage=coverage)
    after = document.text if applied else None
    boards = boards_of(document, found) if task.needs_boards else ()
    full_block = Block(document.host, before.text if after is None else after, document.host.start)
    block, found = in_one_block(full_block, document.offsets(), found, task.severities)
    hashes = hashes_of_lines(found, LineIndex(block.text), lambda: (block.text,)) if task.needs_line_hashes else {}
    return FileResult(
        None, before, after, tuple(found), block, records, idle, applied, left_out, proof, boards, hashes, coverage
    )


def hashes_of_lines(
    findings: Iterable[PlacedFinding], lines: LineIndex | Excerpts, texts: Callable[[], Iterable[str]]
) -> Mapping[int, str]:
    """Return the hash of each row where a finding starts; `texts` yields the whole text in parts of whole lines."""
    from gbr_lsp.cli.checking.line_hashes import line_hashes

    return line_hashes(texts, {lines.line_and_column(item.span.start)[0] for item in findings})


def new_findings(
    findings: list[PlacedFinding],
    lines: LineIndex | Excerpts,
    entries: Mapping[KnownFinding, int],
    proof: "ProofPlaces | None" = None,
) -> tuple[list[PlacedFinding], Mapping[KnownFinding, int]]:
    """Return the findings that are not in `entries`, and the counts of `entries` not found."""
    left = Counter(entries)
    new = []
    for item, key in zip(findings, finding_keys(findings, lines, proof), strict=True):
        if 0 < left[key]:
            left[key] -= 1
        else:
            new.append(item)
    return new, +left


def boards_of(document: Document, findings: list[PlacedFinding]) -> "tuple[FindingBoards, ...]":
    from gbr_lsp.cli.checking.finding_boards import boards_of_findings

    return boards_of_findings(document, findings)


def _places(source: Source, document: Document) -> "ProofPlaces | None":
    """Return the places of the proof `source`, None for another file."""
    if source.proof is None:
        return None
    from gbr_lsp.cli.checking.proof_places import places_in

    return places_in(source.proof, document)


def finding_keys(
    findings: Iterable[PlacedFinding], lines: LineIndex | Excerpts, proof: "ProofPlaces | None" = None
) -> Iterator[KnownFinding]:
    """Yield for each finding its rule and its line, or in a `proof` its code."""

    @lru_cache(maxsize=1)
    def line_text(line: int) -> str:
        return lines.line(line).strip()

    for item in findings:
        # The lines of a proof break differently in every edition.
        yield item.finding.rule, proof.key_of(item.span) if proof else line_text(lines.line_at(item.span.start))


def in_one_block(
    text: Block, offsets: Mapping[Block, int], findings: list[PlacedFinding], severities: Iterable[tuple[str, Severity]]
) -> tuple[Block, list[PlacedFinding]]:
    """Return `text` and `findings` placed in it; `offsets` are the starts of the blocks, `severities` by rule."""
    severity_of = dict(severities)

    def moved(place: Place) -> Place:
        return Place(text, place.span.shift(offsets[place.block]))

    def placed(finding: Finding) -> Finding:
        return finding._replace(
            place=moved(finding.place),
            fixes=tuple(
                fix._replace(edits=tuple(edit._replace(place=moved(edit.place)) for edit in fix.edits))
                for fix in finding.fixes
            ),
            related=tuple(
                related if isinstance(related.place, RemotePlace) else related._replace(place=moved(related.place))
                for related in finding.related
            ),
            severity=severity_of.get(finding.rule),
        )

    return text, [PlacedFinding(moved(finding.place).span, placed(finding)) for _, finding in findings]


def _what_went_wrong(error: Exception) -> str:
    """Return `error` on one line, with the file and line of code that raised it."""
    from traceback import walk_tb  # few checks find a bug

    *_, (frame, line) = walk_tb(error.__traceback__)
    name = frame.f_code.co_filename.replace(chr(92), "/").rpartition("/")[2]
    return " ".join(f"{type(error).__name__}: {error}".split()) + f" ({name}:{line})"
