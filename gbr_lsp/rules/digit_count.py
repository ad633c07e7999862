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

from gbr_lsp.model.finding import Finding, Related, Severity, rule, write
from gbr_lsp.model.judgement import own_boards
from gbr_lsp.model.meant_class import class_fixes
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.values import Kind


@rule(Severity.ERROR, silent_on_clean_record=True)
def digit_count(study: Study) -> Iterator[Finding]:
    for problem in study.occurrence.problems:
        if problem.rule == "digit-count":
            place, message = study.place(problem.span), "A class has four digits, a point and two digits"
            written = study.text(study.occurrence.span_of(Kind.CLASS))
            for owned, placement in own_boards(study):
                right = str(force_of(placement.men, study.conventions.nine))
                if study.code.kings == placement.kings and _is_one_digit_apart(written, right):
                    name = f"the {owned.board.name}"
                    fixes = (write(place, right, safe=False),)
                    yield Finding(place, f"{message}, {name} has {right}", fixes, (Related(name, owned.place),))
                    return
            yield Finding(place, message, class_fixes(study))


def _is_one_digit_apart(written: str, right: str) -> bool:
    """Whether one digit was lost or added."""
    longer, shorter = (written, right) if len(right) < len(written) else (right, written)
    return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)) if longer[at] != ".")
