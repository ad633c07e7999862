"""Each setting of a client acts in the same way in its initialization options and in its configuration."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gbr_lsp.lsp.app import make_server
from gbr_lsp.settings.keys import KEYS
from tests.lsp.test_features import KUBBEL
from tests.support.specs import SYZYGY
from tests.support.wire import PULLS, Wire

WAYS = ("initial", "answered", "changed", "sent")
"""In the initialization options; in the first answer to `workspace/configuration`, and in a later one; in
the notification `workspace/didChangeConfiguration`."""

START_ONLY = {"trusted", "supportHtml", "supportAnalysis", "supportSettingsProblems", "maxDiagnostics"}


class Client:
    """A client that can register nothing later; it sends its settings in one of `WAYS`."""

    def __init__(
        self, folder: Path, way: str, settings: dict[str, Any], capabilities: dict[str, Any], **initial: object
    ) -> None:
        self.folder, self.way, self.settings = folder, way, settings
        self.section: dict[str, Any] = settings if way == "answered" else {}
        self.published: dict[str, list[Any]] = {}
        self.notified: list[Any] = []
        self.asked: list[Any] = []
        self.wire = Wire(initialize=False)
        has_configuration = way in ("answered", "changed")
        workspace = {**capabilities.get("workspace", {}), "configuration": has_configuration}
        sent = self.answer(
            "initialize",
            {
                "processId": None,
                "capabilities": {**capabilities, "workspace": workspace},
                "workspaceFolders": [{"uri": folder.as_uri(), "name": "x"}],
                "initializationOptions": {**initial, **(settings if way == "initial" else {})},
            },
        )
        self.announced = sent["result"]["capabilities"]
        self.wire.notify("initialized", {})

    def configure(self) -> None:
        """Send the settings, if this way sends them later."""
        self.section = self.settings
        if self.way in ("changed", "sent"):
            sent = {"gbr": self.settings} if self.way == "sent" else None
            self.wire.notify("workspace/didChangeConfiguration", {"settings": sent})

    def answer(self, method: str, params: Any) -> dict[str, Any]:
        """Return the answer to a request; store notifications and answer requests meanwhile."""
        self.wire._number += 1
        number = self.wire._number
        self.wire.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode())
        while True:
            message = self.wire.receive()
            if message.get("id") == number and "method" not in message:
                return message
            self.take(message)

    def take(self, message: dict[str, Any]) -> None:
        params = message.get("params")
        if message["method"] == "textDocument/publishDiagnostics":
            assert params
            self.published[params["uri"].rpartition("/")[2]] = params["diagnostics"]
        elif message["method"] == "gbr/settingsProblems":
            self.notified.append(params)
        elif "id" in message:
            self.asked.append(params)
            result = [self.section] if message["method"] == "workspace/configuration" else None
            self.wire.send(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode())

    def result(self, method: str, name: str, **more: object) -> Any:
        answer = self.answer(method, {"textDocument": {"uri": self.uri(name)}, **more})
        return answer["result"] if "result" in answer else answer["error"]["code"]

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()


class Row(NamedTuple):
    """A setting, the files of the workspace, the first of which is open, and a question to the server.

    `expected` are its answers without and with the setting.
    """

    setting: dict[str, Any]
    files: dict[str, str]
    ask: Callable[[Client, str], Any]
    expected: tuple[Any, Any]


REFUSED = "gbr.engine is a network path, and the workspace is not trusted"
LINES = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
FORMAT = {"tabSize": 4, "insertSpaces": True}


def codes(client: Client, name: str) -> list[str]:
    return [item["code"] for item in client.result("textDocument/diagnostic", name)["items"]]


def studies(client: Client, name: str) -> list[str]:
    found = client.answer("workspace/symbol", {"query": "0001.04"})["result"]
    return sorted(item["location"]["uri"].rpartition("/")[2] for item in found)


def offered(client: Client, name: str) -> str:
    found = client.result("textDocument/completion", name, position={"line": 2, "character": 0})
    return str(found["items"][0]["textEdit"]["newText"])


def workspace(client: Client, name: str) -> list[str]:
    answer = client.answer("workspace/diagnostic", {"previousResultIds": []})
    return sorted(item["uri"].rpartition("/")[2] for item in answer["result"]["items"])


def hints(client: Client, name: str) -> int:
    found = client.result("textDocument/inlayHint", name, range=LINES)
    return len(found) if isinstance(found, list) else 0


def hover(client: Client, name: str) -> bool:
    return (
        "7 ♚ · · ·"
        in client.result("textDocument/hover", name, position={"line": 0, "character": 6})["contents"]["value"]
    )


def engine(client: Client, name: str) -> str:
    arguments = [client.uri(name), {"line": 0, "character": 2}, {"id": 1}]
    answer = client.answer("workspace/executeCommand", {"command": "gbr.analyze", "arguments": arguments})
    return str(answer["error"]["message"]).split(":")[0]


def any_links(client: Client, name: str) -> bool:
    return "example.org" in str(client.result("textDocument/documentLink", name))


def any_lenses(client: Client, name: str) -> bool:
    return isinstance(client.result("textDocument/codeLens", name), list)


def any_edits(client: Client, name: str) -> bool:
    return isinstance(client.result("textDocument/formatting", name, options=FORMAT), list)


def any_in_range(client: Client, name: str) -> bool:
    return isinstance(client.result("textDocument/rangeFormatting", name, options=FORMAT, range=LINES), list)


REPEATED = {"a.md": "f1h1 0001.04f1h1 2/5 Win\n"}
TWO = {"a.md": "f1h1 0001.04 2/5 Win\n", "b.md": "f1h1 0001.04 2/5 Win\n"}
BOARD = {"a.md": f"=0323.12g3g1 `{KUBBEL} w - - 0 1`\n\n\n"}
FEN = {"a.md": f"`{KUBBEL} w - - 0 1`\n\n\n"}
LIST = {"a.md": "a7d3 0116.00 b2b3c6d6 3/3+\n"}
GAME = {"a.pgn": '[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]\n\n1.Kg7   h4 *\n'}
PIECES = {"a.tex": "\\pieces{wKa1, wQd4, bKc8}\n\na1b8 1000.00 2/1+\n"}
SOLUTION = {
    "a.txt": "No. 1\n\na1c3 0100.00 2/1 Win\n8/8/8/8/8/2k5/8/K6R w - - 0 1\n\n"
    "1.Th3+ Rc4 2.Th4+ Rc3 3.Th3+ Rb5 4.Th4 Rb3 5.Th3+ Rc4 6.Th4+ wins.\n"
}
ROOK = {"a.pgn": '[Black "(=0100.00a1c3)"]\n[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]\n\n*\n'}
NINES = {"a.pgn": '[Black "(+2000.00a1g8)"]\n[FEN "6k1/8/8/8/8/8/8/KQQ5 w - - 0 1"]\n\n*\n'}
ONE = "repeated-kings"

ROWS = [
    Row({"select": ["control-mismatch"]}, REPEATED, codes, ([ONE], [])),
    Row({"extend-select": ["hidden-count"]}, {"a.md": "+9000.00a1c8\n"}, codes, ([], ["hidden-count"])),
    Row({"ignore": [ONE]}, REPEATED, codes, ([ONE], [])),
    Row({"severity": {ONE: "off"}}, REPEATED, codes, ([ONE], [])),
    Row({"per-file-ignores": {"*.md": [ONE]}}, REPEATED, codes, ([ONE], [])),
    Row({"extend": "base.toml"}, {**REPEATED, "base.toml": f'ignore = ["{ONE}"]\n'}, codes, ([ONE], [])),
    Row({"nine": "promoted"}, NINES, codes, ([], ["nine-convention"])),
    Row({"bare-class": "report"}, {"a.md": "See 4010.09 here.\n"}, codes, ([], ["pawn-digit"])),
    Row({"piece-letters": "english"}, PIECES, codes, ([], ["king-mismatch"])),
    Row({"solution-letters": "english"}, SOLUTION, codes, (["illegal-solution"], [])),
    Row({"include": ["*.txt"]}, TWO, studies, (["a.md", "b.md"], ["a.md"])),
    Row({"exclude": ["b.md"]}, TWO, studies, (["a.md", "b.md"], ["a.md"])),
    Row(
        {"encoding": "utf-8"},
        {**TWO, "b.md": "R\xe9ti\n\nf1h1 0001.04 2/5 Win\n"},
        studies,
        (["a.md", "b.md"], ["a.md"]),
    ),
    Row({"form": "caption"}, FEN, offered, ("0323.12g3g1", "g3g1 0323.12 4/5")),
    Row({"syzygy": [str(SYZYGY)]}, ROOK, codes, ([], ["refuted-stipulation"])),
    Row({"workspaceDiagnostics": True}, TWO, workspace, ([], ["a.md", "b.md"])),
    Row({"inlayHints": True}, LIST, hints, (0, 3)),
    Row({"inlayHints": {"enable": True, "boards": True}}, BOARD, hints, (0, 1)),
    Row({"codeLens": {"enable": True}}, BOARD, any_lenses, (False, True)),
    Row({"format": True}, GAME, any_edits, (False, True)),
    Row({"format": True}, GAME, any_in_range, (False, True)),
    Row({"links": {"analysis": "https://example.org/{fen}"}}, BOARD, any_links, (False, True)),
    Row({"background": "dark"}, {"a.md": "a7d3 0116.00 b2b3c6d6\n"}, hover, (False, True)),
    Row({"engine": "x"}, BOARD, engine, ("No engine is set", "gbr.engine is not an absolute path")),
]


def test_the_table_has_every_setting() -> None:
    own = {"inlayHints", "codeLens", "format", "workspaceDiagnostics", "links", "background", "engine"}
    assert make_server().switches < own
    assert {key for row in ROWS for key in row.setting} == set(KEYS) | own


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: json.dumps(row.setting)[:40])
def test_a_setting_acts_however_it_arrives(tmp_path: Path, row: Row, way: str) -> None:
    if "syzygy" in row.setting and not SYZYGY.is_dir():
        pytest.skip(f"no tables at {SYZYGY}: set GBR_SYZYGY to run on them")
    for name, text in row.files.items():
        (tmp_path / name).write_text(text, encoding="cp1252" if "\xe9" in text else "utf-8")
    first = next(iter(row.files))
    languages = {"md": "markdown", "pgn": "pgn", "tex": "latex", "txt": "plaintext"}
    capabilities = {**PULLS, "general": {"positionEncodings": ["utf-16"]}}
    client = Client(tmp_path, way, row.setting, capabilities)
    before, after = row.expected
    with client.wire:
        client.wire.open(client.uri(first), languages[first.partition(".")[2]], row.files[first])
        if way in ("changed", "sent"):
            assert until(client, lambda: row.ask(client, first), before) == before
        client.configure()
        assert until(client, lambda: row.ask(client, first), after) == after


MISSPELT = "the settings of the editor: there is no setting 'nin'; did you mean 'nine'?"


@pytest.mark.parametrize("way", WAYS)
def test_misspelt_settings_are_sent_to_a_client_that_shows_them(tmp_path: Path, way: str) -> None:
    client = Client(tmp_path, way, {"nin": 1, "supportSettingsProblems": True}, {}, supportSettingsProblems=True)
    with client.wire:
        client.configure()
        assert until(client, lambda: ask_nothing(client), [{"messages": [MISSPELT]}]) == [{"messages": [MISSPELT]}]
        client.settings = client.section = {}
        client.wire.notify("workspace/didChangeConfiguration", {"settings": {"gbr": {}}})
        fixed = [{"messages": [MISSPELT]}, {"messages": []}]
        assert until(client, lambda: ask_nothing(client), fixed) == fixed


@pytest.mark.parametrize("way", WAYS)
def test_no_other_client_is_sent_misspelt_settings(tmp_path: Path, way: str) -> None:
    client = Client(tmp_path, way, {"nin": 1}, {})
    with client.wire:
        client.configure()
        assert until(client, lambda: ask_nothing(client), [None]) == []


@pytest.mark.parametrize("way", ["answered", "changed", "sent"])
@pytest.mark.parametrize("key", sorted(START_ONLY))
def test_what_only_the_start_sets_is_no_setting_later(tmp_path: Path, key: str, way: str) -> None:
    """The network path is refused however the configuration calls the workspace."""
    section = {key: True, "engine": "//host/engine", "nin": 1}
    client = Client(tmp_path, way, section, {"textDocument": {"hover": {"contentFormat": ["markdown"]}}})
    with client.wire:
        client.wire.open(client.uri("a.md"), "markdown", BOARD["a.md"])
        client.configure()
        assert until(client, lambda: engine(client, "a.md"), REFUSED) == REFUSED
        shown = client.result("textDocument/hover", "a.md", position={"line": 0, "character": 3})
        assert "<table" not in shown["contents"]["value"]
        assert client.notified == []


def ask_nothing(client: Client) -> list[Any]:
    """Return the problems of settings that were sent until the answer to a request."""
    client.answer("workspace/symbol", {"query": "x"})
    return client.notified


def until(client: Client, ask: Callable[[], Any], expected: Any) -> Any:
    """Return the first answer that is as expected, else the last of many."""
    for _ in range(300):
        found = ask()
        if found == expected:
            break
    return found
