"""Classes without kings, or with one, that fill their line: `GBR class 0032.10`, `0031.10 h1`, `0032.10 3/2 Win`.

They may be any number: only a board beside them shows that they are codes.
"""

from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LineIndex, Span
from gbr_lsp.notation.grammar import NO_WORD_AFTER, SQUARE
from gbr_lsp.notation.tail import control_in, tail_behind
from gbr_lsp.notation.values import SQUARES, Evidence, Form, Kind, Kings, Occurrence, Part

_LABEL = regex(r"[-\s*_`>|(\[\"'“„+=]*+(?:[^\W\d_]++[\s*_`:\"'“„(\[-]++){0,3}[+=]?")
_MATERIAL = r"(?:\([0-9]{1,2}[ ]?\+[ ]?[0-9]{1,2}\)|K[QRBNSP]{0,15}[ ]?(?:--?|–|vs?\.?)[ ]?K[QRBNSP]{0,15}(?!\w))"
"""A count of men or a material signature: `(5+4)`, `KRP-KN`."""
_MARKS = r"[\s*_`|.,;:)\]\"'”“]*+"
_END = regex(rf"{_MARKS}(?:[-–—(]?[ ]?{_MATERIAL}{_MARKS})?(?:(?:<!--|%|//)[^\r\n]*+)?[\r\n]*+")
"""The end of a line, perhaps with a count of men or a signature, and a comment."""
_KING = regex(rf"[ \t]*(?P<square>{SQUARE}){NO_WORD_AFTER}")
_KING_BEFORE = regex(rf"[\s*_`>|(\[\"]*+(?P<square>{SQUARE})[ \t]+[+=]?")


def alone_in(text: str, lines: LineIndex, codes: list[Occurrence]) -> Iterator[Occurrence]:
    """The classes of a text that fill their line with a word for it, a control or one king; what a board proves."""
    for code in codes:
        if code.code.kings is not None or code.code.force is None or code.problems or code.apart:
            continue
        own = code.span_of(Kind.CLASS)
        line = lines.line_span(lines.line_at(own.start))
        read = _with_king(text, code, own, line) or _with_tail(text, code, own, line)
        if read:
            yield read


def _with_king(text: str, code: Occurrence, own: Span, line: Span) -> Occurrence | None:
    """A class with the square of one king before or behind it, and nothing else on its line."""
    behind, before = _KING.match(text, own.end, line.end), _KING_BEFORE.fullmatch(text, line.start, own.start)
    if (
        behind
        and not before
        and _LABEL.fullmatch(text, line.start, own.start)
        and _END.fullmatch(text, behind.end(), line.end)
    ):
        span = Span(*behind.span("square"))
    elif before and not behind and _END.fullmatch(text, own.end, line.end):
        span = Span(*before.span("square"))
    else:
        return None
    square = SQUARES[text[span.start : span.end]]
    return _filled(text, code, [Part(Kind.KING, span, square)], Kings(square, None))


def _with_tail(text: str, code: Occurrence, own: Span, line: Span) -> Occurrence | None:
    """A class with a word before it, or a control behind it, and nothing else on its line."""
    parts, said = tail_behind(text, own.end, line.end, code.code.stipulation)
    end = max((part.span.end for part in parts), default=own.end)
    named = code.evidence is not Evidence.NONE or any(part.kind is Kind.CONTROL for part in parts)
    if not named or not _LABEL.fullmatch(text, line.start, own.start) or not _END.fullmatch(text, end, line.end):
        return None
    read = _filled(text, code, parts, None)
    return read._replace(code=read.code._replace(stipulation=said))


def _filled(text: str, code: Occurrence, more: list[Part], kings: Kings | None) -> Occurrence:
    parts = tuple(sorted((*code.parts, *more), key=lambda part: part.span))
    said = code.code._replace(kings=kings, control=control_in(text, more) or code.code.control)
    return code._replace(
        code=said,
        form=Form.PREFIXED if kings else code.form,
        span=Span(parts[0].span.start, parts[-1].span.end),
        parts=parts,
        evidence=Evidence.BOARD if code.evidence is Evidence.NONE else code.evidence,
    )
