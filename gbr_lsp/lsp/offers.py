"""Completions, told as plain JSON: fifty squares in the protocol's classes take longer than to find what fits."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from gbr_lsp.ide.completion import complete
from gbr_lsp.lsp.plain import answer_with, position_of
from gbr_lsp.text import Span

if TYPE_CHECKING:
    from gbr_lsp.lsp.server import Look, Server

TRIGGERS = [*"12345678", " ", ".", "=", "+", "("]
_INVOKED = types.CompletionTriggerKind.Invoked.value
_KINDS = [kind.value for kind in types.CompletionTriggerKind]
_VALUE = types.CompletionItemKind.Value.value
_AS_IT_IS = types.InsertTextMode.AsIs.value


def register(server: "Server") -> None:
    options = types.CompletionOptions(trigger_characters=TRIGGERS)
    server.feature(types.TEXT_DOCUMENT_COMPLETION, options)(_completion(server))


def answers(server: "Server") -> Callable[[int | str, object], bytes | None]:
    """The frame of the answer to a request; None for one that is not just as expected."""

    def answer(number: int | str, params: Any) -> bytes | None:
        try:
            uri, position = params["textDocument"]["uri"], position_of(params["position"])
            kind = (params.get("context") or {}).get("triggerKind", _INVOKED)
            if type(uri) is not str or kind not in _KINDS:
                return None
            offers = _offers(server, uri, position, asked=kind == _INVOKED)
        except Exception:
            # It will go wrong again, where it is answered and logged.
            return None
        return answer_with(number, json.dumps(offers, separators=(",", ":")))

    return answer


def _completion(server: "Server") -> Callable[[types.CompletionParams], Any]:
    def answer(params: types.CompletionParams) -> dict[str, Any]:
        asked = not params.context or params.context.trigger_kind is types.CompletionTriggerKind.Invoked
        return _offers(server, params.text_document.uri, params.position, asked=asked)

    return answer


def _offers(server: "Server", uri: str, position: types.Position, *, asked: bool) -> dict[str, Any]:
    """A `CompletionList`."""
    looked_at = server.look(uri)
    if looked_at is None:
        return {"isIncomplete": False, "items": []}
    items = complete(looked_at.document, looked_at.positions.offset(position), asked=asked)
    # Nearly all items take the place of the same text.
    ranges = {span: _range(looked_at, span) for span in {item.span for item in items}}
    # Nothing is to be indented, as some clients would.
    mode = {"insertTextMode": _AS_IT_IS} if _knows_as_it_is(server) else {}
    told = [
        {
            "label": item.label,
            "kind": _VALUE,
            "detail": item.detail,
            "sortText": f"{item.order:04}",
            "filterText": item.filter_text,
            "textEdit": {"range": ranges[item.span], "newText": item.text},
            **mode,
        }
        for item in items
    ]
    return {"isIncomplete": True, "items": told}


def _range(looked_at: "Look", span: Span) -> dict[str, Any]:
    start, end = looked_at.positions.position(span.start), looked_at.positions.position(span.end)
    return {
        "start": {"line": start.line, "character": start.character},
        "end": {"line": end.line, "character": end.character},
    }


def _knows_as_it_is(server: "Server") -> bool:
    """Whether the client can be told to indent nothing: lsp-mode 8 never comes back from that in the last line."""
    text_document = server.client_capabilities.text_document
    completion = text_document and text_document.completion
    mode = completion and completion.completion_item and completion.completion_item.insert_text_mode_support
    return types.InsertTextMode.AsIs in (mode.value_set if mode else ())
