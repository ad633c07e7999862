"""Pieces of a text that are read as one: repaired text, and codes with parts in several places."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from gbr_lsp.base.text import Span
from gbr_lsp.notation.tail import control_in
from gbr_lsp.notation.values import Control, Evidence, Kings, Occurrence, Part, Problem, Stipulation

_Reader = Callable[[str, int, int], list[Occurrence]]


class Splice:
    """Pieces of a text read as one: `Splice(text, [Span(40, 47), " ", Span(10, 14)])`.

    A piece is a span of `text`, a `Problem` that is read as its replacement, or inserted text.
    """

    def __init__(self, text: str, pieces: Iterable[Span | Problem | str]) -> None:
        self._pieces = list(pieces)
        read = [piece if isinstance(piece, str) else _read(text, piece) for piece in self._pieces]
        self.text = "".join(read)
        self._starts = [0, *accumulate(map(len, read))]

    def back(self, code: Occurrence) -> Occurrence:
        """Return `code`, read in the splice, with spans of the original text.

        A `Problem` in it that has a rule is one of the code. Parts in inserted text are dropped; a
        problem there moves to the text before the next piece.
        """
        places = sorted(self._places(code.span))
        parts = [part._replace(span=_hull(own)) for part in code.parts if (own := self._places(part.span))]
        problems = [
            one._replace(span=_hull(own))
            for one in code.problems
            if (own := self._places(one.span) or [place.shift(-1) for place in self._places(one.span.shift(1))])
        ]
        repaired = [
            piece
            for number in self._numbers(code.span)
            if isinstance(piece := self._pieces[number], Problem)
            and piece.rule
            and code.span.covers(Span(*self._starts[number : number + 2]))
        ]
        return code._replace(
            span=_hull(places),
            parts=tuple(sorted(parts, key=lambda part: part.span)),
            problems=(*repaired, *problems),
            is_apart=code.is_apart or any(one.end < other.start for one, other in pairwise(places)),
        )

    def _numbers(self, span: Span) -> range:
        """Return the numbers of the pieces in `span`. Text removed at its ends is not in it."""
        first = min(bisect_right(self._starts, span.start), len(self._pieces)) - 1
        return range(first, max(first + 1, bisect_left(self._starts, span.end)))

    def _places(self, span: Span) -> list[Span]:
        """Return the original span of each piece in `span`, or of the part of it that is in `span`."""
        places = []
        for number in self._numbers(span):
            piece, (start, end) = self._pieces[number], self._starts[number : number + 2]
            if not isinstance(piece, str):
                place = piece if isinstance(piece, Span) else piece.span
                if place.end - place.start == end - start:
                    place = Span(place.start + max(0, span.start - start), place.end - max(0, end - span.end))
                places.append(place)
        return places


def _read(text: str, piece: Span | Problem) -> str:
    return text[slice(*piece)] if isinstance(piece, Span) else piece.replacement or ""


def _hull(spans: Sequence[Span]) -> Span:
    """Return the span from the first start to the last end of `spans`."""
    starts, ends = zip(*spans, strict=True)
    return Span(min(starts), max(ends))


def extended(
    text: str,
    code: Occurrence,
    parts: Sequence[Part],
    stipulation: Stipulation | None = None,
    control: Control | None = None,
) -> Occurrence:
    """Return `code` with more `parts` of `text`, and with what they state.

    `stipulation` and `control` are those of the code with them; if `control` is None, it is read.
    """
    content = code.code
    return code._replace(
        code=content._replace(
            kings=Kings.of(parts) or content.kings,
            stipulation=stipulation or content.stipulation,
            control=control or control_in(text, parts) or content.control,
        ),
        span=_hull([code.span, *(part.span for part in parts)]),
        parts=tuple(sorted((*code.parts, *parts), key=lambda part: part.span)),
        is_apart=True,
    )


def read_repaired(text: str, start: int, end: int, slips: list[list[Problem]], read_codes: _Reader) -> list[Occurrence]:
    """Return the `Occurrence`s that `read_codes` finds in `text[start:end]` with `slips` repaired.

    So one grammar reads every form, damaged or not. `slips` has one list per damaged code. Slips whose
    repair gives no code are not repaired.
    """
    slips = _compatible_slips(slips)
    while True:
        repaired = Splice(text, pieces(Span(0, len(text)), {slip for each in slips for slip in each}))
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


def pieces(span: Span, slips: Iterable[Problem]) -> Iterator[Span | Problem]:
    """Yield `slips`, which are in `span`, in order, and the parts of `span` before, between and after them."""
    end = span.start
    for slip in sorted(slips, key=lambda slip: slip.span):
        yield from (Span(end, slip.span.start), slip)
        end = slip.span.end
    yield Span(end, span.end)
