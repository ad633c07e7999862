"""Edits that make a board show another position in place, in its own notation."""

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.boards import lists, macros
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.hosts.protocol import BoardSource
from gbr_lsp.model.block import Block
from gbr_lsp.notation.placement import Placement

_FIELDS = regex(
    r"\s*(?P<placement>(?:(?!%20)[^\s_?&#\"'<>])+)"
    r"(?:(?P<gap>\s+|_|\+|%20)[wb](?:(?P=gap)(?P<castling>-|[KQkqA-Ha-h]{1,4})(?:(?P=gap)(?P<passing>-|[a-h][36]))?)?)?"
)
_SEPARATOR = regex(r"\\/|%2[Ff]|/")
_CASTLING_SQUARES = {"K": ("K", 4, 7), "Q": ("K", 4, 0), "k": ("k", 60, 63), "q": ("k", 60, 56)}
"""Right to castle → letter of the king, his square, square of his rook."""


def board_edits(block: Block, board: Board, placement: Placement) -> list[Edit] | str:
    """Return a list of edits that make `board` show `placement`, or a refusal.

    Offsets are those of `block.text`. A refusal is its reason in one line.
    """
    if board.kind is BoardKind.DIAGRAM:
        return "A diagram in a chess font cannot be changed here: it comes from a page"
    if board.kind in (BoardKind.GRID, BoardKind.TEMPLATE):
        return "A diagram of letters or figurines cannot be changed here"
    spans = block.contents.reading.spans
    macro_edits = None
    if BoardSource.MACROS in block.host.sources:
        macro_edits = macros.rewrite_edits(block.text, spans, block.host.letters, board, placement)
    if isinstance(macro_edits, str):
        return macro_edits
    if board.kind is BoardKind.FEN:
        return fen_edits(block.text, board.span, placement)
    return (
        macro_edits or lists.rewrite_edits(block.text, board.span, placement) or "This list of men cannot be rewritten"
    )


def fen_edits(text: str, span: Span, placement: Placement) -> list[Edit] | str:
    """Return a list of edits that make the FEN in `span` show `placement`, or a refusal.

    Castling needs king and rook at home.
    """
    found = _FIELDS.match(text, *span)
    if found is None:
        return [Edit(span, placement.fen)] if not text[slice(*span)].strip() else "This FEN cannot be rewritten"
    separator = _SEPARATOR.search(found["placement"])
    new_placement = placement.fen.replace("/", separator[0]) if separator else placement.fen
    edits = [Edit(Span(*found.span("placement")), new_placement)]
    castling = found["castling"]
    if castling and castling != "-":
        kept_rights = "".join(letter for letter in castling if _may_castle(letter, placement))
        edits.append(Edit(Span(*found.span("castling")), kept_rights or "-"))
    if found["passing"]:
        edits.append(Edit(Span(*found.span("passing")), "-"))
    return [edit for edit in edits if text[slice(*edit.span)] != edit.text]


def _may_castle(letter: str, placement: Placement) -> bool:
    """Return True if king and rook are at home for the right `letter`, one of `KQkq`."""
    if letter not in _CASTLING_SQUARES:
        return False
    king, home, corner = _CASTLING_SQUARES[letter]
    rook = "R" if king == "K" else "r"
    return placement.squares[home] == king and placement.squares[corner] == rook
