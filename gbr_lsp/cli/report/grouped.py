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
    if report.proof is not None:
        yield from _in_proof(report)
        return
    places = [report.location_of(item.span.start) for item in report.findings]
    rows = max(len(str(at["row"])) for at in places)
    columns = max(len(str(at["column"])) for at in places)
    names = max(len(item.finding.rule) for item in report.findings)
    for at, item in zip(places, report.findings, strict=True):
        rule = click.style(f"{item.finding.rule:{names}}", fg=COLORS[severity_of(item)])
        yield f"  {at['row']:{rows}}:{at['column']:<{columns}}  {rule}  {visible_text(item.finding.message)}"


def _in_proof(report: Report) -> Iterator[str]:
    spots = [report.spot_of(item.span) for item in report.findings]
    wide, names = max(map(len, spots)), max(len(item.finding.rule) for item in report.findings)
    for spot, item in zip(spots, report.findings, strict=True):
        rule = click.style(f"{item.finding.rule:{names}}", fg=COLORS[severity_of(item)])
        yield f"  {spot:{wide}}  {rule}  {visible_text(item.finding.message)}"
