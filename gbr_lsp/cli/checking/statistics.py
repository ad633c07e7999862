"""The number of findings of each rule, and of fixable ones, instead of findings."""

import json
from collections.abc import Iterator

from gbr_lsp.cli.checking.options import WITH_STATISTICS
from gbr_lsp.cli.report.by_rule import by_rule, rule_lines
from gbr_lsp.cli.report.located import CheckedFiles, Report, in_order, read_lines


def write(reports: list[Report], output_format: str, files: CheckedFiles) -> Iterator[str]:
    """Yield the counts of each rule, most findings first; for people also the codes and boards read."""
    rows = by_rule(item.finding for _, item in in_order(reports))
    if not WITH_STATISTICS[output_format]:
        yield from rule_lines(rows)
        if output_format in ("full", "grouped") and files.read and files.is_summed_up:
            yield from read_lines(files)
        return
    objects = [{"code": row.rule, "count": row.found, "fixable": row.safe, "unsafe": row.unsafe} for row in rows]
    if output_format == "json":
        yield json.dumps(objects, indent=2)
    else:
        yield from map(json.dumps, objects)
