"""`textDocument/completion`, written as plain JSON: the protocol's classes take longer than the search."""

import json
from collections.abc import Callable
from json.encoder import encode_basestring_ascii
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from gbr_lsp.base.text import Span
from gbr_lsp.boards.drawing import data_uri, figures
from gbr_lsp.lsp.server import Server, Snapshot
from gbr_lsp.lsp.transport.plain_json import answer_with, position_of
from gbr_lsp.notation.placement import Placement, placement_problem

if TYPE_CHECKING:
    from gbr_lsp.ide.support.completion_item import CompletionItem

TRIGGERS = [*'.=+(["']
"""Characters before a code, a move, a tag or its value."""
_INVOKED = types.CompletionTriggerKind.Invoked.value
_INCOMPLETE = types.CompletionTriggerKind.TriggerForIncompleteCompletions.value
_KINDS = [kind.value for kind in types.CompletionTriggerKind]
_VALUE = types.CompletionItemKind.Value.value
_SNIPPET = f',"insertTextFormat":{types.InsertTextFormat.Snippet.value}'
_quoted = encode_basestring_ascii
_AS_IT_IS = types.InsertTextMode.AsIs.value


def register(server: Server) -> None:
    offers = _Offers(server)
    options = types.CompletionOptions(trigger_characters=TRIGGERS, resolve_provider=True)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, options)
    def answer(params: types.CompletionParams) -> Any:
        """Answer the requests that `_json_answer` leaves."""
        kind = params.context.trigger_kind.value if params.context else _INVOKED
        return json.loads(offers.at(params.text_document.uri, params.position, kind))

    @server.feature(types.COMPLETION_ITEM_RESOLVE)
    def resolved(item: types.CompletionItem) -> types.CompletionItem:
        """Return `item` with the board after its move as documentation, drawn as in hovers."""
        board = item.data.get("board") if isinstance(item.data, dict) else None
        if isinstance(board, str) and placement_problem(board) is None:
            item.documentation = _drawn(server, Placement(board))
        return item

    server.json_answers[types.TEXT_DOCUMENT_COMPLETION] = _json_answer(server, offers)


def _json_answer(server: Server, offers: "_Offers") -> Callable[[int | str, object], bytes | None]:
    """Return the function that writes the body of an answer.

    It returns None for a request of unexpected shape or about a long part of a document.
    """

    def answer(number: int | str, params: Any) -> bytes | None:
        try:
            uri, position = params["textDocument"]["uri"], position_of(params["position"])
            context = params.get("context")
            kind = _INVOKED if context is None else context["triggerKind"]
            character = None if context is None else context.get("triggerCharacter")
            as_expected = type(uri) is str and type(kind) is int and type(character) in (str, type(None))
            if not as_expected or kind not in _KINDS or server.long_part(uri, [position]):
                return None
            found = offers.at(uri, position, kind)
        except Exception:
            # The handler of the method will fail too, and answers and logs the error.
            return None
        return answer_with(number, found)

    return answer


class _Offers:
    """Writes completion lists as JSON; keeps whether the user requested the open list."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.requested_uri: str | None = None
        """The URI in which the user last requested a list; None once a list has opened by itself since."""

    def at(self, uri: str, position: types.Position, kind: int) -> str:
        """Return a `CompletionList` as JSON for the trigger `kind`.

        A request that continues an incomplete list is answered like the one before it.
        """
        from gbr_lsp.ide.completion import complete

        is_incomplete = kind == _INCOMPLETE
        if not is_incomplete:
            self.requested_uri = uri if kind == _INVOKED else None
        snapshot = self.server.snapshot(uri)
        if snapshot is None:
            return '{"isIncomplete":false,"items":[]}'
        near = snapshot.part_at_position(position)
        found = complete(
            near.document,
            near.offset,
            is_requested=self.requested_uri == uri,
            is_list_open=is_incomplete,
            form=snapshot.opened.settings.form,
        )
        write_details = _details_writer(self.server)
        # Nearly all items replace the same text.
        ranges = {span: _range(snapshot, span.shift(near.start)) for span in {item.span for item in found}}
        written = ",".join(
            f'{{"label":{_quoted(item.label)},"kind":{_VALUE},"detail":{_quoted(item.detail)},'
            f'"sortText":"{order:04}","filterText":{_quoted(item.filter_text)},'
            f'"textEdit":{{"range":{ranges[item.span]},"newText":{_quoted(item.text)}}}'
            f"{write_details(item)}}}"
            for order, item in enumerate(found)
            if not item.is_snippet or _item_support(self.server, "snippet_support")
        )
        return f'{{"isIncomplete":true,"items":[{written}]}}'


def _details_writer(server: Server) -> "Callable[[CompletionItem], str]":
    """Return a function that writes the members of an item for this client.

    They are the man next to its square, how the item is inserted, and the board after a move, as JSON with a
    comma first.
    """
    labels = _item_support(server, "label_details_support")
    modes = _item_support(server, "insert_text_mode_support")
    # Prevent indentation: lsp-mode 8 hangs when it indents in the last line.
    mode = f',"insertTextMode":{_AS_IT_IS}' if types.InsertTextMode.AsIs in (modes.value_set if modes else ()) else ""

    def details_json(item: "CompletionItem") -> str:
        label_details = f',"labelDetails":{{"detail":{_quoted("  " + item.detail)}}}' if labels else ""
        data = f',"data":{{"board":{_quoted(item.board)}}}' if item.board else ""
        return label_details + mode + (_SNIPPET if item.is_snippet else "") + data

    return details_json


def _item_support(server: Server, name: str) -> Any:
    """Return the client's capability `name` of completion items, or a false value."""
    return server.announced(f"text_document.completion.completion_item.{name}")


def _drawn(server: Server, board: Placement) -> types.MarkupContent:
    """Return `board` as an image if the client shows images, else in figures."""
    if server.can_show_images and server.can_show_markdown_items:
        return types.MarkupContent(types.MarkupKind.Markdown, f"![board]({data_uri(board)})")
    text = "\n".join(figures(board, is_dark=server.options.is_dark))
    if server.can_show_markdown_items:
        return types.MarkupContent(types.MarkupKind.Markdown, f"```text\n{text}\n```")
    return types.MarkupContent(types.MarkupKind.PlainText, text)


def _range(snapshot: Snapshot, span: Span) -> str:
    """Return the range of `span` as JSON."""
    start, end = snapshot.positions.position(span.start), snapshot.positions.position(span.end)
    return (
        f'{{"start":{{"line":{start.line},"character":{start.character}}},'
        f'"end":{{"line":{end.line},"character":{end.character}}}}}'
    )
