"""The positions of a record's solution, for conditions about play."""

from collections.abc import Iterator

from gbr_lsp.base.encoding import decode
from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.notation.placement import LETTERS, Placement, wrong_with
from gbr_lsp.solutions.moves import Position
from gbr_lsp.solutions.positions import positions_in
from gbr_lsp.solutions.replay import Start

_FEN = regex(r'\[FEN\s+"([^"\r\n]*)"')
_LETTERS = {color: [LETTERS[piece_type, color] for piece_type in range(1, 7)] for color in (True, False)}


def positions_of(record: bytes, encoding: str) -> Iterator[tuple[str, bool]]:
    """The positions of a record: the squares, and whether White moves."""
    return (shown(position) for position in raw_positions(decode(record, encoding).text))


def raw_positions(text: str) -> Iterator[Position]:
    """The positions of a record as the replay has them; none where no FEN says where it starts."""
    found = _FEN.search(text)
    fields = found[1].split() if found else []
    if not fields or wrong_with(fields[0]):
        return iter(())
    turn = {"w": True, "b": False}.get(fields[1]) if 1 < len(fields) else None
    castling, passant = (fields[at] if at < len(fields) else None for at in (2, 3))
    return positions_in(text, Start(Placement(fields[0]), turn, castling, passant))


def shown(position: Position) -> tuple[str, bool]:
    """The squares of a position, and whether White moves."""
    us, them, _, turn = position
    board = ["."] * 64
    for side, color in ((us, turn), (them, not turn)):
        for letter, men in zip(_LETTERS[color], side[1:7], strict=True):
            while men:
                man = men & -men
                board[man.bit_length() - 1] = letter
                men ^= man
    return "".join(board), turn
