"""One JSON object for each finding, on its own line, as in `json`."""

import json
from collections.abc import Iterator

from gbr_lsp.cli.report.file_report import CheckedFiles, Report, ordered_findings
from gbr_lsp.cli.report.json import as_json


def write(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    return (json.dumps(as_json(report, item)) for report, item in ordered_findings(reports))
