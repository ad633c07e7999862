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
from gbr_lsp.model.finding import Finding, Fix, Severity, rule, write
from gbr_lsp.model.judgement import control_differs, judgement
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.model.turns import turn_in
from gbr_lsp.notation.checks import impossible
from gbr_lsp.notation.grammar import ANY_POSITION
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import SIDE_NAMES, SQUARE_NAMES


@rule(Severity.ERROR, silent_on_clean_record=True)
def impossible_position(study: Study) -> Iterator[Finding]:
    if ANY_POSITION in study.occurrence.flags or judgement(study).disputed:
        # Where code and board differ, what follows from either is no news.
        return
    stated = study.code.stipulation.turn
    spelled = study.spelled
    if spelled and spelled.kings.touch:
        return  # So each king checks the other, and adjacent-kings says it.
    if spelled and not control_differs(study) and (reason := impossible(spelled, stated)):
        yield Finding(study.place(study.occurrence.span), reason)
    for owned, placement in study.placements:
        if placement == spelled:
            continue
        turn = stated if owned.board.turn is None else owned.board.turn
        if owned.board.kind is not BoardKind.CODE and (ends := placement.pawns_at_the_ends):
            yield Finding(owned.place, f"No pawn can stand on {' or '.join(SQUARE_NAMES[square] for square in ends)}")
        elif reason := impossible(placement, turn):
            yield Finding(owned.place, reason, _other_turn(owned, placement))


def _other_turn(owned: OwnedBoard, placement: Placement) -> tuple[Fix, ...]:
    """The other side to move, if the position can be so; a man may be on a wrong square as well."""
    turn = owned.board.turn
    written = turn_in(owned.place) if turn is not None else None
    if turn is None or written is None or impossible(placement, not turn):
        return ()
    fix = write(written, "b" if turn else "w", safe=False)
    return (fix._replace(title=f"Change the side to move to {SIDE_NAMES[not turn]}", tied=True),)
