"""FENs in addresses of analysis boards and in attributes of tags: `…/analysis/8/…_w`, `?fen=…`, `data-fen="…"`,
`alt="…"`.

Only a FEN that can be read is a board: an address is no place to look for misprints. A `data-fen` is one.
"""

from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.notation.placement import Placement, wrong_with

_RANK = "[pnbrqkPNBRQK1-8]{1,8}"
_SLASH = r"(?:/|%2[Ff]|\\/)"
_FEN = (
    rf"(?P<placement>{_RANK}(?:{_SLASH}{_RANK}){{7}})(?![^\W_]|/)(?:(?:[ _+]|%20)(?P<turn>[wb])(?![^\W_]))?"
    r"(?:(?:[ _+]|%20)(?:[KQkqA-Ha-h]{1,4}|-)(?:[ _+]|%20)(?:[a-h][36]|-)(?:(?:[ _+]|%20)[0-9]+){0,2})?"
)
_ADDRESS = regex(rf"(?:/(?:analysis|editor)(?:/(?:standard|fromPosition))?/|[?&#;]fen=){_FEN}")
_ATTRIBUTE = regex(rf"\b(?:(?:data-)?(?:fen|position)|alt|ALT)\s*=\s*[\"']\s*{_FEN}")
_VALUE = regex(r"\b(?:data-)?fen\s*=\s*[\"']\s*(?P<fen>[^\"'<>\r\n]++)")
_TURNS = {"w": True, "b": False}


def find(text: str, left_out: list[Span]) -> list[Board]:
    """The boards of addresses and attributes that do not lie in some spans, in order of offset."""
    boards = [*_in(text)]
    shown = (one for one in boards if not any(span.covers(one.span) for span in left_out))
    return sorted(shown, key=lambda board: board.span)


def values(text: str, left_out: list[Span]) -> list[Span]:
    """What attributes say that are named after the FEN, right or wrong, and do not lie in some spans."""
    found = (Span(*one.span("fen")) for one in _VALUE.finditer(text)) if "fen" in text and "/" in text else ()
    return [value for value in found if not any(span.covers(value) for span in left_out)]


def _in(text: str) -> Iterator[Board]:
    for pattern, may_be in (
        (_ADDRESS, "fen=" in text or "/analysis/" in text or "/editor/" in text),
        (_ATTRIBUTE, "=" in text and any(name in text for name in ("fen", "position", "alt", "ALT"))),
    ):
        for found in pattern.finditer(text) if may_be else ():
            placement = found["placement"].replace("\\", "").replace("%2F", "/").replace("%2f", "/")
            if wrong_with(placement) is None:
                span = Span(found.start("placement"), found.end())
                yield Board(BoardKind.FEN, span, Placement(placement), _TURNS.get(found["turn"] or ""))
