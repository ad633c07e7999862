"""One line a finding: `path:row:col: rule message`."""

from collections.abc import Iterator

from gbr_lsp.cli.output import harmless, readable
from gbr_lsp.cli.report.located import CheckedFiles, Report, in_order
from gbr_lsp.cli.report.visible import visible
from gbr_lsp.lint.engine import Placed


def write(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    return (line(report, item) for report, item in in_order(reports))


def line(report: Report, item: Placed) -> str:
    """Return a finding on one line: `a.md:3:7: control-mismatch The control …`."""
    message = f"{item.finding.rule} {item.finding.message}"
    return f"{visible(harmless(readable(report.name)))}:{report.spot(item.span)}: {visible(message)}"
