"""Damaged codes read through a copy of the text with all slips repaired.

So one grammar reads every form, damaged or not; spans are mapped back to the original. A slip whose
repair gives no code is not repaired.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.notation.damaged_classes import Damage
from gbr_lsp.notation.values import Evidence, Occurrence, Problem

_Reader = Callable[[str, int, int], list[Occurrence]]


def read_repaired(text: str, start: int, end: int, slips: list[list[Damage]], read_codes: _Reader) -> list[Occurrence]:
    """Return the `Occurrence`s that `read_codes` finds in `text[start:end]` with `slips` repaired.

    `slips` has one list per damaged code. Spans are those of `text`. Slips whose repair gives no
    code are not repaired.
    """
    slips = _compatible_slips(slips)
    while True:
        repaired = _RepairedText(text, {slip for each in slips for slip in each})
        codes = [repaired.to_original(code) for code in read_codes(repaired.text, start, end + repaired.growth)]
        believed_spans = _SpanReach([code.span for code in codes if code.evidence is not Evidence.NONE])
        confirmed = [each for each in slips if believed_spans.is_around(each)]
        if len(confirmed) == len(slips):
            return codes
        slips = confirmed


def _compatible_slips(slips: list[list[Damage]]) -> list[list[Damage]]:
    """Return the lists of `Damage` without those that overlap an earlier code's.

    Two codes may share a slip: a square between two classes is misspelled for both.
    """
    compatible: list[list[Damage]] = []
    taken_slips: list[Damage] = []
    for each in slips:
        new_slips = [slip for slip in each if not _is_in(slip, taken_slips)]
        if not any(_has_overlap(slip, taken_slips) for slip in new_slips):
            compatible.append(each)
            for slip in new_slips:
                insort(taken_slips, slip)
    return compatible


def _is_in(slip: Damage, taken_slips: Sequence[Damage]) -> bool:
    offset = bisect_left(taken_slips, slip)
    return offset < len(taken_slips) and taken_slips[offset] == slip


def _has_overlap(slip: Damage, taken_slips: Sequence[Damage]) -> bool:
    """Return True if `slip` overlaps one of `taken_slips`, which are sorted and disjoint."""
    offset = bisect_left(taken_slips, slip)
    return any(
        other.span.start == slip.span.start or (other.span.start < slip.span.end and slip.span.start < other.span.end)
        for other in taken_slips[max(0, offset - 1) : offset + 1]
    )


class _SpanReach:
    """Index of spans: the maximum end of all spans that start before an offset."""

    def __init__(self, spans: list[Span]) -> None:
        spans.sort()
        self._starts = [span.start for span in spans]
        self._reach = [-1, *accumulate((span.end for span in spans), max)]

    def is_around(self, slips: list[Damage]) -> bool:
        """Return True if one of the spans contains all of `slips`."""
        first = min((slip.span.start for slip in slips), default=0)
        last = max((slip.span.end for slip in slips), default=0)
        return last <= self._reach[bisect_right(self._starts, first)]


class _RepairedText:
    """A text with slips repaired, and the original offset of each of its offsets."""

    def __init__(self, text: str, slips: Iterable[Damage]) -> None:
        self._slips = sorted(slips)
        self.text = apply_edits(text, [Edit(slip.span, slip.replacement) for slip in self._slips])
        growth = [len(slip.replacement) - (slip.span.end - slip.span.start) for slip in self._slips]
        self._shifts = [0, *accumulate(growth)]
        self.growth = self._shifts[-1]
        self._slips_at = [slip.span.start for slip in self._slips]
        self._starts = [slip.span.start + shift for slip, shift in zip(self._slips, self._shifts, strict=False)]

    def to_original(self, code: Occurrence) -> Occurrence:
        """Return the `Occurrence` with original spans and a `Problem` for each slip."""
        span = self._original_span(code.span)
        first, stop = bisect_left(self._slips_at, span.start), bisect_right(self._slips_at, span.end)
        slips = (
            slip
            for slip, start in zip(self._slips[first:stop], self._starts[first:stop], strict=True)
            if span.covers(slip.span) and code.span.covers(Span(start, start + len(slip.replacement)))
        )
        own_problems = [Problem(slip.rule, slip.span, slip.replacement) for slip in slips]
        return code._replace(
            span=span,
            parts=tuple(part._replace(span=self._original_span(part.span)) for part in code.parts),
            problems=(
                *own_problems,
                *(problem._replace(span=self._original_span(problem.span)) for problem in code.problems),
            ),
        )

    def _original_span(self, span: Span) -> Span:
        return Span(self._original_offset(span.start, is_end=False), self._original_offset(span.end, is_end=True))

    def _original_offset(self, offset: int, *, is_end: bool) -> int:
        """Return the offset in the original text of `offset`, an offset in the repaired text.

        With `is_end`, it is the end of a span.
        """
        number = bisect_right(self._starts, offset) - 1
        while 0 <= number and is_end and self._starts[number] == offset:
            # Text that was removed or inserted at the end of a part is not in the part.
            number -= 1
        if number < 0:
            return offset
        slip, start = self._slips[number], self._starts[number]
        if offset < start + len(slip.replacement):
            is_same_length = len(slip.replacement) == slip.span.end - slip.span.start
            return (
                slip.span.start + offset - start if is_same_length else (slip.span.end if is_end else slip.span.start)
            )
        return offset - self._shifts[number + 1]
