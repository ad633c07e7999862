"""One line a finding: `path:row:col: rule message`."""

from collections.abc import Iterator

from gbr_lsp.cli.report.located import Report, in_order


def write(reports: list[Report], read: int) -> Iterator[str]:
    for report, item in in_order(reports):
        at = report.location(item.span.start)
        yield f"{report.name}:{at['row']}:{at['column']}: {item.finding.rule} {item.finding.message}"
