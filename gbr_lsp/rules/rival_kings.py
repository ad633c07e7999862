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

from gbr_lsp.model.finding import Finding, Severity, rule
from gbr_lsp.model.judgement import judgement
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Kind


@rule(Severity.ERROR, silent_on_clean_record=True)
def rival_kings(study: Study) -> Iterator[Finding]:
    occurrence = study.occurrence
    again = occurrence.all(Kind.KING_AGAIN)
    if again and judgement(study).kings:
        return  # The board tells where they stand.
    if again and [part.square for part in again] != [part.square for part in occurrence.all(Kind.KING)]:
        before, behind = occurrence.span_of(Kind.KING), occurrence.span_of(Kind.KING_AGAIN)
        message = f"The kings are {study.text(before)} before the class, but {study.text(behind)} after it"
        yield Finding(study.place(behind), message)
