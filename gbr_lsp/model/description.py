"""A study in words: the goal of its code, the men and their squares."""

from gbr_lsp.base.text import capitalized
from gbr_lsp.model.disputes import own_boards
from gbr_lsp.model.study import Bond, OwnedBoard, Study
from gbr_lsp.notation.checks import impossibility
from gbr_lsp.notation.code_forms import is_match
from gbr_lsp.notation.men import control_of, material_words
from gbr_lsp.notation.placement import LETTERS, Placement
from gbr_lsp.notation.values import BLACK, SIDE_NAMES, WHITE, Goal
from gbr_lsp.solutions.tablebase import position_at_rest

_CLAIMS = {Goal.WIN: "White wins", Goal.DRAW: "White draws"}


def of_study(study: Study) -> list[str]:
    """Return the lines of a description: the code's statements and the boards' agreement."""
    men = material(study) or ["The digits cannot be read"]
    boards = dict.fromkeys(_bond(study, owned) for owned in study.boards)
    lines = filter(None, [stipulation(study), *men, control(study), *tables(study), *boards])
    return [capitalized(" ".join(line.split())) for line in lines]


def of_board(placement: Placement, turn: bool | None) -> list[str]:
    """Return lines for a board: side to move if known, men of each side, control."""
    return [
        *([f"{SIDE_NAMES[turn]} to move"] if turn is not None else []),
        *(f"{SIDE_NAMES[color]}: {material_words(placement.men, color)}" for color in (WHITE, BLACK)),
        f"Control {control_of(placement.men)}",
    ]


def stipulation(study: Study) -> str:
    """Return the stated side to move and goal, or an empty text.

    Example: `Black to move, White wins`.
    """
    goal, turn = study.code.stipulation
    side = "" if turn is None else f"{SIDE_NAMES[turn]} to move"
    return ", ".join(filter(None, (side, _CLAIMS[goal] if goal else "")))


def material(study: Study) -> list[str]:
    """Return a line for each side: its men, and the squares in the code.

    The list is empty if the men are not known.
    """
    men = study.men
    if men is None:
        return []
    words = [(color, material_words(men, color), _squares(study, color)) for color in (WHITE, BLACK)]
    return [f"{SIDE_NAMES[color]}: {its_men}{f'  ({squares})' if squares else ''}" for color, its_men, squares in words]


def control(study: Study) -> str:
    """Return the control and whether the men agree with it; empty without a control.

    Example: `control 3/3, which fits the men`.
    """
    written, men = study.code.control, study.men
    if written is None:
        return ""
    made = control_of(men) if men else None
    agreement = "which fits the men" if made == written else f"but the men give {made}"
    return f"control {written}, {agreement}" if made else f"control {written}"


def tables(study: Study) -> list[str]:
    """Return a line for the result in tablebases with each possible side to move.

    Example: `tables: a draw for White with Black to move`. The list is empty without tables or a
    complete position.
    """
    position, known = study.position, study.conventions.tables
    if position is None or known is None:
        return []
    turn = study.code.stipulation.turn
    colors = (WHITE, BLACK) if turn is None else (turn,)
    return [
        f"tables: a {outcome.value} for White with {SIDE_NAMES[color]} to move"
        for color in colors
        if not impossibility(position, color) and (outcome := known.outcome(position_at_rest(position, color)))
    ]


def _squares(study: Study, color: bool) -> str:
    """Return the men of `color` with their squares as written in the code: `Kg3 Ra1`."""
    own = ((part, slot[0]) for part, slot in study.placed_parts if slot and slot[1] is color)
    return " ".join(LETTERS[piece_type, WHITE] + study.text(part.span) for part, piece_type in own)


def _bond(study: Study, owned: OwnedBoard) -> str:
    """Return one line on a board: it agrees, does not agree, or is unreadable."""
    board = owned.board
    if board.placement is None:
        return f"the {board.name} next to it {board.problem}"
    is_other = study.spelled_position not in (None, board.placement)
    is_disputed = is_other and (owned, board.placement) in own_boards(study)
    if not is_disputed and (owned.bond is Bond.AGREES or is_match(study.code, board.placement)):
        return f"the {board.name} agrees"
    if owned.bond is Bond.SURE:
        return f"the {board.name} next to it does not agree"
    return f"the nearest {board.name} does not agree"
