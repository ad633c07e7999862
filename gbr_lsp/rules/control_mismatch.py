"""The control does not fit the number of men, kings included, that the digits give.

## Why it matters

The control is there to catch a wrong digit: it counts all men of each side, with the king and the pawns. Where it
disagrees with the digits, either a digit or the control is wrong. EG 190 printed both: `a2f1 0411.56 10/9 Win`, where
the class should be `0411.67`, and `h5g7 4010.67 9/8 Draw`, where the control should be `9/9`.

If no board or list of squares shows which of the two is wrong, the fixes are the control that fits the digits and, if
there are at most three, the classes one slip away that fit the control; `--fix` applies none of them. Where a 9 does
not say how many men there are, a board that fits the digits does. Letters for digits (`4/S`) are read if they look like
the control that fits the class.

## Example

```text
f1h1 0001.04 2/6 Win
             ^^^ control-mismatch: The control should be 2/5: by the class, White has 2 men and Black 5
```
"""

from collections.abc import Iterator

from gbr_lsp.model.disputes import Case, is_list_complete, shown_forces
from gbr_lsp.model.finding import Finding, Need, RelatedMessage, Severity, rule, write
from gbr_lsp.model.intended_class import class_fixes, misread_class
from gbr_lsp.model.study import Bond, Study
from gbr_lsp.notation.checks import impossibility
from gbr_lsp.notation.men import control_of, counts_of, force_of, is_control_possible, is_possible, men_of
from gbr_lsp.notation.tail import rewritten_control
from gbr_lsp.notation.values import SLOTS, Control, Force, Kind


@rule(Severity.ERROR, need=Need.CONTROL, is_silent_if_clean=True)
def control_mismatch(study: Case) -> Iterator[Finding]:
    force, control, nine = study.code.force, study.code.control, study.conventions.nine
    if force is None or control is None or study.disputes.force or misread_class(study):
        # If a board shows other digits, force-mismatch reports it; if letters replace digits, confused-digit.
        return
    place = study.place(study.occurrence.span_of(Kind.CONTROL))
    for problem in study.occurrence.problems:
        if problem.rule == "control-mismatch" and problem.replacement is not None:
            fix = write(study.place(problem.span), problem.replacement, safe=False)
            yield Finding(place, f"The control should be written {control}", (fix,))
    right = control_of(men_of(force)) or _control_with_nine(study, force)
    if is_control_possible(force, control, nine):
        if right and right != control:
            yield _finding_with_board(study, Finding(place, ""), right)
        return
    if is_control_possible(force, control) and not _is_known(study, force):
        # The 9 is wrong, not the control: nine-convention.
        return
    if _has_listed_count(study, control):
        class_place = study.place(study.occurrence.span_of(Kind.CLASS))
        message = f"The control and the squares give {sum(control)} men, but the class does not"
        yield Finding(class_place, message, class_fixes(study), (RelatedMessage("the control", place),))
    elif right:
        finding = Finding(place, f"The control should be {right}: by the class, {right.words}")
        yield _finding_with_board(study, finding, right)
    else:
        yield Finding(place, f"The control cannot be {control}, whatever number the 9 stands for")


def _control_with_nine(study: Study, force: Force) -> Control | None:
    """Return the `Control` of boards with the kings and `force` of the code, or None."""
    boards = [board for owned, board in study.placements if owned.bond is not Bond.SHARED]
    if any(board.kings != study.code.kings for board in boards):
        return None
    controls = {
        control_of(board.men) for board in boards if force in shown_forces(force, board, study.conventions.nine)
    }
    return controls.pop() if len(controls) == len({board.men for board in boards}) == 1 else None


def _finding_with_board(study: Study, finding: Finding, right: Control) -> Finding:
    """Return `finding` with a board as witness, and fixes to `right`, the control by the digits.

    If the board agrees with the digits, the control is wrong.
    """
    owned, placement = next(
        ((one, board) for one, board in study.placements if one.bond is not Bond.SHARED), (None, None)
    )
    board_control = placement and control_of(placement.men)
    fix = write(finding.place, rewritten_control(study.text(finding.place.span), right), safe=False)
    if owned is None or placement is None or board_control is None:
        control_fixes = () if _is_impossible(study) else (fix,)
        tied_fixes = tuple(each._replace(is_tied=True) for each in (*control_fixes, *class_fixes(study)))
        return finding._replace(fixes=control_fixes if control_fixes and _is_control_wrong(study) else tied_fixes)
    name = owned.name
    related = (RelatedMessage(f"the {name}", owned.place),)
    if board_control == right:
        message = f"The control should be {right}: by the class and the {name}, {right.words}"
        # Only the control shows that the board lacks a man hidden by a 9.
        is_doubtful = (
            study.code.force is not None
            and None in men_of(study.code.force)
            and not is_list_complete(study, placement.men)
        )
        return finding._replace(message=message, fixes=(fix._replace(is_tied=is_doubtful),), related=related)
    return finding._replace(
        message=f"The control should be {right} by the class, and {board_control} by the {name}", related=related
    )


def _is_impossible(study: Study) -> bool:
    """Return True if the digits, or digits and squares, are impossible and so wrong."""
    spelled, turn = study.spelled_position, study.code.stipulation.turn
    return not is_possible(study.code.force) or (spelled is not None and impossibility(spelled, turn) is not None)


def _is_control_wrong(study: Study) -> bool:
    """Return True if the square list fits the digits, and not the control."""
    squares = len(study.occurrence.parts_of(Kind.PIECE, Kind.PAWN))
    is_list_right = study.code.force is not None and is_list_complete(study, men_of(study.code.force))
    return bool(is_list_right) and study.code.control is not None and squares != sum(study.code.control) - 2


def _is_known(study: Study, force: Force) -> bool:
    """Return True if words or a board give all men, and these are coded as `force`."""
    men = tuple(count for count in study.men or () if count is not None)
    return len(men) == len(SLOTS) and force_of(men, study.conventions.nine) == force


def _has_listed_count(study: Study, control: Control) -> bool:
    """Return True if the square list fits the `control`, and not the digits."""
    squares = len(study.occurrence.parts_of(Kind.PIECE, Kind.PAWN))
    return 0 < squares == sum(control) - 2 and counts_of(study.code.force).total not in (None, squares)
