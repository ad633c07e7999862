"""A letter stands in place of a digit.

## Why it matters

A capital O looks like a zero, and a small l like a one, above all in scanned text. A search for the class does not
find a code with such a letter.

## Example

```text
O4OO.l0 g3g1
^^^^^^ confused-digit: The class has letters in place of digits: it should be 0400.10
```
"""

from collections.abc import Iterator

from gbr_lsp.model.block import Place
from gbr_lsp.model.disputes import Case
from gbr_lsp.model.finding import Finding, RelatedMessage, Severity, rule, write
from gbr_lsp.model.intended_class import MisreadClass, misread_class
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Kind


@rule(Severity.ERROR, is_silent_if_clean=True)
def confused_digit(study: Case) -> Iterator[Finding]:
    misreading = misread_class(study)
    for problem in study.occurrence.problems:
        if problem.rule == "confused-digit" and misreading:
            yield _misread_finding(study, study.place(problem.span), misreading)
            return
        if problem.rule == "confused-digit" and problem.replacement:
            place = study.place(problem.span)
            message = f"The class has letters in place of digits: it should be {study.code.force}"
            yield Finding(place, message, (write(place, problem.replacement, safe=False),))


def _misread_finding(study: Study, place: Place, misreading: MisreadClass) -> Finding:
    """Return the `Finding` about letters that replace digits they do not resemble."""
    message = "The class has letters in place of digits"
    if misreading.intended is None:
        return Finding(place, message)
    fixes = (write(study.place(study.occurrence.span_of(Kind.CLASS)), misreading.intended, safe=False),)
    if misreading.dispute is None:
        return Finding(place, f"{message}: by the control, it should be {misreading.intended}", fixes)
    witness = misreading.dispute.witness
    related = (RelatedMessage(witness.name, witness.place),)
    return Finding(place, f"{message}: by {witness.name}, it should be {misreading.intended}", fixes, related)
