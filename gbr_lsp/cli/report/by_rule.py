"""The number of findings of each rule, and of fixable ones."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gbr_lsp.lint.apply_fixes import preferred
from gbr_lsp.model.finding import Finding


class RuleCount(NamedTuple):
    """The number of findings of a rule, of those with a safe fix, and of others with an unsafe one."""

    rule: str
    found: int
    safe: int
    unsafe: int


def by_rule(findings: Iterable[Finding]) -> list[RuleCount]:
    """Return a `RuleCount` for each rule, most findings first."""
    counts: Counter[str] = Counter()
    safe: Counter[str] = Counter()
    unsafe: Counter[str] = Counter()
    for finding in findings:
        fix = preferred(finding, unsafe=True)
        counts[finding.rule] += 1
        (safe if fix and fix.safe else unsafe)[finding.rule] += fix is not None
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    return [RuleCount(rule, count, safe[rule], unsafe[rule]) for rule, count in rows]


def rule_lines(rows: list[RuleCount]) -> Iterator[str]:
    """Yield a line for each rule, in columns."""
    widest = max((len(str(row.found)) for row in rows), default=0)
    longest = max((len(row.rule) for row in rows), default=0)
    for row in rows:
        fixable = f"{row.safe} fixable" if row.safe else ""
        perhaps = f"{row.unsafe} with --unsafe-fixes" if row.unsafe else ""
        yield f"{row.found:{widest}}  {row.rule:{longest}}  {', '.join(filter(None, (fixable, perhaps)))}".rstrip()
