"""Different kings stand before and after the class.

## Why it matters

One of the two pairs is wrong, and without the diagram nobody can tell which.

## Example

```text
f1h1 0001.04f1h2 2/5 Win
            ^^^^ rival-kings: The kings are f1h1 before the class, but f1h2 after it
```
"""

from collections.abc import Iterator

from gbr_lsp.model.disputes import Case
from gbr_lsp.model.finding import Finding, Severity, rule
from gbr_lsp.notation.values import Kind


@rule(Severity.ERROR, is_silent_if_clean=True)
def rival_kings(study: Case) -> Iterator[Finding]:
    occurrence = study.occurrence
    first, second = ([part.square for part in occurrence.parts_of(kind)] for kind in (Kind.KING, Kind.KING_AGAIN))
    # If a board shows the right squares, king-mismatch reports the code.
    if second and first != second and not study.disputes.kings:
        first_span, second_span = occurrence.span_of(Kind.KING), occurrence.span_of(Kind.KING_AGAIN)
        message = f"The kings are {study.text(first_span)} before the class, but {study.text(second_span)} after it"
        yield Finding(study.place(second_span), message)
