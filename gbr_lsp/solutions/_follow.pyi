from gbr_lsp.solutions.moves import Position

def follow(text: str, start: int, now: Position, signs: bool, /) -> list[tuple[Position, bool, bool]] | int:
    """Return the ends of the lines after which the game is over, or the offset of the first problem.

    `text` is followed from offset `start`, with the position `now` there. An end has the fields of
    `replay.LineEnd`. An int is the offset of something wrong or not understood. If `signs`, a wrong
    or missing check sign is wrong too.
    """
