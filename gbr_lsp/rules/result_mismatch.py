"""The result after the moves of a game differs from its `Result` tag.

## Why it matters

Every game gives its result twice, and databases show the tag. If the two differ, one of them is a slip; the goal of
the code shows which, and without a code nothing does. A star says that the result is unknown, and contradicts nothing.

## Example

```pgn
[White "Nobody"]
[Result "1/2-1/2"]
[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]

1. Rh3+ Kc4 2. Rh4+ 1-0
                    ^^^ result-mismatch: The moves end with 1-0, but the Result tag says 1/2-1/2
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.model.finding import Finding, RelatedMessage, RuleScope, Severity, rule, write
from gbr_lsp.notation.grammar import GOAL_OF_RESULT
from gbr_lsp.solutions.movetext import STANDARD_RESULTS

if TYPE_CHECKING:
    from gbr_lsp.model.game_solutions import Solution


@rule(Severity.WARNING, RuleScope.SOLUTION, is_silent_if_clean=True)
def result_mismatch(solution: "Solution") -> Iterator[Finding]:
    tag, end = solution.tags.get("Result"), solution.result
    if tag is None or end is None:
        return
    tag_result = solution.block.text[tag.start : tag.end].strip()
    first, second = STANDARD_RESULTS.get(end.text), STANDARD_RESULTS.get(tag_result)
    if not (first and second) or first == second:
        return
    place, tag_place = solution.place(end.span), solution.place(tag)
    end_fix, tag_fix = write(place, second, safe=False), write(tag_place, first, safe=False)
    if solution.goal and solution.goal is GOAL_OF_RESULT[first]:
        message = f"The Result tag says {tag_result}, but the moves end with {end.text}, as the code says"
        yield Finding(tag_place, message, (tag_fix,), (RelatedMessage("the end of the moves", place),))
        return
    is_tag_right = solution.goal and solution.goal is GOAL_OF_RESULT[second]
    fixes = (end_fix,) if is_tag_right else (end_fix._replace(is_tied=True), tag_fix._replace(is_tied=True))
    message = f"The moves end with {end.text}, but the Result tag says {tag_result}"
    yield Finding(place, message, fixes, (RelatedMessage("the Result tag", tag_place),))
