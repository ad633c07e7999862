"""`textDocument/codeAction`: fixes, rewrites, insertions, and ways to ignore a finding; `gbr.fixAll`."""

import os
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from gbr_lsp.base.regular_file import open_regular
from gbr_lsp.base.settings_files import PYPROJECT
from gbr_lsp.base.text import Edit, LineIndex, Span
from gbr_lsp.ide.support.action_kind import ActionKind
from gbr_lsp.lint.engine import PlacedFinding, lint, rules_of
from gbr_lsp.lsp.announced import APPLY_EDIT, knows_action_objects
from gbr_lsp.lsp.background import LARGE_DOCUMENT, answer_in_process, answer_in_thread
from gbr_lsp.lsp.conversion import Positions, to_range, to_workspace_edit
from gbr_lsp.lsp.server import Server, Snapshot
from gbr_lsp.lsp.uris import name_of, path_of, uri_of
from gbr_lsp.model.document import LONG_BLOCK, Document
from gbr_lsp.settings import BadSettings, nearest_settings
from gbr_lsp.settings.kinds import Path
from gbr_lsp.settings.places import key_places

if TYPE_CHECKING:
    from gbr_lsp.ide.actions import Action

_KINDS = {
    ActionKind.FIX: types.CodeActionKind.QuickFix.value,
    ActionKind.REWRITE: "refactor.rewrite.gbr",
    ActionKind.INSERT: "refactor.insert.gbr",
    ActionKind.IGNORE: "quickfix.ignore.gbr",
    ActionKind.FIX_ALL: "source.fixAll.gbr",
}
_BYTE_ORDER_MARK = "\ufeff"


def register(server: Server) -> None:
    options = types.CodeActionOptions(code_action_kinds=list(_KINDS.values()))
    logged: set[tuple[str, type[Exception]]] = set()

    def failed(provider: str, error: Exception) -> None:
        """Log an error once: a client requests actions at every move of the cursor."""
        if (provider, type(error)) not in logged:
            logged.add((provider, type(error)))
            server.report_server_error(error, f"code actions: {provider}")

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def answer(params: types.CodeActionParams) -> Any:
        uri = params.text_document.uri
        only = _requested(params.context.only)
        state = await server.lint_jobs.findings(uri) if only else None
        snapshot = server.snapshot(uri)
        span = snapshot and snapshot.positions.span(params.range)
        if state is None or snapshot is None or span is None or state[0].document is not snapshot.document:
            return []
        if not (server.can_apply_edits or knows_action_objects(server.client_capabilities)):
            return []
        form = snapshot.opened.settings.form
        is_requested = params.context.trigger_kind is not types.CodeActionTriggerKind.Automatic

        def made(document: Document, start: int, findings: list[PlacedFinding]) -> list[types.CodeAction]:
            """Return the actions for `document`, a part that starts at `start`, with `findings`."""
            from gbr_lsp.ide.actions import actions

            found = actions(
                document, span.shift(-start), findings, only, form, is_requested=is_requested, on_failure=failed
            )
            written = []
            for one in found:
                action = one._replace(edits=tuple(edit.shift(start) for edit in one.edits))
                try:
                    written.append(_to_action(server, snapshot, action, params.context.diagnostics))
                except Exception as error:
                    failed(action.kind.value, error)
            return [action for action in written if action]

        is_at_place = bool(snapshot.document.long_block_at(span.start)) and span.end < span.start + LONG_BLOCK // 8
        part, start = snapshot.document.part_around(span.start) if is_at_place else snapshot.document.part(span)
        end = start + part.length
        is_short = part.length < LARGE_DOCUMENT and ActionKind.FIX_ALL not in only
        if is_short and not any(item.span.start <= end and start <= item.span.end for item in state[1]):
            # No action concerns the rest of the document.
            is_long = bool(server.long_part(uri, [params.range.start, params.range.end]))
            return await answer_in_thread(server, snapshot.opened, lambda: made(part, start, []), is_long=is_long)
        return await answer_in_process(server, uri, lambda: made(snapshot.document, 0, state[1]))

    @server.command(APPLY_EDIT)
    async def apply(edit: Any = None, *_: Any) -> None:
        """Ask the client to make `edit`, that of a code action."""
        try:
            found = server.protocol._converter.structure(dict(edit), types.WorkspaceEdit)
        except Exception:
            raise JsonRpcInvalidParams(message="the argument must be an edit of the workspace") from None
        if server.can_apply_edits:
            server.workspace_apply_edit(types.ApplyWorkspaceEditParams(found))

    @server.command("gbr.fixAll")
    async def fix_all(uri: Any = None, *_: Any) -> Any:
        """Return the edit of all safe fixes of document `uri`, their number, and the findings left; None if unknown."""
        state = await server.lint_jobs.findings(uri) if isinstance(uri, str) else None
        snapshot = server.snapshot(uri) if state else None
        if state is None or snapshot is None or state[0].document is not snapshot.document:
            return None
        return await answer_in_process(server, uri, lambda: _fixing_all(server, snapshot, state[1]))


def _fixing_all(server: Server, snapshot: Snapshot, findings: list[PlacedFinding]) -> dict[str, Any]:
    """Return the answer of `gbr.fixAll` as JSON; `findings` are those of the document."""
    from gbr_lsp.edits.edit_check import edit_document
    from gbr_lsp.lint.fixes import choose_fixes, why_left

    chosen = choose_fixes(snapshot.document, findings)
    edit, after, left = None, snapshot.document, findings
    if chosen.edits:
        edit = to_workspace_edit(server.client_capabilities, snapshot.opened, snapshot.positions, chosen.edits)
        after = edit_document(snapshot.document, chosen.edits)
        left = lint(after, rules_of(snapshot.opened.settings))
    positions = Positions(after, snapshot.positions.encoding)
    return {
        "edit": server.unstructure(edit) if edit else None,
        "fixed": len(chosen.fixes),
        "left": [
            {
                "range": server.unstructure(positions.range(span)),
                "rule": finding.rule,
                "message": finding.message,
                "why": why_left(finding),
            }
            for span, finding in left
        ],
    }


def _requested(only: Sequence[types.CodeActionKind | str] | None) -> list[ActionKind]:
    """Return the kinds that `only` requests, with their subkinds.

    None requests all kinds but `FIX_ALL`.
    """
    if only is None:
        return [kind for kind in ActionKind if kind is not ActionKind.FIX_ALL]
    names = [name.value if isinstance(name, types.CodeActionKind) else name for name in only]
    return [
        kind
        for kind in ActionKind
        if any(not name or _KINDS[kind] == name or _KINDS[kind].startswith(f"{name}.") for name in names)
    ]


def _to_action(
    server: Server, snapshot: Snapshot, action: "Action", diagnostics: Sequence[types.Diagnostic]
) -> types.CodeAction | None:
    """Return `action` in the protocol's form, or None if it cannot be written.

    `diagnostics` are those of the request; the action refers to those of its rule.
    """
    if action.setting:
        edit = _ignoring_in_settings(server, snapshot.opened.uri, action.setting)
    else:
        edit = to_workspace_edit(server.client_capabilities, snapshot.opened, snapshot.positions, action.edits)
    if edit is None:
        return None
    name = action.finding.rule if action.finding else None
    return types.CodeAction(
        title=action.title,
        kind=_KINDS[action.kind],
        diagnostics=[one for one in diagnostics if one.code == name] or None if name else None,
        is_preferred=True if action.is_preferred else None,
        edit=edit,
    )


def _ignoring_in_settings(server: Server, uri: str, rule: str) -> types.WorkspaceEdit | None:
    """Return the edit that adds `rule` to `ignore` in the settings of document `uri`.

    The settings are in the nearest file or in a new one. None if the file cannot be read or has no
    place for it.
    """
    path = path_of(uri)
    folder = os.path.dirname(path) if path else next(iter(server.index.tree.folders), None)
    if folder is None:
        return None
    try:
        loaded = nearest_settings(folder)
    except BadSettings:
        return None
    if loaded.path is None:
        return _creating_settings(server, folder, rule)
    text = _text_of(server, loaded.path)
    if text is None:
        return None
    root = ("tool", "gbr-lsp") if os.path.basename(loaded.path) == PYPROJECT else ()
    inherited = loaded.values.get(("ignore",))
    edit = _ignoring(text, root, rule, inherited.value if inherited else ())
    if edit is None:
        return None
    written = types.TextEdit(to_range(edit.span, text, server.documents.encoding), edit.text)
    return types.WorkspaceEdit(changes={uri_of(loaded.path): [written]})


def _creating_settings(server: Server, folder: str, rule: str) -> types.WorkspaceEdit | None:
    """Return the edit that creates `gbr.toml` in the workspace folder that contains `folder`.

    None if the client cannot create files.
    """
    operations = server.announced("workspace.workspace_edit.resource_operations") or ()
    if types.ResourceOperationKind.Create not in operations:
        return None
    top = next((one for one in server.index.tree.folders if (folder + os.sep).startswith(one + os.sep)), folder)
    uri = uri_of(os.path.join(top, "gbr.toml"))
    start = types.Position(0, 0)
    return types.WorkspaceEdit(
        document_changes=[
            types.CreateFile(uri, options=types.CreateFileOptions(ignore_if_exists=True)),
            types.TextDocumentEdit(
                types.OptionalVersionedTextDocumentIdentifier(uri),
                [types.TextEdit(types.Range(start, start), f'ignore = ["{rule}"]\n')],
            ),
        ]
    )


def _text_of(server: Server, file: str) -> str | None:
    """Return the text of a settings file: from the client if open, else from disk.

    None if it cannot be read.
    """
    for uri in server.documents:
        opened = server.documents.get(uri)
        if opened and name_of(uri) == os.path.normpath(file):
            return opened.document.text
    try:
        with open(file, encoding="utf-8", newline="", opener=open_regular) as stream:
            return stream.read()
    except (OSError, UnicodeDecodeError):
        return None


def _ignoring(text: str, root: Path, rule: str, inherited: Collection[str]) -> Edit | None:
    """Return the edit that adds `rule` to `ignore` in `text`, or None.

    `root` is the table of the settings; None if `text` lacks it. The file's own `ignore` replaces
    the one of the file that it extends, so a new one also contains the `inherited` rules. Editors
    hide a byte order mark: an edit of a first line with one replaces the whole line, so that no
    column is counted from the mark.
    """
    bare = text.removeprefix(_BYTE_ORDER_MARK)
    edit = _added_to_ignore(bare, root, rule, inherited)
    if edit is None or bare == text:
        return edit
    lines = LineIndex(bare)
    if lines.line_at(edit.span.start):
        return edit.shift(1)
    end = lines.starts[1] if 1 < len(lines.starts) else len(bare)
    return Edit(Span(0, end + 1), bare[: edit.span.start] + edit.text + bare[edit.span.end : end])


def _added_to_ignore(text: str, root: Path, rule: str, inherited: Collection[str]) -> Edit | None:
    """Return the edit as `_ignoring` does, for a text without byte order mark."""
    found = key_places(text)
    own = found.get((*root, "ignore"))
    if own is not None:
        at = own.value.start + 1
        is_empty = not text[at : own.value.end - 1].strip()
        return Edit(Span(at, at), f'"{rule}"' if is_empty else f'"{rule}", ')
    at = 0
    if root:
        if root not in found:
            return None
        at = text.find("\n", found[root].key.end) + 1
        if at == 0:
            return None
    names = ", ".join(f'"{name}"' for name in (rule, *inherited))
    return Edit(Span(at, at), f"ignore = [{names}]\n")
