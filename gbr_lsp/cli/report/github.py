"""Workflow commands of GitHub Actions, which become annotations of the changed files.

The runner reads `::error name=value,name=value::message` and decodes `%25`, `%0D`, `%0A`, in values
also `%3A` and `%2C`. The service rejects columns for a finding that spans several lines.
"""

from collections.abc import Iterator

from gbr_lsp.cli.output import readable_name
from gbr_lsp.cli.report.concise import line
from gbr_lsp.cli.report.file_report import CheckedFiles, Report, ordered_findings, severity_of
from gbr_lsp.cli.report.full import notes
from gbr_lsp.cli.report.paths import from_root
from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.model.finding import Severity

_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "notice",
    Severity.HINT: "notice",
}


def write(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    return (_command(report, item) for report, item in ordered_findings(reports))


def _command(report: Report, item: PlacedFinding) -> str:
    start, end = report.location_of(item.span.start), report.location_of(item.span.end)
    values = {"file": readable_name(from_root(report.name, "GITHUB_WORKSPACE")), "line": start["row"]}
    if start["row"] == end["row"]:
        values |= {"col": start["column"], "endLine": end["row"], "endColumn": end["column"]}
    else:
        values |= {"endLine": end["row"]}
    values |= {"title": f"gbr-lsp ({item.finding.rule})"}
    listed = ",".join(f"{name}={_value(str(value))}" for name, value in values.items())
    # The log shows only the message, so the place is repeated in it.
    message = "\n  ".join([line(report, item), *notes(report, item.finding)])
    return f"::{_LEVELS[severity_of(item)]} {listed}::{_message(message)}"


def _message(text: str) -> str:
    return readable_name(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _value(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
