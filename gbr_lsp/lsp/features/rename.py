"""`textDocument/prepareRename` and `textDocument/rename`: another text for a code in its document."""

from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from gbr_lsp.lsp.background import answer_in_process
from gbr_lsp.lsp.conversion import to_workspace_edit
from gbr_lsp.lsp.server import Server


def register(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        from gbr_lsp.ide.rename import code_to_rename

        snapshot = server.snapshot(params.text_document.uri)
        near = snapshot and snapshot.part_at_position(params.position)
        found = near and code_to_rename(near.document, near.offset)
        if snapshot is None or near is None or found is None:
            return None
        return types.PrepareRenamePlaceholder(snapshot.positions.range(found.span.shift(near.start)), found.text)

    @server.feature(types.TEXT_DOCUMENT_RENAME)
    async def answer(params: types.RenameParams) -> Any:
        from gbr_lsp.edits.edit_check import Refusal
        from gbr_lsp.ide.rename import rename

        snapshot = server.snapshot(params.text_document.uri)
        if snapshot is None:
            return None

        def edit() -> types.WorkspaceEdit | None:
            found = rename(snapshot.document, snapshot.positions.offset(params.position), params.new_name)
            if isinstance(found, Refusal):
                raise JsonRpcInvalidParams(message=found.reason)
            if found is None:
                return None
            return to_workspace_edit(server.client_capabilities, snapshot.opened, snapshot.positions, found)

        return await answer_in_process(server, snapshot.opened.uri, edit)
