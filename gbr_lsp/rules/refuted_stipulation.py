"""The tablebases give another result than the goal of the code.

## Why it matters

A study whose win is drawn, or whose draw is lost, has no solution. The tables are asked only where folders with Syzygy
tables are set (`syzygy = ["…"]`) and the board has few enough men. Studies ignore the fifty-move rule, so that a win
that the rule would spoil is a win, unless a comment claims the rule (`{stipulation: draw (50 move rule)}`). Where no
side to move is given, both must refute.

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

from gbr_lsp.model.aim import aim_of
from gbr_lsp.model.finding import Finding, Related, Severity, rule
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.checks import impossible
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK, SIDE_NAMES, WHITE, Goal, Kind
from gbr_lsp.solutions.tablebase import Outcome, at_rest

_REACHED = {Outcome.WIN: "a win", Outcome.DRAW: "a draw", Outcome.LOSS: "a loss"}


@rule(Severity.ERROR, silent_on_clean_record=True)
def refuted_stipulation(study: Study) -> Iterator[Finding]:
    tables, goal = study.conventions.tables, study.code.stipulation.goal
    if tables is None or goal is None:
        return
    aim = aim_of(study)
    if aim is None:
        return
    # What asks tables takes a while to import.
    from gbr_lsp.solutions.verdicts import Verdicts

    verdicts = Verdicts(goal, tables, aim.fifty)
    found = []
    for owned, placement, turn in _positions(study):
        reached = [verdicts.outcome(at_rest(placement, color)) for color in _colors(placement, turn)]
        if not reached or not all(outcome and _refutes(outcome, goal) for outcome in reached):
            # Of several versions with the force of the code, it may be this one's.
            return
        found.append((owned, turn, reached))
    for owned, turn, reached in found[:1]:
        signs = study.occurrence.all(Kind.SIGN) or study.occurrence.all(Kind.RESULT)
        place = study.place(signs[0].span if signs else study.occurrence.span)
        mover = f" with {SIDE_NAMES[turn]} to move" if turn is not None else ""
        verdict = " or ".join(dict.fromkeys(_REACHED[outcome] for outcome in reached if outcome))
        related = (Related(f"the {owned.board.name}", owned.place),) if owned else ()
        source = "sign" if study.occurrence.part(Kind.SIGN) else "code"
        message = f"The {source} says {goal.words}, but by the tablebases it is {verdict}{mover}"
        yield Finding(place, message, related=related)


def _positions(study: Study) -> Iterator[tuple[OwnedBoard | None, Placement, bool | None]]:
    """The boards that may be the code's, with the side to move: what it spells, its game's, or all that agree."""
    stated = study.code.stipulation.turn
    boards = [(owned, placement) for owned, placement in study.placements if owned.bond in (Bond.SURE, Bond.AGREES)]
    turns = {owned.board.turn for owned, placement in boards if placement == study.spelled} - {None}
    if study.spelled:
        yield None, study.spelled, turns.pop() if stated is None and len(turns) == 1 else stated
        return
    sure = [(owned, placement) for owned, placement in boards if owned.bond is Bond.SURE]
    for owned, placement in sure or boards:
        yield owned, placement, stated if owned.board.turn is None else owned.board.turn


def _colors(placement: Placement, turn: bool | None) -> list[bool]:
    """The sides that may be to move."""
    return [color for color in (WHITE, BLACK) if turn in (None, color) and not impossible(placement, color)]


def _refutes(outcome: Outcome, goal: Goal) -> bool:
    return outcome is not (Outcome.WIN if goal is Goal.WIN else Outcome.DRAW)
