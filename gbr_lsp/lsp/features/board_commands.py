"""`workspace/executeCommand`: actions on a board, as an edit of the document that the client applies.

Each command takes the URI of a document, a position in it, and an object with further parameters.
The answer has the versioned edit and the place of the caret, or the reason for a refusal in one
line.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from pygls.exceptions import JsonRpcInvalidParams

from gbr_lsp.boards.drawing import SHAPES
from gbr_lsp.edits.edit_check import BoardWriting, Refusal, edit_document
from gbr_lsp.lsp.conversion import Positions, to_workspace_edit
from gbr_lsp.lsp.server import LocatedPart, Server, Snapshot
from gbr_lsp.notation.placement import Placement, placement_problem
from gbr_lsp.notation.values import BLACK, SQUARES, WHITE, Form, Goal

if TYPE_CHECKING:
    from gbr_lsp.edits.new_position import NewPosition

_Value = TypeVar("_Value")
_Wanted = dict[str, Any]
"""The third argument of a command: parameters by name."""
_Written = BoardWriting | Refusal
_GOALS: dict[str, Goal | None] = {"win": Goal.WIN, "draw": Goal.DRAW}
_TURNS = {"white": WHITE, "black": BLACK}


def register(server: Server) -> None:
    @server.command("gbr.boardShapes")
    def shapes() -> dict[str, Any]:
        """Return the outlines of the men: letter → list of SVG paths."""
        return {letter: list(paths) for letter, paths in SHAPES.items()}

    @server.command("gbr.writingChoices")
    def choices(*arguments: Any) -> dict[str, Any] | None:
        """Return what a new position at a URI and position can be; None for an unknown document."""
        place = server.place_of(arguments)
        return _choices(*place) if place else None

    for name, command in _COMMANDS.items():
        server.command(name)(_writing(server, command))


def _writing(server: Server, command: Callable[[Snapshot, LocatedPart, _Wanted], _Written]) -> Callable[..., Any]:
    """Return the handler of `command`; its answers are those of `_answer` and `_refused`."""

    async def run(*arguments: Any) -> dict[str, Any] | None:
        """Run `command` for the URI, position and object in `arguments`; None for an unknown document."""
        place = server.place_of(arguments)
        if place is None:
            return None
        snapshot, offset, wanted = place
        if not isinstance(wanted, dict):
            raise JsonRpcInvalidParams(message="the third argument must be an object")
        version = wanted.get("version")
        if version is not None and version != snapshot.opened.version:
            return _refused("The document has changed since the board was drawn")
        near = snapshot.part_at_offset(offset)
        written = command(snapshot, near, wanted)
        return _refused(written.reason) if isinstance(written, Refusal) else _answer(server, snapshot, near, written)

    return run


def _refused(why: str) -> dict[str, Any]:
    return {"edit": None, "caret": None, "refused": why}


def _answer(server: Server, snapshot: Snapshot, near: LocatedPart, written: BoardWriting) -> dict[str, Any]:
    """Return the answer of a command: the edit of `written` and its caret."""
    edits = [edit.shift(near.start) for edit in written.edits]
    edit = to_workspace_edit(server.client_capabilities, snapshot.opened, snapshot.positions, edits) if edits else None
    after = Positions(edit_document(near.document, written.edits), snapshot.positions.encoding).position(written.caret)
    above = snapshot.positions.line(near.start) if near.start else 0
    return {
        "edit": server.unstructure(edit) if edit else None,
        "caret": {"line": above + after.line, "character": after.character},
        "refused": None,
    }


def _choices(snapshot: Snapshot, offset: int, wanted: Any) -> dict[str, Any]:
    """Return the notations that can be written at `offset`, the usual one first, and the form of a code.

    If `wanted` has a complete position, also its code in each form.
    """
    from gbr_lsp.edits.new_position import form_near, forms_of, possible_texts

    near = snapshot.part_at_offset(offset)
    form = snapshot.opened.settings.form or form_near(near.document, near.offset)
    position = _position(snapshot, wanted) if isinstance(wanted, dict) else None
    forms = {} if position is None or isinstance(position, Refusal) else forms_of(near.document, position)
    texts = possible_texts(near.document, near.offset, form)
    return {"as": [text.value for text in texts], "form": form.value} | ({"forms": forms} if forms else {})


def _write_position(snapshot: Snapshot, near: LocatedPart, wanted: _Wanted) -> _Written:
    """Return the edit that writes the position `wanted` at the offset, or a `Refusal`."""
    from gbr_lsp.edits.new_position import PositionText, usual_text, write_position

    text = _among({text.value: text for text in PositionText}, wanted, "as", usual_text(near.document))
    position = _position(snapshot, wanted)
    return position if isinstance(position, Refusal) else write_position(near.document, near.offset, position, text)


def _position(snapshot: Snapshot, wanted: _Wanted) -> "NewPosition | Refusal":
    """Return the `NewPosition` in `wanted`, or a `Refusal`; raise JsonRpcInvalidParams for wrong values."""
    from gbr_lsp.edits.new_position import NewPosition

    placement = _placement(wanted)
    forms: dict[str, Form | None] = {form.value: form for form in Form}
    form = _among(forms, wanted, "form", snapshot.opened.settings.form)
    goal = _among(_GOALS, wanted, "goal", None)
    turn = _among(_TURNS, wanted, "turn", WHITE)
    return placement if isinstance(placement, Refusal) else NewPosition(placement, turn, goal, form or Form.PREFIXED)


def _change_position(snapshot: Snapshot, near: LocatedPart, wanted: _Wanted) -> _Written:
    """Return the edit that changes the study's position in all its texts, or a `Refusal`."""
    from gbr_lsp.ide.position_change import change_position_at

    placement = _placement(wanted)
    return placement if isinstance(placement, Refusal) else change_position_at(near.document, near.offset, placement)


def _play_move(snapshot: Snapshot, near: LocatedPart, wanted: _Wanted) -> _Written:
    """Return the edit that writes a move into the movetext, or a `Refusal`."""
    from gbr_lsp.ide.played_move import write_played_move

    promotion = wanted.get("promotion") or "Q"
    if not isinstance(promotion, str) or promotion.upper() not in ("Q", "R", "B", "N"):
        raise JsonRpcInvalidParams(message="promotion must be one of Q, R, B, N")
    return write_played_move(near.document, near.offset, _square(wanted, "from"), _square(wanted, "to"), promotion)


def _type_square(snapshot: Snapshot, near: LocatedPart, wanted: _Wanted) -> _Written:
    """Return the edit that adds the next square of an unfinished code, or a `Refusal`."""
    from gbr_lsp.ide.completion import square_edit
    from gbr_lsp.ide.draft_board import draft_board

    square = _square(wanted, "square")
    draft = draft_board(near.document, near.offset)
    if draft is None:
        return Refusal("No man of the code at the cursor needs a square")
    edit = square_edit(near.document, draft.typed_span, square)
    if edit is None:
        return Refusal(f"The {draft.words} cannot stand on {square}")
    return BoardWriting((edit,), edit.span.start + len(edit.text))


def _placement(wanted: _Wanted) -> Placement | Refusal:
    """Return the `Placement` of the first field of the FEN in `wanted`, or a `Refusal`."""
    fen = wanted.get("fen")
    if not isinstance(fen, str):
        raise JsonRpcInvalidParams(message="fen must be a string")
    field = (fen.split() or [""])[0]
    wrong = placement_problem(field)
    return Refusal(f"The board {wrong}") if wrong else Placement(field)


def _square(wanted: _Wanted, name: str) -> str:
    """Return the name of the square `wanted[name]`, "e4"; raise JsonRpcInvalidParams for other values."""
    square = wanted.get(name)
    if not isinstance(square, str) or square not in SQUARES:
        raise JsonRpcInvalidParams(message=f"{name} must be a square")
    return square


def _among(known: dict[str, _Value], wanted: _Wanted, name: str, otherwise: _Value) -> _Value:
    """Return the value of `known` that `wanted[name]` names, or `otherwise` if it is missing.

    Raises JsonRpcInvalidParams for an unknown name.
    """
    value = wanted.get(name)
    if value is None:
        return otherwise
    if not isinstance(value, str) or value not in known:
        raise JsonRpcInvalidParams(message=f"{name} must be one of {', '.join(known)}")
    return known[value]


_COMMANDS: dict[str, Callable[[Snapshot, LocatedPart, _Wanted], _Written]] = {
    "gbr.writePosition": _write_position,
    "gbr.changePosition": _change_position,
    "gbr.playMove": _play_move,
    "gbr.typeSquare": _type_square,
}
