"""The point between pieces and pawns is missing, or there are no pawns after it.

## Why it matters

In a full code, a point separates the squares of the pieces from those of the pawns, so that a reader sees at once
where the pawns begin.

## Example

```text
g3g1 0323.12 a3a2e1g8h6c3c6 4/5=
                     ^^ pawn-point: The point before the squares of the pawns is missing
```
"""

from collections.abc import Iterator

from gbr_lsp.base.text import Span
from gbr_lsp.model.finding import Finding, Severity, rule, write
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Form, Kind


@rule(Severity.WARNING, is_silent_if_clean=True)
def pawn_point(study: Study) -> Iterator[Finding]:
    occurrence = study.occurrence
    if occurrence.form is not Form.FULL:
        return
    point, pawns = occurrence.part(Kind.POINT), occurrence.parts_of(Kind.PAWN)
    force = study.code.force
    if point and not pawns and force and force[4:] == (0, 0):
        fix = write(study.place(point.span), "", safe=True)._replace(title="Remove the point")
        yield Finding(study.place(point.span), "The point is superfluous: there are no pawns", (fix,))
    elif pawns and not point:
        first = pawns[0].span
        fix = write(study.place(Span(first.start, first.start)), ".", safe=True)._replace(title="Insert a point")
        yield Finding(study.place(first), "The point before the squares of the pawns is missing", (fix,))
