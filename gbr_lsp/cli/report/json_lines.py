"""One JSON object a line and finding, of the shape that `json` has."""

import json
from collections.abc import Iterator

from gbr_lsp.cli.report.json import as_json
from gbr_lsp.cli.report.located import CheckedFiles, Report, in_order


def write(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    return (json.dumps(as_json(report, item)) for report, item in in_order(reports))
