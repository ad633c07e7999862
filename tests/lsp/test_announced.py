"""Five sets of capabilities: each client gets only what it has announced, whatever it requests."""

import json
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

import pytest
import pytest_lsp

from tests.support.requests import OPTIONS, requests_about
from tests.support.wire import Wire

TEXTS = {
    "untitled:a.md": (
        "markdown",
        "# One\n\n| Author | Code |\n|---|---|\n| Kubbel | 0323.12 g3g1 |\n\n"
        "g3g1 0323.11 a3a2e1g8.h6c3c6 4/5 Draw\n\n8/8/8/8/8/2k5/8/K6R w\n\n1.Rh3+ Kc4 2.Rh4+ Kd9\n",
        {"line": 6, "character": 7},
    ),
    "untitled:b.pgn": (
        "pgn",
        '[Event "x"]\n[Black "(=0323.11g3g1)"]\n[Result "1-0"]\n[FEN "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"]\n\n'
        "1. h7 (1. Bd5 Ra2) 1... Nf6 $1 2. h9 1-0\n\n"
        '[Event "y"]\n[Black "(+0000.10a1c1)"]\n[FEN "8/8/8/8/8/P7/8/K1k5 w - - 0 1"]\n\n1. a4 Kc2 2. a5 0-1\n',
        {"line": 1, "character": 12},
    ),
}
NOTHING: dict[str, Any] = {}
HELIX = {
    "textDocument": {
        "completion": {"completionItem": {"snippetSupport": True, "insertReplaceSupport": True}},
        "hover": {"contentFormat": ["markdown"]},
        "signatureHelp": {
            "signatureInformation": {
                "documentationFormat": ["markdown"],
                "parameterInformation": {"labelOffsetSupport": True},
                "activeParameterSupport": True,
            }
        },
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix", "refactor"]}},
            "isPreferredSupport": True,
        },
        "publishDiagnostics": {"versionSupport": False, "tagSupport": {"valueSet": [1, 2]}},
        "rename": {"dynamicRegistration": False, "prepareSupport": True, "honorsChangeAnnotations": False},
    },
    "workspace": {
        "applyEdit": True,
        "symbol": {"dynamicRegistration": False},
        "workspaceEdit": {"documentChanges": True},
    },
}
"""What matters here of Helix 24.7, `helix-lsp/src/client.rs`."""


def announced_by(editor: str) -> dict[str, Any]:
    """Return the capabilities of a release of an editor."""
    file = resources.files(pytest_lsp) / "clients" / f"{editor}.json"
    found = json.loads(file.read_text(encoding="utf-8"))
    return dict(found.get("params", found)["capabilities"])


CLIENTS: dict[str, Callable[[], dict[str, Any]]] = {
    "nothing": lambda: NOTHING,
    "helix": lambda: HELIX,
    "neovim": lambda: announced_by("neovim_v0.11.0"),
    "emacs": lambda: announced_by("emacs_v29.1"),
    "vscode": lambda: announced_by("visual_studio_code_v1.65.2"),
}


class StrictReader:
    """A reader that complains of what its capabilities do not announce."""

    def __init__(self, capabilities: dict[str, Any]) -> None:
        self.capabilities = capabilities

    def has(self, path: str) -> Any:
        found: Any = self.capabilities
        for name in path.split("."):
            found = found.get(name) if isinstance(found, dict) else None
        return found

    def complaints(self, method: str, answer: Any) -> Iterator[str]:
        """Yield what in `answer` the client may not know."""
        for key, value in parts_of(answer):
            for name, paths in self.needs(method, key, value).items():
                if not any(map(self.has, paths)):
                    yield f"{method}: {name}: {value!r}"

    def needs(self, method: str, key: str, value: Any) -> dict[str, list[str]]:
        """Return the capabilities, any of which announces a part of an answer, by its name."""
        document = "textDocument"
        diagnostics = [f"{document}.publishDiagnostics", f"{document}.diagnostic"]
        item, action = f"{document}.completion.completionItem", f"{document}.codeAction"
        signature = f"{document}.signatureHelp.signatureInformation"
        of_keys = {
            "relatedInformation": [f"{one}.relatedInformation" for one in diagnostics],
            "codeDescription": [f"{one}.codeDescriptionSupport" for one in diagnostics],
            "tooltip": [f"{document}.documentLink.tooltipSupport"] if method == f"{document}/documentLink" else [],
            "isPreferred": [f"{action}.isPreferredSupport"],
            "documentChanges": ["workspace.workspaceEdit.documentChanges"],
            "labelDetails": [f"{item}.labelDetailsSupport"],
            "insertTextMode": [f"{item}.insertTextModeSupport", f"{document}.completion.insertTextMode"],
            "commitCharacters": [f"{item}.commitCharactersSupport"],
            "preselect": [f"{item}.preselectSupport"],
            "activeParameter": [f"{signature}.noActiveParameterSupport"] if type(value) is not int else [],
            "collapsedText": [f"{document}.foldingRange.foldingRange.collapsedText"],
            "changeAnnotations": ["workspace.workspaceEdit.changeAnnotationSupport"],
            "targetUri": [f"{document}.definition.linkSupport"],
            "children": [f"{document}.documentSymbol.hierarchicalDocumentSymbolSupport"],
        }
        found = {key: of_keys[key]} if of_keys.get(key) else {}
        if key == "version" and method == f"{document}/publishDiagnostics":
            found["version"] = [f"{document}.publishDiagnostics.versionSupport"]
        if key == "label" and isinstance(value, list) and method == f"{document}/signatureHelp":
            found["offsets"] = [f"{signature}.parameterInformation.labelOffsetSupport"]
        if key == "insertTextFormat" and value == 2:
            found["snippet"] = [f"{item}.snippetSupport"]
        if key == "kind" and value == "markdown":
            found["markdown"] = [
                path
                for path in (f"{document}.hover.contentFormat", f"{item}.documentationFormat")
                if "markdown" in (self.has(path) or ())
            ]
        if method == action.replace(".", "/") and key == "edit":
            found["an action"] = [f"{action}.codeActionLiteralSupport"]
        if key == "kind" and method in (f"{document}/documentSymbol", "workspace/symbol"):
            name = f"{document}.documentSymbol" if method.startswith(document) else "workspace.symbol"
            known = self.has(f"{name}.symbolKind.valueSet") or range(1, 19)
            found |= {} if value in known else {"kind": []}
        return found


def parts_of(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each value in JSON with its key, also those in lists."""
    yield key, value
    parts = (
        value.items() if isinstance(value, dict) else [(key, one) for one in value] if isinstance(value, list) else ()
    )
    for name, part in parts:
        yield from parts_of(part, name)


def answers(capabilities: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the method and the result or parameters of each message to a client with `capabilities`."""
    with Wire(initialize=False, announces_all=False) as wire:
        params = {"processId": None, "rootUri": None, "capabilities": capabilities, "initializationOptions": OPTIONS}
        yield "initialize", wire.request("initialize", params)["result"]["capabilities"]
        wire.notify("initialized", {})
        for uri, (language, text, at) in TEXTS.items():
            wire.open(uri, language, text)
            if not (capabilities.get("textDocument") or {}).get("diagnostic"):
                while (message := wire.receive()).get("method") != "textDocument/publishDiagnostics":
                    pass
                yield message["method"], message["params"]
                assert message["params"]["diagnostics"]
            for name, method, params in requests_about(uri, at, text.count("\n")):
                answer = wire.request(method, params)
                if "result" in answer:
                    yield (method if method != "workspace/executeCommand" else name), answer["result"]


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_gets_only_what_it_announced(client: str) -> None:
    capabilities = CLIENTS[client]()
    reader, methods = StrictReader(capabilities), dict[str, bool]()
    for method, result in answers(capabilities):
        assert list(reader.complaints(method, result)) == [], client
        methods[method] = methods.get(method, False) or bool(result)
    wanted = ["hover", "completion", "signatureHelp", "documentSymbol", "documentLink"]
    wanted += ["codeAction"] if reader.has("workspace.applyEdit") else []
    assert all(methods.get(f"textDocument/{name}") for name in wanted), methods


def test_an_action_without_objects_is_a_command_that_applies_its_edit() -> None:
    uri = "untitled:a.md"
    language, text, at = TEXTS[uri]
    capabilities = {"workspace": {"applyEdit": True}}
    with Wire(capabilities=capabilities, announces_all=False) as wire:
        wire.open(uri, language, text)
        params = {"textDocument": {"uri": uri}, "range": {"start": at, "end": at}, "context": {"diagnostics": []}}
        actions = wire.request("textDocument/codeAction", params)["result"]
        assert {action["command"] for action in actions} == {"gbr.applyEdit"}
        (edit,) = actions[0]["arguments"]
        wire.send(
            json.dumps(
                {"jsonrpc": "2.0", "id": "x", "method": "workspace/executeCommand", "params": actions[0]}
            ).encode()
        )
        while (message := wire.receive()).get("method") != "workspace/applyEdit":
            pass
        assert message["params"]["edit"] == edit
        assert "error" in wire.request("workspace/executeCommand", {"command": "gbr.applyEdit", "arguments": ["x"]})
    with Wire(announces_all=False) as wire:
        wire.open(uri, language, text)
        assert wire.request("textDocument/codeAction", params)["result"] == []
