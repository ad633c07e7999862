"""One line a finding: `path:row:col: rule message`."""

from collections.abc import Iterator

from gbr_lsp.cli.output import readable_name, safe_name
from gbr_lsp.cli.report.file_report import CheckedFiles, Report, ordered_findings
from gbr_lsp.cli.report.terminal_text import visible_text
from gbr_lsp.lint.engine import PlacedFinding


def write(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    return (line(report, item) for report, item in ordered_findings(reports))


def line(report: Report, item: PlacedFinding) -> str:
    """Return a finding on one line: `a.md:3:7: control-mismatch The control …`."""
    message = f"{item.finding.rule} {item.finding.message}"
    return f"{visible_text(safe_name(readable_name(report.name)))}:{report.spot_of(item.span)}: {visible_text(message)}"
