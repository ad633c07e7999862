"""Boards that are the same when they are mirrored."""

from gbr_lsp.notation.placement import Placement


def least_mirror(placement: Placement) -> str:
    """The least of a board's squares and those of its mirrors, the same for all of them.

    With pawns a board is mirrored left and right, without any it has the eight symmetries of a square.
    """
    squares = placement.squares
    mirrored = _left_right(squares)
    if "P" in squares or "p" in squares:
        return min(squares, mirrored)
    turned = [squares, mirrored, _diagonal(squares), _diagonal(mirrored)]
    return min(turned + [board[::-1] for board in turned])


def _left_right(squares: str) -> str:
    return "".join(squares[start : start + 8][::-1] for start in range(0, 64, 8))


def _diagonal(squares: str) -> str:
    """The board mirrored along the line from a1 to h8."""
    return "".join(squares[file::8] for file in range(8))
