"""A line of the solution ends in a position without the result that the study claims.

## Why it matters

A solution ends where the rest is obvious. If the tablebases give another result for the last position of the main
line, or of a variation that is not a try, then the line has a move too many, a move is misprinted, or the study is
unsound. Mate, stalemate and bare kings count without tables. In a draw, a main line without a move marked as a mistake
must not end with Black mated either.

Nothing is reported if the tablebases refute the goal from the start (`refuted-stipulation`), or if a move of the same
line gives the goal away (`throwaway`). A line that branches after the move that loses the goal is reported once, not
in each branch.

## Example

```pgn
[White "Nobody"]
[Black "(+1000.00c5a8)"]
[FEN "k7/8/8/2K5/8/8/8/1Q6 w - - 0 1"]

1. Qb6 *
   ^^^ unproved-end: This line ends in a draw, but the study claims a win
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
def unproved_end(solution: "JudgedSolution") -> Iterator[Finding]:
    for judged_strand in solution.strands:
        if judged_strand.is_thrown or judged_strand.lost_at is None:
            continue
        moves = [node for node in judged_strand.strand.nodes if node.san is not None]
        last, first = moves[-1], judged_strand.strand.nodes[judged_strand.lost_at]
        if last.after is None:
            continue
        cause_text = f" (since {solution.printed_move(first)})" if first is not last else ""
        message = f"This line ends in {solution.result(last.after)}{cause_text}, but the study claims {solution.goal}"
        yield Finding(solution.place(last), message)
