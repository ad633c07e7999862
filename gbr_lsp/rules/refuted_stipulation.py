"""The tablebases give a different result from the goal of the code.

## Why it matters

If a study that claims a win is a draw, or one that claims a draw is a loss, it has no solution.

The tablebases are asked only if the setting `syzygy` names folders with Syzygy tables (`syzygy = ["…"]`) and the board
has few enough men. Studies ignore the fifty-move rule, so a win that it would prevent counts as a win, unless a
comment claims the rule (`{stipulation: draw (50 move rule)}`). If no side to move is given, the goal is reported only
if it is wrong for both. The flags `U3` and `U4` mark a record that is known to be unsound; it is not reported.

## Example

```pgn tables
[White "Nobody"]
[Black "(+0100.00a1g3)"]
         ^ refuted-stipulation: The sign says a win, but by the tablebases it is a draw with Black to move
[FEN "8/8/8/8/8/6k1/7R/K7 b - - 0 1"]
```

A record that is known to be unsound says so with the flags `U3` and `U4`.
"""

from collections.abc import Iterator

from gbr_lsp.model.finding import Finding, Need, RelatedMessage, Severity, rule
from gbr_lsp.model.study import Study
from gbr_lsp.model.witnesses import known_outcomes
from gbr_lsp.notation.values import SIDE_NAMES, Kind
from gbr_lsp.solutions.tablebase import Outcome

_OUTCOME_NAMES = {Outcome.WIN: "a win", Outcome.DRAW: "a draw", Outcome.LOSS: "a loss"}


@rule(Severity.ERROR, need=Need.TABLES, is_silent_if_clean=True)
def refuted_stipulation(study: Study) -> Iterator[Finding]:
    goal, found = study.code.stipulation.goal, known_outcomes(study)
    if goal is None or any(goal in one.goals for one in found):
        # The right version may be one of several with the force of the code.
        return
    for owned, turn, outcomes in found[:1]:
        signs = study.occurrence.parts_of(Kind.SIGN) or study.occurrence.parts_of(Kind.RESULT)
        place = study.place(signs[0].span if signs else study.occurrence.span)
        turn_text = f" with {SIDE_NAMES[turn]} to move" if turn is not None else ""
        outcome_text = " or ".join(dict.fromkeys(_OUTCOME_NAMES[outcome] for outcome in outcomes))
        related = (RelatedMessage(f"the {owned.name}", owned.place),) if owned else ()
        source = "sign" if study.occurrence.part(Kind.SIGN) else "code"
        message = f"The {source} says {goal.words}, but by the tablebases it is {outcome_text}{turn_text}"
        yield Finding(place, message, related=related)
