"""A check sign in a game is wrong or missing.

## Why it matters

A sign of check or mate where there is none may come from a misprint in an earlier move.

Many authors leave the signs out, so this rule is off by default. It accepts `++` for `+`, and `+` for mate.

## Example

```pgn select=check-sign
[White "Nobody"]
[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]

1. Rh3 Kc4 2. Rh4# 1-0
   ^^^ check-sign: 1.Rh3 should be Rh3+: it gives check
              ^^^^ check-sign: 2.Rh4# should be Rh4+: it is check, not mate
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.model.finding import Finding, RuleScope, Severity, rule, write

if TYPE_CHECKING:
    from gbr_lsp.model.game_solutions import GameSolution


@rule(Severity.HINT, RuleScope.GAME)
def check_sign(solution: "GameSolution") -> Iterator[Finding]:
    # The modules about moves are slow to import.
    from gbr_lsp.solutions.legal_moves import check_sign as sign_of
    from gbr_lsp.solutions.line import nodes_of
    from gbr_lsp.solutions.position import white_to_move
    from gbr_lsp.solutions.san import MOVES, NULL

    if solution.has_right_signs:
        return
    for node in nodes_of(solution.game.line):
        if node.before is None or node.after is None or node.san is None:
            continue
        move = MOVES[white_to_move(node.before)][node.san]
        text = solution.text[node.span.start : node.span.end]
        existing_sign = text[len(text.rstrip("+#")) :]
        right_sign = sign_of(node.after) if move and move.piece_type != NULL else ""
        is_mate_wrong = right_sign == "+" and "#" in existing_sign
        if existing_sign == right_sign or (existing_sign and right_sign and not is_mate_wrong):
            continue
        right_text = text.rstrip("+#") + right_sign
        effect = {"": "gives no check", "+": "gives check", "#": "is mate"}[right_sign]
        if is_mate_wrong:
            effect = "is check, not mate"
        place = solution.place(node.span)
        message = f"{solution.printed_move(node)} should be {right_text}: it {effect}"
        yield Finding(place, message, (write(place, right_text, safe=False),))
