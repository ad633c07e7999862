"""`textDocument/formatting` and `textDocument/rangeFormatting` of PGN, off until the client enables them."""

from typing import Any

from lsprotocol import types

from gbr_lsp.base.text import Edit
from gbr_lsp.lsp.convert import to_text_edits
from gbr_lsp.lsp.offload import answered_beside, answered_in_part
from gbr_lsp.lsp.optional import OptionalFeature, register_optional
from gbr_lsp.lsp.server import Server
from gbr_lsp.model.document import Document

_LARGEST = 1_000_000
"""Code points; in a longer document only ranges are formatted."""


def register(server: Server) -> None:
    async def whole(params: types.DocumentFormattingParams) -> Any:
        snapshot = server.snapshot(params.text_document.uri)
        if snapshot is None or _LARGEST < snapshot.document.length:
            return None

        def edits() -> list[types.TextEdit]:
            from gbr_lsp.ide.formatting import formatting

            return to_text_edits(snapshot.positions, formatting(snapshot.document))

        return await answered_beside(server, snapshot.opened.uri, edits)

    async def lines(params: types.DocumentRangeFormattingParams) -> Any:
        snapshot = server.snapshot(params.text_document.uri)
        span = snapshot and snapshot.positions.span(params.range)
        if snapshot is None or span is None:
            return None

        def edits(part: Document, start: int) -> list[types.TextEdit]:
            from gbr_lsp.ide.formatting import formatting

            found = formatting(part, span.shift(-start))
            shifted = [Edit(place.shift(start), text) for place, text in found]
            return to_text_edits(snapshot.positions, shifted)

        return await answered_in_part(server, snapshot, span, edits)

    for method, answer in (
        (types.TEXT_DOCUMENT_FORMATTING, whole),
        (types.TEXT_DOCUMENT_RANGE_FORMATTING, lines),
    ):
        register_optional(server, OptionalFeature(method, answer, "format", language="pgn"))
