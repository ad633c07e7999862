"""The example of the VS Code extension: it finds the studies of files and its own; others do not find those."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.test_workspace_files import Workspace
from tests.support.wire import Wire

CODE = "g3g1 0323.12 a3a2e1g8.h6c3c6 4/5 Draw"
TEXT = f"# One\n\n{CODE}\n\n# Two\n\n{CODE}\n"
URI = "gbr:/Four%20old%20studies.md"


class Desk:
    """A folder with one study, and the example, with the same study twice."""

    def __init__(self, wire: Wire, folder: Path) -> None:
        (folder / "a.md").write_text(f"# Kubbel\n\n{CODE}\n")
        self.wire = wire
        Workspace(wire, folder)
        self.file = (folder / "a.md").as_uri()
        wire.open(self.file, "markdown", f"# Kubbel\n\n{CODE}\n")
        wire.open(URI, "markdown", TEXT)

    def ask(self, name: str, *arguments: Any) -> Any:
        return self.wire.request("workspace/executeCommand", {"command": name, "arguments": list(arguments)})["result"]

    def references(self, uri: str, line: int) -> list[str]:
        at = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 7}}
        params = {**at, "context": {"includeDeclaration": True}}
        return sorted(one["uri"] for one in self.wire.request("textDocument/references", params)["result"])


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Wire(initialize=False) as wire:
        yield Desk(wire, tmp_path)


def uris(found: list[dict[str, Any]]) -> list[str]:
    return sorted(one.get("location", one)["uri"] for one in found)


def test_searches_do_not_find_it(desk: Desk) -> None:
    assert uris(desk.ask("gbr.search", "0323.12")["found"]) == [desk.file]
    assert desk.ask("gbr.collection", {"group": "class"})["all"] == 1
    assert uris(desk.wire.request("workspace/symbol", {"query": ""})["result"]) == [desk.file]
    assert uris(desk.ask("gbr.anticipations", desk.file, {"line": 2, "character": 7})) == []
    assert uris(desk.ask("gbr.showClass", desk.file, {"line": 2, "character": 7})) == [desk.file]
    assert desk.references(desk.file, 2) == [desk.file]
    assert desk.ask("gbr.index").count("0323.12") == 1


def test_it_finds_files_and_its_own_studies(desk: Desk) -> None:
    at = {"line": 2, "character": 7}
    assert uris(desk.ask("gbr.anticipations", URI, at)) == sorted([desk.file, URI])
    assert uris(desk.ask("gbr.showClass", URI, at)) == sorted([desk.file, URI, URI])
    assert desk.references(URI, 2) == sorted([desk.file, URI, URI])
    assert desk.ask("gbr.index", URI).count("0323.12") == 2
