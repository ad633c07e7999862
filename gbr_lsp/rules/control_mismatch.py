"""The control is not one plus the men of the digits.

## Why it matters

The control counts all men of each side, the king and the pawns included. It is there to catch a wrong digit, and a
code that disagrees with it has either a wrong digit or a wrong control. Both have been printed: EG 190 has
`a2f1 0411.56 10/9 Win`, where the class should be `0411.67`, and `h5g7 4010.67 9/8 Draw`, where the control should
be `9/9`.

## Example

```text
f1h1 0001.04 2/6 Win
             ^^^ control-mismatch: The force makes the control 2/5
```
"""

from collections.abc import Iterator

from gbr_lsp.finding import Finding, Severity, rule
from gbr_lsp.notation.men import control_fits, control_of, men_of
from gbr_lsp.notation.values import Kind
from gbr_lsp.study import Study


@rule(Severity.ERROR)
def control_mismatch(study: Study) -> Iterator[Finding]:
    force, control = study.code.force, study.code.control
    if force is None or control is None or control_fits(force, control, study.terms.nine):
        return
    place = study.place(study.occurrence.span_of(Kind.CONTROL))
    right = control_of(men_of(force))
    if right:
        yield Finding(place, f"The force makes the control {right}")
    else:
        yield Finding(place, f"No men behind the 9 make the control {control}")
