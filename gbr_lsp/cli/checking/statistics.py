"""The number of findings of each rule, and how many of them can be fixed."""

import json
from collections import Counter
from collections.abc import Iterator

from gbr_lsp.cli.checking.options import WITH_STATISTICS
from gbr_lsp.cli.report.located import CheckedFiles, Report, in_order, read_lines
from gbr_lsp.lint.apply_fixes import preferred


def write(reports: list[Report], output_format: str, files: CheckedFiles) -> Iterator[str]:
    """The rules by their number of findings, the most frequent first, and for people what was read."""
    counts: Counter[str] = Counter()
    safe: Counter[str] = Counter()
    unsafe: Counter[str] = Counter()
    for _, item in in_order(reports):
        fix = preferred(item.finding, unsafe=True)
        counts[item.finding.rule] += 1
        (safe if fix and fix.safe else unsafe)[item.finding.rule] += fix is not None
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    if not WITH_STATISTICS[output_format]:
        yield from _lines(rows, safe, unsafe)
        if output_format in ("full", "grouped") and files.read and files.is_summed_up:
            yield from read_lines(files)
        return
    objects = [{"code": rule, "count": count, "fixable": safe[rule], "unsafe": unsafe[rule]} for rule, count in rows]
    if output_format == "json":
        yield json.dumps(objects, indent=2)
    else:
        yield from map(json.dumps, objects)


def _lines(rows: list[tuple[str, int]], safe: Counter[str], unsafe: Counter[str]) -> Iterator[str]:
    widest = max((len(str(count)) for _, count in rows), default=0)
    longest = max((len(rule) for rule, _ in rows), default=0)
    for rule, count in rows:
        fixable = f"{safe[rule]} fixable" if safe[rule] else ""
        perhaps = f"{unsafe[rule]} with --unsafe-fixes" if unsafe[rule] else ""
        behind = ", ".join(filter(None, (fixable, perhaps)))
        yield f"{count:{widest}}  {rule:{longest}}  {behind}".rstrip()
