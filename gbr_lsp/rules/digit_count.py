"""The class does not have four digits, a point and two digits.

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

from gbr_lsp.base.text import Span
from gbr_lsp.model.block import Place
from gbr_lsp.model.finding import Finding, Related, Severity, rule, write
from gbr_lsp.model.judgement import own_boards
from gbr_lsp.model.meant_class import class_fixes
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.near import classes_near
from gbr_lsp.notation.values import Kind


@rule(Severity.ERROR, silent_on_clean_record=True)
def digit_count(study: Study) -> Iterator[Finding]:
    for problem in study.occurrence.problems:
        if problem.rule == "digit-count" and problem.instead is not None:
            message = f"A blank stands among the digits of the class {study.code.force}"
            fix = write(study.place(problem.span), problem.instead, safe=False)
            yield Finding(study.place(study.occurrence.span_of(Kind.CLASS)), message, (fix,))
        elif problem.rule == "digit-count":
            place, message = study.place(problem.span), "A class has four digits, a point and two digits"
            written = study.text(study.occurrence.span_of(Kind.CLASS))
            for owned, placement in own_boards(study):
                right = str(force_of(placement.men, study.conventions.nine))
                if study.code.kings == placement.kings and right in classes_near(written):
                    name = f"the {owned.board.name}"
                    fixes = (write(_with_bar(place, right), right, safe=False),)
                    yield Finding(place, f"{message}, {name} has {right}", fixes, (Related(name, owned.place),))
                    return
            yield Finding(place, message, class_fixes(study))


def _with_bar(place: Place, right: str) -> Place:
    """The place of a class, with the bar before it that was typed for its first digit: `|460.56` for `1460.56`."""
    text, (start, end) = place.block.text, place.span
    line = text.rfind("\n", 0, start) + 1
    is_typed = right == f"1{text[start:end]}" and text.count("|", line, start) == 1 and text[start - 1] == "|"
    return Place(place.block, Span(start - 1, end)) if is_typed and "|" not in text[end:].partition("\n")[0] else place
