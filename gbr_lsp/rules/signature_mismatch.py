"""A material signature or a count of men beside the code disagrees with its digits.

## Why it matters

`KBBP-KNN` over a study, or `(4+3)` under its diagram, is written by hand as the digits are, and independently.
Where they differ one of them is wrong, and a reader looks for the study in the wrong place.

## Example

```text
c4f5 0023.11 4/3 Draw (4+4)
                      ^^^^^ signature-mismatch: The force makes it 4+3
KBBP-KNP

g3g1 0323.12 4/5 Draw
KBBP-KRP
^^^^^^^^ signature-mismatch: The code has KBBP-KRNPP
```

A signature in running prose may name the ending that the study leads to, and is left alone unless it stands right
beside the code. So is one in which White and Black are exchanged.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.signature import Signature, counts, is_prose, signatures
from gbr_lsp.boards.value import Count, PlacedBoard
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.finding import THE_CODE, Finding, Related, Severity, rule
from gbr_lsp.model.judgement import judgement
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.men import Division, control_fits, control_of, force_of, men_of
from gbr_lsp.notation.values import BLACK, SLOTS, WHITE, Control, Force, Kind, Nine

_MOST_DIGITS = 2
"""A signature in which more digits differ is that of another study or ending."""

_BESIDE = regex(r"[^\S\r\n]*(?:[()\[\]{}\"'“”„«»‘’*_`|=/\\&~$][^\S\r\n]*)*")
"""What may stand between a code and its signature in prose: no full stop, comma or dash, behind which it may be told
what becomes of the study."""

_OPENED = regex(r"[{\[][ \t]*\Z")
_CLOSED = regex(r"[ \t]*[}\]]")
_NOTHING = Span(0, 0)

_Item = TypeVar("_Item")


class _Lines(NamedTuple):
    """Lines of a block: their span, and how many codes they hold."""

    span: Span
    codes: int


@rule(Severity.WARNING, silent_on_clean_record=True)
def signature_mismatch(study: Study) -> Iterator[Finding]:
    force = study.code.force
    if force is None or study.occurrence.problems or 8 < max(force[4:]) or not _may_speak(study):
        return
    if judgement(study).force:
        return  # The code differs from its board already.
    related = (Related(THE_CODE, study.place(study.occurrence.span_of(Kind.CLASS))),)
    signature = _signature(study)
    message = signature and _against_signature(study, force, signature)
    if signature and message:
        yield Finding(study.place(signature.span), message, related=related)
    count = _count(study)
    if count and not _makes(force, count.control):
        yield Finding(study.place(count.span), _against_count(force, count.control), related=related)
    for owned, beside in _listed(study):
        if not _makes(force, beside.control):
            place = owned.place._replace(span=beside.span)
            yield Finding(place, _against_count(force, beside.control), related=related)


def _of_board(block: Block, given: PlacedBoard) -> Iterator[Finding]:
    """A count that is printed beside a diagram and is not that of its men."""
    placement, count = given.board.placement, given.printed
    shown = placement and control_of(placement.men)
    if shown and count and shown != count.control:
        message = f"The {given.board.name} has {shown.white} white and {shown.black} black men"
        related = (Related(f"the {given.board.name}", Place(block, given.board.span)),)
        yield Finding(Place(block, count.span), message, related=related)


signature_mismatch = signature_mismatch._replace(judge_board=_of_board)


def _may_speak(study: Study) -> bool:
    """Whether anything near the code or in its macro, or beside its boards, may be a signature or a count."""
    if study.occurrence.words or any(owned.board.counted for owned in study.boards):
        return True
    text, lines, span = study.block.text, study.block.lines, study.occurrence.span
    if "K" not in text and "+" not in text and not study.block.found.groups:
        return False
    if _lines(study.block, lines.line_at(span.start), lines.line_at(span.end)).codes != 1:
        # Nothing speaks of one of several codes on a line, however long the line is.
        return False
    start = lines.line_span(max(0, lines.line_at(span.start) - 1)).start
    end = lines.line_span(min(len(lines.starts) - 1, lines.line_at(span.end) + 1)).end
    near = Span(start, end)
    return bool(signatures(text, near) or counts(text, near) or (study.boards and study.block.found.groups))


def _signature(study: Study) -> Signature | None:
    """The signature that speaks of the code: on its line, directly above or below, or in an argument of its macro."""
    block, span = study.block, study.occurrence.span
    first, last = block.lines.line_at(span.start), block.lines.line_at(span.end)
    own = _lines(block, first, last)
    if own.codes != 1:
        return None
    found = _on_line(study, own.span)
    if not found:
        above, below = _lines(block, first - 1), _lines(block, last + 1)
        # A signature with codes on both sides may speak of either, and one over several codes heads them all.
        if not below.codes and not above.codes:
            found += [] if _lines(block, first - 2).codes else _found(study, above.span)
            found += [] if _lines(block, last + 2).codes else _found(study, below.span)
    only = _only(found)
    if only and _is_near(study, only):
        return only
    in_macro = _found(study, _group(study))
    return _only([signature for signature in in_macro if _is_argument(block.text, signature.span)])


def _on_line(study: Study, span: Span) -> list[Signature]:
    """The signatures on the line of a code, and the words before its class that may be parted by a blank."""
    found = _found(study, span)
    words = study.occurrence.words
    if words:
        end = study.block.text.rindex(words[1], 0, study.occurrence.span_of(Kind.CLASS).start)
        start = study.block.text.rindex(words[0], 0, end)
        before = Signature(*words, Span(start, end + len(words[1])))
        found = [before, *(signature for signature in found if signature.span != before.span)]
    return found


def _is_near(study: Study, signature: Signature) -> bool:
    """Whether a signature stands right beside the code, or no prose does that might speak of something else."""
    text, code = study.block.text, study.occurrence.span
    first, second = sorted((code, signature.span))
    if _BESIDE.fullmatch(text, first.end, second.start):
        return True
    lines = study.block.lines
    start = lines.line_span(lines.line_at(first.start)).start
    end = lines.line_span(lines.line_at(second.end)).end
    parts = (Span(start, first.start), Span(first.end, second.start), Span(second.end, end))
    return not is_prose(" | ".join(study.text(part) for gap in parts for part in _readable(study.block, gap)))


def _against_signature(study: Study, force: Force, signature: Signature) -> str | None:
    """What the code has instead; None where both agree or have too little in common."""
    men = signature.men
    exchanged = tuple(men[slot ^ 1] for slot in range(len(men)))
    wrong, other = _wrong(force, men, study.conventions.nine), _wrong(force, exchanged, study.conventions.nine)
    if not 0 < min(wrong, other) <= _MOST_DIGITS:
        return None
    known = _known(study, force)
    if known is None:
        return f"{study.text(signature.span)} is {force_of(men if wrong <= other else exchanged)}, the code {force}"
    sides = [_letters(known, color, signature) for color in (WHITE, BLACK)]
    white, black = sides if wrong <= other else sides[::-1]
    link = Span(signature.span.start + len(signature.white), signature.span.end - len(signature.black))
    return f"The code has {white}{study.text(link)}{black}"


def _known(study: Study, force: Force) -> Division | None:
    """The men of the code; None where a 9 hides some of them, or words beside it tell of others."""
    men = tuple(count for count in study.men or () if count is not None)
    return men if len(men) == len(SLOTS) and any(force_of(men, nine) == force for nine in Nine) else None


def _wrong(force: Force, men: Division, nine: Nine) -> int:
    """How many digits of a code do not fit some men, whichever way a 9 is meant."""
    wrong = 0
    for digit, fitting in enumerate(zip(*(force_of(men, meant) for meant in Nine), strict=True)):
        # Where a 9 means promoted men, which of the men it is does not show.
        hidden = nine is Nine.PROMOTED and force[digit] == 9 and 0 < sum(men[2 * digit : 2 * digit + 2])
        wrong += force[digit] not in fitting and not hidden
    return wrong


def _letters(men: Division, color: bool, like: Signature) -> str:
    """The men of a side in the letters of a signature."""
    kinds = "QRBSP" if "S" in like.white + like.black else "QRBNP"
    return "K" + "".join(kind * (count or 0) for kind, count in zip(kinds, men[not color :: 2], strict=True))


def _count(study: Study) -> Count | None:
    """The count that speaks of the code: the only one on its line, else the only one in its macro."""
    block, span = study.block, study.occurrence.span
    own = _lines(block, block.lines.line_at(span.start), block.lines.line_at(span.end))
    if own.codes != 1:
        return None
    on_line = _counts(block, own.span)
    return _only(on_line or _counts(block, _group(study)))


def _listed(study: Study) -> Iterator[tuple[OwnedBoard, Count]]:
    """The counts beside lists of pieces; one that its own list does not make is board-mismatch's."""
    for owned, placement in study.placements:
        counted = owned.board.counted
        if counted and owned.bond is not Bond.SHARED and control_of(placement.men) == counted.control:
            yield owned, counted


def _makes(force: Force, control: Control) -> bool:
    """Whether the digits make a count, whichever way a 9 is meant and whoever is White."""
    return any(control_fits(force, count, nine) for count in (control, Control(*control[::-1])) for nine in Nine)


def _against_count(force: Force, control: Control) -> str:
    right = control_of(men_of(force))
    if right:
        return f"The force makes it {right.white}+{right.black}"
    return f"Whatever the 9 hides, the digits do not make it {control.white}+{control.black}"


def _group(study: Study) -> Span:
    """The smallest stretch of LaTeX that belongs to the code alone; an empty one where there is none."""
    block, span = study.block, study.occurrence.span
    found = block.found
    groups = [] if found.reading.enclosed else [group for group in found.groups if group.covers(span)]
    smallest = min(groups, key=lambda group: group.end - group.start, default=_NOTHING)
    return smallest if _codes(block, smallest) == 1 else _NOTHING


def _is_argument(text: str, span: Span) -> bool:
    """Whether nothing else stands in the braces around a span."""
    return bool(_OPENED.search(text, max(0, span.start - 8), span.start) and _CLOSED.match(text, span.end))


def _lines(block: Block, first: int, last: int | None = None) -> _Lines:
    """Some lines of a block; those before its first and behind its last are empty."""
    last = first if last is None else last
    if first < 0 or len(block.lines.starts) <= last:
        return _Lines(_NOTHING, 0)
    span = Span(block.lines.line_span(first).start, block.lines.line_span(last).end)
    return _Lines(span, _codes(block, span))


def _codes(block: Block, span: Span) -> int:
    """How many codes reach into a span, bare classes too."""
    codes = block.found.codes
    first = bisect_right(codes, span.start, key=lambda code: code.span.end)
    return bisect_left(codes, span.end, key=lambda code: code.span.start) - first


def _found(study: Study, span: Span) -> list[Signature]:
    text = study.block.text
    return [signature for part in _readable(study.block, span) for signature in signatures(text, part)]


def _counts(block: Block, span: Span) -> list[Count]:
    return [count for part in _readable(block, span) for count in counts(block.text, part)]


def _readable(block: Block, span: Span) -> Iterator[Span]:
    """The parts of a span that are read."""
    spans = block.found.reading.spans
    first = bisect_right(spans, span.start, key=lambda part: part.end)
    last = bisect_left(spans, span.end, key=lambda part: part.start)
    return (Span(max(span.start, part.start), min(span.end, part.end)) for part in spans[first:last])


def _only(items: list[_Item]) -> _Item | None:
    return items[0] if len(items) == 1 else None
