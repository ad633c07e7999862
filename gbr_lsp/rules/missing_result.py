"""The moves of a game end without a result.

## Why it matters

In PGN a result, or a star, ends every game, and some programs warn where it is missing. Authors often leave it out, so
this is off unless it is selected.

## Example

```pgn select=missing-result
[White "Nobody"]
[Result "1-0"]
[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]

1. Rh3+ Kc4 2. Rh4+
               ^^^^ missing-result: No result stands behind the last move, the Result tag says 1-0
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.base.text import Span
from gbr_lsp.model.finding import Finding, Over, Severity, rule, write

if TYPE_CHECKING:
    from gbr_lsp.model.solutions import Solution


@rule(Severity.HINT, Over.SOLUTION)
def missing_result(solution: "Solution") -> Iterator[Finding]:
    tag = solution.tags.get("Result")
    moves = [node for node in solution.game.line if node.san]
    if solution.result or tag is None or not moves:
        return
    stated = solution.block.text[tag.start : tag.end].strip()
    behind = solution.place(Span(solution.end_of_moves, solution.end_of_moves))
    message = f"No result stands behind the last move, the Result tag says {stated}"
    yield Finding(solution.place(moves[-1].span), message, (write(behind, f" {stated}", safe=False),))
