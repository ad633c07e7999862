"""A word among the moves of a game is not a move.

## Why it matters

A program that reads PGN stops at such a word, or skips it and takes the next move for another one. Put remarks in
braces.

A game with more than 50,000 moves, numbers, words and brackets is read only up to that point, and the rule reports it.

## Example

```pgn
[White "Nobody"]
[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]

1. Rh3+ Kd9 2. Rh4 1-0
        ^^^ unreadable-move: Kd9 is not a move

[White "Nobody"]
[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]

1. Rh3+ Kc4 2. Rh4+ and wins 1-0
                    ^^^^^^^^ unreadable-move: 'and wins' is not a move: put remarks in braces
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.model.finding import Finding, RuleScope, Severity, rule, write
from gbr_lsp.solutions.problems import MoveProblem

if TYPE_CHECKING:
    from gbr_lsp.model.solution import SolutionOf

_REMARK = regex(r"[^\W\d_]{2,}(?:\s+[^\W\d_]+)*")


@rule(Severity.WARNING, RuleScope.GAME, RuleScope.LINE, is_silent_if_clean=True, needs_legal_moves=True)
def unreadable_move(solution: "SolutionOf") -> Iterator[Finding]:
    for node in solution.nodes_with(MoveProblem.UNREADABLE):
        place, text, fixes = solution.place(node.span), solution.node_text(node), solution.corrections(node)
        if _REMARK.fullmatch(text) and not fixes:
            message = f"'{text}' is not a move: put remarks in braces"
            fix = write(place, f"{{{text}}}", safe=False)
            yield Finding(place, message, (fix._replace(title=f"Put '{text}' in braces"),))
        else:
            yield Finding(place, f"{text} is not a move", fixes)
    for node in solution.nodes_with(MoveProblem.UNREAD):
        yield Finding(solution.place(node.span), "The game is too long: it is not read from here on")
