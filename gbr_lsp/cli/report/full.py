"""For people: the line, carets under it, what is so and what to write, and the places that matter besides."""

import unicodedata
from collections.abc import Iterator

import click

from gbr_lsp.cli.report.located import Report, in_order
from gbr_lsp.finding import Severity
from gbr_lsp.lint import Placed
from gbr_lsp.rules import RULES
from gbr_lsp.text import Span

_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFORMATION: "blue", Severity.HINT: "cyan"}
_TAB = 4
_WIDEST = 160


def write(reports: list[Report], read: int) -> Iterator[str]:
    count = 0
    for report, item in in_order(reports):
        count += 1
        yield from _finding(report, item)
    files = f"{read} file{'s' if read != 1 else ''}"
    findings = f"{count} finding{'s' if count != 1 else ''}"
    if read:
        yield f"{findings} in {len(reports)} of {files}" if count else f"No findings in {files}"


def _finding(report: Report, item: Placed) -> Iterator[str]:
    finding, rule = item.finding, RULES[item.finding.rule]
    at = report.location(item.span.start)
    color = _COLORS[rule.severity]
    head = click.style(f"{report.name}:{at['row']}:{at['column']}", bold=True)
    yield f"{head}: {click.style(rule.severity.value, fg=color)}[{rule.name}]: {finding.message}"
    yield from _source(report, item.span, color)
    for fix in finding.fixes:
        yield f"  = {'fix' if fix.safe else 'possible fix'}: {fix.title}"
    for related in finding.related:
        place = report.point(related.place)
        shown = place["text"].partition("\n")[0].rstrip()
        at = place["location"]
        yield f"  = {related.message}: {place['filename']}:{at['row']}:{at['column']}: {shown}"
    yield ""


def _source(report: Report, span: Span, color: str) -> Iterator[str]:
    """The first line of a span with carets under it, at the width it has on a terminal."""
    row = report.lines.line_at(span.start)
    line = report.lines.line_span(row)
    start = max(line.start, span.start - _WIDEST // 2)
    end = min(line.end, start + _WIDEST)
    before = _shown(report.lines.text[start : span.start])
    marked = _shown(report.lines.text[span.start : min(span.end, end)], len(before))
    behind = _shown(report.lines.text[min(span.end, end) : end], len(before) + len(marked))
    more = " …" if line.end < span.end else ""
    number = str(row + 1)
    bar = " " * len(number)
    carets = " " * _width(before) + click.style("^" * max(1, _width(marked)), fg=color) + more
    yield f"{bar} |"
    yield f"{number} | {before}{marked}{behind}".rstrip()
    yield f"{bar} | {carets}"


def _shown(text: str, column: int = 0) -> str:
    """A text with tabs spread out and what a terminal would obey made visible."""
    shown = ""
    for char in text:
        if char == "\t":
            shown += " " * (_TAB - (column + len(shown)) % _TAB)
        elif unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") and char != "\u200d":
            shown += "·"
        else:
            shown += char
    return shown


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(char) or char in "\u200d\ufe0f"
        else 2
        if unicodedata.east_asian_width(char) in "WF"
        else 1
        for char in text
    )
