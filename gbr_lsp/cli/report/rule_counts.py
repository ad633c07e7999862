"""The number of findings of each rule, and of fixable ones."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gbr_lsp.lint.fixes import preferred_fix
from gbr_lsp.model.finding import Finding


class RuleCount(NamedTuple):
    """The number of findings of a rule, of those with a safe fix, and of others with an unsafe one."""

    rule: str
    finding_count: int
    safe_count: int
    unsafe_count: int


def rule_counts(findings: Iterable[Finding]) -> list[RuleCount]:
    """Return a `RuleCount` for each rule, most findings first."""
    counts: Counter[str] = Counter()
    safe: Counter[str] = Counter()
    unsafe: Counter[str] = Counter()
    for finding in findings:
        fix = preferred_fix(finding, unsafe=True)
        counts[finding.rule] += 1
        (safe if fix and fix.is_safe else unsafe)[finding.rule] += fix is not None
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    return [RuleCount(rule, count, safe[rule], unsafe[rule]) for rule, count in rows]


def rule_lines(rows: list[RuleCount]) -> Iterator[str]:
    """Yield a line for each rule, in columns."""
    widest = max((len(str(row.finding_count)) for row in rows), default=0)
    max_length = max((len(row.rule) for row in rows), default=0)
    for row in rows:
        fixable = f"{row.safe_count} fixable" if row.safe_count else ""
        perhaps = f"{row.unsafe_count} with --unsafe-fixes" if row.unsafe_count else ""
        fixes = ", ".join(filter(None, (fixable, perhaps)))
        yield f"{row.finding_count:{widest}}  {row.rule:{max_length}}  {fixes}".rstrip()
