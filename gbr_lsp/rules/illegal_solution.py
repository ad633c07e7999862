"""A move of the solution is not legal from the board of the record.

## Why it matters

The solution is what makes a position a study. A move that cannot be played tells of a slip in the move, in one before
it, or in the board. Main line and variations are replayed; the first illegal move is named, and what follows it is not
followed. A solution in the letters of another language (`Sf3`, `Tb1`) is left alone, and `--` passes a move.

## Example

```pgn
[White "Nobody"]
[Black "(+0100.00a1c3)"]
[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]

1. Rh3+ Kc4 2. Rh4+ Kd4 1-0
                    ^^^ illegal-solution: 2...Kd4 is not legal: the black king would stand in check
```
"""

from collections.abc import Iterator

from gbr_lsp.model.finding import Finding, Related, Severity, rule
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.study import Study


@rule(Severity.WARNING, silent_on_clean_record=True, follows_moves=True)
def illegal_solution(study: Study) -> Iterator[Finding]:
    tag = study.block.found.reading.tags.get("FEN")
    owned = next((owned for owned in study.boards if owned.bond is Bond.SURE and owned.board.span == tag), None)
    if tag is None or owned is None or owned.board.placement is None:
        return
    # Only games have solutions, and what follows them takes a while to import.
    from gbr_lsp.solutions.replay import Start, first_illegal

    fields = [*study.text(tag).split(), "", "", "", ""]
    turn = study.code.stipulation.turn if owned.board.turn is None else owned.board.turn
    start = Start(owned.board.placement, turn, fields[2] or None, fields[3] or None)
    illegal = first_illegal(study.block.text, start)
    if illegal:
        related = (Related(f"the {owned.board.name}", owned.place),)
        yield Finding(study.place(illegal.span), f"{illegal.move} is not legal: {illegal.reason}", related=related)
