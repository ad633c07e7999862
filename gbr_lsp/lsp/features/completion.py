"""`textDocument/completion`, written as plain JSON: to make the protocol's classes takes longer than the search."""

import json
from collections.abc import Callable
from json.encoder import encode_basestring_ascii
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from gbr_lsp.base.text import Span
from gbr_lsp.boards.drawing import data_uri, figures
from gbr_lsp.lsp.server import Server, Snapshot
from gbr_lsp.lsp.transport.plain_json import answer_with, position_of
from gbr_lsp.notation.placement import Placement, wrong_with

if TYPE_CHECKING:
    from gbr_lsp.ide.support.items import CompletionItem

TRIGGERS = [*"12345678", " ", ".", "=", "+", "("]
_INVOKED = types.CompletionTriggerKind.Invoked.value
_KINDS = [kind.value for kind in types.CompletionTriggerKind]
_VALUE = types.CompletionItemKind.Value.value
_quoted = encode_basestring_ascii
_AS_IT_IS = types.InsertTextMode.AsIs.value


def register(server: Server) -> None:
    options = types.CompletionOptions(trigger_characters=TRIGGERS, resolve_provider=True)
    server.feature(types.TEXT_DOCUMENT_COMPLETION, options)(_completion(server))
    server.json_answers[types.TEXT_DOCUMENT_COMPLETION] = _json_answer(server)
    server.feature(types.COMPLETION_ITEM_RESOLVE)(_resolved(server))


def _json_answer(server: Server) -> Callable[[int | str, object], bytes | None]:
    """The frame of the answer to a request; None for one that is not just as expected."""

    def answer(number: int | str, params: Any) -> bytes | None:
        try:
            uri, position = params["textDocument"]["uri"], position_of(params["position"])
            context = params.get("context")
            kind = _INVOKED if context is None else context["triggerKind"]
            character = None if context is None else context.get("triggerCharacter")
            as_expected = type(uri) is str and type(kind) is int and type(character) in (str, type(None))
            if not as_expected or kind not in _KINDS or server.long_part(uri, [position]):
                return None
            offers = _offers(server, uri, position, asked=kind == _INVOKED)
        except Exception:
            # It will fail again in the handler of the method, where it is answered and logged.
            return None
        return answer_with(number, offers)

    return answer


def _completion(server: Server) -> Callable[[types.CompletionParams], Any]:
    def answer(params: types.CompletionParams) -> Any:
        asked = not params.context or params.context.trigger_kind is types.CompletionTriggerKind.Invoked
        return json.loads(_offers(server, params.text_document.uri, params.position, asked=asked))

    return answer


def _offers(server: Server, uri: str, position: types.Position, *, asked: bool) -> str:
    """A `CompletionList` in JSON."""
    from gbr_lsp.ide.completion import complete

    snapshot = server.snapshot(uri)
    if snapshot is None:
        return '{"isIncomplete":false,"items":[]}'
    near = snapshot.around(position)
    found = complete(near.document, near.offset, asked=asked, form=snapshot.opened.settings.form)
    # Nearly all items take the place of the same text.
    ranges = {span: _range(snapshot, span.shift(near.start)) for span in {item.span for item in found}}
    # Nothing is to be indented, as some clients would.
    mode = f',"insertTextMode":{_AS_IT_IS}' if _knows_as_it_is(server) else ""
    written = ",".join(
        f'{{"label":{_quoted(item.label)},"kind":{_VALUE},"detail":{_quoted(item.detail)},"sortText":"{item.order:04}",'
        f'"filterText":{_quoted(item.filter_text)},'
        f'"textEdit":{{"range":{ranges[item.span]},"newText":{_quoted(item.text)}}}{mode}{_data(item)}}}'
        for item in found
    )
    return f'{{"isIncomplete":true,"items":[{written}]}}'


def _data(item: "CompletionItem") -> str:
    """What is needed to show the board of a move later."""
    return f',"data":{{"board":{_quoted(item.board)}}}' if item.board else ""


def _resolved(server: Server) -> Callable[[types.CompletionItem], types.CompletionItem]:
    def answer(item: types.CompletionItem) -> types.CompletionItem:
        """The item with the board after its move, drawn as in hovers."""
        board = item.data.get("board") if isinstance(item.data, dict) else None
        if isinstance(board, str) and wrong_with(board) is None:
            item.documentation = _drawn(server, Placement(board))
        return item

    return answer


def _drawn(server: Server, board: Placement) -> types.MarkupContent:
    """A board as an image where the client shows images, else in figures."""
    if server.shows_images and server.shows_markdown_items:
        return types.MarkupContent(types.MarkupKind.Markdown, f"![board]({data_uri(board)})")
    text = "\n".join(figures(board, dark=server.options.dark))
    if server.shows_markdown_items:
        return types.MarkupContent(types.MarkupKind.Markdown, f"```text\n{text}\n```")
    return types.MarkupContent(types.MarkupKind.PlainText, text)


def _range(snapshot: Snapshot, span: Span) -> str:
    start, end = snapshot.positions.position(span.start), snapshot.positions.position(span.end)
    return (
        f'{{"start":{{"line":{start.line},"character":{start.character}}},'
        f'"end":{{"line":{end.line},"character":{end.character}}}}}'
    )


def _knows_as_it_is(server: Server) -> bool:
    """Whether the client knows the mode that indents nothing: in the last line, lsp-mode 8 hangs while it indents."""
    text_document = server.client_capabilities.text_document
    completion = text_document and text_document.completion
    mode = completion and completion.completion_item and completion.completion_item.insert_text_mode_support
    return types.InsertTextMode.AsIs in (mode.value_set if mode else ())
