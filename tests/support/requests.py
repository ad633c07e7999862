"""All requests that the server answers, about a document, a position in it or all of its lines.

Requests specified by a page of tests/lsp/requests are taken from there.
"""

import re
from pathlib import Path
from typing import Any, NamedTuple

PAGES = sorted((Path(__file__).parents[1] / "lsp" / "requests").glob("*.md"))
"""The specifications of requests, see `tests/lsp/test_requests.py`."""
_ASKED = re.compile(r"^`{3,}\w+ (?P<method>\w+/[\w/]+)(?P<switches>(?: \w+)*)$", re.MULTILINE)
_SPECIFIED = [asked for page in PAGES for asked in _ASKED.finditer(page.read_text(encoding="utf-8"))]

OPTIONS = {
    **{switch: True for asked in _SPECIFIED for switch in asked["switches"].split()},
    "codeLens": True,
    "inlayHints": {"enable": True, "boards": True},
    "format": True,
    "links": {"x": "https://example.org/{fen}"},
}
"""The initialization options that give every request something to answer."""


class Request(NamedTuple):
    """A request; `name` is its method or, for a command, the name of the command."""

    name: str
    method: str
    params: Any


def params_about(uri: str, at: dict[str, int], start: dict[str, int], end: dict[str, int]) -> dict[str, Any]:
    """Return parameters for any request about `uri`: the position `at`, and the range `start` to `end`."""
    return {
        "textDocument": {"uri": uri},
        "position": at,
        "positions": [at],
        "range": {"start": start, "end": end},
        "context": {"includeDeclaration": True, "diagnostics": []},
        "options": {"tabSize": 8, "insertSpaces": True},
    }


def requests_about(uri: str, at: dict[str, int], lines: int) -> list[Request]:
    """Return all requests about `uri`: at the position `at`, or on all its `lines` if they take a range."""
    document = {"textDocument": {"uri": uri}}
    here = {**document, "position": at}
    start, end = {"line": 0, "character": 0}, {"line": lines, "character": 0}
    everything = {**document, "range": {"start": start, "end": end}}
    layout = {"options": {"tabSize": 4, "insertSpaces": True}}
    fen = {"fen": "8/8/8/8/8/2k5/8/K6R"}
    specified = params_about(uri, at, start, end)
    asked: dict[str, Any] = {
        **{asked["method"]: specified for asked in _SPECIFIED},
        "textDocument/hover": here,
        "textDocument/completion": here,
        "textDocument/signatureHelp": here,
        "textDocument/references": {**here, "context": {"includeDeclaration": True}},
        "textDocument/definition": here,
        "textDocument/documentHighlight": here,
        "textDocument/prepareRename": here,
        "textDocument/rename": {**here, "newName": "=0323.12g3g2"},
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
        "moves": [uri, at],
        "copyFen": [uri, at],
        "convert": [uri, at, "caption"],
        "explain": [uri, at],
        "fixAll": [uri],
        "search": ["0323"],
        "collection": [{"query": "0323"}],
        "studyBoard": [{"id": "none"}],
        "anticipations": [uri, at],
        "boardShapes": [],
        "writePosition": [uri, at, {**fen, "as": "fen"}],
        "writingChoices": [uri, at],
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
