"""Answers to commands: a FEN, a code in another form, a board to show."""

from typing import Any, NamedTuple, TypedDict

from gbr_lsp.base.text import Edit
from gbr_lsp.boards.value import Board
from gbr_lsp.edits.rewritings import fen, rewriting_of, spell_code, turn_of
from gbr_lsp.ide.support.cursor import owner_of, study_near, target_at
from gbr_lsp.ide.support.cursor_moves import moves_at
from gbr_lsp.ide.support.study_boards import StudyBoard, boards_of
from gbr_lsp.model import description
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.code_forms import code_of, spell
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK, SQUARE_NAMES, Form, Goal, Stipulation

_GOALS = {Goal.WIN: "win", Goal.DRAW: "draw", None: None}


class Conversion(NamedTuple):
    """A code in a form, the edits that write it, and the omitted parts.

    There are no edits if the code cannot be written at its place, or is there already.
    """

    text: str
    edits: tuple[Edit, ...]
    omissions: tuple[str, ...] = ()


class BoardView(TypedDict):
    """A board for a view, in JSON values. `fen` is None if no board gives all men.

    Inside the moves of a solution it is the position at the cursor.
    """

    fen: str | None
    orientation: str
    squares: list[str]
    """The names of the squares that the code gives."""
    title: str
    stipulation: str
    goal: str | None
    turn: str | None
    words: list[str]
    """The description of the study, a line each."""
    note: str
    """The place of the study if the cursor is on neither code nor board; else empty."""
    boards: list[dict[str, Any]]
    """Each `StudyBoard` of the study as JSON; empty among moves."""
    board: int | None
    """The index in `boards` of the board that `fen` shows."""


def fen_at(document: Document, offset: int) -> str | None:
    """Return the FEN of the code, board or move at `offset`, or None. It has six fields if the turn is known."""
    pointed = target_at(document, offset)
    if pointed is None:
        moves = moves_at(document, offset)
        return moves.fen if moves else None
    if pointed.study:
        position = pointed.study.position
        return fen(position, turn_of(pointed.study)) if position else None
    board = pointed.board
    return fen(board.placement, board.turn) if board and board.placement else None


def convert(document: Document, offset: int, form: Form) -> Conversion | None:
    """Return the code or board at `offset` as a `Conversion` to `form`, or None."""
    pointed = target_at(document, offset)
    if pointed is None:
        return None
    if pointed.study:
        text = spell_code(pointed.study, form)
        if text is None:
            return None
        rewriting = rewriting_of(pointed.study, form) if form is not pointed.study.occurrence.form else None
        if rewriting is None:
            return Conversion(text, ())
        span = rewriting.span.shift(document.starts[pointed.number])
        return Conversion(text, (Edit(span, rewriting.text),), rewriting.omissions)
    board = pointed.board
    if board is None or board.placement is None:
        return None
    code = code_of(board.placement, Stipulation(None, board.turn), document.conventions.nine)
    text = spell(code, form) if code else None
    return Conversion(text, ()) if text else None


def board_view(document: Document, offset: int) -> BoardView | None:
    """Return the `BoardView` at `offset`, or else of the nearest study.

    None if no position is known; a code at `offset` is shown without one. The note gives the place
    of another study.
    """
    pointed = target_at(document, offset)
    if pointed and pointed.study:
        return _of_study(pointed.study)
    if pointed and pointed.board and pointed.board.placement:
        owner = owner_of(document, pointed.number, pointed.board)
        return _of_study(owner, at=pointed.board.placement) if owner else _of_board(pointed.board)
    if not document.blocks or offset < 0:
        return None
    near, moves = study_near(document, offset), moves_at(document, offset)
    shown = _of_study(*near) if near else None
    if moves is None:
        return shown
    shown = shown or titled_board_view(_players(document.blocks[document.block_number(offset)]))
    fen = moves.fen
    if fen is None:
        return shown
    turn = "white" if " w " in fen else "black"
    return BoardView({**shown, "fen": fen, "squares": [], "turn": turn, "note": "", "boards": [], "board": None})


def _of_study(study: Study, note: str = "", at: Placement | None = None) -> BoardView:
    """Return the `BoardView` of `study` with the board `at`, or else its default board."""
    boards, number = boards_of(study)
    number = next((n for n, board in enumerate(boards) if at and board.position == at), number)
    listed = [_of_study_board(study, board) for board in boards]
    shown = None if number is None else listed[number]
    squares = [SQUARE_NAMES[part.square] for part, _ in study.placed_parts if part.square is not None]
    return BoardView(
        fen=shown["fen"] if shown else None,
        orientation="white",
        squares=list(dict.fromkeys(squares)),
        title=_title(study),
        stipulation=description.stipulation(study),
        goal=_GOALS[study.code.stipulation.goal],
        turn=shown["turn"] if shown else _turn(turn_of(study)),
        words=description.of_study(study),
        note=note,
        boards=listed,
        board=number,
    )


def _of_study_board(study: Study, board: StudyBoard) -> dict[str, Any]:
    turn = board.turn if study.code.stipulation.turn is None else study.code.stipulation.turn
    return {
        "name": board.name,
        "fen": fen(board.position, turn) if board.position else None,
        "placement": board.field,
        "turn": _turn(turn),
        "disputed": sorted(SQUARE_NAMES[square] for square in board.squares),
        "differences": list(board.lines),
    }


def _of_board(board: Board) -> BoardView | None:
    if board.placement is None:
        return None
    return BoardView(
        {
            **titled_board_view(board.name),
            "fen": fen(board.placement, board.turn),
            "turn": _turn(board.turn),
            "words": description.of_board(board.placement, board.turn),
        }
    )


def _title(study: Study) -> str:
    """Return the code, in a game after the composer of the `White` tag: `composer: code`."""
    code = " ".join(study.text(study.occurrence.span).split())
    tag = study.block.contents.reading.tags.get("White")
    name = study.text(tag).strip() if tag else ""
    return f"{name}: {code}" if name.strip("?") else code


def titled_board_view(title: str) -> BoardView:
    """Return a `BoardView` with nothing but a title."""
    return BoardView(
        fen=None,
        orientation="white",
        squares=[],
        title=title,
        stipulation="",
        goal=None,
        turn=None,
        words=[],
        note="",
        boards=[],
        board=None,
    )


def _players(block: Block) -> str:
    """Return the name of a game without a code: `White – Black`, or `A game`."""
    tags = block.contents.reading.tags
    names = [block.text[slice(*tags[name])].strip() for name in ("White", "Black") if name in tags]
    return " – ".join(name for name in names if name.strip("?")) or "A game"


def _turn(turn: bool | None) -> str | None:
    return None if turn is None else "black" if turn is BLACK else "white"
