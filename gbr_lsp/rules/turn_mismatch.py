"""A code names two different sides to move.

## Why it matters

Who moves decides what a study is. A code that says both sides is no help to the solver.

## Example

```text
+ ZAZ 0001.11 a8b1 2/2 White to move, win
                   ^^^ control-mismatch: The force makes the control 3/2
                       ^^^^^^^^^^^^^^^^^^ turn-mismatch: ZAZ says Black to move, the words say White
```
"""

from collections.abc import Iterator

from gbr_lsp.finding import Finding, Severity, rule
from gbr_lsp.notation.results import read_result, turn_of
from gbr_lsp.notation.values import COLOR_NAMES, Kind
from gbr_lsp.study import Study


@rule(Severity.WARNING)
def turn_mismatch(study: Study) -> Iterator[Finding]:
    turn, result = study.occurrence.part(Kind.TURN), study.occurrence.part(Kind.RESULT)
    words = result and read_result(study.block.text, result.span.start, len(study.block.text), after_control=True)
    if turn is None or result is None or not words or words.stipulation.turn is None:
        return
    sign = study.text(turn.span)
    if turn_of(sign) is not words.stipulation.turn:
        first, second = (COLOR_NAMES[color].capitalize() for color in (turn_of(sign), words.stipulation.turn))
        yield Finding(study.place(result.span), f"{sign} says {first} to move, the words say {second}")
