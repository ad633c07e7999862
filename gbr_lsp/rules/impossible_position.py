"""The position cannot arise in a game: a king could be captured, or no move gives the check.

## Why it matters

The side that has just moved cannot have left its king in check. No move gives check with three men at once, with two
men on the same line, or with two men that are knights or pawns. No pawn stands on the first or last rank. In such a
position, a square, a man or the side to move is wrong.

Only the men on the board are judged, never castling, en passant or move counters. If no side to move is given, a
position is reported only if it is impossible for both sides. The rule judges boards that a code spells out and boards
that belong to a code. The flag `U5` after a code marks a position that is known to be illegal; such a code is not
reported.

## Example

```pgn
[White "Nobody"]
[Black "(+0110.00a7h8)"]
[FEN "7k/K7/8/8/8/8/1B6/7R w - - 0 1"]
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ impossible-position: Black is in check, but White is to move
```

A code that is known to show an illegal position says so with the flag `U5`.
"""

from collections.abc import Iterator

from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.disputes import Case, has_wrong_control
from gbr_lsp.model.finding import Finding, Fix, Severity, rule, write
from gbr_lsp.model.study import OwnedBoard
from gbr_lsp.notation.checks import impossibility, pawn_problem
from gbr_lsp.notation.grammar import ANY_POSITION_FLAG
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import SIDE_NAMES


@rule(Severity.ERROR, is_silent_if_clean=True)
def impossible_position(study: Case) -> Iterator[Finding]:
    if ANY_POSITION_FLAG in study.occurrence.flags or study.disputes.has_any:
        # If code and board differ, further contradictions follow from that.
        return
    stated_turn = study.code.stipulation.turn
    spelled_position = study.spelled_position
    if spelled_position and spelled_position.kings.are_adjacent:
        return  # Each king checks the other: adjacent-kings.
    if spelled_position and not has_wrong_control(study) and (reason := impossibility(spelled_position, stated_turn)):
        yield Finding(study.code_place, reason)
    for owned, placement in study.placements:
        if placement == spelled_position:
            continue
        turn = stated_turn if owned.board.turn is None else owned.board.turn
        if owned.board.kind is not BoardKind.CODE and (problem := pawn_problem(placement)):
            yield Finding(owned.place, problem)
        elif reason := impossibility(placement, turn):
            yield Finding(owned.place, reason, _turn_fixes(owned, placement))


def _turn_fixes(owned: OwnedBoard, placement: Placement) -> tuple[Fix, ...]:
    """Return a tuple of the `Fix` that changes the side to move, perhaps empty.

    It is tied: a square may be wrong instead.
    """
    turn = owned.board.turn
    turn_place = owned.turn_place
    if turn is None or turn_place is None or impossibility(placement, not turn):
        return ()
    fix = write(turn_place, "b" if turn else "w", safe=False)
    return (fix._replace(title=f"Change the side to move to {SIDE_NAMES[not turn]}", is_tied=True),)
