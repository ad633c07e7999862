"""The digits of the code disagree with the board.

## Why it matters

The board is what the solver sees, but the digits are typed by hand, and a reader looks the study up by them. In a
sample of the HHdb database, one record in 252 has a wrong digit.

## Example

```pgn
[White "Rusz=A"]
[Black "(+4878.04e7e3)"]
          ^^^^^^^ force-mismatch: The class is 4878.04, but the FEN has 2 white and 2 black bishops (4888.04)
[FEN "8/3pK3/b2p4/3Q3B/qRp2Nn1/r3kNB1/rRp5/n5b1 w - - 0 1"]
```
"""

from collections.abc import Iterator

from gbr_lsp.base.text import enumeration
from gbr_lsp.model.dispute_fixes import fixes_of, kings_edits
from gbr_lsp.model.disputes import Case, is_of_other_study, shown_forces
from gbr_lsp.model.finding import THE_CODE, Finding, Need, RelatedMessage, Replacement, Severity, rule
from gbr_lsp.model.intended_class import misread_class
from gbr_lsp.notation.men import Division, control_of, man_name
from gbr_lsp.notation.values import PIECE_NAMES, SLOTS, SQUARE_NAMES, Force, Kind


@rule(Severity.ERROR, need=Need.BOARD, is_silent_if_clean=True)
def force_mismatch(study: Case) -> Iterator[Finding]:
    force, dispute = study.code.force, study.disputes.force
    board = dispute and dispute.placement
    if force is None or dispute is None or board is None or study.is_reported_elsewhere:
        return
    if misread_class(study):
        return  # The digits are a reading of letters: confused-digit.
    witness, control = dispute.witness, study.occurrence.part(Kind.CONTROL)
    right, board_control = shown_forces(force, board, study.conventions.nine)[0], control_of(board.men)
    place = study.place(study.occurrence.span_of(Kind.CLASS))
    board_text = f"has {_difference(force, right, board.men)} ({right})"
    changes, edits = [f"the class to {right}"], [Replacement(place, str(right))]
    kings = study.disputes.kings
    if kings and is_of_other_study(study.disputes):
        squares = [SQUARE_NAMES[square] for square in board.kings if square is not None]
        board_text = f"{board_text} and kings on {enumeration(squares)}"
        changes.append(f"the kings to {board.kings}")
        edits += kings_edits(study, board.kings)
    if control and board_control and board_control != study.code.control:
        link = "+" if "+" in study.text(control.span) else "/"
        control_text = f"{board_control.white}{link}{board_control.black}"
        changes.append(f"the control to {control_text}")
        edits.append(Replacement(study.place(control.span), control_text))
    if dispute.is_code_likelier and study.code.pieces is not None:
        edits = []  # The squares of the list would have to change too.
    fixes = fixes_of(dispute, f"Change {enumeration(changes)}", tuple(edits))
    if dispute.is_code_likelier:
        backing = " and its control" if study.code.control else " and its squares" if study.code.pieces else ""
        message = f"The {witness.noun} {board_text}, but the code{backing} {'have' if backing else 'has'} {force}"
        tied_fixes = fixes if dispute.is_by_solution else tuple(fix._replace(is_tied=True) for fix in fixes)
        yield Finding(witness.place, message, tied_fixes, (RelatedMessage(THE_CODE, place),))
    else:
        message = f"The class is {force}, but {witness.name} {board_text}"
        yield Finding(place, message, fixes, (RelatedMessage(witness.name, witness.place),))


def _difference(force: Force, right: Force, men: Division) -> str:
    """Return the men with a wrong digit as text: `2 white rooks, no pawns`.

    `men` are the counts of a board by slot, `right` its class.
    """
    parts = [_count_of_kind(men, 2 * digit) for digit in range(4) if force[digit] != right[digit]]
    white, black = force.white_pawns != right.white_pawns, force.black_pawns != right.black_pawns
    if white and black:
        parts.append(_count_of_kind(men, 8))
    elif white or black:
        parts.append(_count_text(men, 8 if white else 9))
    return ", ".join(parts)


def _count_of_kind(men: Division, slot: int) -> str:
    """Return the men at indexes `slot` and `slot` + 1: `1 white and 2 black knights`."""
    white, black = men[slot], men[slot + 1]
    name = PIECE_NAMES[SLOTS[slot][0]]
    if not white and not black:
        return f"no {name}s"
    if white and black:
        return f"{white} white and {black} black {name}s"
    return _count_text(men, slot if white else slot + 1)


def _count_text(men: Division, slot: int) -> str:
    """Return the men at index `slot` of `men` as text: `2 white rooks`, `no black pawns`."""
    return f"{men[slot] or 'no'} {man_name(*SLOTS[slot], men[slot])}"
