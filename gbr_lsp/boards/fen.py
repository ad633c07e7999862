"""FENs: the value of a PGN tag; in prose, perhaps with the placement only; in addresses and attributes.

Addresses are those of analysis boards (`…/analysis/8/…_w`, `?fen=…`), attributes are
`data-fen="…"`, `alt="…"` and the like. A damaged FEN is no board there, except in `data-fen` and
`fen`.
"""

from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import TURNS, Board, BoardKind, board_of_fields
from gbr_lsp.notation.placement import SQUARES_OF_RANK, Placement, is_fen_like, placement_problem

_RANK = "[pnbrqkPNBRQK0-9]{1,10}"
_SLASH = r"\\?/"
"""JSON may escape a slash with a backslash."""

_MIN_SLASHES = 5
_EMPTY_RANK = rf"(?={_SLASH}{_RANK})"
"""A rank that lost its only digit, between two adjacent slashes."""
_FEN = regex(
    rf"(?<![^\W_])(?<![/\\.:-])(?P<placement>{_RANK}(?:{_SLASH}(?:{_RANK}|{_EMPTY_RANK})){{{_MIN_SLASHES},9}})(?![^\W_]|/|\.[^\W_])"
    r"(?:[ \t]+(?P<turn>[wb])(?![^\W_])(?:[ \t]+(?:-|[KQkqA-Ha-h]{1,4})[ \t]+(?:-|[a-h][36])(?:[ \t]+\d+[ \t]+\d+)?)?)?"
)

_LINKED_RANK = "[pnbrqkPNBRQK1-8]{1,8}"
_LINKED_SLASH = r"(?:/|%2[Ff]|\\/)"
_LINKED_FEN = (
    rf"(?P<placement>{_LINKED_RANK}(?:{_LINKED_SLASH}{_LINKED_RANK}){{7}})(?![^\W_]|/)"
    r"(?:(?:[ _+]|%20)(?P<turn>[wb])(?![^\W_]))?"
    r"(?:(?:[ _+]|%20)(?:[KQkqA-Ha-h]{1,4}|-)(?:[ _+]|%20)(?:[a-h][36]|-)(?:(?:[ _+]|%20)[0-9]+){0,2})?"
)
_ADDRESS = regex(rf"(?:/(?:analysis|editor)(?:/(?:standard|fromPosition))?/|[?&#;]fen=){_LINKED_FEN}")
_ATTRIBUTE = regex(rf"\b(?:(?:data-)?(?:fen|position)|alt|ALT)\s*=\s*[\"']\s*{_LINKED_FEN}")
_VALUE = regex(r"\b(?:data-)?fen\s*=\s*[\"']\s*(?P<fen>[^\"'<>\r\n]++)")


def tag_board(text: str, span: Span) -> Board:
    """Return the `Board` of a FEN tag with the value in `span`, readable or not."""
    return board_of_fields(span, text[span.start : span.end].split())


def find(text: str, span: Span) -> list[Board]:
    """Return a `Board` for each FEN in `span`, in order of offset, readable or not.

    Digits and slashes without kings are something else.
    """
    boards = []
    for match in _FEN.finditer(text, *span) if _MIN_SLASHES <= text.count("/", *span) else ():
        placement = match["placement"].replace("\\", "")
        has_both_kings = "k" in placement and "K" in placement
        if (has_both_kings and is_fen_like(placement, is_announced=False)) or _has_one_king(placement):
            boards.append(board_of_fields(Span(*match.span()), [placement, match["turn"] or ""]))
    return boards


def _has_one_king(placement: str) -> bool:
    """Return True for seven or eight sound ranks with one king, after a slip."""
    ranks = placement.split("/")
    is_sound = len(ranks) in (7, 8) and all(len(SQUARES_OF_RANK[rank]) == 8 for rank in ranks)
    return is_sound and ("k" in placement) != ("K" in placement)


def find_linked(text: str, skipped_spans: list[Span]) -> list[Board]:
    """Return a `Board` for each FEN in an address or attribute, sorted by offset.

    Those inside `skipped_spans` are left out.
    """
    visible_boards = (one for one in _linked_boards(text) if not any(span.covers(one.span) for span in skipped_spans))
    return sorted(visible_boards, key=lambda board: board.span)


def attribute_values(text: str, skipped_spans: list[Span]) -> list[Span]:
    """Return the spans of values of attributes `fen` or `data-fen`, valid or not.

    Those inside `skipped_spans` are left out.
    """
    found = (Span(*one.span("fen")) for one in _VALUE.finditer(text)) if "fen" in text and "/" in text else ()
    return [value for value in found if not any(span.covers(value) for span in skipped_spans)]


def _linked_boards(text: str) -> Iterator[Board]:
    """Yield a `Board` for each valid FEN in an address, then in an attribute."""
    for pattern, may_be in (
        (_ADDRESS, "fen=" in text or "/analysis/" in text or "/editor/" in text),
        (_ATTRIBUTE, "=" in text and any(name in text for name in ("fen", "position", "alt", "ALT"))),
    ):
        for match in pattern.finditer(text) if may_be else ():
            placement = match["placement"].replace("\\", "").replace("%2F", "/").replace("%2f", "/")
            if placement_problem(placement) is None:
                span = Span(match.start("placement"), match.end())
                yield Board(BoardKind.FEN, span, Placement(placement), TURNS.get(match["turn"] or ""))
