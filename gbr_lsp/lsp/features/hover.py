"""`textDocument/hover`: the meaning of a code, one of its digits or squares, or a board."""

from lsprotocol import types

from gbr_lsp.lsp.conversion import to_hover
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.state.reports import TOO_LONG

_LOST_TEXT = "gbr-lsp could not apply an edit and no longer knows its text: reopen this file."


def register(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def answer(params: types.HoverParams) -> types.Hover | None:
        from gbr_lsp.ide.hover import hover

        snapshot = server.snapshot(params.text_document.uri)
        if snapshot is None:
            opened = server.documents.get(params.text_document.uri)
            message = TOO_LONG if opened and opened.is_too_long else _LOST_TEXT
            return types.Hover(types.MarkupContent(types.MarkupKind.PlainText, message)) if opened else None
        near = snapshot.part_at_position(params.position)
        found = hover(near.document, near.offset)
        if found is None:
            return None
        found = found._replace(span=found.span.shift(near.start))
        images = server.can_show_images
        formats = server.announced("text_document.hover.content_format")
        markdown, html = types.MarkupKind.Markdown in (formats or ()), server.can_show_html
        return to_hover(
            found, snapshot.positions, markdown=markdown, images=images, html=html, dark=server.options.is_dark
        )
