"""What is told of a code at the cursor."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from lsprotocol import types

from gbr_lsp.ide.hover import hover
from gbr_lsp.lsp.convert import to_hover

if TYPE_CHECKING:
    from gbr_lsp.lsp.server import Server


def register(server: "Server") -> None:
    server.feature(types.TEXT_DOCUMENT_HOVER)(_hover(server))


def _hover(server: "Server") -> Callable[[types.HoverParams], types.Hover | None]:
    def answer(params: types.HoverParams) -> types.Hover | None:
        looked_at = server.look(params.text_document.uri)
        if looked_at is None:
            return None
        offset = looked_at.positions.offset(params.position)
        near, start = looked_at.document.around(offset)
        found = hover(near, offset - start)
        if found is None:
            return None
        found = found._replace(span=found.span.shift(start))
        return to_hover(found, looked_at.positions, markdown=_shows_markdown(server), images=server.shows_images)

    return answer


def _shows_markdown(server: "Server") -> bool:
    text_document = server.client_capabilities.text_document
    formats = text_document and text_document.hover and text_document.hover.content_format
    return bool(formats) and types.MarkupKind.Markdown in (formats or ())
