"""The class has not four digits, a point and two digits.

## Why it matters

The first four digits count queens, rooks, bishops and knights, the last two the pawns of White and of Black. With a
digit too many or too few it is open which of them is meant, and the study cannot be found under its class.

## Example

```text
+ 040.10 g3g1
  ^^^^^^ digit-count: A class has four digits, a point and two digits
```

Look at the diagram for the digit to add or to take away: here `0400.10`.
"""

from collections.abc import Iterator

from gbr_lsp.model.finding import Finding, Severity, rule
from gbr_lsp.model.study import Study


@rule(Severity.ERROR, silent_on_clean_record=True)
def digit_count(study: Study) -> Iterator[Finding]:
    for problem in study.occurrence.problems:
        if problem.rule == "digit-count":
            yield Finding(study.place(problem.span), "A class has four digits, a point and two digits")
