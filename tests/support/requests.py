"""Every request of the protocol that the server answers, about a document, a position in it and all of its lines."""

from typing import Any, NamedTuple

OPTIONS = {"codeLens": True, "inlayHints": True, "format": True, "links": {"x": "https://example.org/{fen}"}}
"""The initialization options with which every request has something to answer."""


class Request(NamedTuple):
    """A request: its method, or the name of its command, and its parameters."""

    name: str
    method: str
    params: Any


def requests_about(uri: str, at: dict[str, int], lines: int) -> list[Request]:
    """All requests, about the whole document where they may be."""
    document = {"textDocument": {"uri": uri}}
    here = {**document, "position": at}
    everything = {**document, "range": {"start": {"line": 0, "character": 0}, "end": {"line": lines, "character": 0}}}
    layout = {"options": {"tabSize": 4, "insertSpaces": True}}
    fen = {"fen": "8/8/8/8/8/2k5/8/K6R"}
    asked: dict[str, Any] = {
        "textDocument/hover": here,
        "textDocument/completion": here,
        "textDocument/signatureHelp": here,
        "textDocument/references": {**here, "context": {"includeDeclaration": True}},
        "textDocument/definition": here,
        "textDocument/typeDefinition": here,
        "textDocument/implementation": here,
        "textDocument/documentHighlight": here,
        "textDocument/documentSymbol": document,
        "textDocument/foldingRange": document,
        "textDocument/selectionRange": {**document, "positions": [at]},
        "textDocument/documentLink": document,
        "textDocument/semanticTokens/full": document,
        "textDocument/semanticTokens/full/delta": {**document, "previousResultId": "none"},
        "textDocument/semanticTokens/range": everything,
        "textDocument/inlayHint": everything,
        "textDocument/codeLens": document,
        "textDocument/codeAction": {**everything, "context": {"diagnostics": []}},
        "textDocument/formatting": {**document, **layout},
        "textDocument/rangeFormatting": {**everything, **layout},
        "textDocument/diagnostic": document,
        "workspace/diagnostic": {"previousResultIds": []},
        "workspace/symbol": {"query": "0323.12"},
    }
    commands: dict[str, list[Any]] = {
        "index": [],
        "showClass": [uri, at],
        "showBoard": [uri, at],
        "copyFen": [uri, at],
        "convert": [uri, at, "caption"],
        "explain": [uri, at],
        "search": ["0323"],
        "anticipations": [uri, at],
        "boardShapes": [],
        "writePosition": [uri, at, {**fen, "as": "fen"}],
        "changePosition": [uri, at, fen],
        "playMove": [uri, at, {"from": "a1", "to": "a2"}],
        "typeSquare": [uri, at, {"square": "a1"}],
        "checkProof": [uri],
        "analyze": [uri, at],
        "stopAnalysis": [uri],
        "insertLine": [uri, at],
    }
    return [
        *(Request(method, method, params) for method, params in asked.items()),
        *(
            Request(f"gbr.{name}", "workspace/executeCommand", {"command": f"gbr.{name}", "arguments": arguments})
            for name, arguments in commands.items()
        ),
    ]
