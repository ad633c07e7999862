"""A move of the solution is not legal from its board.

## Why it matters

The solution is what makes a position a study. A move that cannot be played shows a slip in the move, in an earlier one,
or in the board. In PGN the main line and the variations are replayed, in a game without a `FEN` from the initial
position; in each line only the first illegal move is named, and nothing after it is judged. A game in the letters of
another language (`Sf3`, `Tb1`) is read in those, and `--` is a null move. The fixes are the legal moves that resemble
the misprint, the best first. Where several moves cannot be played, and all can with one man of the FEN on another
square, the FEN is named instead, once. In prose, PDF and Word files a move of the main line is named only if one of
them makes the line run on to its end, or six half-moves farther. No program knows which was meant, so `--fix` applies
none of them.

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
from typing import TYPE_CHECKING

from gbr_lsp.model.finding import Finding, Over, Related, Severity, rule
from gbr_lsp.solutions.problems import MoveProblem

if TYPE_CHECKING:
    from gbr_lsp.model.misprinted import Misprint
    from gbr_lsp.model.solutions import Solution, WrongBoard


@rule(Severity.WARNING, Over.SOLUTION, silent_on_clean_record=True, follows_moves=True)
def illegal_solution(solution: "Solution | Misprint") -> Iterator[Finding]:
    if solution.wrong_board:
        yield _of_board(solution, solution.wrong_board)
        return
    for node in solution.having(MoveProblem.ILLEGAL):
        # Few solutions are wrong, and what says why takes a while to import.
        from gbr_lsp.solutions.reasons import reason

        message = solution.why(node)
        if not message and node.before is not None and node.san is not None:
            message = f"{solution.printed(node)} is not legal: {reason(node.before, node.san)}"
        if not message:
            continue
        related = (Related(f"the {solution.board.name}", solution.board.place),) if solution.board else ()
        yield Finding(solution.place(node.span), message, solution.corrections(node), related)


def _of_board(solution: "Solution | Misprint", wrong: "WrongBoard") -> Finding:
    """One finding for all moves that cannot be played because a man of the board stands on a wrong square."""
    first, *others = wrong.lost
    more = f" and {len(others)} more move{'s' if 1 < len(others) else ''}" if others else ""
    legal = "all are legal" if others else "it is legal"
    message = f"The {wrong.board.name} does not allow {solution.printed(first)}{more}; with {wrong.instead}, {legal}"
    related = tuple(Related(solution.printed(node), solution.place(node.span)) for node in wrong.lost)
    return Finding(wrong.board.place, message, wrong.fixes, related)
