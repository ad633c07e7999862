"""Ignore comments and findings: which findings are ignored, and which comments ignore any.

A document may have very many findings and comments, so that no answer may need every pair of them. A
finding is ignored if it overlaps the union of the scopes that name its rule; a comment has ignored
something if a finding of its rules overlaps its scope. Both are found by bisection, in time n log n.
Spans are half-open, in code points of the document; an empty one counts as its first code point.
"""

from collections import defaultdict
from collections.abc import Callable

from gbr_lsp.base.text import Span, SpanIndex
from gbr_lsp.model.finding import RuleScope
from gbr_lsp.model.ignore_comments import Ignore, Reach
from gbr_lsp.model.subjects import IgnoreUse
from gbr_lsp.rules import RULES, names_over

CODE_RULES = frozenset(RULES) - names_over(RuleScope.IGNORES)
"""The rules that a comment without names ignores: all except those about comments."""


class IgnoreMatcher:
    """The ignore comments of a document, and the findings that they have ignored."""

    def __init__(self, ignores: list[Ignore]) -> None:
        self._ignores = ignores
        scopes: dict[str, list[Span]] = defaultdict(list)
        for ignore in ignores:
            if ignore.reach is not Reach.END:
                for name in {name for name, _ in ignore.names} if ignore.names else CODE_RULES:
                    scopes[name].append(ignore.scope)
        merged: dict[tuple[Span, ...], SpanIndex] = {}
        """Most rules share the scopes of the comments without names."""
        self._scopes = {}
        for name, spans in scopes.items():
            key = tuple(spans)
            self._scopes[name] = merged.get(key) or merged.setdefault(key, SpanIndex(spans))
        self._ignored: dict[str, list[Span]] = defaultdict(list)

    def is_ignored(self, rule: str, span: Span) -> bool:
        """Return True if a comment ignores a finding of `rule` at `span`; `ignore_uses` counts that finding."""
        span = Span(span.start, max(span.end, span.start + 1))
        scopes = self._scopes.get(rule)
        if scopes is None or not scopes.has_overlap(span):
            return False
        self._ignored[rule].append(span)
        return True

    def ignore_uses(
        self, selected: frozenset[str], are_all_sic: Callable[[Span], bool] = lambda scope: False
    ) -> list[IgnoreUse]:
        """Return an `IgnoreUse` for each comment, with those of its names that have ignored nothing.

        Names are listed only if their rules are `selected` and not about comments. `are_all_sic`
        returns True if all codes of a scope have `[sic]`.
        """
        ignored = {rule: SpanIndex(spans) for rule, spans in self._ignored.items()}
        known = tuple(RULES)
        used = []
        for ignore in self._ignores:
            names = [name for name, _ in ignore.names]
            rules = ignored.keys() & (names or CODE_RULES) if ignore.reach is not Reach.END else frozenset[str]()
            served = {name for name in rules if ignored[name].has_overlap(ignore.scope)}
            idle = tuple(name for name in names if name in selected and name in CODE_RULES and name not in served)
            is_all_sic = not served and ignore.reach in (Reach.HERE, Reach.NEXT_LINE) and are_all_sic(ignore.scope)
            used.append(IgnoreUse(ignore, idle, bool(served), known, is_all_sic))
        return used
