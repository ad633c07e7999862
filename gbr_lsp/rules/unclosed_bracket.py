"""A bracket or brace of a game has no partner, or a variation has no moves.

## Why it matters

After a brace that is never closed, everything up to the end of the game is a comment; after such a bracket, every move
belongs to the variation. Programs that read PGN then show a different game from the one that was written.

## Example

```pgn
[White "Nobody"]
[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]

1. Rh3+ {the only move 1... Kc4 2. Rh4+ 1-0
        ^ unclosed-bracket: { is never closed: everything after it is a comment

[White "Nobody"]
[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]

1. Rh3+ Kc4 2. Rh4+) Kd5 1-0
                   ^ unclosed-bracket: Unmatched )
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.model.finding import Finding, RuleScope, Severity, rule
from gbr_lsp.solutions.problems import MoveProblem

if TYPE_CHECKING:
    from gbr_lsp.model.game_solutions import GameSolution


@rule(Severity.WARNING, RuleScope.GAME, is_silent_if_clean=True, needs_legal_moves=True)
def unclosed_bracket(solution: "GameSolution") -> Iterator[Finding]:
    for node in solution.nodes_with(MoveProblem.UNCLOSED):
        is_brace = solution.text.startswith("{", node.span.start)
        message = "{ is never closed: everything after it is a comment" if is_brace else "( is never closed"
        yield Finding(solution.place(node.span), message)
    for node in solution.nodes_with(MoveProblem.EMPTY):
        yield Finding(solution.place(node.span), "The variation has no moves")
    for node in solution.nodes_with(MoveProblem.UNOPENED):
        yield Finding(solution.place(node.span), f"Unmatched {solution.text[node.span.start]}")
