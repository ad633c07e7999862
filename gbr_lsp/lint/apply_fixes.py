"""Fixes that may be applied together, and the text after they are applied.

A fix is applied as a whole or not at all. Of two fixes that touch the same text, or write in the same place, one waits
until the text has been linted again. So does one of two fixes of the same code unless both are safe, because each of
them was found without regard to the other.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable
from itertools import islice, pairwise, takewhile
from typing import NamedTuple

from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.lint.engine import Placed
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, Fix

_MOST_ROUNDS = 100
"""Far more rounds than any text has needed."""
_MOST_GROWTH = 4
"""So many times longer than a text was given it does not become by fixes that come to an end, ..."""
_SPARE = 1000
"""... with so many code points more, for short texts."""


class Chosen(NamedTuple):
    """Fixes that can be applied together, and their edits in the offsets of the document, in order, not overlapping."""

    fixes: tuple[Fix, ...]
    edits: tuple[Edit, ...]


class Mended(NamedTuple):
    """A document after fixes, the findings that are left, how many fixes were applied, and the rules, sorted, whose
    fixes were left out because they, or others at their place, come to no end."""

    document: Document
    found: list[Placed]
    applied: int
    left_out: tuple[str, ...] = ()


def preferred(finding: Finding, *, unsafe: bool = False) -> Fix | None:
    """The fix that is applied where nobody chooses: the first safe one, else, if it may be unsafe, the first."""
    safe = next((fix for fix in finding.fixes if fix.safe), None)
    return safe or (next((fix for fix in finding.fixes if not fix.tied), None) if unsafe else None)


def chosen(document: Document, findings: Iterable[Placed], *, unsafe: bool = False) -> Chosen:
    """As many fixes of the findings as can be applied together, earlier findings first."""
    picked = _Picked(document)
    for item in findings:
        fix = preferred(item.finding, unsafe=unsafe)
        if fix:
            picked.add(fix)
    return Chosen(tuple(picked.fixes), tuple(picked.edits))


def mended(document: Document, judge: Callable[[Document], list[Placed]], *, unsafe: bool = False) -> Mended:
    """A document with fixes applied and linted again, until no fix is left to apply.

    Where a text comes back, the fixes since then have undone each other. All is begun anew, and what they touched stays
    as it was given. So it is where fixes go on and on, or make the text longer and longer.
    """
    now, found = document, judge(document)
    rounds, seen = list[Chosen](), {document.text: 0}
    restless: list[Span] = []
    while True:
        free = found
        if restless:
            free = [item for item in found if not _touches(item, now, rounds, restless, unsafe)]
        picked = chosen(now, free, unsafe=unsafe)
        if not picked.edits:
            left_out = {item.finding.rule for item in found if restless and preferred(item.finding, unsafe=unsafe)}
            return Mended(now, found, sum(len(one.fixes) for one in rounds), tuple(sorted(left_out)))
        rounds.append(picked)
        text = apply_edits(now.text, picked.edits)
        first = seen.setdefault(text, len(rounds))
        comes_back = first < len(rounds)
        if comes_back or len(rounds) == _MOST_ROUNDS or _MOST_GROWTH * len(document.text) + _SPARE < len(text):
            for number in range(first if comes_back else len(rounds) // 2, len(rounds)):
                restless += [_origin(edit.span, rounds[:number]) for edit in rounds[number].edits]
            text, rounds, seen = document.text, [], {document.text: 0}
        now = Document.of(text, now.host, now.conventions)
        found = judge(now)


def _touches(item: Placed, now: Document, rounds: list[Chosen], places: list[Span], unsafe: bool) -> bool:
    """Whether the fix of a finding touches one of some places of the text that was given before all rounds."""
    fix = preferred(item.finding, unsafe=unsafe)
    starts = now.offsets()
    origins = [_origin(place.span.shift(starts[place.block]), rounds) for place, _ in fix.edits] if fix else []
    return any(one.start <= place.end and place.start <= one.end for one in origins for place in places)


def _origin(span: Span, rounds: list[Chosen]) -> Span:
    """The place in the text before all rounds that a span of the text after them comes from, with whole edits."""
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


class _Picked:
    """The fixes picked so far, and everything that they change."""

    def __init__(self, document: Document) -> None:
        self.fixes: list[Fix] = []
        self.edits: list[Edit] = []
        """In order and apart, though those of one fix may touch."""
        self._document = document
        self._starts: dict[Block, int] = {}
        self._codes: dict[Block, list[Span]] = {}
        self._mended: dict[Span, bool] = {}
        """The codes that fixes write in, and whether all those of a code are safe."""

    def add(self, fix: Fix) -> None:
        """Picks a fix, unless it conflicts with one that was picked before."""
        self._starts = self._starts or self._document.offsets()
        edits = sorted({Edit(place.span.shift(self._starts[place.block]), text) for place, text in fix.edits})
        if not edits or _overlap(edits) or any(self._meets(edit.span) for edit in edits):
            return
        codes = {code for place, _ in fix.edits for code in self._codes_at(place.block, place.span)}
        if any(code in self._mended and not (fix.safe and self._mended[code]) for code in codes):
            return
        self.fixes.append(fix)
        for edit in edits:
            insort(self.edits, edit)
        for code in codes:
            self._mended[code] = fix.safe

    def _meets(self, span: Span) -> bool:
        """Whether a span touches one that a picked fix changes."""
        at = bisect_right(self.edits, span, key=lambda edit: edit.span)
        before, behind = self.edits[max(0, at - 1) : at], self.edits[at : at + 1]
        return any(span.start <= one.span.end for one in before) or any(one.span.start <= span.end for one in behind)

    def _codes_at(self, block: Block, span: Span) -> list[Span]:
        """The codes of a block that a span touches, in the offsets of the document."""
        if block not in self._codes:
            self._codes[block] = sorted(code.span for code in block.found.codes)
        codes = self._codes[block]
        first = bisect_left(codes, span.start, key=lambda code: code.end)
        touched = takewhile(lambda code: code.start <= span.end, islice(codes, first, None))
        return [code.shift(self._starts[block]) for code in touched]


def _overlap(edits: list[Edit]) -> bool:
    """Whether edits overlap, so that they cannot be applied together."""
    return any(other.span.start < one.span.end or one.span == other.span for one, other in pairwise(edits))
