"""Reading text that is known to be a code: no evidence is required."""

import re

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.class_token import Token, force_from
from gbr_lsp.notation.code_reader import read_short, square_parts
from gbr_lsp.notation.code_search import find
from gbr_lsp.notation.damaged_classes import slips_in_class
from gbr_lsp.notation.grammar import GAP
from gbr_lsp.notation.separated_kings import kings_after, kings_before
from gbr_lsp.notation.splice import extended, read_repaired
from gbr_lsp.notation.tail import tail_after
from gbr_lsp.notation.values import Evidence, Form, Kind, Occurrence, Part, Problem, Stipulation

_STRAY = regex(r"[^\s()\[\].](?:.*[^\s()\[\].])?", re.DOTALL)
_CAPITAL_KINGS = regex(r"(?<![^\W_])(?:[A-H][1-8]){2}(?![^\W_])")
_CONTROL = regex(rf"{GAP}(?P<control>[0-9]{{1,2}}[/+][0-9]{{1,2}})(?![0-9/-])")
"""A control of any size."""
_CLOSING = regex(r"[ \t]*+[)\]]")
_SHORT = regex(r"\s*+[(\[]?\s*+(?P<token>[0-9]{4})\s*+[)\]]?\s*+")


def parse_codes(text: str) -> list[Occurrence]:
    """Return an `Occurrence` for each code of `text`, in order of offset.

    If there is no other code, `text` may be four digits or a damaged class.
    """
    found = _read_requested(text, 0, len(text))
    if found:
        return [_completed(text, found[0])] if len(found) == 1 else found
    short_match = _SHORT.fullmatch(text)
    if short_match:
        token = Token(*short_match.span("token"), force_from(short_match["token"]))
        return [read_short(text, token, Evidence.REQUESTED, 0, len(text))]
    odd_token, slips = slips_in_class(text)
    if slips:
        return read_repaired(text, 0, len(text), [slips], _read_requested)
    return [read_short(text, odd_token, Evidence.REQUESTED, 0, len(text))] if odd_token else []


def stray_text(text: str, code: Occurrence) -> Span | None:
    """Return the first part of `text` that is neither in `code` nor a bracket or full stop around it, or None."""
    outside = (Span(0, code.span.start), Span(code.span.end, len(text)))
    return next((Span(*found.span()) for span in outside if (found := _STRAY.search(text, *span))), None)


def _read_requested(text: str, start: int, end: int) -> list[Occurrence]:
    return [
        code._replace(evidence=Evidence.REQUESTED) if code.evidence is Evidence.NONE else code
        for code in find(text, [Span(start, end)])
    ]


def _completed(text: str, code: Occurrence) -> Occurrence:
    """Return the only `code` of `text` with the kings, control and result that need no more evidence here."""
    if code.form is Form.CLASS and code.code.kings is None and not code.problems:
        kings = kings_before(text, 0, code.span.start) or kings_after(text, code.span.end, len(text))
        capitals = _CAPITAL_KINGS.search(text)
        if kings:
            form = Form.PREFIXED if code.span < kings.span else Form.CAPTION
            code = extended(text, code, square_parts(text, Kind.KING, (kings.white, kings.black)))._replace(form=form)
        elif capitals:
            slip = Problem("misspelled-square", Span(*capitals.span()), capitals[0].lower())
            (code,) = read_repaired(text, 0, len(text), [[slip]], _read_requested)
    if code.code.kings and code.code.force and not any(code.code.force):
        code = code._replace(code=code.code._replace(pieces=(), pawns=()))  # The kings are the whole position.
    if code.part(Kind.RESULT) or code.part(Kind.CONTROL):
        return code
    closing = _CLOSING.match(text, code.span.end)
    end = closing.end() if closing else code.span.end
    control = _CONTROL.match(text, end)
    parts = [Part(Kind.CONTROL, Span(*control.span("control")))] if control else []
    after, force = control.end() if control else end, code.code.force
    tail, stated = tail_after(text, after, len(text), Stipulation(None, None), force=force)
    own = code.code.stipulation
    if own.completed(stated) != stated.completed(own):
        return code  # `=0323.12g3g1 Win` contradicts itself.
    is_longer = bool(parts or tail)
    return extended(text, code, parts + tail, own.completed(stated))._replace(is_apart=False) if is_longer else code
