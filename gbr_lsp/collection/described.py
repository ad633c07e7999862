"""A code as programs read it: what it says and what stands beside it, in the names and values of JSON."""

from typing import Any

from gbr_lsp.collection.facts import TURN, Facts, fen_of, value_of
from gbr_lsp.notation.values import COLOR_NAMES, SQUARE_NAMES, Kind, Kings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gbr_lsp.model.roles import Role
    from gbr_lsp.model.study import Study

_TURNS = {"w": "white", "b": "black", " ": None}


def described(study: "Study", role: "Role") -> dict[str, Any]:
    """What a code says, as it is written, and the board beside it."""
    goal, turn = study.code.stipulation
    spelled = study.spelled
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


def described_record(facts: Facts, text: str) -> dict[str, Any]:
    """The same of a clean record: its only code is prefixed and agrees with its FEN."""
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


def described_facts(facts: Facts) -> dict[str, Any]:
    """What is known of the study besides: the tags of its game, the position that belongs to it, and who moves."""
    return {
        "composer": facts.composer or None,
        "year": int(facts.year) if facts.year != "    " else None,
        "event": facts.event or None,
        "award": facts.award or None,
        "position": fen_of(facts.squares) if facts.squares != " " * 64 else None,
        "side_to_move": _TURNS[facts.signs[TURN]],
    }


def class_of(study: "Study") -> str | None:
    """The class as it is written, a damaged one as it would be mended; None where nobody can tell."""
    if study.occurrence.problems:
        return str(study.code.force) if study.code.force else None
    return class_as_written(study)


def class_as_written(study: "Study") -> str:
    """The class with all that is wrong in it."""
    return study.text(study.occurrence.span_of(Kind.CLASS))


def king_names(kings: Kings | None) -> list[str | None] | None:
    """The squares of the kings by name, as JSON has them."""
    return None if kings is None else [None if square is None else SQUARE_NAMES[square] for square in kings]
