"""A pawn digit is 9, but a side has at most eight pawns.

## Why it matters

A 9 has a special meaning among the first four digits, but none after the point.

## Example

```text
a1a8 0100.19 3/9 Win
           ^ pawn-digit: A side has at most eight pawns, not nine
```
"""

from collections.abc import Iterator

from gbr_lsp.base.text import Span
from gbr_lsp.model.disputes import Case
from gbr_lsp.model.finding import Finding, Severity, rule
from gbr_lsp.notation.values import Kind


@rule(Severity.ERROR, is_silent_if_clean=True)
def pawn_digit(study: Case) -> Iterator[Finding]:
    force = study.code.force
    if force is None or 9 not in force[4:] or study.disputes.force:
        return  # The board shows other digits: force-mismatch.
    end = study.occurrence.span_of(Kind.CLASS).end
    for place, count in ((end - 2, force.white_pawns), (end - 1, force.black_pawns)):
        if count == 9:
            yield Finding(study.place(Span(place, place + 1)), "A side has at most eight pawns, not nine")
