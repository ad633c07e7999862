"""Material signatures and counts of men for a code, near it or in its macro."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.signature import Signature, counts, is_prose, signatures
from gbr_lsp.boards.value import Count
from gbr_lsp.model.block import Block
from gbr_lsp.model.study import Bond, OwnedBoard, Study
from gbr_lsp.notation.men import control_of
from gbr_lsp.notation.separated_kings import BLACK_WORD, WHITE_WORD
from gbr_lsp.notation.values import Kind

_GAP = regex(r"[^\S\r\n]*(?:[()\[\]{}\"'“”„«»‘’*_`|=/\\&~$][^\S\r\n]*)*")
"""Signs between a code and its signature.

Not a full stop, comma or dash: prose after these may be about the end of the study.
"""

_OPENING = regex(r"[{\[][ \t]*\Z")
_CLOSING = regex(r"[ \t]*[}\]]")
_EMPTY_SPAN = Span(0, 0)
_WHITE_TITLE, _BLACK_TITLE = (
    regex(rf"(?<![^\W_])(?:{side})(?![^\W_])", re.IGNORECASE) for side in (WHITE_WORD, BLACK_WORD)
)

_Item = TypeVar("_Item")


class _Lines(NamedTuple):
    """Lines of a block: their span, and the number of their codes."""

    span: Span
    codes: int


def may_have_signature(study: Study) -> bool:
    """Return False if no signature or count can be near the code of `study`."""
    if study.men_count or study.occurrence.words or any(owned.board.men_count for owned in study.boards):
        return True
    text, lines, span = study.block.text, study.block.lines, study.occurrence.span
    if "K" not in text and "+" not in text and not study.block.contents.groups:
        return False
    if own_lines(study) is None:
        # On a line with several codes, no signature belongs to one of them.
        return False
    start = lines.line_span(max(0, lines.line_at(span.start) - 1)).start
    end = lines.line_span(min(len(lines.starts) - 1, lines.line_at(span.end) + 1)).end
    near = Span(start, end)
    return bool(signatures(text, near) or counts(text, near) or (study.boards and study.block.contents.groups))


def signature_of(study: Study) -> Signature | None:
    """Return the signature on or near the code's line or in its macro, or None."""
    own = own_lines(study)
    if own is None:
        return None
    found = _signatures_on_line(study, own)
    if not found:
        found = [signature for span in neighbor_lines(study) for signature in _signatures_in(study, span)]
    if (only := _only_item(found)) and _is_near(study, only):
        return only
    in_macro = _signatures_in(study, _group(study))
    return _only_item([signature for signature in in_macro if _is_argument(study.block.text, signature.span)])


def is_first_named_white(study: Study, signature: Signature) -> bool | None:
    """Return whether the titles of the two columns of `signature` name White first; None without such titles."""
    block, span = study.block, signature.span
    for table in block.tables:
        at = bisect_right(table.rows, span.start, key=lambda row: row[0].start) - 1
        row = table.rows[at] if 0 <= at and span.end <= table.rows[at][-1].end else ()
        titles = table.header or [block.text[slice(*cell)] for cell in table.rows[0]]
        columns = [number for number, cell in enumerate(row) if cell.touches(span.start) or cell.touches(span.end)]
        if len(columns) == 2 and columns[1] < len(titles):
            first, second = (
                (_WHITE_TITLE.search(titles[at]) is not None, _BLACK_TITLE.search(titles[at]) is not None)
                for at in columns
            )
            return first[0] if first == second[::-1] and any(first) and not all(first) else None
    return None


def own_lines(study: Study) -> Span | None:
    """Return the span of the lines of the code, or None if they have another code."""
    lines, span = study.block.lines, study.occurrence.span
    own = _lines(study.block, lines.line_at(span.start), lines.line_at(span.end))
    return own.span if own.codes == 1 else None


def neighbor_lines(study: Study) -> list[Span]:
    """Return the spans of the lines above and below the code that belong to no other code.

    A line between two codes may belong to either; a line above several codes belongs to all.
    """
    block, span = study.block, study.occurrence.span
    first, last = block.lines.line_at(span.start), block.lines.line_at(span.end)
    above, below = _lines(block, first - 1), _lines(block, last + 1)
    if above.codes or below.codes:
        return []
    pairs = ((above, _lines(block, first - 2)), (below, _lines(block, last + 2)))
    return [line.span for line, beyond in pairs if not beyond.codes]


def blanked(text: str, span: Span, skipped: Iterable[Span]) -> str:
    """Return the `text` in `span` with blanks in place of the `skipped` spans."""
    chars = list(text[slice(*span)])
    for one in skipped:
        start = max(one.start, span.start) - span.start
        end = max(start, min(one.end, span.end) - span.start)
        chars[start:end] = " " * (end - start)
    return "".join(chars)


def is_plain(block: Block, span: Span, skipped: Iterable[Span] = ()) -> bool:
    """Return True if `span` has only names, titles and numbers, except in comments and in `skipped`."""
    skipped = (*skipped, *block.contents.reading.comments)
    return not is_prose(" | ".join(blanked(block.text, part, skipped) for part in _readable_spans(block, span)))


def _signatures_on_line(study: Study, span: Span) -> list[Signature]:
    """Return the signatures in `span`. In a signature before a class, a blank may separate both sides."""
    found = _signatures_in(study, span)
    if words := study.occurrence.words:
        end = study.block.text.rindex(words[1], 0, study.occurrence.span_of(Kind.CLASS).start)
        start = study.block.text.rindex(words[0], 0, end)
        before = Signature(*words, Span(start, end + len(words[1])))
        found = [before, *(signature for signature in found if signature.span != before.span)]
    return found


def _is_near(study: Study, signature: Signature) -> bool:
    """Return True if `signature` is next to the code, or if their lines have no other prose."""
    text, code = study.block.text, study.occurrence.span
    first, second = sorted((code, signature.span))
    if _GAP.fullmatch(text, first.end, second.start):
        return True
    lines = study.block.lines
    start = lines.line_span(lines.line_at(first.start)).start
    end = lines.line_span(lines.line_at(second.end)).end
    return is_plain(study.block, Span(start, end), (first, second))


def count_of(study: Study) -> Count | None:
    """Return the only count on the code's line, otherwise in its macro, or None."""
    own = own_lines(study)
    if own is None:
        return None
    control = study.occurrence.part(Kind.CONTROL)
    on_line = [one for one in _counts_in(study.block, own) if not (control and one.span.covers(control.span))]
    return _only_item(on_line or _counts_in(study.block, _group(study)))


def listed_counts(study: Study) -> Iterator[tuple[OwnedBoard, Count]]:
    """Yield `(board, count)` for lists of men with the right count. The rule board-mismatch reports others."""
    for owned, placement in study.placements:
        counted = owned.board.men_count
        if counted and owned.bond is not Bond.SHARED and control_of(placement.men) == counted.control:
            yield owned, counted


def _group(study: Study) -> Span:
    """Return the smallest LaTeX group with this code only, or an empty span."""
    block, span = study.block, study.occurrence.span
    found = block.contents
    groups = [] if found.reading.is_enclosed else [group for group in found.groups if group.covers(span)]
    smallest = min(groups, key=lambda group: group.end - group.start, default=_EMPTY_SPAN)
    return smallest if _count_codes(block, smallest) == 1 else _EMPTY_SPAN


def _is_argument(text: str, span: Span) -> bool:
    """Return True if `span` is all that its braces contain."""
    return bool(_OPENING.search(text, max(0, span.start - 8), span.start) and _CLOSING.match(text, span.end))


def _lines(block: Block, first: int, last: int | None = None) -> _Lines:
    """Return the `_Lines` from `first` to `last`; empty outside the block."""
    last = first if last is None else last
    if first < 0 or len(block.lines.starts) <= last:
        return _Lines(_EMPTY_SPAN, 0)
    span = Span(block.lines.line_span(first).start, block.lines.line_span(last).end)
    return _Lines(span, _count_codes(block, span))


def _count_codes(block: Block, span: Span) -> int:
    """Return the number of codes that overlap `span`, bare classes included."""
    codes = block.contents.codes
    first = bisect_right(codes, span.start, key=lambda code: code.span.end)
    return bisect_left(codes, span.end, key=lambda code: code.span.start) - first


def _signatures_in(study: Study, span: Span) -> list[Signature]:
    text = study.block.text
    return [signature for part in _readable_spans(study.block, span) for signature in signatures(text, part)]


def _counts_in(block: Block, span: Span) -> list[Count]:
    return [count for part in _readable_spans(block, span) for count in counts(block.text, part)]


def _readable_spans(block: Block, span: Span) -> Iterator[Span]:
    """Yield the parts of `span` that are read."""
    spans = block.contents.reading.spans
    first = bisect_right(spans, span.start, key=lambda part: part.end)
    last = bisect_left(spans, span.end, key=lambda part: part.start)
    return (Span(max(span.start, part.start), min(span.end, part.end)) for part in spans[first:last])


def _only_item(items: list[_Item]) -> _Item | None:
    return items[0] if len(items) == 1 else None
