"""The messages of a keystroke as plain JSON, because classes and converters are slower.

Parameters of unexpected shape give None; the full parser then reports the error.
"""

import json
from typing import Any

from lsprotocol import types


def change_of(params: object) -> types.DidChangeTextDocumentParams | None:
    """Return the parameters of `textDocument/didChange`, or None if their shape is unexpected."""
    try:
        document, changes = params["textDocument"], params["contentChanges"]  # type: ignore[index]
        uri, version = document["uri"], document["version"]
        if type(uri) is not str or type(version) is not int or type(changes) is not list:
            return None
        read = [_change(change) for change in changes]
        return types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(version, uri), read)
    except (TypeError, KeyError, ValueError):
        return None


def _change(change: dict[str, Any]) -> types.TextDocumentContentChangeEvent:
    """Return one edit. Raises TypeError, KeyError or ValueError for an unexpected shape."""
    if type(change["text"]) is not str or "range" not in change:
        raise TypeError(change)
    start, end = change["range"]["start"], change["range"]["end"]
    range_ = types.Range(position_of(start), position_of(end))
    return types.TextDocumentContentChangePartial(range_, change["text"])


def position_of(position: dict[str, Any]) -> types.Position:
    """Return `position` as an object. Raises TypeError or KeyError for an unexpected shape."""
    line, character = position["line"], position["character"]
    if type(line) is not int or type(character) is not int or not (0 <= line and 0 <= character):
        raise TypeError(position)
    return types.Position(line, character)


def answer_with(number: int | str, result: str) -> bytes:
    """Return the body of the answer to request `number`; `result` is JSON."""
    shown = number if type(number) is int else json.dumps(number)  # json takes as long as for a whole finding
    return f'{{"jsonrpc":"2.0","id":{shown},"result":{result}}}'.encode()
