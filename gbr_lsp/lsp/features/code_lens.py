"""`textDocument/codeLens`: the board, other studies of the class, and the FEN above each study."""

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from gbr_lsp.base.generators import drain
from gbr_lsp.lsp.background import answer_in_process
from gbr_lsp.lsp.optional_features import OptionalFeature, register_optional
from gbr_lsp.lsp.progress import query_with_progress
from gbr_lsp.lsp.server import Server, Snapshot
from gbr_lsp.model.study import Study

if TYPE_CHECKING:
    from gbr_lsp.ide.lenses import Lens

_SWITCH = "codeLens"


def register(server: Server) -> None:
    async def answer(params: types.CodeLensParams) -> Any:
        uri = params.text_document.uri
        snapshot = server.snapshot(uri)
        if snapshot is None:
            return []
        counts = await query_with_progress(server, lambda catalog: catalog.class_counts(), uri)

        def others(study: Study) -> int:
            """Return the number of other studies in the workspace with the class of `study`."""
            return max(0, counts[str(study.code.force)] - 1) if study.code.force else 0

        def made() -> list[types.CodeLens]:
            from gbr_lsp.ide.lenses import lenses

            return [_to_lens(snapshot, lens) for lens in drain(lenses(snapshot.document, others))]

        return await answer_in_process(server, uri, made)

    register_optional(server, OptionalFeature(types.TEXT_DOCUMENT_CODE_LENS, answer, _SWITCH))
    server.events.on_index.append(lambda: _refresh(server))
    server.events.on_configure.append(lambda: _refresh(server))


def _to_lens(snapshot: Snapshot, lens: "Lens") -> types.CodeLens:
    """Return `lens` in the protocol's form; its command gets the URI and the position first."""
    place = snapshot.positions.range(lens.span)
    at = {"line": place.start.line, "character": place.start.character}
    command = types.Command(lens.title, lens.command, arguments=[snapshot.opened.uri, at, *lens.arguments[1:]])
    return types.CodeLens(place, command)


def _refresh(server: Server) -> None:
    """Ask the client to request the lenses again."""
    if _SWITCH in server.options.switches and server.announced("workspace.code_lens.refresh_support"):
        server.workspace_code_lens_refresh(None)
