"""For people: the line with carets below it, the message, the fixes and the related places."""

from collections.abc import Iterator

import click

from gbr_lsp.base.text import Span
from gbr_lsp.cli.output import readable_name, safe_name
from gbr_lsp.cli.report.file_report import CheckedFiles, Report, closing_lines, ordered_findings, severity_of
from gbr_lsp.cli.report.terminal_text import text_width, visible_text
from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.model.finding import Finding, Severity

COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFORMATION: "blue", Severity.HINT: "cyan"}


def write(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    for report, item in ordered_findings(reports):
        yield from _finding(report, item)
    yield from closing_lines(reports, files)


def _finding(report: Report, item: PlacedFinding) -> Iterator[str]:
    finding = item.finding
    color = COLORS[severity_of(item)]
    head = click.style(f"{visible_text(safe_name(readable_name(report.name)))}:{report.spot_of(item.span)}", bold=True)
    yield f"{head}: {click.style(severity_of(item).value, fg=color)}[{finding.rule}]: {visible_text(finding.message)}"
    yield from _source(report, item.span, color)
    for number, note in enumerate(notes(report, finding)):
        yield f"  = {click.style(note, fg='green') if number < len(finding.fixes) else note}"
    yield ""


def notes(report: Report, finding: Finding) -> Iterator[str]:
    """Yield the fixes, then the related places, each on a line."""
    for fix in finding.fixes:
        by_hand = f" ({visible_text(report.manual_change(fix))})" if report.proof and report.proof.is_edited else ""
        yield f"{'fix' if fix.is_safe else 'possible fix'}: {visible_text(fix.title)}{by_hand}"
    for related in finding.related:
        place = report.related_place(related.place)
        shown = visible_text(place["text"].splitlines()[0].rstrip()) if place["text"] else ""
        yield f"{related.message}: {visible_text(place['filename'])}:{place['spot']}: {shown}"


def _source(report: Report, span: Span, color: str) -> Iterator[str]:
    """Yield the first line of `span` with carets below it, as wide as the text on a terminal."""
    text_before, text_marked, text_after = report.excerpt_of(span)
    before = visible_text(text_before)
    marked = visible_text(text_marked, len(before))
    after = visible_text(text_after, len(before) + len(marked))
    more = " …" if report.lines.line_span(report.lines.line_at(span.start)).end < span.end else ""
    number = report.spot_of(span) if report.proof else str(report.location_of(span.start)["row"])
    bar = " " * len(number)
    carets = " " * text_width(before) + click.style("^" * max(1, text_width(marked)), fg=color) + more
    yield f"{bar} |"
    yield f"{number} | {before}{marked}{after}".rstrip()
    yield f"{bar} | {carets}"
