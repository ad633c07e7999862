"""Material signatures and counts of men that speak of a code: on its line, directly above or below it, in its macro."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.signature import Signature, counts, is_prose, signatures
from gbr_lsp.boards.value import Count
from gbr_lsp.model.block import Block
from gbr_lsp.model.claims import Claim, Witness
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.men import control_of
from gbr_lsp.notation.values import Kind

_BESIDE = regex(r"[^\S\r\n]*(?:[()\[\]{}\"'“”„«»‘’*_`|=/\\&~$][^\S\r\n]*)*")
"""What may stand between a code and its signature in prose: no full stop, comma or dash, behind which it may be told
what becomes of the study."""

_OPENED = regex(r"[{\[][ \t]*\Z")
_CLOSED = regex(r"[ \t]*[}\]]")
_NOTHING = Span(0, 0)

_Item = TypeVar("_Item")


def find(study: Study) -> Iterator[Witness]:
    """The signature and the counts beside a code."""
    if not may_speak(study):
        return
    if signature := signature_of(study):
        yield Witness("signature", Claim(men=signature.men), study.place(signature.span), Bond.CLOSE)
    if count := count_of(study):
        yield Witness("count of men", Claim(control=count.control), study.place(count.span), Bond.CLOSE)
    for owned, count in listed_counts(study):
        place, origin = owned.place._replace(span=count.span), owned.board.kind.value
        yield Witness("count of men", Claim(control=count.control), place, owned.bond, origin)
    if study.counted:
        place, control = study.counted
        yield Witness("count of men", Claim(control=control), place, Bond.CLOSE)


class _Lines(NamedTuple):
    """Lines of a block: their span, and how many codes they hold."""

    span: Span
    codes: int


def may_speak(study: Study) -> bool:
    """Whether anything near the code or in its macro, or beside its boards, may be a signature or a count."""
    if study.counted or study.occurrence.words or any(owned.board.men_count for owned in study.boards):
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


def signature_of(study: Study) -> Signature | None:
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


def count_of(study: Study) -> Count | None:
    """The count that speaks of the code: the only one on its line, else the only one in its macro."""
    block, span = study.block, study.occurrence.span
    own = _lines(block, block.lines.line_at(span.start), block.lines.line_at(span.end))
    if own.codes != 1:
        return None
    on_line = _counts(block, own.span)
    return _only(on_line or _counts(block, _group(study)))


def listed_counts(study: Study) -> Iterator[tuple[OwnedBoard, Count]]:
    """The counts beside lists of pieces; one that its own list does not make is board-mismatch's."""
    for owned, placement in study.placements:
        counted = owned.board.men_count
        if counted and owned.bond is not Bond.SHARED and control_of(placement.men) == counted.control:
            yield owned, counted


def _group(study: Study) -> Span:
    """The smallest stretch of LaTeX that belongs to the code alone; an empty one where there is none."""
    block, span = study.block, study.occurrence.span
    found = block.found
    groups = [] if found.reading.is_enclosed else [group for group in found.groups if group.covers(span)]
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
