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

from gbr_lsp.base.text import Span
from gbr_lsp.model.finding import Finding, RuleScope, Severity, rule, write

if TYPE_CHECKING:
    from gbr_lsp.model.game_solutions import GameSolution

_NUMBERS = {
    "□": (7,), "=": (10,), "∞": (13,), "⩲": (14,), "+/=": (14,), "⩱": (15,), "=/+": (15,), "±": (16,), "+/-": (16,),
    "∓": (17,), "-/+": (17,), "+-": (18,), "-+": (19,), "⨀": (22, 23), "⊙": (22, 23), "○": (26, 27), "⟳": (32, 33),
    "↑": (36, 37), "→": (40, 41), "⇆": (132, 133), "⇄": (132, 133), "⊕": (138, 139), "⨁": (138, 139), "∆": (140,),
    "Δ": (140,), "∇": (141,), "⌓": (142,), "≥": (142,), "≤": (143,), "RR": (145,), "N": (146,), "⊥": (148,),
    "⟂": (148,), "⇔": (149,),
}  # fmt: skip
"""The numbers of each sign; two of them, for White and for Black, if it may mean either."""


@rule(Severity.HINT, RuleScope.GAME)
def annotation_sign(solution: "GameSolution") -> Iterator[Finding]:
    # The reader of moves is slow to import.
    from gbr_lsp.solutions.movetext import game_parts
    from gbr_lsp.solutions.nags import NUMBERS, SIGNS

    for part in game_parts(solution.text, solution.offset).parts:
        printed = solution.text[slice(*part.span)]
        if part.kind == "sign":
            # The plus sign of `+-` is read as a check sign.
            start = part.span.start - (printed[0] in "-−=/" and solution.text[part.span.start - 1] == "+")
            printed = solution.text[start : part.span.end]
            numbers = _NUMBERS.get(printed.replace("−", "-"), ())
            instead = [SIGNS[NUMBERS[printed]]] if printed in NUMBERS else [f"${number}" for number in numbers]
        elif part.kind == "result" or (part.kind == "move" and part.text[0] in "O0"):
            start, printed, instead = part.span.start, printed.rstrip("+#"), [part.text]
            if printed == part.text:
                continue
        else:
            continue
        place = solution.place(Span(start, start + len(printed)))
        blank = " " if instead and instead[0][0] == "$" and not solution.text[start - 1].isspace() else ""
        fixes = (write(place, f"{blank}{text}", safe=False)._replace(is_tied=1 < len(instead)) for text in instead)
        advice = f": write {' or '.join(instead)} instead" if instead else ""
        yield Finding(place, f"{printed} is not a PGN sign{advice}", tuple(fixes))
