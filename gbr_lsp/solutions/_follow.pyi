from gbr_lsp.solutions.moves import Position

def follow(text: str, start: int, now: Position, signs: bool, /) -> list[tuple[Position, bool]] | int:
    """The ends of those lines of a game in which it is over, or the offset of what is not understood, or not right.

    Each with whether a move of White in it is marked as a mistake. `now` is the position at the offset `start`. With
    `signs` a sign of check that is wrong or missing is not right either.
    """
