"""Only one king has a square.

## Why it matters

The squares of both kings tell studies of one class apart; with one of them the study cannot be found.

## Example

```text
=0323.12g3
        ^^ missing-king: Only one king has a square
```
"""

from collections.abc import Iterator

from gbr_lsp.model.finding import Finding, Severity, rule
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Kind


@rule(Severity.ERROR, silent_on_clean_record=True)
def missing_king(study: Study) -> Iterator[Finding]:
    kings = study.occurrence.all(Kind.KING)
    if len(kings) == 1:
        yield Finding(study.place(kings[0].span), "Only one king has a square")
