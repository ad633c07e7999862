"""A code as JSON for programs: its content and the board that belongs to it."""

from typing import Any

from gbr_lsp.collection.facts import TURN, Facts, fen_of, twins_of, value_of
from gbr_lsp.notation.values import COLOR_NAMES, SQUARE_NAMES, Kind, Kings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gbr_lsp.model.roles import Role
    from gbr_lsp.model.study import Study

_TURNS = {"w": "white", "b": "black", " ": None}


def code_json(study: "Study", role: "Role") -> dict[str, Any]:
    """Return the object of a code: its text and content, its board and its role."""
    goal, turn = study.code.stipulation
    spelled = study.spelled_position
    board = next(study.placements, None)
    return {
        "text": study.text(study.occurrence.span),
        "form": study.occurrence.form.value,
        "class": class_of(study),
        "kings": king_names(study.code.kings),
        "stipulation": goal.value if goal else None,
        "turn": None if turn is None else COLOR_NAMES[turn],
        "control": str(study.code.control) if study.code.control else None,
        "fen": spelled.fen if spelled else None,
        "board": board[0].board.kind.value if board else None,
        "board_fen": board[1].fen if board else None,
        "role": role.value,
    }


def record_json(facts: Facts, text: str) -> dict[str, Any]:
    """Return the same object for a clean record, whose only code is prefixed and agrees with its FEN."""
    white, black = (value_of(char) for char in facts.kings)
    return {
        "text": text,
        "form": "prefixed",
        "class": facts.force,
        "kings": king_names(Kings(white, black)),
        "stipulation": facts.signs[1],
        "turn": None,
        "control": None,
        "fen": None,
        "board": "fen",
        "board_fen": fen_of(facts.squares),
        "role": "study",
    }


def facts_json(facts: Facts) -> dict[str, Any]:
    """Return the object of the other facts: composer to award, position, side to move, title and twins."""
    return {
        "composer": facts.composer or None,
        "year": int(facts.year) if facts.year != "    " else None,
        "event": facts.event or None,
        "award": facts.award or None,
        "position": fen_of(facts.squares) if facts.squares != " " * 64 else None,
        "side_to_move": _TURNS[facts.signs[TURN]],
        "title": facts.title or None,
        "twins": [
            {"label": label or None, "position": fen_of(squares), "side_to_move": _TURNS[turn.replace("-", " ")]}
            for label, turn, squares in twins_of(facts.twins)
        ],
    }


def class_of(study: "Study") -> str | None:
    """Return the class as written, a damaged one corrected, or None if that is impossible."""
    if study.occurrence.problems:
        return str(study.code.force) if study.code.force else None
    return class_as_written(study)


def class_as_written(study: "Study") -> str:
    """Return the class as written, with its errors."""
    return study.text(study.occurrence.span_of(Kind.CLASS))


def king_names(kings: Kings | None) -> list[str | None] | None:
    """Return the squares of the kings by name, `["g3", None]`, or None without kings."""
    return None if kings is None else [None if square is None else SQUARE_NAMES[square] for square in kings]
