"""Classes that fill their line: `GBR class 0032.10`, `0031.10 h1`, `0032.10 3/2 Win`.

They may be any number; only a board near them shows that they are codes.
"""

from bisect import bisect_right
from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LineIndex, Span
from gbr_lsp.notation.grammar import NO_WORD_AFTER, SQUARE
from gbr_lsp.notation.tail import control_in, tail_after
from gbr_lsp.notation.values import SQUARES, Evidence, Form, Kind, Kings, Occurrence, Part, Stipulation

_LABEL = regex(r"[-\s*_`>|(\[\"'“„+=]*+(?:[^\W\d_]++[\s*_`:\"'“„(\[-]++){0,3}[+=]?")
_MATERIAL = r"(?:\([0-9]{1,2}[ ]?\+[ ]?[0-9]{1,2}\)|K[QRBNSP]{0,15}[ ]?(?:--?|–|vs?\.?)[ ]?K[QRBNSP]{0,15}(?!\w))"
"""A count of men or a material signature: `(5+4)`, `KRP-KN`."""
_MARKS = r"[\s*_`|.,;:)\]\"'”“]*+"
_END = regex(rf"{_MARKS}(?:[-–—(]?[ ]?{_MATERIAL}{_MARKS})?(?:(?:<!--|%|//)[^\r\n]*+)?[\r\n]*+")
"""The end of a line, perhaps with a material count and a comment."""
_BOARD_LABEL = regex(r"[^\w\r\n]*(?:(?i:FEN|Forsyth|position|board|diagram)[^\w\r\n]{1,4})?\Z")
_KING = regex(rf"[ \t,;:(\[/–-]*+(?:[wW]?K)?(?P<square>{SQUARE}){NO_WORD_AFTER}")
_KING_BEFORE = regex(rf"[\s*_`>|(\[\"]*+(?:[wW]?K)?(?P<square>{SQUARE})[ \t]*[,;:)\]/–-]?[ \t]*[+=]?")


def lone_classes_in(
    text: str, lines: LineIndex, codes: list[Occurrence], spans: list[Span], board_spans: list[Span]
) -> Iterator[Occurrence]:
    """Yield an `Occurrence` for each of `codes` that fills its line, or its line up to a board.

    It includes the king or control next to the class. A board must confirm it. A line ends at the parts
    of the text that are not in `spans`. These and `board_spans` are sorted.
    """
    for code in codes:
        if code.code.kings is not None or code.code.force is None or code.problems or code.is_apart:
            continue
        class_span = code.span_of(Kind.CLASS)
        line = lines.line_span(lines.line_at(class_span.start))
        span = spans[bisect_right(spans, class_span.start, key=lambda span: span.start) - 1]
        line = Span(max(line.start, span.start), min(line.end, span.end))
        board = next((span for span in board_spans if line.covers(span) and class_span.end <= span.start), None)
        if board and (label := _BOARD_LABEL.search(text, class_span.end, board.start)):
            line = Span(line.start, label.start())
        occurrence = _add_king(text, code, class_span, line) or _add_tail(text, code, class_span, line)
        if occurrence:
            yield occurrence


def _add_king(text: str, code: Occurrence, class_span: Span, line: Span) -> Occurrence | None:
    """Return the `Occurrence` with its one king and its tail, or None if its line has other text.

    `code` has the class at `class_span` in the span `line`.
    """
    king_after, king_before = (
        _KING.match(text, class_span.end, line.end),
        _KING_BEFORE.fullmatch(text, line.start, class_span.start),
    )
    king = king_after or king_before
    if king is None or (king_after and king_before):
        return None
    span = Span(*king.span("square"))
    last = max(span.end, class_span.end)
    tail, stipulation = tail_after(text, last, line.end, code.code.stipulation)
    if king_after and not _LABEL.fullmatch(text, line.start, class_span.start):
        return None
    if not _END.fullmatch(text, max((part.span.end for part in tail), default=last), line.end):
        return None
    square = SQUARES[text[span.start : span.end]]
    return _extend(text, code, [Part(Kind.KING, span, square), *tail], Kings(square, None), stipulation)


def _add_tail(text: str, code: Occurrence, class_span: Span, line: Span) -> Occurrence | None:
    """Return the `Occurrence` with its control and result, or None.

    It is None if its line has other text; only before a class with control and result it may have names.
    `code` has the class at `class_span` in the span `line`.
    """
    parts, stipulation = tail_after(text, class_span.end, line.end, code.code.stipulation)
    end = max((part.span.end for part in parts), default=class_span.end)
    kinds = {part.kind for part in parts}
    if code.evidence is Evidence.NONE and Kind.CONTROL not in kinds:
        return None
    is_labeled = {Kind.CONTROL, Kind.RESULT} <= kinds or _LABEL.fullmatch(text, line.start, class_span.start)
    if not is_labeled or not _END.fullmatch(text, end, line.end):
        return None
    return _extend(text, code, parts, None, stipulation)


def _extend(
    text: str, code: Occurrence, new_parts: list[Part], kings: Kings | None, stipulation: Stipulation
) -> Occurrence:
    """Return the `Occurrence` with `new_parts`, `kings` and `stipulation`; its span and form follow."""
    parts = tuple(sorted((*code.parts, *new_parts), key=lambda part: part.span))
    control = control_in(text, new_parts) or code.code.control
    new_code = code.code._replace(kings=kings, control=control, stipulation=stipulation)
    return code._replace(
        code=new_code,
        form=Form.PREFIXED if kings else code.form,
        span=Span(parts[0].span.start, parts[-1].span.end),
        parts=parts,
        evidence=Evidence.BOARD if code.evidence is Evidence.NONE else code.evidence,
    )
