"""Another sign, or nothing, stands in place of the point between the four digits and the two.

## Why it matters

Programs that read codes look for the point. With a comma, a colon, a space or nothing in its place, a search for the
class does not find the study.

## Example

```text
0400,10 g3g1
^^^^^^^ separator: 0400,10 has a comma instead of the point between pieces and pawns
```
"""

from collections.abc import Iterator

from gbr_lsp.model.finding import Finding, Severity, rule, write
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Kind

_NAMES = {",": "a comma", ":": "a colon", ";": "a semicolon", " ": "a space", "-": "a hyphen", "/": "a slash"}


@rule(Severity.ERROR, is_silent_if_clean=True)
def separator(study: Study) -> Iterator[Finding]:
    for problem in study.occurrence.problems:
        if problem.rule == "separator":
            fix = write(study.place(problem.span), problem.replacement or "", safe=True)
            span = study.occurrence.span_of(Kind.CLASS)
            sign = study.text(problem.span)
            found = f"has {_NAMES.get(sign, sign)} instead of the" if sign else "lacks the"
            message = f"{study.text(span)} {found} point between pieces and pawns"
            yield Finding(study.place(span), message, (fix._replace(title=f"Change the class to {study.code.force}"),))
