"""Reading a text that is known to be a code, such as the argument of `decode`: no evidence is needed."""

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.damage import whole_slips
from gbr_lsp.notation.find import find
from gbr_lsp.notation.mending import read_mended
from gbr_lsp.notation.read import read_short
from gbr_lsp.notation.token import Token, force_from
from gbr_lsp.notation.values import Evidence, Occurrence

_SHORT = regex(r"\s*+[(\[]?\s*+(?P<token>[0-9]{4})\s*+[)\]]?\s*+")


def ask(text: str) -> list[Occurrence]:
    """The codes of a text, in order."""
    found = find(text, [Span(0, len(text))])
    if found:
        return [code._replace(evidence=Evidence.ASKED) if code.evidence is Evidence.NONE else code for code in found]
    short = _SHORT.fullmatch(text)
    if short:
        token = Token(*short.span("token"), force_from(short["token"]))
        return [read_short(text, token, Evidence.ASKED, 0, len(text))]
    odd, slips = whole_slips(text)
    if slips:
        return read_mended(text, 0, len(text), [slips], _read_asked)
    return [read_short(text, odd, Evidence.ASKED, 0, len(text))] if odd else []


def _read_asked(text: str, start: int, end: int) -> list[Occurrence]:
    return [code._replace(evidence=Evidence.ASKED) for code in find(text, [Span(start, end)])]
