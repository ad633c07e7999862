"""The kings stand both before and after the class.

## Why it matters

In a caption, the kings stand before the class. A second pair after it adds nothing, and somebody may correct one pair
and forget the other. One issue of EG has four such captions.

## Example

```text
f1h1 0001.04f1h1 2/5 Win
            ^^^^ repeated-kings: The kings are repeated: they already stand before the class
```
"""

from collections.abc import Iterator

from gbr_lsp.base.text import Span
from gbr_lsp.model.finding import Finding, Severity, rule, write
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Kind


@rule(Severity.WARNING, is_silent_if_clean=True)
def repeated_kings(study: Study) -> Iterator[Finding]:
    occurrence = study.occurrence
    first, second = ([part.square for part in occurrence.parts_of(kind)] for kind in (Kind.KING, Kind.KING_AGAIN))
    if second and first == second:
        span = occurrence.span_of(Kind.KING_AGAIN)
        gap = Span(occurrence.span_of(Kind.CLASS).end, span.end)
        fix = write(study.place(gap), "", safe=True)
        yield Finding(study.place(span), "The kings are repeated: they already stand before the class", (fix,))
