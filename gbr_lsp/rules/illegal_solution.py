"""A move of the solution is not legal from its board.

## Why it matters

A move that cannot be played shows a slip in that move, in an earlier one, or on the board.

In PGN, the main line and the variations are replayed, from the initial position if the game has no `FEN`. Only the
first illegal move of a line is reported, and nothing after it is judged. A game in the letters of another language
(`Sf3`, `Tb1`) is read in that language, and `--` is a null move. The fixes are the legal moves that resemble the
misprint, the most likely first. If several moves cannot be played, but all could be with one man of the FEN on another
square, the FEN is reported instead.

In prose, PDF and Word files, an illegal move of the main line is reported only if one of the fixes lets the line
continue to its end or for six more half-moves. No program knows which move was meant, so `--fix` applies none of the
fixes.

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

from gbr_lsp.model.finding import Finding, Fix, Need, RelatedMessage, RuleScope, Severity, rule
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
def illegal_solution(solution: "SolutionOf") -> Iterator[Finding]:
    if solution.wrong_board:
        yield from _board_findings(solution, *solution.wrong_board)
        return
    for node in solution.nodes_with(MoveProblem.ILLEGAL):
        # Few solutions are wrong, and the module with the reasons is slow to import.
        from gbr_lsp.solutions.reasons import reason

        message = solution.reason(node)
        if not message and node.before is not None and node.san is not None:
            message = f"{solution.printed_move(node)} is not legal: {reason(node.before, node.san)}"
        if not message:
            continue
        if len(solution.moved_men) == 1:
            message = f"{message}; it would be with {solution.moved_men[0].title.removeprefix('Put ')}"
        related = (RelatedMessage(f"the {solution.board.name}", solution.board.place),) if solution.board else ()
        yield Finding(solution.place(node.span), message, solution.corrections(node), related)


def _board_findings(solution: "SolutionOf", correction: str, fixes: tuple[Fix, ...]) -> Iterator[Finding]:
    """Yield the `Finding` about all moves that a wrong square of a man makes illegal, with its `fixes`.

    `correction` has the right square in words.
    """
    assert solution.board
    first, *others = solution.failing_moves
    others_text = f" and {len(others)} more move{'s' if 1 < len(others) else ''}" if others else ""
    legal = "all are legal" if others else "it is legal"
    refused = f"{solution.printed_move(first)}{others_text}"
    message = f"The {solution.board.name} does not allow {refused}; with {correction}, {legal}"
    moves = solution.failing_moves
    related = tuple(RelatedMessage(solution.printed_move(node), solution.place(node.span)) for node in moves)
    yield Finding(solution.board.place, message, fixes, related)
