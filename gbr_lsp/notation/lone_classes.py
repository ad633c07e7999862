"""Classes that fill their line: `GBR class 0032.10`, `0031.10 h1`, `0032.10 3/2 Win`.

They may be any number; only a board near them shows that they are codes.
"""

from bisect import bisect_right
from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LineIndex, Span
from gbr_lsp.notation.code_reader import square_parts
from gbr_lsp.notation.grammar import NO_WORD_AFTER, SQUARE
from gbr_lsp.notation.splice import extended
from gbr_lsp.notation.tail import tail_after
from gbr_lsp.notation.values import Evidence, Form, Kind, Occurrence

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
        occurrence = _read_line(text, code, class_span, line)
        if occurrence:
            evidence = Evidence.BOARD if code.evidence is Evidence.NONE else code.evidence
            yield occurrence._replace(evidence=evidence, is_apart=False)


def _read_line(text: str, code: Occurrence, class_span: Span, line: Span) -> Occurrence | None:
    """Return the `Occurrence` with its one king, its control and result, or None if its line has other text.

    Only before a class with control and result it may have names. `code` has the class at `class_span`
    in the span `line`.
    """
    king_after = _KING.match(text, class_span.end, line.end)
    king_before = _KING_BEFORE.fullmatch(text, line.start, class_span.start)
    for king in (None,) if king_after and king_before else dict.fromkeys((king_after or king_before, None)):
        square = square_parts(text, Kind.KING, [Span(*king.span("square"))] if king else [])
        last = max(part.span.end for part in (*code.parts, *square))
        tail, stipulation = tail_after(text, last, line.end, code.code.stipulation)
        found = extended(text, code, [*square, *tail], stipulation)
        if king is None and code.evidence is Evidence.NONE and found.code.control is None:
            continue
        is_labeled = king is king_before if king else found.part(Kind.RESULT) and found.code.control
        if not is_labeled and not _LABEL.fullmatch(text, line.start, class_span.start):
            continue
        if _END.fullmatch(text, found.span.end, line.end):
            return found._replace(form=Form.PREFIXED) if king else found
    return None
