"""Findings with rows and columns, which count from 1 in code points."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gbr_lsp.base.text import Excerpts, LineIndex, Span
from gbr_lsp.cli.output import printable_name, readable_name, safe_name
from gbr_lsp.lint.coverage import Coverage, ProvedStudy
from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.finding import Fix, RemotePlace, Severity
from gbr_lsp.rules import RULES

if TYPE_CHECKING:
    from gbr_lsp.cli.checking.finding_boards import FindingBoards
    from gbr_lsp.cli.checking.proof_places import ProofPlaces

_MIN_FOR_STATISTICS = 1000
"""From this number of findings, the output ends with their statistics by rule."""

_MAX_WIDTH = 160


def location_of(lines: LineIndex | Excerpts, offset: int) -> dict[str, int]:
    """Return the row and column of `offset`, counted from 1 in code points: `{"row": 3, "column": 7}`."""
    line, column = lines.line_and_column(offset)
    return {"row": line + 1, "column": column + 1}


class CheckedFiles(NamedTuple):
    """The names of the files that were read; those of failed ones, each with the reason."""

    names: list[str]
    failures: list[tuple[str, str]]
    unread_parts: Sequence[tuple[str, str]] = ()
    """Files that were read in part, each with its unread parts in words."""
    blank_count: int = 0
    """The number of files without any readable part."""
    has_summary: bool = True
    """Whether people see how many files were read."""
    coverage: Coverage | None = None
    """The counts of codes that were read; None if nothing was readable."""
    without_codes: Sequence[str] = ()
    """The named files without a code."""
    tables: str = ""
    """The tables that were found, in words; empty if none are set."""
    proved_studies: Sequence[tuple[str, ProvedStudy]] = ()
    """The studies that tables prove from some move, each after the name of its file."""
    fixable_count: int = 0
    """The number of findings that --fix would correct; 0 if it was used or refuses the files."""


class Report(NamedTuple):
    """The findings of a file, with its lines and the starts of its blocks.

    `name` is as the system has it; `readable_name` makes it text.
    """

    name: str
    lines: LineIndex | Excerpts
    offsets: dict[Block, int]
    findings: list[PlacedFinding]
    proof: "ProofPlaces | None" = None
    """The places in a PDF or Word file; None for a text."""
    boards: "tuple[FindingBoards, ...]" = ()
    """The boards of each finding, if the report draws them."""
    line_hashes: Mapping[int, str] = {}
    """The hash of each row (from 0) where a finding starts, if the report needs it."""

    def spot_of(self, span: Span) -> str:
        """Return the place of `span_of` after the file name: `row:column`, in a proof `p112:y364`."""
        if self.proof is not None:
            return self.proof.spot_of(span)
        at = self.location_of(span.start)
        return f"{at['row']}:{at['column']}"

    def location_of(self, offset: int) -> dict[str, int]:
        """Return the row and column of `offset`."""
        return location_of(self.lines, offset)

    def excerpt_of(self, span: Span) -> tuple[str, str, str]:
        """Return the text before, in and after `span` in its first line, at most `_MAX_WIDTH` characters."""
        line = self.lines.line_span(self.lines.line_at(span.start))
        start = max(line.start, span.start - _MAX_WIDTH // 2)
        end = min(line.end, start + _MAX_WIDTH)
        text, marked_end = self.lines.text, min(span.end, end)
        return text[start : span.start], text[span.start : marked_end], text[marked_end:end]

    def related_place(self, place: Place | RemotePlace) -> dict[str, Any]:
        """Return file, rows, columns, text and spot of a related place, in this file or another."""
        if isinstance(place, RemotePlace):
            start, end = ({"row": place.row + 1, "column": column + 1} for column in (place.start, place.end))
            spot = place.spot or f"{start['row']}:{start['column']}"
            return {
                "filename": readable_name(place.document),
                "location": start,
                "end_location": end,
                "text": place.text,
                "spot": spot,
            }
        span = self.span_of(place)
        ends = {"location": self.location_of(span.start), "end_location": self.location_of(span.end)}
        text = self.lines.text[span.start : span.end]
        if self.proof is not None and not text:
            text = self.proof.board_at(span.start)
        return {"filename": readable_name(self.name), **ends, "text": text, "spot": self.spot_of(span)}

    def manual_change(self, fix: Fix) -> str:
        """Return how to apply `fix` by hand in a Word file: `paragraph 12: change “4/4” to “4/5”`.

        If the title of the fix has the text before and after, only the paragraph.
        """
        changes: dict[str, list[str]] = {}
        for edit in fix.edits:
            span = self.span_of(edit.place)
            old, new = (" ".join(text.split()) for text in (self.lines.text[span.start : span.end], edit.text))
            change = f"change “{old}” to “{new}”" if old and new else f"remove “{old}”" if old else f"write “{new}”"
            changes_of_part = changes.setdefault(self.proof.part_of(span) if self.proof else "", [])
            changes_of_part.extend([] if fix.title in (f"Change {old} to {new}", f"Remove {old}") else [change])
        return "; ".join(
            f"{part}: {', '.join(changes_of_part)}" if changes_of_part else part
            for part, changes_of_part in changes.items()
        )

    def span_of(self, place: Place) -> Span:
        """Return the span of `place` in the document."""
        return place.span.shift(self.offsets[place.block])


def ordered_findings(reports: list[Report]) -> Iterator[tuple[Report, PlacedFinding]]:
    """Yield all findings by file, then by place."""
    return ((report, item) for report in reports for item in report.findings)


def severity_of(item: PlacedFinding) -> Severity:
    return item.finding.severity or RULES[item.finding.rule].severity


def closing_lines(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    """Yield the last lines for people: how much was found, of many findings by rule, and how much was read."""
    if files.names and files.has_summary:
        if _MIN_FOR_STATISTICS <= sum(len(report.findings) for report in reports):
            from gbr_lsp.cli.report.rule_counts import rule_counts, rule_lines

            yield from rule_lines(rule_counts(item.finding for _, item in ordered_findings(reports)))
            yield "By file: --output-format grouped lists the findings, and --verbose counts them"
        fixable = f"; {files.fixable_count} fixable with --fix" if files.fixable_count else ""
        yield summary(reports, files) + fixable
        yield from read_lines(files)


def read_lines(files: CheckedFiles) -> Iterator[str]:
    """Yield the named files without codes, the number of codes and boards read, and the proved studies."""
    for name in files.without_codes:
        yield f"{printable_name(safe_name(readable_name(name)))}: no code was found"
    if files.coverage is not None:
        count = len(files.names)
        yield f"{files.coverage.summary}, in {count} file{'s' if count != 1 else ''}"
    for name, study in files.proved_studies:
        place = f"{printable_name(safe_name(readable_name(name)))}:{study.line + 1}"
        yield f"{place}: the tables confirm {printable_name(study.code)} from move {study.move} on"
    if files.tables:
        yield files.tables


def summary(reports: list[Report], files: CheckedFiles) -> str:
    """Return the number of findings and files in one line: `3 findings in 1 of 2 files`."""
    read, count = len(files.names), sum(len(report.findings) for report in reports)
    among = f"{read} file{'s' if read != 1 else ''}"
    findings = f"{count} finding{'s' if count != 1 else ''}"
    if count:
        return f"{findings} in {len(reports)} of {among}"
    if files.blank_count == read:
        return f"Nothing could be read in {among}"
    blank = f"; nothing could be read in {files.blank_count} of them" if files.blank_count else ""
    return f"No findings in {among}{blank}"
