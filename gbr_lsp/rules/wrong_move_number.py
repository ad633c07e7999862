"""A move number of a game does not follow from the moves before it.

## Why it matters

Programs ignore move numbers and count the moves themselves. People do not: they look for a missing move at a wrong
number. One dot stands for White's move, three or an ellipsis for Black's; no dot and two dots stand for either. Blanks
between a number and its dots do not matter.

## Example

```pgn
[White "Nobody"]
[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]

1. Rh3+ Kc4 2. Rh4+ Kd5 4. Kb2 1-0
                        ^^ wrong-move-number: The move number 4. should be 3.
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.base.text import Span
from gbr_lsp.model.finding import Finding, RuleScope, Severity, rule, write
from gbr_lsp.solutions.problems import MoveProblem

if TYPE_CHECKING:
    from gbr_lsp.model.solution import SolutionOf


@rule(Severity.WARNING, RuleScope.GAME, RuleScope.LINE, is_silent_if_clean=True, needs_legal_moves=True)
def wrong_move_number(solution: "SolutionOf") -> Iterator[Finding]:
    for node in solution.nodes_with(MoveProblem.NUMBER):
        # The dots of a number may be on another line.
        place, number_text = solution.place(node.span), " ".join(solution.node_text(node).split())
        # If they are equal, an earlier number is wrong, and the side to move is uncertain.
        if number_text.replace(" ", "") != node.number:
            message = f"The move number {number_text} should be {node.number}"
            yield Finding(place, message, (write(place, node.number, safe=False),))
    for node in solution.nodes_with(MoveProblem.SECOND_NUMBER):
        start, end = node.span
        before = solution.place(Span(start - 1, start))
        has_blank = before.block.text[slice(*before.span)].isspace()
        removal = write(solution.place(Span(start - has_blank, end)), "", safe=False)
        message = f"{' '.join(solution.node_text(node).split())} is a second number for the same move"
        yield Finding(solution.place(node.span), message, (removal,))
