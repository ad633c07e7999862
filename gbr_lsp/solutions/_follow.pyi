from gbr_lsp.solutions.position import Position

def follow(text: str, start: int, now: Position, signs: bool, /) -> list[tuple[Position, bool, bool]] | int:
    """Return the ends of the lines after which the game is over, or the offset of the first problem.

    `text` is followed from offset `start`, with the position `now` there. An end has the fields of
    `replay.LineEnd`. An int is the offset of something wrong or not understood. If `signs`, a wrong
    or missing check sign is wrong too.
    """

def may_end(now: Position, /) -> bool:
    """Return True if the side to move has a move after which the game is over, or if `now` is unusual.

    A position is unusual if a color has not one king, if a pawn is on a back rank, or if the side that does not move
    is in check.
    """
