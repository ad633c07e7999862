"""For people: the line with carets below it, the message, the fixes and the related places."""

from collections.abc import Iterator

import click

from gbr_lsp.base.text import Span
from gbr_lsp.cli.output import harmless, readable
from gbr_lsp.cli.report.located import CheckedFiles, Report, closing, in_order, severity
from gbr_lsp.cli.report.visible import visible, width
from gbr_lsp.lint.engine import Placed
from gbr_lsp.model.finding import Finding, Severity

COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFORMATION: "blue", Severity.HINT: "cyan"}
_WIDEST = 160


def write(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    for report, item in in_order(reports):
        yield from _finding(report, item)
    yield from closing(reports, files)


def _finding(report: Report, item: Placed) -> Iterator[str]:
    finding = item.finding
    color = COLORS[severity(item)]
    head = click.style(f"{visible(harmless(readable(report.name)))}:{report.spot(item.span)}", bold=True)
    yield f"{head}: {click.style(severity(item).value, fg=color)}[{finding.rule}]: {visible(finding.message)}"
    yield from _source(report, item.span, color)
    yield from (f"  = {note}" for note in notes(report, finding))
    yield ""


def notes(report: Report, finding: Finding) -> Iterator[str]:
    """Yield the fixes and the related places, each on a line."""
    for fix in finding.fixes:
        by_hand = f" ({visible(report.by_hand(fix))})" if report.proof and report.proof.is_edited else ""
        yield f"{'fix' if fix.safe else 'possible fix'}: {visible(fix.title)}{by_hand}"
    for related in finding.related:
        place = report.point(related.place)
        shown = visible(place["text"].splitlines()[0].rstrip()) if place["text"] else ""
        yield f"{related.message}: {visible(place['filename'])}:{place['spot']}: {shown}"


def _source(report: Report, span: Span, color: str) -> Iterator[str]:
    """Yield the first line of `span` with carets below it, as wide as the text on a terminal."""
    line = report.lines.line_span(report.lines.line_at(span.start))
    start = max(line.start, span.start - _WIDEST // 2)
    end = min(line.end, start + _WIDEST)
    before = visible(report.lines.text[start : span.start])
    marked = visible(report.lines.text[span.start : min(span.end, end)], len(before))
    behind = visible(report.lines.text[min(span.end, end) : end], len(before) + len(marked))
    more = " …" if line.end < span.end else ""
    number = report.spot(span) if report.proof else str(report.location(span.start)["row"])
    bar = " " * len(number)
    carets = " " * width(before) + click.style("^" * max(1, width(marked)), fg=color) + more
    yield f"{bar} |"
    yield f"{number} | {before}{marked}{behind}".rstrip()
    yield f"{bar} | {carets}"
