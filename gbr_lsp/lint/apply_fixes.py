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


class Chosen(NamedTuple):
    """Fixes that can be applied together, and their edits in the offsets of the document, in order, not overlapping."""

    fixes: tuple[Fix, ...]
    edits: tuple[Edit, ...]


class Mended(NamedTuple):
    """A document after fixes, the findings that are left, how many fixes were applied, and whether applying them ended.

    If it did not end, no fix is applied: the document is the one that was given, with its findings.
    """

    document: Document
    found: list[Placed]
    applied: int
    settled: bool = True


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
    """A document with fixes applied and linted again, until no fix is left to apply."""
    given = found = judge(document)
    now, applied = document, 0
    seen = {document.text}
    for _ in range(_MOST_ROUNDS):
        picked = chosen(now, found, unsafe=unsafe)
        if not picked.edits:
            return Mended(now, found, applied)
        text = apply_edits(now.text, picked.edits)
        if text in seen:
            break
        seen.add(text)
        now = Document.of(text, now.host, now.conventions)
        found = judge(now)
        applied += len(picked.fixes)
    return Mended(document, given, 0, settled=False)


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
