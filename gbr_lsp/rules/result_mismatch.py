"""The result behind the moves of a game is not the one of its `Result` tag.

## Why it matters

The result stands twice in every game, and databases ask the tag. Where the two differ, one of them is a slip. A star
says that nothing is known, and contradicts nothing.

## Example

```pgn
[White "Nobody"]
[Result "1/2-1/2"]
[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]

1. Rh3+ Kc4 2. Rh4+ 1-0
                    ^^^ result-mismatch: The moves end with 1-0, the Result tag says 1/2-1/2
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.model.finding import Finding, Over, Related, Severity, rule, write

if TYPE_CHECKING:
    from gbr_lsp.model.solutions import Solution

_RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "1/2": "1/2-1/2", "½-½": "1/2-1/2", "½": "1/2-1/2"}


@rule(Severity.WARNING, Over.SOLUTION, silent_on_clean_record=True)
def result_mismatch(solution: "Solution") -> Iterator[Finding]:
    tag, end = solution.tags.get("Result"), solution.result
    if tag is None or end is None:
        return
    stated = solution.block.text[tag.start : tag.end].strip()
    first, second = _RESULTS.get(end.text), _RESULTS.get(stated)
    if first and second and first != second:
        place, tagged = solution.place(end.span), solution.place(tag)
        fixes = (write(place, second, safe=False), write(tagged, first, safe=False))
        related = (Related("the Result tag", tagged),)
        yield Finding(place, f"The moves end with {end.text}, the Result tag says {stated}", fixes, related)
