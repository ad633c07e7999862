"""Findings with rows and columns, which are counted from 1 in code points."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gbr_lsp.base.text import Excerpts, LineIndex, Span
from gbr_lsp.cli.output import harmless, printable, readable
from gbr_lsp.lint.coverage import Coverage, ProvedStudy
from gbr_lsp.lint.engine import Placed
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.finding import Fix, Remote, Severity
from gbr_lsp.rules import RULES

if TYPE_CHECKING:
    from gbr_lsp.cli.checking.beside import BoardsBeside
    from gbr_lsp.cli.checking.proof_places import ProofPlaces

_MANY = 1000
"""So many findings end with their statistics by rule."""


def location(lines: LineIndex | Excerpts, offset: int) -> dict[str, int]:
    """The row and column of an offset, counted from 1 in code points."""
    line, column = lines.line_and_column(offset)
    return {"row": line + 1, "column": column + 1}


class CheckedFiles(NamedTuple):
    """The names of the files that were read, and of those that could not be, each with the reason."""

    read: list[str]
    failed: list[tuple[str, str]]
    unread: Sequence[tuple[str, str]] = ()
    """Of those that were read, what in them could not be, in words."""
    blank: int = 0
    """In how many of those nothing at all could be read."""
    is_summed_up: bool = True
    """Whether people are told how many files were read."""
    coverage: Coverage | None = None
    """What was read in them; None where nothing could be."""
    without_codes: Sequence[str] = ()
    """Those that were named and have no code."""
    tables: str = ""
    """Which tables were found, in words; empty where none are set."""
    proved: Sequence[tuple[str, ProvedStudy]] = ()
    """The studies that tables prove from a move on, each with the name of its file."""


class Report(NamedTuple):
    """The findings of a file, with its lines and where its blocks start. The name is the system's: see `readable`."""

    name: str
    lines: LineIndex | Excerpts
    offsets: dict[Block, int]
    found: list[Placed]
    proof: "ProofPlaces | None" = None
    """Where things stand in a PDF or Word file; None for a text."""
    beside: "tuple[BoardsBeside | None, ...]" = ()
    """The boards of each finding, where the report draws them."""
    line_hashes: Mapping[int, str] = {}
    """The hashes of the lines that findings begin in, by row from 0, where the report has them."""

    def spot(self, span: Span) -> str:
        """The place of a span behind the name of its file: `row:column`, in a proof `p112:y364`."""
        if self.proof is not None:
            return self.proof.spot(span)
        at = self.location(span.start)
        return f"{at['row']}:{at['column']}"

    def location(self, offset: int) -> dict[str, int]:
        """The row and column of an offset."""
        return location(self.lines, offset)

    def point(self, place: Place | Remote) -> dict[str, Any]:
        """The file, rows, columns and text of a related place, in this file or in another one."""
        if isinstance(place, Remote):
            start, end = ({"row": place.row + 1, "column": column + 1} for column in (place.start, place.end))
            spot = place.spot or f"{start['row']}:{start['column']}"
            return {
                "filename": readable(place.document),
                "location": start,
                "end_location": end,
                "text": place.text,
                "spot": spot,
            }
        span = self.span(place)
        ends = {"location": self.location(span.start), "end_location": self.location(span.end)}
        text = self.lines.text[span.start : span.end]
        if self.proof is not None and not text:
            text = self.proof.board(span.start)
        return {"filename": readable(self.name), **ends, "text": text, "spot": self.spot(span)}

    def by_hand(self, fix: Fix) -> str:
        """What a person changes in a Word file, into which no fix is written: `paragraph 12: change “4/4” to “4/5”`.

        Where the title of the fix has the text before and after, only the paragraph.
        """
        changes: dict[str, list[str]] = {}
        for edit in fix.edits:
            span = self.span(edit.place)
            old, new = (" ".join(text.split()) for text in (self.lines.text[span.start : span.end], edit.text))
            change = f"change “{old}” to “{new}”" if old and new else f"remove “{old}”" if old else f"write “{new}”"
            said = changes.setdefault(self.proof.part(span) if self.proof else "", [])
            said.extend([] if fix.title in (f"Change {old} to {new}", f"Remove {old}") else [change])
        return "; ".join(f"{part}: {', '.join(said)}" if said else part for part, said in changes.items())

    def span(self, place: Place) -> Span:
        """The span in the document of a place in a block."""
        return place.span.shift(self.offsets[place.block])


def in_order(reports: list[Report]) -> Iterator[tuple[Report, Placed]]:
    """All findings by file, then by place."""
    return ((report, item) for report in reports for item in report.found)


def severity(item: Placed) -> Severity:
    """The severity of a finding."""
    return item.finding.severity or RULES[item.finding.rule].severity


def closing(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    """The last lines for people: how much was found, of many findings how many by which rule, and how much was read."""
    if files.read and files.is_summed_up:
        if _MANY <= sum(len(report.found) for report in reports):
            from gbr_lsp.cli.report.by_rule import by_rule, rule_lines

            yield from rule_lines(by_rule(item.finding for _, item in in_order(reports)))
            yield "By file: --output-format grouped lists the findings, and --verbose counts them"
        yield summary(reports, files)
        yield from read_lines(files)


def read_lines(files: CheckedFiles) -> Iterator[str]:
    """The files that were named and have no code, and what was read in all."""
    for name in files.without_codes:
        yield f"{printable(harmless(readable(name)))}: no code was found"
    if files.coverage is not None:
        count = len(files.read)
        yield f"{files.coverage.in_words}, in {count} file{'s' if count != 1 else ''}"
    for name, study in files.proved:
        place = f"{printable(harmless(readable(name)))}:{study.line + 1}"
        yield f"{place}: the tables confirm {printable(study.code)} from move {study.move} on"
    if files.tables:
        yield files.tables


def summary(reports: list[Report], files: CheckedFiles) -> str:
    """The number of findings and files, in one line."""
    read, count = len(files.read), sum(len(report.found) for report in reports)
    among = f"{read} file{'s' if read != 1 else ''}"
    findings = f"{count} finding{'s' if count != 1 else ''}"
    if count:
        return f"{findings} in {len(reports)} of {among}"
    if files.blank == read:
        return f"Nothing could be read in {among}"
    blank = f"; nothing could be read in {files.blank} of them" if files.blank else ""
    return f"No findings in {among}{blank}"
