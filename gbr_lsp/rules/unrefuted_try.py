"""A move is marked as a try, but the line after it does not refute it.

## Why it matters

A try is a move of White that fails against one defense. It is marked with `?`, `??` or `?!` (`$2`, `$4`, `$6` in PGN),
and the line after it shows the defense. If White can still reach the goal at the end of that line, the try is a second
solution, or the line is not the refutation.

A try that only wastes time is not reported: one after which Black can force a position of the main line within four
half-moves. Records with the flags `U1` to `U5` are not checked.

## Example

```pgn tables
[White "Nobody"]
[Black "(+0000.10g4f7)"]
[FEN "8/5k2/8/8/6K1/4P3/8/8 w - - 0 1"]

1. Kf5 (1. Kf3 $2 Kf6) 1... Ke7 2. Ke5 *
           ^^^ unrefuted-try: 1.Kf3 is marked as a try, but its line ends in a win for White (1...Kf6)
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.model.finding import Finding, Need, RuleScope, Severity, rule

if TYPE_CHECKING:
    from gbr_lsp.model.outcomes import JudgedSolution


@rule(
    Severity.WARNING,
    RuleScope.JUDGED_SOLUTION,
    need=Need.TABLES_AND_SOLUTION,
    is_silent_if_clean=True,
    needs_legal_moves=True,
)
def unrefuted_try(solution: "JudgedSolution") -> Iterator[Finding]:
    if solution.is_cooked:
        return
    # The modules about moves are slow to import.
    from gbr_lsp.solutions.strands import last_position

    for judged_strand in solution.strands:
        try_nodes = [node for node in judged_strand.strand.try_line if node.san is not None]
        end = last_position(judged_strand.strand.try_line)
        if end is None or judged_strand.is_thrown or not solution.outcomes.is_goal_kept(end):
            continue
        if any(node.after and solution.is_waste_of_time(node.after) for node in (try_nodes[0], try_nodes[-1])):
            continue
        first, last = solution.printed_move(try_nodes[0]), try_nodes[-1]
        last_text = f" ({solution.printed_move(last)})" if last is not try_nodes[0] else ""
        message = f"{first} is marked as a try, but its line ends in {solution.result(end)}{last_text}"
        yield Finding(solution.place(try_nodes[0]), message)
