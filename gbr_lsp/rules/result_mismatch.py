"""The result after the moves of a game differs from its `Result` tag.

## Why it matters

Every game gives its result twice, and databases show the tag. If the two differ, one of them is a slip; the goal of
the code shows which. In a game without a code, mate, stalemate or bare kings at the end of the main line show it, even
if both agree; otherwise nothing does. A star says that the result is unknown, and contradicts nothing.

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

from gbr_lsp.base.text import Span
from gbr_lsp.model.finding import Finding, Fix, RelatedMessage, Replacement, RuleScope, Severity, rule, write
from gbr_lsp.notation.grammar import GOAL_OF_RESULT, NO_RESULT
from gbr_lsp.solutions.movetext import STANDARD_RESULTS

if TYPE_CHECKING:
    from gbr_lsp.model.game_solutions import GameSolution
    from gbr_lsp.solutions.tablebase import Outcome


_ON_BOARD = {
    "WIN": ("1-0", "White mates"),
    "DRAW": ("1/2-1/2", "the last position is a draw"),
    "LOSS": ("0-1", "Black mates"),
}
"""The result and its reason, by the outcome of the last position."""


@rule(Severity.WARNING, RuleScope.GAME, is_silent_if_clean=True)
def result_mismatch(solution: "GameSolution") -> Iterator[Finding]:
    tag = solution.tags.get("Result")
    outcome = None if solution.heads else _outcome(solution)
    if not (tag or outcome):
        return
    end = solution.result
    tag_result = solution.text[tag.start : tag.end].strip() if tag else ""
    first, second = STANDARD_RESULTS.get(end.text if end else ""), STANDARD_RESULTS.get(tag_result)
    if outcome:
        yield from _against_board(solution, outcome.name, (end and end.span, first), (tag, second))
        return
    if not (tag and end and first and second) or first == second:
        return
    if solution.text.rsplit(None, 1)[-1] in (tag_result, NO_RESULT):
        return  # Another result is on the same line, and nothing shows which one the tag means.
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


def _outcome(solution: "GameSolution") -> "Outcome | None":
    """Return what White reaches by mate, stalemate or bare kings at the end of the main line.

    It is None if play can continue, or if the line may be the refutation of a try.
    """
    # The code that follows moves is slow to import.
    from gbr_lsp.solutions.goal_outcomes import final_outcome
    from gbr_lsp.solutions.position import white_to_move
    from gbr_lsp.solutions.strands import is_marked, last_position

    if solution.ends is None:
        position = last_position(solution.line)
        white_moves = (node for node in solution.line if node.san and node.before and white_to_move(node.before))
        is_tried: bool | None = any(is_marked(solution.text, node.span.end) for node in white_moves)
    else:
        position, is_tried, _ = next((end for end in solution.ends if end.is_main), (None, False, True))
    return None if position is None or (is_tried and solution.board) else final_outcome(position)


def _against_board(
    solution: "GameSolution", outcome: str, end: tuple[Span | None, str | None], tag: tuple[Span | None, str | None]
) -> Iterator[Finding]:
    """Yield a finding if the board contradicts one of two results, each with its span and its standard spelling."""
    right, reason = _ON_BOARD[outcome]
    wrong = [
        (name, solution.place(span), result)
        for name, (span, result) in (("the moves end with", end), ("the Result tag says", tag))
        if span and result and result != right
    ]
    if wrong:
        (name, place, result), *others = wrong
        claim = f"{name[0].upper()}{name[1:]} {result}{', as the Result tag says' if others else ''}"
        edits = tuple(Replacement(place, right) for _, place, _ in wrong)
        yield Finding(place, f"{claim}, but {reason}", (Fix(f"Change the result to {right}", edits, is_safe=False),))
