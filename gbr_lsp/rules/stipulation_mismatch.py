"""The sign and the words of a code claim different goals.

## Why it matters

A study is won or drawn. A code that says both will be filed under the wrong heading.

## Example

```text
+ 0116.00 a7d3 3/3 Draw
                   ^^^^ stipulation-mismatch: The sign says a win, the words say a draw
```
"""

from collections.abc import Iterator

from gbr_lsp.finding import Finding, Severity, rule
from gbr_lsp.notation.results import goal_of_sign, read_result
from gbr_lsp.notation.values import Goal, Kind
from gbr_lsp.study import Study

_WORDS = {Goal.WIN: "a win", Goal.DRAW: "a draw"}


@rule(Severity.ERROR)
def stipulation_mismatch(study: Study) -> Iterator[Finding]:
    sign, result = study.occurrence.part(Kind.SIGN), study.occurrence.part(Kind.RESULT)
    if sign is None or result is None:
        return
    words = read_result(study.block.text, result.span.start, len(study.block.text), after_control=True)
    signed, said = goal_of_sign(study.text(sign.span)), words and words.stipulation.goal
    if signed and said and signed is not said:
        message = f"The sign says {_WORDS[signed]}, the words say {_WORDS[said]}"
        yield Finding(study.place(result.span), message)
