"""The code quality report of GitLab, as by Code Climate; GitLab shows one finding for each fingerprint."""

from collections.abc import Iterator
from typing import Any

from gbr_lsp.cli.output import json_list, readable_name
from gbr_lsp.cli.report.file_report import CheckedFiles, Report, ordered_findings, severity_of
from gbr_lsp.cli.report.fingerprints import Fingerprints
from gbr_lsp.cli.report.paths import from_root
from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.model.finding import Severity

_SEVERITIES = {
    Severity.ERROR: "major",
    Severity.WARNING: "minor",
    Severity.INFORMATION: "info",
    Severity.HINT: "info",
}


def write(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    fingerprints = Fingerprints()
    return json_list(_finding(report, item, fingerprints) for report, item in ordered_findings(reports))


def _finding(report: Report, item: PlacedFinding, fingerprints: Fingerprints) -> dict[str, Any]:
    start, end = report.location_of(item.span.start), report.location_of(item.span.end)
    path = from_root(report.name, "CI_PROJECT_DIR")
    return {
        "description": f"{item.finding.rule}: {item.finding.message}",
        "check_name": item.finding.rule,
        "fingerprint": fingerprints.fingerprint_of(path, report, item),
        "severity": _SEVERITIES[severity_of(item)],
        "location": {
            "path": readable_name(path),
            "lines": {"begin": start["row"], "end": end["row"]},
            "positions": {
                "begin": {"line": start["row"], "column": start["column"]},
                "end": {"line": end["row"], "column": end["column"]},
            },
        },
    }
