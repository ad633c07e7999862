"""Two men of the same kind can make a move of the solution.

## Why it matters

With knights on b1 and f3, `Nd2` does not say which of them moves, and programs that read PGN stop there. Write the
file or the rank of the man after its letter: `Nbd2`.

In prose, PDF and Word files, an ambiguous move of the main line is reported only if the line continues after one of the
fixes to its end or for six more half-moves.

## Example

```pgn
[White "Nobody"]
[FEN "8/8/8/8/2k5/5N2/8/1N2K3 w - - 0 1"]

1. Nd2+ Kd4 *
   ^^^^ ambiguous-move: 1.Nd2+ is ambiguous: it can be Nbd2+ or Nfd2+
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.model.finding import Finding, RuleScope, Severity, rule
from gbr_lsp.solutions.problems import MoveProblem

if TYPE_CHECKING:
    from gbr_lsp.model.solution import SolutionOf


@rule(Severity.WARNING, RuleScope.GAME, RuleScope.LINE, is_silent_if_clean=True, needs_legal_moves=True)
def ambiguous_move(solution: "SolutionOf") -> Iterator[Finding]:
    if solution.wrong_board:
        return  # Reported at the board, by illegal-solution.
    for node in solution.nodes_with(MoveProblem.AMBIGUOUS):
        message = f"{solution.printed_move(node)} is ambiguous: it can be {' or '.join(solution.intended_moves(node))}"
        yield Finding(solution.place(node.span), message, solution.corrections(node))
