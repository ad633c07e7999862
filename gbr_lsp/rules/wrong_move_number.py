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
    from gbr_lsp.solutions.line import Node


@rule(Severity.WARNING, RuleScope.GAME, RuleScope.LINE, is_silent_if_clean=True, needs_legal_moves=True)
def wrong_move_number(solution: "SolutionOf") -> Iterator[Finding]:
    for node in solution.nodes_with(MoveProblem.NUMBER):
        place, right_number, number_text = solution.place(node.span), node.number, _number_text(solution, node)
        if (
            number_text.replace(" ", "") != right_number
        ):  # Otherwise an earlier number is wrong, and the side to move is uncertain.
            yield Finding(
                place,
                f"The move number {number_text} should be {right_number}",
                (write(place, right_number, safe=False),),
            )
    for node in solution.nodes_with(MoveProblem.SECOND_NUMBER):
        start, end = node.span
        before = solution.place(Span(start - 1, start))
        has_blank = before.block.text[slice(*before.span)].isspace()
        removal = write(solution.place(Span(start - has_blank, end)), "", safe=False)
        yield Finding(
            solution.place(node.span),
            f"{_number_text(solution, node)} is a second number for the same move",
            (removal,),
        )


def _number_text(solution: "SolutionOf", node: "Node") -> str:
    """Return the number at `node` as text on one line: `2 …`.

    Its dots may be on another line.
    """
    return " ".join(solution.node_text(node).split())
