"""Damaged codes read through a copy of the text with all slips repaired.

So one grammar reads every form, damaged or not; spans are mapped back to the original. A slip whose
repair gives no code is not repaired.
"""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Sequence

from gbr_lsp.base.text import Span
from gbr_lsp.notation.splice import Splice
from gbr_lsp.notation.values import Evidence, Occurrence, Problem

_Reader = Callable[[str, int, int], list[Occurrence]]


def read_repaired(text: str, start: int, end: int, slips: list[list[Problem]], read_codes: _Reader) -> list[Occurrence]:
    """Return the `Occurrence`s that `read_codes` finds in `text[start:end]` with `slips` repaired.

    `slips` has one list per damaged code. Spans are those of `text`. Slips whose repair gives no
    code are not repaired.
    """
    slips = _compatible_slips(slips)
    while True:
        repaired = Splice(text, _pieces(text, {slip for each in slips for slip in each}))
        codes = [repaired.back(code) for code in read_codes(repaired.text, start, end + len(repaired.text) - len(text))]
        believed = (code for code in codes if code.evidence is not Evidence.NONE)
        owners = {problem: number for number, code in enumerate(believed) for problem in code.problems}
        owners_of_each = [{owners.get(slip) for slip in each} for each in slips]
        confirmed = [each for each, own in zip(slips, owners_of_each, strict=True) if len(own) == 1 and None not in own]
        if len(confirmed) == len(slips):
            return codes
        slips = confirmed


def _compatible_slips(slips: list[list[Problem]]) -> list[list[Problem]]:
    """Return the lists of `Problem` without those that overlap an earlier code's.

    Two codes may share a slip: a square between two classes is misspelled for both.
    """
    compatible: list[list[Problem]] = []
    known: set[Problem] = set()
    taken: list[Span] = []
    for each in slips:
        new_slips = [slip for slip in each if slip not in known]
        if not any(_has_overlap(slip.span, taken) for slip in new_slips):
            compatible.append(each)
            known.update(new_slips)
            for slip in new_slips:
                insort(taken, slip.span)
    return compatible


def _has_overlap(span: Span, taken: Sequence[Span]) -> bool:
    """Return True if `span` overlaps one of `taken`, which are sorted and disjoint."""
    offset = bisect_left(taken, span)
    return any(
        other.start == span.start or (other.start < span.end and span.start < other.end)
        for other in taken[max(0, offset - 1) : offset + 1]
    )


def _pieces(text: str, slips: Iterable[Problem]) -> Iterator[Span | Problem]:
    """Yield `slips` in order, and the spans of `text` before, between and after them."""
    end = 0
    for slip in sorted(slips, key=lambda slip: slip.span):
        yield from (Span(end, slip.span.start), slip)
        end = slip.span.end
    yield Span(end, len(text))
