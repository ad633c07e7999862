"""The class does not have four digits, a point and two digits.

## Why it matters

The first four digits count queens, rooks, bishops and knights; the last two count the pawns of White and of Black.
With a digit too many or too few, nobody can tell which digit is which, and a search for the class does not find the
study. Look at the diagram for the digit to add or to remove: in the example, the class is `0400.10`.

## Example

```text
+ 040.10 g3g1
  ^^^^^^ digit-count: 040.10 has 3 digits before the point, not 4
```

Look at the diagram for the digit to add or to take away: here `0400.10`.
"""

from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.block import Place
from gbr_lsp.model.disputes import own_boards
from gbr_lsp.model.finding import Finding, RelatedMessage, Severity, rule, write
from gbr_lsp.model.intended_class import class_fixes, with_torn_part
from gbr_lsp.model.study import Study
from gbr_lsp.notation.class_token import classes_near
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.values import Kind

_COLUMN_BAR = regex(r"\w\|\w")
"""A bar between two columns, without blanks."""
_BEFORE_POINT, _AFTER_POINT = 4, 2
"""Digits of a class."""
_MAX_DISTANCE = 2000
"""Code points before and after a line that are searched for rows of a table."""


@rule(Severity.ERROR, is_silent_if_clean=True)
def digit_count(study: Study) -> Iterator[Finding]:
    for problem in study.occurrence.problems:
        if problem.rule == "digit-count" and problem.replacement is not None:
            message = f"The class {study.code.force} has a space among its digits"
            fix = write(study.place(problem.span), problem.replacement, safe=False)
            yield Finding(study.place(study.occurrence.span_of(Kind.CLASS)), message, (fix,))
        elif problem.rule == "digit-count":
            place, class_text = study.place(problem.span), study.text(study.occurrence.span_of(Kind.CLASS))
            message = _digits_problem(class_text)
            near_classes = {reading.text for reading in classes_near(class_text)}
            for owned, placement in own_boards(study):
                right = str(force_of(placement.men, study.conventions.nine))
                if study.code.kings == placement.kings and right in near_classes:
                    name = f"the {owned.name}"
                    fixes = (write(with_torn_part(_place_with_bar(place, right), right), right, safe=False),)
                    related = (RelatedMessage(name, owned.place),)
                    yield Finding(place, f"{message}; {name} gives {right}", fixes, related)
                    return
            yield Finding(place, message, class_fixes(study))


def _digits_problem(class_text: str) -> str:
    """Return the message about the digits of `class_text`: `040.10 has 3 digits before the point, not 4`."""
    before, point, after = class_text.partition(".")
    left, right = (sum(map(str.isdecimal, digits)) for digits in (before, after))
    if not point or "." in after or (left, right) == (_BEFORE_POINT, _AFTER_POINT):
        return f"{class_text} is not a class: four digits, a point and two digits"
    if right == _AFTER_POINT:
        return f"{class_text} has {left} digit{'s' if left != 1 else ''} before the point, not {_BEFORE_POINT}"
    if left == _BEFORE_POINT:
        return f"{class_text} has {right} digit{'s' if right != 1 else ''} after the point, not {_AFTER_POINT}"
    return f"{class_text} has {left} and {right} digits, not {_BEFORE_POINT} and {_AFTER_POINT}"


def _place_with_bar(place: Place, right: str) -> Place:
    """Return the `Place` of a class, with a sign typed for a 1: `|460.56` for `1460.56`.

    `right` is the right class. Without such a sign it is `place`.
    """
    text, (start, end) = place.block.text, place.span
    class_text = text[start:end]
    if right == f"1{class_text}" and _is_stray_sign(text, start - 1, "|!"):
        return Place(place.block, Span(start - 1, end))
    if right == f"{class_text}1" and _is_stray_sign(text, end, "|"):
        return Place(place.block, Span(start, end + 1))
    return place


def _is_stray_sign(text: str, at: int, signs: str) -> bool:
    """Return True if one of `signs` is at `at` and does not separate cells or columns."""
    if at < 0 or text[at : at + 1] not in tuple(signs):
        return False
    low, high = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    high = len(text) if high < 0 else high
    is_first = not text[low:at].strip()
    if text[at] == "!":
        return not is_first and text[at - 1] != "!"
    if text.count("|", low, high) != 1 or _COLUMN_BAR.match(text, at - 1 if low < at else at):
        return False
    before = text[max(0, low - _MAX_DISTANCE) : low].rstrip("\r\n")
    after = text[high : high + _MAX_DISTANCE].lstrip("\r\n")
    return not (is_first and "|" in (before.rpartition("\n")[2].lstrip()[:1], after.lstrip()[:1]))
