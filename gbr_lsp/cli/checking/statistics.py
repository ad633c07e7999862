"""The number of findings of each rule, and of fixable ones, instead of findings."""

import json
from collections.abc import Iterator

from gbr_lsp.cli.checking.options import WITH_STATISTICS
from gbr_lsp.cli.report.file_report import CheckedFiles, Report, ordered_findings, read_lines
from gbr_lsp.cli.report.rule_counts import rule_counts, rule_lines


def write(reports: list[Report], output_format: str, files: CheckedFiles) -> Iterator[str]:
    """Yield the counts of each rule, most findings first; for people also the codes and boards read."""
    rows = rule_counts(item.finding for _, item in ordered_findings(reports))
    if not WITH_STATISTICS[output_format]:
        yield from rule_lines(rows)
        if output_format in ("full", "grouped") and files.names and files.has_summary:
            yield from read_lines(files)
        return
    objects = [
        {"code": row.rule, "count": row.finding_count, "fixable": row.safe_count, "unsafe": row.unsafe_count}
        for row in rows
    ]
    if output_format == "json":
        yield json.dumps(objects, indent=2)
    else:
        yield from map(json.dumps, objects)
