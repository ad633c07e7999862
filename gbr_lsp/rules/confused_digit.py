"""A letter stands where a digit belongs.

## Why it matters

A capital O looks like a zero and a small l like a one, most of all in scanned text. A search for the class
does not find such a code.

## Example

```text
O4OO.l0 g3g1
^^^^^^ confused-digit: Letters stand for digits: the class is 0400.10
```
"""

from collections.abc import Iterator

from gbr_lsp.model.finding import Finding, Severity, rule, write
from gbr_lsp.model.study import Study


@rule(Severity.ERROR, silent_on_clean_record=True)
def confused_digit(study: Study) -> Iterator[Finding]:
    for problem in study.occurrence.problems:
        if problem.rule == "confused-digit" and problem.instead:
            place = study.place(problem.span)
            message = f"Letters stand for digits: the class is {study.code.force}"
            yield Finding(place, message, (write(place, problem.instead, safe=False),))
