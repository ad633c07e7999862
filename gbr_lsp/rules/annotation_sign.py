"""A sign among the moves of a game is not part of PGN.

## Why it matters

PGN has the signs `!` and `?`, alone or in pairs, and numbers after a dollar sign, such as `$18` for `+-` and `$10` for
`=`. Some programs understand `+-` or `=` itself, and others stop there.

Authors like the signs, so this rule is off by default.

## Example

```pgn select=annotation-sign
[White "Nobody"]
[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]

1. Rh3+ Kc4 2. Rh4+ ± 1-0
                    ^ annotation-sign: ± is not a PGN sign: write $16 instead
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.model.finding import Finding, RuleScope, Severity, rule, write

if TYPE_CHECKING:
    from gbr_lsp.model.game_solutions import Solution

_NAGS = {
    "□": "$7", "=": "$10", "∞": "$13", "⩲": "$14", "⩱": "$15", "±": "$16", "∓": "$17", "-": "$18", "−": "$18",
    "-+": "$19", "−+": "$19", "∆": "$140", "⌓": "$142", "RR": "$145", "N": "$146",
}  # fmt: skip


@rule(Severity.HINT, RuleScope.SOLUTION)
def annotation_sign(solution: "Solution") -> Iterator[Finding]:
    # The reader of moves is slow to import.
    from gbr_lsp.solutions.movetext import parts_of

    for part in parts_of(solution.text):
        if part.kind == "sign":
            place, number = solution.place(part.span), _NAGS.get(part.text)
            fixes = (write(place, f" {number}", safe=False),) if number and len(part.text) == 1 else ()
            advice = f": write {number} instead" if number else ""
            yield Finding(place, f"{part.text} is not a PGN sign{advice}", fixes)
