"""FENs: the value of a PGN tag, and anywhere in a text, with or without the fields behind the placement."""

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.notation.placement import Placement, looks_like_fen, wrong_with

_RANK = "[pnbrqkPNBRQK0-9]{1,10}"
_SLASH = r"\\?/"
"""JSON may write a slash with a backslash before it."""

_FEWEST_SLASHES = 5
_EMPTY = rf"(?={_SLASH}{_RANK})"
"""A rank whose sign was lost: two slashes side by side."""
_FEN = regex(
    rf"(?<![^\W_])(?<![/\\.:-])(?P<placement>{_RANK}(?:{_SLASH}(?:{_RANK}|{_EMPTY})){{{_FEWEST_SLASHES},9}})(?![^\W_]|/|\.[^\W_])"
    r"(?:[ \t]+(?P<turn>[wb])(?![^\W_])(?:[ \t]+(?:-|[KQkqA-Ha-h]{1,4})[ \t]+(?:-|[a-h][36])(?:[ \t]+\d+[ \t]+\d+)?)?)?"
)


def tag_value(text: str, span: Span) -> Board:
    """The board of a FEN tag, whatever stands in it."""
    fields = text[span.start : span.end].split()
    turn = {"w": True, "b": False}.get(fields[1]) if 1 < len(fields) else None
    return _board(span, fields[0] if fields else "", turn)


def find(text: str, span: Span) -> list[Board]:
    """The FENs in a span of a text. A row of numbers and slashes without kings is something else."""
    boards = []
    for found in _FEN.finditer(text, *span) if _FEWEST_SLASHES <= text.count("/", *span) else ():
        placement = found["placement"].replace("\\", "")
        both = "k" in placement and "K" in placement
        if (both and looks_like_fen(placement, is_announced=False)) or _lacks_a_king(placement):
            turn = {"w": True, "b": False}.get(found["turn"] or "")
            boards.append(_board(Span(*found.span()), placement, turn))
    return boards


def _lacks_a_king(placement: str) -> bool:
    """Whether eight sound ranks, or seven, have one king, as a FEN with a slip in a letter or a lost rank has."""
    ranks = placement.split("/")
    sound = len(ranks) in (7, 8) and all(
        sum(int(char) if char.isdigit() else 1 for char in rank) == 8 for rank in ranks
    )
    return sound and ("k" in placement) != ("K" in placement)


def _board(span: Span, placement: str, turn: bool | None) -> Board:
    problem = wrong_with(placement)
    return Board(BoardKind.FEN, span, None if problem else Placement(placement), turn, problem)
