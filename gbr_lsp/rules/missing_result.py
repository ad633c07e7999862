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
from gbr_lsp.solutions.movetext import PartKind, parts_of

if TYPE_CHECKING:
    from gbr_lsp.model.solutions import Solution


@rule(Severity.HINT, Over.SOLUTION)
def missing_result(solution: "Solution") -> Iterator[Finding]:
    tag = solution.tags.get("Result")
    moves = [node for node in solution.game.line if node.san]
    if tag is None or not moves or _ends_with_result(solution.text):
        return
    stated = solution.block.text[tag.start : tag.end].strip()
    if not _ends_with_result(stated):
        return
    end = solution.end_of_moves
    # Behind `;`, in an open comment and on an escaped line it would be no result.
    is_read = _ends_with_result(f"{solution.text[:end]} {stated}")
    fixes = (write(solution.place(Span(end, end)), f" {stated}", safe=False),) if is_read else ()
    message = f"No result stands behind the last move, the Result tag says {stated}"
    yield Finding(solution.place(moves[-1].span), message, fixes)


def _ends_with_result(text: str) -> bool:
    """Whether the last part of movetext is a result; comments may follow."""
    last = None
    for part in parts_of(text):
        last = part.kind
    return last is PartKind.RESULT
