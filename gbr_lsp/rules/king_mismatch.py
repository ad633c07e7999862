"""The king squares of the code disagree with the board.

## Why it matters

The squares of the kings tell studies of one class apart. Most often, the two are exchanged: EG 190 has `g6e6 0040.22`
under a diagram with the white king on e6 and the black king on g6.

## Example

```pgn
[White "Herbstman=A"]
[Black "(+0040.22g6e6)"]
                 ^^^^ king-mismatch: The kings are exchanged: the FEN has e6g6
[FEN "8/6b1/4Kpk1/6p1/6B1/6PP/8/8 w - - 0 1"]
```
"""

from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import enumeration
from gbr_lsp.model.dispute_fixes import fixes_of, kings_edits
from gbr_lsp.model.disputes import Blame, Case, is_list_complete, is_of_other_study
from gbr_lsp.model.finding import THE_CODE, Finding, Need, RelatedMessage, Severity, rule
from gbr_lsp.model.list_corrections import lost_king
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import COLOR_NAMES, SQUARE_NAMES, SQUARES, Kind, Kings

_LONE_SQUARE = regex(r"(?<![^\W_])(?P<square>[a-h][1-8])[^\S\r\n]+\Z")
_MAX_LENGTH = 12


@rule(Severity.ERROR, need=Need.KINGS, is_silent_if_clean=True)
def king_mismatch(study: Case) -> Iterator[Finding]:
    kings, dispute = study.code.kings, study.disputes.kings
    if kings is None or dispute is None or study.is_reported_elsewhere:
        return
    if None in kings or lost_king(study, dispute.placement):
        return  # Reported together with the board: missing-king, off-board-square.
    if is_of_other_study(study.disputes):
        return  # Code and board belong to two studies: force-mismatch.
    right, witness = dispute.kings, dispute.witness
    if not study.occurrence.has_king_order and kings == right[::-1]:
        return  # The first cell may be that of Black's king.
    place = study.place(study.occurrence.span_of(Kind.KING))
    fixes = fixes_of(dispute, f"Change the kings to {right}", kings_edits(study, right))
    if dispute.blame is not Blame.BOARD and dispute.placement and _may_have_lost_one(study, dispute.placement):
        fixes = ()  # The second "king" may be another man.
    message, suffix = _message(kings, right, witness.noun)
    if dispute.blame is Blame.BOARD:
        yield Finding(witness.place, f"{message}, but the code has {kings}", fixes, (RelatedMessage(THE_CODE, place),))
    else:
        yield Finding(place, message + suffix, fixes, (RelatedMessage(witness.name, witness.place),))


def _may_have_lost_one(study: Study, board: Placement) -> bool:
    """Return True if a king may lack its square: in a short list, or with a lone square before the class."""
    if is_list_complete(study, board.men) is False:
        return True
    start = study.occurrence.span_of(Kind.CLASS).start
    lone_square = _LONE_SQUARE.search(study.block.text, max(0, start - _MAX_LENGTH), start)
    return lone_square is not None and SQUARES[lone_square["square"]] in board.kings


def _message(code_kings: Kings, right: Kings, board: str) -> tuple[str, str]:
    """Return (message about the board, suffix `, not on g3` or `""`).

    There is a suffix if only one king differs from `right`, the kings of the board.
    """
    if (code_kings.white, code_kings.black) == (right.black, right.white):
        return f"The kings are exchanged: the {board} has {right}", ""
    wrong = [
        (f"the {COLOR_NAMES[color]} king on {SQUARE_NAMES[square]}", other)
        for color, square, other in ((True, right.white, code_kings.white), (False, right.black, code_kings.black))
        if square is not None and square != other
    ]
    board_text = f"The {board} has {enumeration(name for name, _ in wrong)}"
    other_square = wrong[0][1] if len(wrong) == 1 else None
    return board_text, "" if other_square is None else f", not on {SQUARE_NAMES[other_square]}"
