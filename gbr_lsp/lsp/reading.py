"""What is told at the cursor: hovers and completions."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from lsprotocol import types

from gbr_lsp.ide.completion import complete
from gbr_lsp.ide.hover import hover
from gbr_lsp.lsp.convert import to_completion, to_hover

if TYPE_CHECKING:
    from gbr_lsp.lsp.server import Server

TRIGGERS = [*"12345678", " ", ".", "=", "+", "("]


def register(server: "Server") -> None:
    server.feature(types.TEXT_DOCUMENT_HOVER)(_hover(server))
    options = types.CompletionOptions(trigger_characters=TRIGGERS)
    server.feature(types.TEXT_DOCUMENT_COMPLETION, options)(_completion(server))


def _hover(server: "Server") -> Callable[[types.HoverParams], types.Hover | None]:
    def answer(params: types.HoverParams) -> types.Hover | None:
        looked_at = server.look(params.text_document.uri)
        found = looked_at and hover(looked_at.document, looked_at.positions.offset(params.position))
        if not looked_at or not found:
            return None
        return to_hover(found, looked_at.positions, markdown=_shows_markdown(server), images=server.shows_images)

    return answer


def _completion(server: "Server") -> Callable[[types.CompletionParams], types.CompletionList]:
    def answer(params: types.CompletionParams) -> types.CompletionList:
        looked_at = server.look(params.text_document.uri)
        if looked_at is None:
            return types.CompletionList(False, [])
        asked = not params.context or params.context.trigger_kind is types.CompletionTriggerKind.Invoked
        items = complete(looked_at.document, looked_at.positions.offset(params.position), asked=asked)
        as_it_is = _knows_as_it_is(server)
        # Nearly all items take the place of the same text.
        ranges = {span: looked_at.positions.range(span) for span in {item.span for item in items}}
        written = [to_completion(item, ranges[item.span], as_it_is=as_it_is) for item in items]
        return types.CompletionList(True, written)

    return answer


def _knows_as_it_is(server: "Server") -> bool:
    """Whether the client can be told to indent nothing: lsp-mode 8 never comes back from that in the last line."""
    text_document = server.client_capabilities.text_document
    completion = text_document and text_document.completion
    mode = completion and completion.completion_item and completion.completion_item.insert_text_mode_support
    return types.InsertTextMode.AsIs in (mode.value_set if mode else ())


def _shows_markdown(server: "Server") -> bool:
    text_document = server.client_capabilities.text_document
    formats = text_document and text_document.hover and text_document.hover.content_format
    return bool(formats) and types.MarkupKind.Markdown in (formats or ())
