"""A study in words: what its code claims, the men, where they stand."""

from gbr_lsp.notation.checks import impossible
from gbr_lsp.notation.men import control_of, in_words
from gbr_lsp.notation.placement import LETTERS
from gbr_lsp.notation.values import BLACK, COLOR_NAMES, WHITE, Goal
from gbr_lsp.study import Study

_CLAIMS = {Goal.WIN: "White wins", Goal.DRAW: "White draws"}


def stipulation(study: Study) -> str:
    """Who moves and what is claimed, as far as the code says: `Black to move, White wins`."""
    goal, turn = study.code.stipulation
    side = "" if turn is None else f"{COLOR_NAMES[turn].capitalize()} to move"
    return ", ".join(filter(None, (side, _CLAIMS[goal] if goal else "")))


def material(study: Study) -> list[str]:
    """A line for each side: its men, and in parentheses the squares that the code writes."""
    men = study.men
    if men is None:
        return []
    lines = []
    for color in (WHITE, BLACK):
        squares = _squares(study, color)
        lines.append(f"{COLOR_NAMES[color].capitalize()}: {in_words(men, color)}{f'  ({squares})' if squares else ''}")
    return lines


def control(study: Study) -> str:
    """The control, and whether the men make it."""
    written, men = study.code.control, study.men
    if written is None:
        return ""
    made = control_of(men) if men else None
    if made is None:
        return f"control {written}"
    return (
        f"control {written}, as the men make it" if made == written else f"control {written}, but the men make {made}"
    )


def tables(study: Study) -> list[str]:
    """What tablebases make of the position: `tables: a draw with Black to move`; nothing where none are configured."""
    position, known = study.position, study.terms.tables
    if position is None or known is None:
        return []
    turn = study.code.stipulation.turn
    colors = (WHITE, BLACK) if turn is None else (turn,)
    outcomes = [(color, known.outcome(position, color)) for color in colors if not impossible(position, color)]
    return [
        f"tables: a {outcome.value} for White with {COLOR_NAMES[color].capitalize()} to move"
        for color, outcome in outcomes
        if outcome
    ]


def _squares(study: Study, color: bool) -> str:
    return " ".join(
        LETTERS[slot[0], WHITE] + study.text(part.span) for part, slot in study.standing if slot and slot[1] is color
    )
