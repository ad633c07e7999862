"""What helps while a code is written: actions, the slots, hints, lenses, commands."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from gbr_lsp.base.text import Span, units
from gbr_lsp.boards.drawing import SHAPES
from gbr_lsp.hosts import comment_mark
from gbr_lsp.ide.actions import Action, ActionKind, actions
from gbr_lsp.ide.conversions import convert, copied_fen, shown_board
from gbr_lsp.ide.inlays import inlays
from gbr_lsp.ide.lenses import lenses
from gbr_lsp.ide.signature import signature
from gbr_lsp.ide.support.cursor import pointed_at
from gbr_lsp.lsp.convert import to_workspace_edit
from gbr_lsp.lsp.features.ignore_in_settings import ignoring
from gbr_lsp.lsp.features.references import to_location
from gbr_lsp.model.roles import Role
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Form

if TYPE_CHECKING:
    from gbr_lsp.lsp.server import Look, Server

_KINDS = {
    ActionKind.FIX: types.CodeActionKind.QuickFix.value,
    ActionKind.REWRITE: "refactor.rewrite.gbr",
    ActionKind.INSERT: "refactor.insert.gbr",
    ActionKind.IGNORE: "quickfix.ignore.gbr",
    ActionKind.FIX_ALL: "source.fixAll.gbr",
}
COMMANDS = ("gbr.copyFen", "gbr.convert", "gbr.index", "gbr.showBoard", "gbr.showClass")


def register(server: "Server") -> None:
    options = types.CodeActionOptions(code_action_kinds=list(_KINDS.values()))
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)(_actions(server))
    for name in COMMANDS:
        server.command(name)(_command(server, name))


def register_slots(server: "Server") -> None:
    slots = types.SignatureHelpOptions(trigger_characters=[*"0123456789.", *"abcdefgh"], retrigger_characters=[" "])
    server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, slots)(_signature(server))


def register_inlays(server: "Server") -> None:
    server.feature(types.TEXT_DOCUMENT_INLAY_HINT)(_inlays(server))


def register_lenses(server: "Server") -> None:
    server.feature(types.TEXT_DOCUMENT_CODE_LENS)(_lenses(server))


def _actions(server: "Server") -> Callable[[types.CodeActionParams], Any]:
    async def answer(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        only = _wanted(params.context.only)
        state = await server.scans.findings(uri) if only else None
        looked_at = server.look(uri)
        span = looked_at and looked_at.positions.span(params.range)
        if state is None or looked_at is None or span is None or state[0].document is not looked_at.document:
            return []
        mark = comment_mark(looked_at.opened.language)
        found = actions(looked_at.document, span, state[1], only, mark)
        written = [_to_action(server, looked_at, action, params.context.diagnostics) for action in found]
        return [action for action in written if action]

    return answer


def _wanted(only: Sequence[types.CodeActionKind | str] | None) -> list[ActionKind]:
    """The kinds that a client asks for: those it names and those below them; all but `fix all` if it names none."""
    if only is None:
        return [kind for kind in ActionKind if kind is not ActionKind.FIX_ALL]
    names = [name.value if isinstance(name, types.CodeActionKind) else name for name in only]
    return [
        kind
        for kind in ActionKind
        if any(not name or _KINDS[kind] == name or _KINDS[kind].startswith(f"{name}.") for name in names)
    ]


def _to_action(
    server: "Server", looked_at: "Look", action: Action, diagnostics: Sequence[types.Diagnostic]
) -> types.CodeAction | None:
    if action.setting:
        edit = ignoring(server, looked_at.opened, action.setting)
    else:
        edit = to_workspace_edit(server.client_capabilities, looked_at.opened, looked_at.positions, action.edits)
    if edit is None:
        return None
    name = action.finding.rule if action.finding else None
    return types.CodeAction(
        title=action.title,
        kind=_KINDS[action.kind],
        diagnostics=[one for one in diagnostics if one.code == name] or None if name else None,
        is_preferred=True if action.preferred else None,
        edit=edit,
    )


def _signature(server: "Server") -> Callable[[types.SignatureHelpParams], types.SignatureHelp | None]:
    def answer(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        looked_at = server.look(params.text_document.uri)
        if looked_at is None:
            return None
        explained = not server.asks_for_slots_always
        invoked = types.SignatureHelpTriggerKind.Invoked
        asked = params.context.trigger_kind is invoked if params.context else explained
        found = signature(looked_at.document, looked_at.positions.offset(params.position), asked=asked)
        if found is None:
            return None
        parameters = [
            types.ParameterInformation(_units(found.label, each.span), each.says if explained else None)
            for each in found.parameters
        ]
        shown = types.SignatureInformation(found.label, parameters=parameters, active_parameter=found.active)
        return types.SignatureHelp([shown], active_signature=0, active_parameter=found.active)

    return answer


def _units(label: str, span: Span) -> tuple[int, int]:
    """The place of a parameter in the label, which is in utf-16 whatever was negotiated."""
    return units(label[: span.start], "utf-16"), units(label[: span.end], "utf-16")


def _inlays(server: "Server") -> Callable[[types.InlayHintParams], list[types.InlayHint]]:
    def answer(params: types.InlayHintParams) -> list[types.InlayHint]:
        looked_at = server.look(params.text_document.uri)
        span = looked_at and looked_at.positions.span(params.range)
        if looked_at is None or span is None or not server.options.inlay_hints:
            return []
        return [
            types.InlayHint(
                looked_at.positions.position(hint.offset),
                hint.label,
                tooltip=hint.tooltip,
                padding_left=hint.gap_before,
                padding_right=hint.gap_behind,
            )
            for hint in inlays(looked_at.document, span)
        ]

    return answer


def _lenses(server: "Server") -> Callable[[types.CodeLensParams], list[types.CodeLens]]:
    def answer(params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        looked_at = server.look(uri)
        if looked_at is None or not server.options.code_lens:
            return []
        known = server.library.collection()

        def _others(study: Study) -> int:
            return max(0, known.of_class(study.code.force) - 1) if study.code.force else 0

        found = []
        for lens in lenses(looked_at.document, _others):
            place = looked_at.positions.range(lens.span)
            at = {"line": place.start.line, "character": place.start.character}
            command = types.Command(lens.title, lens.command, arguments=[uri, at, *lens.arguments[1:]])
            found.append(types.CodeLens(place, command))
        return found

    return answer


def _command(server: "Server", name: str) -> Callable[[Any], Any]:
    def run(*arguments: Any) -> Any:
        """Commands take the URI of a document, a position in it, and what else they need."""
        uri, position, argument, *_ = *arguments, None, None, None
        if name == "gbr.index":
            return server.library.directory(uri)
        looked_at = server.look(uri) if isinstance(uri, str) else None
        offset = _offset(looked_at, position)
        if looked_at is None or offset is None:
            return None
        if name == "gbr.copyFen":
            return copied_fen(looked_at.document, offset)
        if name == "gbr.showBoard":
            shown = shown_board(looked_at.document, offset)
            return {**shown, "shapes": SHAPES} if shown else None
        if name == "gbr.showClass":
            return _same_class(server, looked_at, offset)
        return _convert(server, looked_at, offset, argument)

    return run


_FAR = (1 << 31) - 1


def _offset(looked_at: "Look | None", position: Any) -> int | None:
    if looked_at is None or not isinstance(position, dict):
        return None
    line, character = position.get("line"), position.get("character")
    if not isinstance(line, int) or not isinstance(character, int) or line < 0 or character < 0:
        raise JsonRpcInvalidParams(message="a position has a line and a character")
    # What is behind every line is the end; the protocol's own type takes no number of more than 31 bits.
    return looked_at.positions.offset(types.Position(min(line, _FAR), min(character, _FAR)))


def _same_class(server: "Server", looked_at: "Look", offset: int) -> list[types.Location]:
    """Where the studies stand that have the class of the code at an offset."""
    pointed = pointed_at(looked_at.document, offset)
    force = pointed.study.code.force if pointed and pointed.study else None
    cards = [card for card in server.library.collection() if force and card.code.force == force]
    return [to_location(server, card) for card in cards if card.role is Role.STUDY]


def _convert(server: "Server", looked_at: "Look", offset: int, form: Any) -> str | None:
    """Writes a code in another form where it stands, and answers with it; None where the code does not say enough."""
    if form not in {known.value for known in Form}:
        raise JsonRpcInvalidParams(message=f"a form is one of {', '.join(known.value for known in Form)}")
    converted = convert(looked_at.document, offset, Form(form))
    if converted is None:
        return None
    if converted.edits and server.can_apply_edits:
        edit = to_workspace_edit(server.client_capabilities, looked_at.opened, looked_at.positions, converted.edits)
        server.workspace_apply_edit(types.ApplyWorkspaceEditParams(edit, label=f"Write the code as {form}"))
    return converted.text
