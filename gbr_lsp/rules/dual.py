"""In the main line, another move reaches the goal as well.

## Why it matters

Each move of White in the main line of a study should be the only one. At the end of a solution several moves often do,
so this rule is off by default.

It does not report the last move of White, moves that are printed as variations, a promotion to another man with the
same move, or moves that only waste time: those after which Black can force a position of the main line within four
half-moves. In prose, it does not report a move that the text gives anywhere as an alternative. A line is reported
once, at its first such move. Records with the flags `U1` to `U5` are not checked.

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

from gbr_lsp.model.finding import Finding, RuleScope, Severity, rule

if TYPE_CHECKING:
    from gbr_lsp.model.outcomes import JudgedSolution


@rule(Severity.HINT, RuleScope.JUDGED_SOLUTION)
def dual(solution: "JudgedSolution") -> Iterator[Finding]:
    if solution.is_cooked:
        return
    for node in solution.only_moves[:-1]:
        others = solution.other_moves(node)
        if others:
            verb = f"{solution.verb(others[0].after)}{'s' if len(others) == 1 else ''}"
            message = (
                f"{solution.printed_move(node)} is not the only move: {solution.move_names(node, others)} {verb} too"
            )
            yield Finding(solution.place(node), message)
            return
