"""A half-move is missing in a game, and the next move number is one too high.

## Why it matters

The moves after the gap cannot be played, or the wrong side plays them. A program that reads PGN then blames the move
after the gap, which is correct.

In prose, a missing half-move is reported only if some legal move lets the line continue; such moves are the fixes.

## Example

```pgn
[White "Nobody"]
[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]

1. Rh3+ Kc4 2. Rh4+ 3. Kb2 1-0
                    ^^ missing-move: Black's move 2... is missing before 3.
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.model.finding import Finding, Need, RuleScope, Severity, rule
from gbr_lsp.solutions.problems import MoveProblem

if TYPE_CHECKING:
    from gbr_lsp.model.solution import SolutionOf


@rule(
    Severity.WARNING,
    RuleScope.GAME,
    RuleScope.LINE,
    need=Need.SOLUTION,
    is_silent_if_clean=True,
    needs_legal_moves=True,
)
def missing_move(solution: "SolutionOf") -> Iterator[Finding]:
    for node in solution.nodes_with(MoveProblem.MISSING):
        side = "Black" if node.half % 2 else "White"
        text = " ".join(solution.node_text(node).split())
        message = f"{side}'s move {node.number} is missing before {text}"
        yield Finding(solution.place(node.span), message, solution.corrections(node))
