"""A 9 does not say how many men there are, and nothing beside the code does.

## Why it matters

A 9 stands for more than two men of one kind and color. How many they are, and whose, is lost unless a control, a list
of material or a board stands beside the code.

This rule is off by default.

## Example

```text select=hidden-count
class 1689
         ^ hidden-count: The 9 does not say how many knights each side has
```
"""

from collections.abc import Iterator

from gbr_lsp.base.text import Span
from gbr_lsp.model.disputes import Case, has_wrong_control
from gbr_lsp.model.finding import Finding, Severity, rule
from gbr_lsp.notation.values import PIECE_NAMES, PIECE_SLOTS, Kind


@rule(Severity.HINT, is_silent_if_clean=True)
def hidden_count(study: Case) -> Iterator[Finding]:
    men = study.men
    if men is None or None not in men or has_wrong_control(study) or study.disputes.force:
        return  # A control or board that contradicts the digits is reported; the 9 may be the slip.
    start = study.occurrence.span_of(Kind.CLASS).start
    for digit in range(4):
        if None in men[2 * digit : 2 * digit + 2]:
            place = study.place(Span(start + digit, start + digit + 1))
            name = PIECE_NAMES[PIECE_SLOTS[2 * digit][0]]
            yield Finding(place, f"The 9 does not say how many {name}s each side has")
