"""`textDocument/formatting` and `textDocument/rangeFormatting` of PGN, off until the client enables them."""

from typing import Any

from lsprotocol import types

from gbr_lsp.lsp.background import answer_from_part, answer_in_process
from gbr_lsp.lsp.conversion import to_text_edits
from gbr_lsp.lsp.optional_features import OptionalFeature, register_optional
from gbr_lsp.lsp.server import Server
from gbr_lsp.model.document import Document

_MAX_LENGTH = 1_000_000
"""Code points; in a longer document only ranges are formatted."""


def register(server: Server) -> None:
    async def full(params: types.DocumentFormattingParams) -> Any:
        snapshot = server.snapshot(params.text_document.uri)
        if snapshot is None or _MAX_LENGTH < snapshot.document.length:
            return None

        def edits() -> list[types.TextEdit]:
            from gbr_lsp.ide.formatting import format_edits

            return to_text_edits(snapshot.positions, format_edits(snapshot.document))

        return await answer_in_process(server, snapshot.opened.uri, edits)

    async def lines(params: types.DocumentRangeFormattingParams) -> Any:
        snapshot = server.snapshot(params.text_document.uri)
        span = snapshot and snapshot.positions.span(params.range)
        if snapshot is None or span is None:
            return None

        def edits(part: Document, start: int) -> list[types.TextEdit]:
            from gbr_lsp.ide.formatting import format_edits

            found = format_edits(part, span.shift(-start))
            return to_text_edits(snapshot.positions, [edit.shift(start) for edit in found])

        return await answer_from_part(server, snapshot, span, edits)

    for method, answer in (
        (types.TEXT_DOCUMENT_FORMATTING, full),
        (types.TEXT_DOCUMENT_RANGE_FORMATTING, lines),
    ):
        register_optional(server, OptionalFeature(method, answer, "format", language="pgn"))
