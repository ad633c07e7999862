"""For people with many findings: each file's under its name, in columns."""

from collections.abc import Iterator

import click

from gbr_lsp.cli.output import readable
from gbr_lsp.cli.report.full import COLORS
from gbr_lsp.cli.report.located import CheckedFiles, Report, closing, severity
from gbr_lsp.cli.report.visible import visible


def write(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    for report in reports:
        yield click.style(visible(readable(report.name)), bold=True) + ":"
        yield from _findings(report)
        yield ""
    yield from closing(reports, files)


def _findings(report: Report) -> Iterator[str]:
    if report.proof is not None:
        yield from _in_proof(report)
        return
    places = [report.location(item.span.start) for item in report.found]
    rows = max(len(str(at["row"])) for at in places)
    columns = max(len(str(at["column"])) for at in places)
    names = max(len(item.finding.rule) for item in report.found)
    for at, item in zip(places, report.found, strict=True):
        rule = click.style(f"{item.finding.rule:{names}}", fg=COLORS[severity(item)])
        yield f"  {at['row']:{rows}}:{at['column']:<{columns}}  {rule}  {visible(item.finding.message)}"


def _in_proof(report: Report) -> Iterator[str]:
    spots = [report.spot(item.span) for item in report.found]
    wide, names = max(map(len, spots)), max(len(item.finding.rule) for item in report.found)
    for spot, item in zip(spots, report.found, strict=True):
        rule = click.style(f"{item.finding.rule:{names}}", fg=COLORS[severity(item)])
        yield f"  {spot:{wide}}  {rule}  {visible(item.finding.message)}"
