"""Codes that someone asks about: a text that is meant to be a code needs no evidence."""

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.damage import whole_token
from gbr_lsp.notation.find import find
from gbr_lsp.notation.read import read_short
from gbr_lsp.notation.token import Token, force_from
from gbr_lsp.notation.values import Evidence, Occurrence

_SHORT = regex(r"\s*[(\[]?\s*(?P<token>[0-9]{4})\s*[)\]]?\s*")


def ask(text: str) -> list[Occurrence]:
    """The codes of a text, in order."""
    found = find(text, [Span(0, len(text))])
    if found:
        return [code._replace(evidence=Evidence.ASKED) if code.evidence is Evidence.NONE else code for code in found]
    short = _SHORT.fullmatch(text)
    if short:
        token = Token(*short.span("token"), force_from(short["token"]))
        return [read_short(text, token, Evidence.ASKED, 0, len(text))]
    damaged = whole_token(text)
    return [read_short(text, damaged, Evidence.ASKED, 0, len(text))] if damaged else []
