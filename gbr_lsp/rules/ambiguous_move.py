"""Two men of the same kind can make a move of a game.

## Why it matters

With knights on b1 and f3, `Nd2` does not say which of them moves, and programs that read PGN stop there. Write the
file or the rank of the man after its letter: `Nbd2`.

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

from gbr_lsp.model.finding import Finding, Over, Severity, rule, write
from gbr_lsp.solutions.problems import MoveProblem

if TYPE_CHECKING:
    from gbr_lsp.model.solutions import Solution


@rule(Severity.WARNING, Over.SOLUTION, silent_on_clean_record=True, follows_moves=True)
def ambiguous_move(solution: "Solution") -> Iterator[Finding]:
    if solution.wrong_board:
        return  # illegal-solution names the board.
    for node in solution.having(MoveProblem.AMBIGUOUS):
        place = solution.place(node.span)
        moves = solution.meant(node)
        # Where other moves cannot be played, the board may be wrong, and the move right.
        tied = bool(solution.misplaced) or any(solution.having(MoveProblem.ILLEGAL))
        fixes = tuple(write(place, move, safe=False)._replace(tied=tied) for move in moves)
        yield Finding(place, f"{solution.printed(node)} is ambiguous: it can be {' or '.join(moves)}", fixes)
