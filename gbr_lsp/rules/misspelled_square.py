"""A square of the kings is not written as file and rank.

## Why it matters

A square is a small letter and a digit, and the squares of the two kings stand together, White's first. Turned round, in
capitals or parted they are not found by anything that looks for codes.

## Example

```text
+0323.12 3gg1
         ^^ misspelled-square: The kings are written g3g1
g3g1 0323.12 4/5 Draw
```
"""

from collections.abc import Iterator

from gbr_lsp.base.text import Span
from gbr_lsp.model.finding import Finding, Fix, Replacement, Severity, rule
from gbr_lsp.model.study import Study


@rule(Severity.ERROR, silent_on_clean_record=True)
def misspelled_square(study: Study) -> Iterator[Finding]:
    slips = [problem for problem in study.occurrence.problems if problem.rule == "misspelled-square"]
    if slips and study.code.kings:
        edits = tuple(Replacement(study.place(slip.span), slip.instead or "") for slip in slips)
        place = study.place(Span(slips[0].span.start, slips[-1].span.end))
        fix = Fix(f"Write {study.code.kings}", edits, safe=False)
        yield Finding(place, f"The kings are written {study.code.kings}", (fix,))
