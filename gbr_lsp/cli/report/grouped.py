"""For people with many findings: each file's under its name, in columns."""

from collections.abc import Iterator

import click

from gbr_lsp.cli.output import readable_name
from gbr_lsp.cli.report.file_report import CheckedFiles, Report, closing_lines, severity_of
from gbr_lsp.cli.report.full import COLORS
from gbr_lsp.cli.report.terminal_text import visible_text


def write(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    for report in reports:
        yield click.style(visible_text(readable_name(report.name)), bold=True) + ":"
        yield from _findings(report)
        yield ""
    yield from closing_lines(reports, files)


def _findings(report: Report) -> Iterator[str]:
    spots = _spots(report)
    width, names = max(map(len, spots)), max(len(item.finding.rule) for item in report.findings)
    for spot, item in zip(spots, report.findings, strict=True):
        rule = click.style(f"{item.finding.rule:{names}}", fg=COLORS[severity_of(item)])
        yield f"  {spot:{width}}  {rule}  {visible_text(item.finding.message)}"


def _spots(report: Report) -> list[str]:
    """Return the place of each finding; rows and columns are aligned at the colon."""
    if report.proof is not None:
        return [report.spot_of(item.span) for item in report.findings]
    places = [report.location_of(item.span.start) for item in report.findings]
    rows = max(len(str(at["row"])) for at in places)
    columns = max(len(str(at["column"])) for at in places)
    return [f"{at['row']:{rows}}:{at['column']:<{columns}}" for at in places]
