"""The moves of a game end without a result.

## Why it matters

In PGN, every game ends with a result or a star, and some programs warn if it is missing.

Authors often leave it out, so this rule is off by default.

## Example

```pgn select=missing-result
[White "Nobody"]
[Result "1-0"]
[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]

1. Rh3+ Kc4 2. Rh4+
               ^^^^ missing-result: The moves end without a result; the Result tag says 1-0
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.base.text import Span
from gbr_lsp.model.finding import Finding, RuleScope, Severity, rule, write
from gbr_lsp.solutions.movetext import parts_of

if TYPE_CHECKING:
    from gbr_lsp.model.game_solutions import GameSolution


@rule(Severity.HINT, RuleScope.GAME)
def missing_result(solution: "GameSolution") -> Iterator[Finding]:
    tag = solution.tags.get("Result")
    if solution.result:
        return
    moves = [node for node in solution.game.line if node.san]
    if tag is None or not moves or _last_kind(solution.text) in ("result", "unclosed"):
        # The result may be in an unclosed comment.
        return
    tag_result = solution.block.text[tag.start : tag.end].strip()
    if _last_kind(tag_result) != "result":
        return
    end = len(solution.text.rstrip())
    # After `;` and on an escaped line it would not be read as a result.
    is_read = _last_kind(f"{solution.text[:end]} {tag_result}") == "result"
    fixes = (write(solution.place(Span(end, end)), f" {tag_result}", safe=False),) if is_read else ()
    message = f"The moves end without a result; the Result tag says {tag_result}"
    yield Finding(solution.place(moves[-1].span), message, fixes)


def _last_kind(text: str) -> str | None:
    """Return the kind of the last part of movetext, None without parts.

    Comments may follow it.
    """
    return next((part.kind for part in reversed([*parts_of(text)])), None)
