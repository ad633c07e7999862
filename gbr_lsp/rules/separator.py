"""Another sign, or nothing, stands in place of the point between the four digits and the two.

## Why it matters

Programs that read codes look for the point. With a comma, a colon, a space or nothing in its place, a search for the
class does not find the study.

## Example

```text
0400,10 g3g1
^^^^^^^ separator: The class needs a point between pieces and pawns: 0400.10
```
"""

from collections.abc import Iterator

from gbr_lsp.model.finding import Finding, Fix, Replacement, Severity, rule
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Kind


@rule(Severity.ERROR, silent_on_clean_record=True)
def separator(study: Study) -> Iterator[Finding]:
    for problem in study.occurrence.problems:
        if problem.rule == "separator":
            fix = Fix(
                f"Change the class to {study.code.force}",
                (Replacement(study.place(problem.span), problem.replacement or ""),),
                safe=True,
            )
            message = f"The class needs a point between pieces and pawns: {study.code.force}"
            yield Finding(study.place(study.occurrence.span_of(Kind.CLASS)), message, (fix,))
