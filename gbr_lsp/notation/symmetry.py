"""Mirror images of boards."""

from gbr_lsp.notation.placement import Placement


def canonical_mirror(fen: str) -> str:
    """Return a text shared by `fen`, a placement field, and its mirror images only.

    With pawns only the left and right sides are mirrored; without them all eight symmetries of a
    square apply.
    """
    if "P" in fen or "p" in fen:
        # The reversed text mirrors files and ranks; the order of the ranks is then restored.
        return min(fen, "/".join(fen[::-1].split("/")[::-1]))
    squares = Placement(fen).squares
    mirror = "".join(squares[start : start + 8][::-1] for start in range(0, 64, 8))
    boards = [squares, mirror, _diagonal(squares), _diagonal(mirror)]
    return min(boards + [board[::-1] for board in boards])


def _diagonal(squares: str) -> str:
    """Return the 64 `squares` mirrored along the diagonal from a1 to h8."""
    return "".join(squares[file::8] for file in range(8))
