"""Ignore comments and findings: which findings are ignored, and which comments ignore any.

A document may have a comment for each of very many findings, so that neither question may look at
every pair. A finding is ignored if it overlaps the union of the scopes that name its rule; a
comment has ignored something if a finding of its rules overlaps its scope. Both are found by
bisection, in time n log n. Spans are half-open, in code points of the document; an empty one counts
as its first code point.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import accumulate

from gbr_lsp.base.text import Span
from gbr_lsp.model.finding import Over, Used
from gbr_lsp.model.suppressions import Ignore, Reach
from gbr_lsp.rules import RULES

ABOUT_CODES = frozenset(name for name, rule in RULES.items() if rule.over is not Over.IGNORES)
"""The rules that a comment without names ignores: all except those about comments."""


class Ledger:
    """The ignore comments of a document, and the findings that they have ignored."""

    def __init__(self, ignores: list[Ignore]) -> None:
        self._ignores = ignores
        scopes: dict[str, list[Span]] = defaultdict(list)
        for ignore in ignores:
            if ignore.reach is not Reach.END:
                for name in {name for name, _ in ignore.names} if ignore.names else ABOUT_CODES:
                    scopes[name].append(ignore.scope)
        merged: dict[tuple[Span, ...], _Spans] = {}
        """Most rules share the scopes of the comments without names."""
        self._scopes = {}
        for name, spans in scopes.items():
            key = tuple(spans)
            self._scopes[name] = merged.get(key) or merged.setdefault(key, _Spans(spans))
        self._ignored: dict[str, list[Span]] = defaultdict(list)

    def ignores(self, rule: str, span: Span) -> bool:
        """Return True if a comment ignores a finding of `rule` at `span`; `used` counts that finding."""
        span = Span(span.start, max(span.end, span.start + 1))
        scopes = self._scopes.get(rule)
        if scopes is None or not scopes.overlap(span):
            return False
        self._ignored[rule].append(span)
        return True

    def used(self, selected: frozenset[str], admits: Callable[[Span], bool] = lambda scope: False) -> list[Used]:
        """Return a `Used` for each comment, with those of its names that have ignored nothing.

        Only names of `selected` rules that are not about comments are listed. `admits` returns True
        if all codes of a scope have `[sic]`.
        """
        ignored = {rule: _Spans(spans) for rule, spans in self._ignored.items()}
        known = tuple(RULES)
        used = []
        for ignore in self._ignores:
            names = [name for name, _ in ignore.names]
            asked = ignored.keys() & (names or ABOUT_CODES) if ignore.reach is not Reach.END else frozenset[str]()
            served = {name for name in asked if ignored[name].overlap(ignore.scope)}
            idle = tuple(name for name in names if name in selected and name in ABOUT_CODES and name not in served)
            beside_sic = not served and ignore.reach in (Reach.HERE, Reach.NEXT_LINE) and admits(ignore.scope)
            used.append(Used(ignore, idle, bool(served), known, beside_sic))
        return used


class _Spans:
    """Spans sorted by start, with the farthest end up to each of them."""

    def __init__(self, spans: Iterable[Span]) -> None:
        ordered = sorted(set(spans))
        self._starts = [span.start for span in ordered]
        self._reaches = list(accumulate((span.end for span in ordered), max))

    def overlap(self, span: Span) -> bool:
        """Return True if any of the spans overlaps `span`."""
        before = bisect_left(self._starts, span.end)
        return 0 < before and span.start < self._reaches[before - 1]
