"""Fixes that may be applied together, and the text after them.

A fix is applied as a whole or not at all. If two fixes touch the same text, or insert at the same
place, the later one waits until the text is linted again. So does the later one of two fixes of the
same code, unless both are safe: each was found without regard to the other.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, Fix

_MAX_ROUNDS = 100
"""Maximum number of rounds; no text has needed nearly as many."""
_MAX_GROWTH = 4
"""Maximum growth of a text by fixes, as a factor, ..."""
_GROWTH_ALLOWANCE = 1000
"""... plus this number of code points, for short texts."""


class ChosenFixes(NamedTuple):
    """Fixes that can be applied together, and their edits: document offsets, sorted, not overlapping."""

    fixes: tuple[Fix, ...]
    edits: tuple[Edit, ...]


class FixedDocument(NamedTuple):
    """Document after fixes, the findings left, and the number of fixes applied.

    `skipped_rules` has the names, sorted, of the rules whose fixes were left out, because they undo
    each other or never end.
    """

    document: Document
    findings: list[PlacedFinding]
    applied_count: int
    skipped_rules: tuple[str, ...] = ()


class NotFixed(Enum):
    """Why a finding has no fix that is applied without a user's choice, in words."""

    NONE = "no fix is known"
    TIED = "several fixes are possible and nothing decides: choose one in the light bulb"
    UNSAFE = "the fix is not safe enough to be applied unseen"


_WAITING = "the fix has to wait for another one: run Fix All again"
"""Why a finding is left that has such a fix."""


def decide_fix(finding: Finding, *, unsafe: bool = False) -> Fix | NotFixed:
    """Return the fix to apply without a user's choice, or why there is none.

    It is the first safe one; if there is none and `unsafe` is True, the first one that is not tied.
    """
    if safe := next((fix for fix in finding.fixes if fix.is_safe), None):
        return safe
    if untied := next((fix for fix in finding.fixes if not fix.is_tied), None):
        return untied if unsafe else NotFixed.UNSAFE
    return NotFixed.TIED if finding.fixes else NotFixed.NONE


def why_left(finding: Finding) -> str:
    """Return why `choose_fixes` left `finding`, in words."""
    decided = decide_fix(finding)
    return decided.value if isinstance(decided, NotFixed) else _WAITING


def preferred_fix(finding: Finding, *, unsafe: bool = False) -> Fix | None:
    """Return the fix that `decide_fix` returns, or None."""
    decided = decide_fix(finding, unsafe=unsafe)
    return decided if isinstance(decided, Fix) else None


def choose_fixes(document: Document, findings: Iterable[PlacedFinding], *, unsafe: bool = False) -> ChosenFixes:
    """Return as many fixes of `findings` as can be applied together, as `ChosenFixes`.

    Earlier findings come first. `unsafe` also allows unsafe fixes.
    """
    picked = _FixSelection(document)
    for item in findings:
        if fix := preferred_fix(item.finding, unsafe=unsafe):
            picked.add(fix)
    return ChosenFixes(tuple(picked.fixes), tuple(picked.edits))


def fix_document(
    document: Document, judge: Callable[[Document], list[PlacedFinding]], *, unsafe: bool = False
) -> FixedDocument:
    """Apply fixes and lint with `judge` until no fix is left; return a `FixedDocument`.

    If a text recurs, the fixes since then have undone each other. Then everything starts again,
    without the fixes at those places. The same happens after too many rounds, or if the text grows
    too long.
    """
    now, found = document, judge(document)
    rounds, seen = list[ChosenFixes](), {document.text: 0}
    restless: list[Span] = []
    while True:
        free = [item for item in found if not (restless and _is_touching(item, now, rounds, restless, unsafe))]
        picked = choose_fixes(now, free, unsafe=unsafe)
        if not picked.edits:
            left_out = {item.finding.rule for item in found if restless and preferred_fix(item.finding, unsafe=unsafe)}
            return FixedDocument(now, found, sum(len(one.fixes) for one in rounds), tuple(sorted(left_out)))
        rounds.append(picked)
        text = apply_edits(now.text, picked.edits)
        first = seen.setdefault(text, len(rounds))
        comes_back = first < len(rounds)
        if comes_back or len(rounds) == _MAX_ROUNDS or _MAX_GROWTH * len(document.text) + _GROWTH_ALLOWANCE < len(text):
            for number in range(first if comes_back else len(rounds) // 2, len(rounds)):
                restless += [_origin(edit.span, rounds[:number]) for edit in rounds[number].edits]
            text, rounds, seen = document.text, [], {document.text: 0}
        now = Document.of(text, now.host, now.conventions)
        found = judge(now)


def _is_touching(
    item: PlacedFinding, now: Document, rounds: list[ChosenFixes], places: list[Span], unsafe: bool
) -> bool:
    """Return True if the fix of `item` touches any of `places`.

    `now` is the document after `rounds`; `places` are spans of the text before them.
    """
    fix = preferred_fix(item.finding, unsafe=unsafe)
    starts = now.offsets()
    origins = [_origin(place.span.shift(starts[place.block]), rounds) for place, _ in fix.edits] if fix else []
    return any(one.start <= place.end and place.start <= one.end for one in origins for place in places)


def _origin(span: Span, rounds: list[ChosenFixes]) -> Span:
    """Return the span before `rounds` that `span` comes from; it includes every touched edit."""
    for picked in reversed(rounds):
        before = moved = 0
        touched = []
        for place, text in picked.edits:
            start = place.start + moved
            if span.end < start:
                break
            moved += len(text) - (place.end - place.start)
            if start + len(text) < span.start:
                before = moved
            else:
                touched.append(place)
        start, end = span.start - before, span.end - moved
        span = Span(min([start, *(place.start for place in touched)]), max([end, *(place.end for place in touched)]))
    return span


class _FixSelection:
    """The picked fixes, and the spans that they change."""

    def __init__(self, document: Document) -> None:
        self.fixes: list[Fix] = []
        self.edits: list[Edit] = []
        """Sorted and not overlapping; edits of one fix may touch."""
        self._document = document
        self._starts: dict[Block, int] = {}
        self._codes: dict[Block, list[Span]] = {}
        self._safety_by_code: dict[Span, bool] = {}
        """The codes that fixes change, and whether all fixes of the code are safe."""

    def add(self, fix: Fix) -> None:
        """Pick `fix`, unless it conflicts with a fix picked before."""
        self._starts = self._starts or self._document.offsets()
        edits = sorted({Edit(place.span.shift(self._starts[place.block]), text) for place, text in fix.edits})
        if not edits or _are_overlapping(edits) or any(self._is_in_conflict(edit.span) for edit in edits):
            return
        codes = {code for place, _ in fix.edits for code in self._codes_at(place.block, place.span)}
        if any(code in self._safety_by_code and not (fix.is_safe and self._safety_by_code[code]) for code in codes):
            return
        self.fixes.append(fix)
        for edit in edits:
            insort(self.edits, edit)
        for code in codes:
            self._safety_by_code[code] = fix.is_safe

    def _is_in_conflict(self, span: Span) -> bool:
        """Return True if `span` touches the span of a picked edit."""
        at = bisect_right(self.edits, span, key=lambda edit: edit.span)
        before, after = self.edits[max(0, at - 1) : at], self.edits[at : at + 1]
        return any(span.start <= one.span.end for one in before) or any(one.span.start <= span.end for one in after)

    def _codes_at(self, block: Block, span: Span) -> list[Span]:
        """Return the codes that `span` of `block` touches, as document spans."""
        if block not in self._codes:
            self._codes[block] = sorted(code.span for code in block.contents.codes)
        codes = self._codes[block]
        first = bisect_left(codes, span.start, key=lambda code: code.end)
        last = bisect_right(codes, span.end, key=lambda code: code.start)
        return [code.shift(self._starts[block]) for code in codes[first:last]]


def _are_overlapping(edits: list[Edit]) -> bool:
    """Return True if any edits overlap; `edits` are sorted."""
    return any(other.span.start < one.span.end or one.span == other.span for one, other in pairwise(edits))
