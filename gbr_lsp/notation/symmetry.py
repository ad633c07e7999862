"""Boards that are the same when they are mirrored."""

from gbr_lsp.notation.placement import Placement


def canonical_mirror(fen: str) -> str:
    """Something that a board and its mirrors have in common with each other and with no other board.

    `fen` is that of a placement. With pawns a board is mirrored left and right, without any it has the eight symmetries
    of a square.
    """
    if "P" in fen or "p" in fen:
        # Read backwards, the ranks are mirrored, but the first comes first.
        return min(fen, "/".join(fen[::-1].split("/")[::-1]))
    squares = Placement(fen).squares
    mirror = "".join(squares[start : start + 8][::-1] for start in range(0, 64, 8))
    boards = [squares, mirror, _diagonal(squares), _diagonal(mirror)]
    return min(boards + [board[::-1] for board in boards])


def _diagonal(squares: str) -> str:
    """The board mirrored along the line from a1 to h8."""
    return "".join(squares[file::8] for file in range(8))
