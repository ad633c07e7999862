"""`textDocument/inlayHint`: the material behind a class, the men behind square lists."""

from lsprotocol import types

from gbr_lsp.base.cooperative import consumed
from gbr_lsp.ide.inlays import inlays
from gbr_lsp.lsp.offload import in_thread
from gbr_lsp.lsp.optional import OptionalFeature, register_optional
from gbr_lsp.lsp.server import Server


def register(server: Server) -> None:
    def answer(params: types.InlayHintParams) -> list[types.InlayHint]:
        snapshot = server.snapshot(params.text_document.uri)
        span = snapshot and snapshot.positions.span(params.range)
        if snapshot is None or span is None or not server.options.inlay_hints:
            return []
        return [
            types.InlayHint(
                snapshot.positions.position(hint.offset),
                hint.label,
                tooltip=hint.tooltip,
                padding_left=hint.gap_before,
                padding_right=hint.gap_behind,
            )
            for hint in consumed(inlays(snapshot.document, span, dark=server.options.dark))
        ]

    method = types.TEXT_DOCUMENT_INLAY_HINT
    handler = in_thread(server, answer)
    feature = OptionalFeature(method, handler, lambda options: options.inlay_hints, lambda client: client.inlay_hint)
    register_optional(server, feature)
