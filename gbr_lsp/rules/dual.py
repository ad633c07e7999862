"""Another move than that of the main line reaches the goal too.

## Why it matters

In the main line of a study each move of White should be the only one. Off unless it is selected, for at the end of a
solution other moves are usual. Not reported are the last move of White, moves that are printed as variations, the same
promotion to another man, and moves that only waste time: those after which Black forces a position of the main line,
whatever White plays (within four half-moves). A line is reported once, at its first such move. Records with the flags
`U1` to `U5` are left alone. In prose no move is reported that the text names anywhere as a move in that place.

## Example

```pgn tables select=dual
[White "Nobody"]
[Black "(+0000.10g4f7)"]
[FEN "8/5k2/8/8/6K1/4P3/8/8 w - - 0 1"]

1. Kf5 Ke7 2. Ke5 Kd7 3. Kf6 Ke8 4. e4 Kd7 5. e5 *
                                    ^^ dual: 4.e4 is not the only move: 4.Ke6 wins too
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.model.finding import Finding, Over, Severity, rule

if TYPE_CHECKING:
    from gbr_lsp.model.judged import JudgedSolution


@rule(Severity.HINT, Over.JUDGED_SOLUTION)
def dual(solution: "JudgedSolution") -> Iterator[Finding]:
    if solution.is_cooked:
        return
    for node in solution.only_moves[:-1]:
        others = solution.others(node)
        if others:
            verb = f"{solution.verb(others[0].after)}{'s' if len(others) == 1 else ''}"
            message = f"{solution.printed(node)} is not the only move: {solution.names(node, others)} {verb} too"
            yield Finding(solution.place(node), message)
            return
