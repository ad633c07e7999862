from gbr_lsp.solutions.moves import Position

def follow(text: str, start: int, now: Position, signs: bool, /) -> list[tuple[Position, bool, bool]] | int:
    """Return the ends of the lines in which the game is over, or the offset of what is not understood or not right.

    The fields of an end are those of `replay.LineEnd`. `now` is the position at the offset `start`. With `signs` a
    sign of check that is wrong or missing is not right either.
    """
