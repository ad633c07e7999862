"""Reading text that is known to be a code: no evidence is required."""

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.class_token import Token, force_from
from gbr_lsp.notation.code_reader import read_short
from gbr_lsp.notation.code_search import find
from gbr_lsp.notation.damaged_classes import slips_in_class
from gbr_lsp.notation.splice import read_repaired
from gbr_lsp.notation.values import Evidence, Occurrence

_SHORT = regex(r"\s*+[(\[]?\s*+(?P<token>[0-9]{4})\s*+[)\]]?\s*+")


def parse_codes(text: str) -> list[Occurrence]:
    """Return an `Occurrence` for each code of `text`, in order of offset.

    If there is no other code, `text` may be four digits or a damaged class.
    """
    found = find(text, [Span(0, len(text))])
    if found:
        return [
            code._replace(evidence=Evidence.REQUESTED) if code.evidence is Evidence.NONE else code for code in found
        ]
    short_match = _SHORT.fullmatch(text)
    if short_match:
        token = Token(*short_match.span("token"), force_from(short_match["token"]))
        return [read_short(text, token, Evidence.REQUESTED, 0, len(text))]
    odd_token, slips = slips_in_class(text)
    if slips:
        return read_repaired(text, 0, len(text), [slips], _read_requested)
    return [read_short(text, odd_token, Evidence.REQUESTED, 0, len(text))] if odd_token else []


def _read_requested(text: str, start: int, end: int) -> list[Occurrence]:
    return [code._replace(evidence=Evidence.REQUESTED) for code in find(text, [Span(start, end)])]
