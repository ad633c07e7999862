"""Every row of the editor's table in a scripted conversation with a real process, in each position encoding."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gbr_lsp.base.text import Encoding
from tests.random.edits import slow_position, slow_range
from tests.support.wire import ALL, POSITION_ENCODINGS, PULLS, Wire, merged

KUBBEL = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"
START = "🎉♔é "
MANUSCRIPT = f"""# Kubbel

{START}g3g1 0323.12 4/5 Draw `{KUBBEL} w - - 0 1`

{START}f1h1 0001.04f1h1 2/5 Win

{START}g3g1 0323.12 a3a2e1g8.h6c3c6 4/5=

{START}a7d3 0116.00 b2b3c6

class 0002.01 <!-- gbr: ignore[hidden-count] -->
"""
GAMES = f"""[White "Kubbel=L"]
[Black "(=0323.12g3g1)"]
[FEN "{KUBBEL} w - - 0 1"]

*

[White "Herbstman=A"]
[Black "(+0040.22e6g6)"]
[FEN "8/6b1/4Kpk1/6p1/6B1/6PP/8/8 w - - 0 1"]

*
"""
DYNAMIC = {"dynamicRegistration": True}
CAPABILITIES: dict[str, Any] = {
    "workspace": {
        "configuration": True,
        "applyEdit": True,
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]},
        "didChangeConfiguration": DYNAMIC,
        "didChangeWatchedFiles": DYNAMIC,
        "codeLens": {"refreshSupport": True},
        "inlayHint": {"refreshSupport": True},
        "diagnostics": {"refreshSupport": True},
    },
    "textDocument": {
        "diagnostic": {},
        "hover": {"contentFormat": ["markdown"]},
        "inlayHint": DYNAMIC,
        "codeLens": DYNAMIC,
    },
    "window": {"workDoneProgress": True},
}


class Session:
    """A client with a folder, that answers what the server asks."""

    def __init__(
        self,
        folder: Path,
        encoding: Encoding,
        section: dict[str, Any] | None = None,
        script: str = "",
        initial: dict[str, Any] | None = None,
    ) -> None:
        self.encoding = encoding
        self.asked: list[dict[str, Any]] = []
        self.section = section or {}
        self.uri = (folder / "a.md").as_uri()
        self.text = MANUSCRIPT
        self.wire = Wire(initialize=False, script=script)
        capabilities = {**merged(ALL, CAPABILITIES), "general": {"positionEncodings": [encoding]}}
        folders = [{"uri": folder.as_uri(), "name": "x"}]
        self.answer = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": None,
                "capabilities": capabilities,
                "workspaceFolders": folders,
                "initializationOptions": initial,
            },
        )
        self.wire.notify("initialized", {})

    def request(self, method: str, params: Any) -> Any:
        """The result of a request; the server's own requests are answered meanwhile."""
        message = self.answered(method, params)
        assert "error" not in message, message
        return message["result"]

    def answered(self, method: str, params: Any) -> dict[str, Any]:
        """The answer to a request, with its result or its error."""
        self.wire._number += 1
        number = self.wire._number
        body = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.wire.send(json.dumps(body).encode())
        while True:
            message = self.wire.receive()
            if "method" in message:
                self.take(message)
            elif message.get("id") == number:
                return message

    def take(self, message: dict[str, Any]) -> None:
        self.asked.append(message)
        assert message["method"] not in ("window/showMessage", "window/showMessageRequest")
        if "id" in message:
            result = [self.section] if message["method"] == "workspace/configuration" else None
            answer = {"jsonrpc": "2.0", "id": message["id"], "result": result}
            self.wire.send(json.dumps(answer).encode())

    def until(self, method: str) -> dict[str, Any]:
        """The next message of a kind that the server sends by itself."""
        for message in self.asked:
            if message["method"] == method:
                self.asked.remove(message)
                return message
        while True:
            message = self.wire.receive()
            self.take(message)
            if message["method"] == method:
                self.asked.remove(message)
                return message

    def open(self) -> None:
        self.wire.open(self.uri, "markdown", self.text)

    def show(self, uri: str, language: str, text: str) -> None:
        """Opens another text, in which the places of what is asked then are."""
        self.uri, self.text = uri, text
        self.wire.open(uri, language, text)

    def applied(self, edits: list[dict[str, Any]]) -> str:
        """The text after edits, by the slow conversion that the tests have of their own."""
        text = self.text
        places = [slow_position(text, at, self.encoding) for at in range(len(text) + 1)]
        for edit in reversed(edits):
            start, end = (places.index(edit["range"][key]) for key in ("start", "end"))
            text = text[:start] + edit["newText"] + text[end:]
        return text

    def at(self, needle: str, within: int = 0) -> dict[str, Any]:
        position = slow_position(self.text, self.text.index(needle) + within, self.encoding)
        return {"textDocument": {"uri": self.uri}, "position": position}

    def range(self, needle: str, whole: str | None = None) -> dict[str, Any]:
        start = self.text.index(whole or needle) + (whole.index(needle) if whole else 0)
        return slow_range(self.text, start, start + len(needle), self.encoding)

    def whole(self) -> dict[str, Any]:
        return slow_range(self.text, 0, len(self.text), self.encoding)

    @property
    def document(self) -> dict[str, Any]:
        return {"textDocument": {"uri": self.uri}}


@pytest.fixture(params=POSITION_ENCODINGS)
def session(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Session]:
    (tmp_path / "a.md").write_text(MANUSCRIPT, encoding="utf-8")
    (tmp_path / "b.pgn").write_text(GAMES, encoding="utf-8")
    made = Session(tmp_path, request.param)
    with made.wire:
        made.open()
        yield made


def test_signature_help(session: Session) -> None:
    shown = session.request("textDocument/signatureHelp", session.at("a7d3 0116.00 b2b3c6", 19))
    (signature,) = shown["signatures"]
    active = signature["parameters"][shown["activeParameter"]]
    start, end = active["label"]
    assert "knight" in signature["label"].encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def test_code_actions(session: Session) -> None:
    place = session.range("f1h1", "0001.04f1h1")
    items = session.request("textDocument/diagnostic", session.document)["items"]
    context = {"diagnostics": [item for item in items if item["code"] == "repeated-kings"]}
    params = {**session.document, "range": place, "context": context}
    found = session.request("textDocument/codeAction", params)
    fix = next(action for action in found if action["kind"] == "quickfix")
    (change,) = fix["edit"]["documentChanges"]
    assert change["textDocument"] == {"uri": session.uri, "version": 1}
    assert change["edits"] == [{"range": place, "newText": ""}]
    assert fix["diagnostics"][0]["code"] == "repeated-kings"
    kinds = {action["kind"] for action in found}
    assert {"quickfix", "quickfix.ignore.gbr", "refactor.rewrite.gbr"} <= kinds
    in_settings = next(action for action in found if "settings" in action["title"])
    assert in_settings["edit"]["documentChanges"][0]["kind"] == "create"
    for only, expected in (
        (["source.fixAll"], {"source.fixAll.gbr"}),
        (["source.fixAll.gbr"], {"source.fixAll.gbr"}),
        (["refactor"], {"refactor.rewrite.gbr", "refactor.insert.gbr"}),
        (["source.organizeImports"], set()),
    ):
        chosen = session.request("textDocument/codeAction", {**params, "context": {"diagnostics": [], "only": only}})
        assert {action["kind"] for action in chosen} <= expected
        assert bool(chosen) == bool(expected)


def test_fix_all_tells_what_is_left_and_why(session: Session) -> None:
    text = "🎉 f1h1 0001.04f1h1 2/5 Win\n\n🎉 f1h1 O001.O4 2/5 Win\n\n"
    session.show("untitled:fix-all.md", "markdown", text)

    def run(uri: object) -> Any:
        return session.request("workspace/executeCommand", {"command": "gbr.fixAll", "arguments": [uri]})

    answer = run(session.uri)
    (change,) = answer["edit"]["documentChanges"]
    assert change["textDocument"] == {"uri": session.uri, "version": 1}
    after = session.applied(change["edits"])
    assert after == text.replace("04f1h1", "04")
    assert answer["fixed"] == 1
    session.show("untitled:fixed.md", "markdown", after)
    (finding,) = answer["left"]
    reported = session.request("textDocument/diagnostic", session.document)["items"]
    assert [(one["range"], one["code"], one["message"]) for one in reported] == [
        (finding["range"], finding["rule"], finding["message"])
    ]
    assert finding["why"] == "the fix is not safe enough to be applied unseen"
    assert run(session.uri) == {"edit": None, "fixed": 0, "left": [finding]}
    session.show("untitled:sound.md", "markdown", "f1h1 0001.04 2/5 Win\n")
    assert run(session.uri) == {"edit": None, "fixed": 0, "left": []}
    assert run("untitled:unknown.md") is None


def test_semantic_tokens(session: Session) -> None:
    legend = session.answer["capabilities"]["semanticTokensProvider"]["legend"]
    assert {"number", "operator"} <= set(legend["tokenTypes"])
    full = session.request("textDocument/semanticTokens/full", session.document)
    line = character = 0
    words = []
    for at in range(0, len(full["data"]), 5):
        down, right, length, *_ = full["data"][at : at + 5]
        line, character = line + down, right + (character if not down else 0)
        start = {"line": line, "character": character}
        end = {"line": line, "character": character + length}
        words.append(_text(session, start, end))
    assert words[:8] == ["g3", "g1", "0", "3", "2", "3", ".", "1"]
    same = session.request(
        "textDocument/semanticTokens/full/delta", {**session.document, "previousResultId": full["resultId"]}
    )
    assert same["edits"] == []
    part = session.request(
        "textDocument/semanticTokens/range", {**session.document, "range": session.range("f1h1 0001.04")}
    )
    assert 0 < len(part["data"]) < len(full["data"])


def _text(session: Session, start: dict[str, int], end: dict[str, int]) -> str:
    for offset in range(len(session.text)):
        if slow_position(session.text, offset, session.encoding) == start:
            for last in range(offset, len(session.text)):
                if slow_position(session.text, last, session.encoding) == end:
                    return session.text[offset:last]
    raise AssertionError((start, end))


def test_symbols_folds_selections_highlights_links(session: Session) -> None:
    symbols = session.request("textDocument/documentSymbol", session.document)
    assert symbols[0]["name"] == "g3g1 0323.12 4/5 Draw"
    assert symbols[0]["selectionRange"] == session.range("g3g1 0323.12 4/5 Draw")
    at = session.at("a3a2e1g8", 2)
    (chosen,) = session.request("textDocument/selectionRange", {**session.document, "positions": [at["position"]]})
    assert chosen["range"] == session.range("a2", "a3a2e1g8")
    assert chosen["parent"]["range"]
    shown = session.request("textDocument/documentHighlight", session.at("0323.12 4/5 Draw"))
    assert session.range("g3g1 0323.12 a3a2e1g8.h6c3c6 4/5=") in [one["range"] for one in shown]
    (link,) = session.request("textDocument/documentLink", session.document)
    assert link["range"] == session.range("hidden-count")
    assert link["target"].startswith("file:")
    session.text = GAMES
    session.uri = session.uri.replace("a.md", "b.pgn")
    session.wire.open(session.uri, "pgn", GAMES)
    folds = session.request("textDocument/foldingRange", session.document)
    # Each game, and its tags, for which the protocol has no kind.
    assert [(fold["startLine"], fold["endLine"], fold.get("kind")) for fold in folds] == [
        (0, 4, "region"),
        (0, 2, None),
        (6, 10, "region"),
        (6, 8, None),
    ]


def test_references_definition_and_workspace_symbols(session: Session) -> None:
    games = session.uri.replace("a.md", "b.pgn")
    context = {"includeDeclaration": True}
    for _ in range(200):
        found = session.request("textDocument/references", {**session.at("0323.12 4/5"), "context": context})
        if any(place["uri"] == games for place in found):
            break
    assert [place["uri"] for place in found] == [session.uri, session.uri, games]
    assert found[0]["range"] == session.range("g3g1 0323.12 4/5 Draw")
    others = session.request(
        "textDocument/references", {**session.at("0323.12 4/5"), "context": {"includeDeclaration": False}}
    )
    assert len(others) == 2
    named = session.request("workspace/symbol", {"query": "0040.??"})
    assert [symbol["name"] for symbol in named] == ["+0040.22e6g6 · Herbstman=A"]
    for query in ("herbstm", "HERBSTMAN", "0040", "40.22e", "herb 0040"):
        assert session.request("workspace/symbol", {"query": query}) == named
    kubbel = session.request("workspace/symbol", {"query": "Kubbel"})
    assert [symbol["name"] for symbol in kubbel] == ["=0323.12g3g1 · Kubbel=L"]
    assert session.request("workspace/symbol", {"query": "Rusz"}) == []
    assert named[0]["location"]["uri"] == games
    assert session.request("workspace/symbol", {"query": "KRN PP"}) == []


def test_definition_leads_from_an_index_to_the_study_and_back(session: Session) -> None:
    codes = ["0323.12 g3g1", "0001.04 f1h1", "0000.11 h8a6", "0300.10 b6a1", "0410.00 d6d8", "1300.00 c6b8"]
    heads = "".join(f"{START.replace('é', '')}\n\n{code[8:]} {code[:7]}\n\n" for code in codes)
    index = "".join(f"+ {code} ... {page}\n" for page, code in enumerate(codes, 10))
    session.text = f"{heads}# Index\n\n{index}"
    session.uri = session.uri.replace("a.md", "c.txt")
    session.wire.open(session.uri, "plaintext", session.text)
    entry, head = session.range("+ 0410.00 d6d8"), session.range("d6d8 0410.00")
    assert session.request("textDocument/definition", session.at("0410.00 d6d8")) == [
        {"uri": session.uri, "range": head}
    ]
    assert session.request("textDocument/definition", session.at("d6d8 0410.00")) == [
        {"uri": session.uri, "range": entry}
    ]
    assert session.request("textDocument/definition", session.at("Index")) == []


HELD = """
import socket
import gbr_lsp.lsp.state.workspace_index as module
read, paths = module.file_parts, []
def held(store, path, *rest):
    paths.append(path)
    if len(paths) == 6:
        with socket.create_connection(("127.0.0.1", {port})) as gate:
            gate.recv(1)
    return read(store, path, *rest)
module.file_parts = held
"""
"""A server that waits with the sixth file until a connection is closed."""
FEW = "from gbr_lsp.lsp.features import workspace_symbols; workspace_symbols._MAX_RESULTS = 100"


def test_a_long_scan_of_the_workspace_tells_how_far_it_is(tmp_path: Path) -> None:
    """And the user's home, a root and `.git` are not scanned at all."""
    for number in range(40):
        (tmp_path / f"{number}.pgn").write_text(GAMES * 3, encoding="utf-8")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.pgn").write_text(GAMES.replace("0040.22", "0040.21"), encoding="utf-8")
    (tmp_path / ".gitignore").write_text("7.pgn\n")
    with socket.create_server(("127.0.0.1", 0)) as gate:
        made = Session(tmp_path, "utf-16", script=HELD.format(port=gate.getsockname()[1]) + FEW)
        with made.wire:
            token = made.until("window/workDoneProgress/create")["params"]["token"]
            shown: list[dict[str, Any]] = []

            def until(key: str, wanted: str) -> None:
                while not shown or shown[-1].get(key) != wanted:
                    progress = made.until("$/progress")["params"]
                    assert progress["token"] == token
                    shown.append(progress["value"])

            until("message", "5 files")
            gate.accept()[0].close()
            until("kind", "end")
            kinds = [value["kind"] for value in shown]
            assert kinds == ["begin", *["report"] * (len(kinds) - 2), "end"]
            found = made.request("workspace/symbol", {"query": "0040.2?"})
            names = {symbol["location"]["uri"].rpartition("/")[2] for symbol in found}
            assert names < {f"{number}.pgn" for number in range(40) if number != 7}
            assert len(found) == 100


def test_what_is_off_is_registered_when_it_is_switched_on(session: Session) -> None:
    capabilities = session.answer["capabilities"]
    assert "inlayHintProvider" not in capabilities
    assert "codeLensProvider" not in capabilities
    session.section = {"inlayHints": {"enable": True}, "codeLens": True}
    session.wire.notify("workspace/didChangeConfiguration", {"settings": None})
    methods: set[str] = set()
    while not {"textDocument/inlayHint", "textDocument/codeLens"} <= methods:
        asked = session.until("client/registerCapability")
        methods |= {one["method"] for one in asked["params"]["registrations"]}
    hints = session.request("textDocument/inlayHint", {**session.document, "range": session.whole()})
    assert hints
    lenses = session.request("textDocument/codeLens", session.document)
    assert {lens["command"]["command"] for lens in lenses} >= {"gbr.showBoard", "gbr.copyFen"}
    session.section = {}
    session.wire.notify("workspace/didChangeConfiguration", {"settings": None})
    gone = session.until("client/unregisterCapability")
    assert gone["params"]["unregisterations"]


def test_hints_that_the_hover_repeats_are_off_until_they_are_switched_on(session: Session) -> None:
    def configure(hints: object) -> None:
        session.section = {"inlayHints": hints}
        session.wire.notify("workspace/didChangeConfiguration", {"settings": None})

    configure({"enable": True})
    while "textDocument/inlayHint" not in str(session.until("client/registerCapability")):
        pass
    session.show("untitled:hints.md", "markdown", f"=0323.12g3g1 🎉 `{KUBBEL} w - - 0 1`\n")
    params = {**session.document, "range": session.whole()}
    assert session.request("textDocument/inlayHint", params) == []
    configure({"enable": True, "boards": True})
    session.until("workspace/inlayHint/refresh")
    (hint,) = session.request("textDocument/inlayHint", params)
    assert hint["label"] == "♔♗♗♙–♚♜♞♟♟"


def test_commands(session: Session) -> None:
    at = session.at("0323.12 4/5")["position"]

    def run(name: str, *arguments: Any) -> Any:
        return session.request("workspace/executeCommand", {"command": name, "arguments": [session.uri, *arguments]})

    assert run("gbr.copyFen", at) == f"{KUBBEL} w - - 0 1"
    board = run("gbr.showBoard", at)
    assert board["fen"].startswith(KUBBEL)
    assert set(board["shapes"]) == set("KQRBNP")
    assert run("gbr.convert", at, "full") == "g3g1 0323.12 a3a2e1g8.h6c3c6 4/5="
    applied = session.until("workspace/applyEdit")
    (change,) = applied["params"]["edit"]["documentChanges"]
    assert change["edits"][0]["newText"]
    assert "= 0323.12 g3g1  a.md:3" in run("gbr.index")
    assert run("gbr.showClass", at)
    near: list[Any] = []
    while len(near) < 2:
        near = run("gbr.anticipations", at)
    titles = ["g3g1 0323.12 a3a2e1g8.h6c3c6 4/5=", "=0323.12g3g1 · Kubbel=L"]
    assert [(one["title"], one["how"]) for one in near] == [(title, "identical") for title in titles]
    assert [one["location"]["uri"].rpartition("/")[2] for one in near] == ["a.md", "b.pgn"]
    assert run("gbr.anticipations", session.at("# ")["position"]) is None


@pytest.mark.parametrize("session", ["utf-16"], indirect=True)
def test_arguments_of_any_kind_are_no_fault_of_a_command(session: Session) -> None:
    at = session.at("0323.12 4/5")["position"]
    offered = [
        name for name in session.answer["capabilities"]["executeCommandProvider"]["commands"] if name != "gbr.analyze"
    ]
    assert "gbr.convert" in offered
    odd: tuple[Any, ...] = ([], {}, 5, None, "x", {"square": []})
    for name in offered:
        # This one has no other argument than an address, which would start a process each time.
        others = [] if name == "gbr.checkProof" else [session.uri, at]
        for argument in odd:
            params = {"command": name, "arguments": [*others, argument]}
            error = session.answered("workspace/executeCommand", params).get("error", {})
            assert error.get("code") != -32603, (name, argument, error)


def test_the_workspace_is_searched_by_a_pattern(session: Session) -> None:
    def search(pattern: str) -> Any:
        return session.request("workspace/executeCommand", {"command": "gbr.search", "arguments": [pattern]})

    found: dict[str, Any] = {}
    while not found.get("found"):
        found = search("0040.?? composer:herbstman")
    assert [one["title"] for one in found["found"]] == ["+0040.22e6g6 · Herbstman=A"]
    assert not found["more"]
    near = search(f'like:"{KUBBEL}"')["found"]
    assert {one["how"] for one in near} == {"identical"}
    assert search('during:"Kg3" 0323.12')["found"]
    answer = session.wire.request("workspace/executeCommand", {"command": "gbr.search", "arguments": ["composr:x"]})
    assert "did you mean 'composer:'?" in answer["error"]["message"]


def test_a_broken_file_of_settings_is_told_in_it_and_the_last_good_one_kept(session: Session, tmp_path: Path) -> None:
    settings = tmp_path / "gbr.toml"
    settings.write_text('ignore = ["repeated-kings"]\n')
    changed = {"changes": [{"uri": settings.as_uri(), "type": 1}]}
    session.wire.notify("workspace/didChangeWatchedFiles", changed)
    items = session.request("textDocument/diagnostic", session.document)["items"]
    assert "repeated-kings" not in [item["code"] for item in items]
    settings.write_text('ignore = ["repeated-kings"\nselekt = [\n')
    session.wire.notify("workspace/didChangeWatchedFiles", changed)
    told = session.until("textDocument/publishDiagnostics")
    assert told["params"]["uri"] == settings.as_uri()
    assert told["params"]["diagnostics"]
    items = session.request("textDocument/diagnostic", session.document)["items"]
    assert "repeated-kings" not in [item["code"] for item in items]
    settings.write_text("")
    session.wire.notify("workspace/didChangeWatchedFiles", changed)
    assert session.until("textDocument/publishDiagnostics")["params"]["diagnostics"] == []
    items = session.request("textDocument/diagnostic", session.document)["items"]
    assert "repeated-kings" in [item["code"] for item in items]


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("gbr.toml", "", 'ignore = ["repeated-kings"]\n'),
        ("gbr.toml", 'nine = "modern"\n', 'ignore = ["repeated-kings"]\nnine = "modern"\n'),
        ("gbr.toml", 'ignore = ["hidden-count"]\n', 'ignore = ["repeated-kings", "hidden-count"]\n'),
        ("gbr.toml", "# é\r\nignore = [ ]\r\n", '# é\r\nignore = ["repeated-kings" ]\r\n'),
        ("pyproject.toml", "[tool.gbr-lsp]\n[x]\n", '[tool.gbr-lsp]\nignore = ["repeated-kings"]\n[x]\n'),
    ],
)
def test_a_rule_is_ignored_in_the_settings(tmp_path: Path, name: str, before: str, after: str) -> None:
    (tmp_path / name).write_bytes(before.encode())
    made = Session(tmp_path, "utf-16")
    with made.wire:
        made.open()
        params = {**made.document, "range": made.range("f1h1", "0001.04f1h1"), "context": {"diagnostics": []}}
        found = made.request("textDocument/codeAction", params)
        action = next(action for action in found if "settings" in action["title"])
        ((uri, (edit,)),) = action["edit"]["changes"].items()
        assert uri == (tmp_path / name).as_uri()
        lines = before.splitlines(keepends=True)
        at = sum(map(len, lines[: edit["range"]["start"]["line"]])) + edit["range"]["start"]["character"]
        assert before[:at] + edit["newText"] + before[at:] == after


def test_settings_of_the_client_are_in_force_where_no_file_has_any(session: Session) -> None:
    session.section = {"ignore": ["repeated-kings"]}
    session.wire.notify("workspace/didChangeConfiguration", {"settings": None})
    session.until("workspace/diagnostic/refresh")
    items = session.request("textDocument/diagnostic", session.document)["items"]
    assert "repeated-kings" not in [item["code"] for item in items]


def test_workspace_diagnostics_are_those_of_check(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(MANUSCRIPT, encoding="utf-8")
    (tmp_path / "b.pgn").write_text(GAMES.replace("0040.22e6g6", "0040.22g6e6"), encoding="utf-8")
    wire = Wire(initialize=False)
    with wire:
        folder = {"uri": tmp_path.as_uri(), "name": "x"}
        params: dict[str, Any] = {
            "processId": None,
            "rootUri": None,
            "capabilities": PULLS,
        }
        options = {"workspaceDiagnostics": True}
        answer = wire.request("initialize", {**params, "workspaceFolders": [folder], "initializationOptions": options})
        assert answer["result"]["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"] is True
        wire.notify("initialized", {})
        items: list[dict[str, Any]] = []
        while len(items) < 2:
            items = wire.request("workspace/diagnostic", {"previousResultIds": []})["result"]["items"]
        found = {item["uri"]: [one["code"] for one in item["items"]] for item in items}
        assert found[(tmp_path / "b.pgn").as_uri()] == ["king-mismatch"]
        known = [{"uri": item["uri"], "value": item["resultId"]} for item in items]
        again = wire.request("workspace/diagnostic", {"previousResultIds": known})["result"]["items"]
        assert {item["kind"] for item in again} == {"unchanged"}
        wire.open("untitled:1", "markdown", "=0O23.12g3g1\n")
        items = wire.request("workspace/diagnostic", {"previousResultIds": known})["result"]["items"]
        (own,) = (item for item in items if item["uri"] == "untitled:1")
        assert len(items) == 3
        assert [one["code"] for one in own["items"]] == ["confused-digit"]


@pytest.mark.parametrize(("name", "asks"), [("Eglot", False), (None, False), ("Neovim", True)])
def test_slots_stand_in_no_way_where_they_are_always_asked_for(tmp_path: Path, name: str | None, asks: bool) -> None:
    """Those of a finished code are only for who asks; of the others only the names are told, which is all it reads."""
    wire = Wire(initialize=False)
    with wire:
        known = {"clientInfo": {"name": name}} if name else {}
        wire.request("initialize", {"processId": None, "capabilities": {}, **known})
        wire.notify("initialized", {})
        uri = (tmp_path / "a.md").as_uri()
        text = "a1a7 0000.43 5/4 Win\n\ng3g1 0323.12 a3\n"
        document = {"uri": uri, "languageId": "markdown", "version": 1, "text": text}
        wire.notify("textDocument/didOpen", {"textDocument": document})

        def shown(line: int, character: int) -> Any:
            at = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
            return wire.request("textDocument/signatureHelp", at)["result"]

        assert (shown(0, 14) is not None) is asks
        (typed,) = shown(2, 15)["signatures"]
        assert any(parameter.get("documentation") for parameter in typed["parameters"]) is asks


@pytest.mark.parametrize(
    ("typed", "shown_from"),
    [
        ("=0323.12g3g1 a3a2e1g8h6c3", "=0323."),
        ("=0323.12g3g1a3a2e1", "=0323."),
        ("g3g1 0323.12 a3a2e1g8.h6c3", "g3g1 0323."),
        ("(=0323.12g3g1a3", "(=0323."),
        ("0323. g3g1 a3", None),
        ("The price is 1234.56 a3 and a great deal more", None),
        ("=0323.12g3g1 wins in all lines", "=0323."),
    ],
)
def test_slots_are_shown_as_long_as_a_code_is_typed(typed: str, shown_from: str | None) -> None:
    """An editor asks on the point of a class; then, as long as it shows slots, behind each key."""
    with Wire() as wire:
        uri, end = "untitled:1", {"line": 0, "character": 0}
        wire.open(uri, "markdown", "")
        active: Any = None
        seen = []
        for number, key in enumerate(typed, 2):
            wire.change(uri, number, [{"range": {"start": end, "end": end}, "text": key}])
            end = {"line": 0, "character": number - 1}
            if active or key == ".":
                kind = {"triggerKind": 2, "triggerCharacter": key} if key == "." else {"triggerKind": 3}
                context = {**kind, "isRetrigger": bool(active)} | ({"activeSignatureHelp": active} if active else {})
                at = {"textDocument": {"uri": uri}, "position": end, "context": context}
                active = wire.request("textDocument/signatureHelp", at)["result"]
            seen.append(bool(active))
    first = len(shown_from or typed) - bool(shown_from)
    until = len("=0323.12g3g1 ") if "wins" in typed else len(typed)
    assert seen == [first <= place < until for place in range(len(typed))]


@pytest.mark.parametrize(("known", "said"), [([1, 2], {1}), ([2], {None}), (None, {None})])
def test_nothing_is_indented_where_a_client_would(
    tmp_path: Path, known: list[int] | None, said: set[int | None]
) -> None:
    wire = Wire(initialize=False)
    with wire:
        items = {"insertTextModeSupport": {"valueSet": known}} if known else {}
        capabilities = {"textDocument": {"completion": {"completionItem": items}}}
        wire.request("initialize", {"processId": None, "capabilities": capabilities})
        wire.notify("initialized", {})
        uri = (tmp_path / "a.md").as_uri()
        document = {"uri": uri, "languageId": "markdown", "version": 1, "text": "g3g1 0323.12 a3"}
        wire.notify("textDocument/didOpen", {"textDocument": document})
        at = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 15}}
        offered = wire.request("textDocument/completion", at)["result"]["items"]
        assert {item.get("insertTextMode") for item in offered} == said


def test_completion_is_the_same_whichever_way_a_client_writes_its_numbers(tmp_path: Path) -> None:
    """Whole numbers are read as plain JSON; some clients write every number as a float, which goes the way of all."""
    with Wire() as wire:
        uri = (tmp_path / "a.md").as_uri()
        document = {"uri": uri, "languageId": "markdown", "version": 1, "text": "g3g1 0323.12 a3"}
        wire.notify("textDocument/didOpen", {"textDocument": document})
        for context in (None, {"triggerKind": 1}, {"triggerKind": 2, "triggerCharacter": "3"}, {"triggerKind": 3}):
            whole, floats = (
                wire.request(
                    "textDocument/completion",
                    {"textDocument": {"uri": uri}, "position": {"line": 0 * one, "character": 15 * one}}
                    | ({"context": context} if context else {}),
                )["result"]
                for one in (1, 1.0)
            )
            assert whole == floats
            asked = not context or context["triggerKind"] == 1
            ends = [item["textEdit"]["range"]["end"] for item in whole["items"]]
            assert ends == [{"line": 0, "character": 15}] * (8 if asked else 0)


def test_a_list_that_was_asked_for_is_continued_and_no_other() -> None:
    """Behind each further letter some editors ask again, and say neither time whether somebody asked."""
    asked, continued, typed = {"triggerKind": 1}, {"triggerKind": 3}, {"triggerKind": 2, "triggerCharacter": "("}
    wire = Wire(initialize=False)
    with wire:
        items = {"snippetSupport": True, "labelDetailsSupport": True}
        capabilities = {"textDocument": {"completion": {"completionItem": items}}}
        wire.request("initialize", {"processId": None, "capabilities": capabilities})
        wire.notify("initialized", {})

        def labels(uri: str, character: int, context: dict[str, Any]) -> list[str]:
            at = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": character}, "context": context}
            return [item["label"] for item in wire.request("textDocument/completion", at)["result"]["items"]]

        wire.open("untitled:1", "markdown", "g3g1 0323.12 a3a2")
        assert labels("untitled:1", 16, continued) == []
        assert len(labels("untitled:1", 15, asked)) == 8
        assert labels("untitled:1", 16, continued) == ["a1", "a2", "a4", "a5", "a6", "a7", "a8"]
        assert labels("untitled:1", 17, continued) == []
        assert labels("untitled:1", 15, typed) == []
        assert labels("untitled:1", 16, continued) == []
        wire.open("untitled:2", "pgn", "[Wh")
        assert labels("untitled:2", 2, asked)[0] == "White"
        assert labels("untitled:2", 3, continued) == ["White", "WhiteElo", "WhiteTeam", "WhiteTitle"]
        wire.open("untitled:3", "pgn", "[")
        at = {"textDocument": {"uri": "untitled:3"}, "position": {"line": 0, "character": 1}}
        tags = wire.request("textDocument/completion", at)["result"]["items"]
        record = next(item for item in tags if item["label"] == "study")
        assert record["insertTextFormat"] == 2
        names = [line[1:].split()[0] for line in record["textEdit"]["newText"].splitlines() if line.startswith("[")]
        assert names == ["Event", "Site", "Date", "White", "Black", "Result", "SetUp", "FEN"]
        at = {"textDocument": {"uri": "untitled:1"}, "position": {"line": 0, "character": 15}}
        squares = wire.request("textDocument/completion", at)["result"]["items"]
        assert squares[0]["labelDetails"] == {"detail": "  white bishop 1 of 2"}


def test_completion_far_in_a_long_document_replaces_what_is_typed_there() -> None:
    game = f'[Event "x"]\n[White "Nobody"]\n[FEN "{KUBBEL} w - - 0 1"]\n\n{{ {"word " * 100}}}\n*\n\n'
    lines, typed = game.count("\n"), "+0023.10f5"
    with Wire() as wire:
        answers = []
        for before in (0, 600):
            text = game * before + game.replace("word", typed, 1) + game
            uri = f"untitled:{before}"
            wire.open(uri, "pgn", text)
            position = {"line": before * lines + 4, "character": 2 + len(typed)}
            answers.append(
                wire.request("textDocument/completion", {"textDocument": {"uri": uri}, "position": position})
            )
    first, far = (answer["result"]["items"] for answer in answers)
    assert first
    for item in first:
        for end in item["textEdit"]["range"].values():
            end["line"] += 600 * lines
    assert first == far


@pytest.mark.parametrize(("background", "white_king"), [(None, "♔"), ("light", "♔"), ("dark", "♚"), (1, "♔")])
def test_figures_are_those_for_the_background_that_the_client_names(background: object, white_king: str) -> None:
    """Light ink on a dark ground makes a filled figure look white."""
    with Wire(initialize=False) as wire:
        options = {"background": background, "inlayHints": True}
        capabilities = {"textDocument": {"hover": {"contentFormat": ["plaintext"]}}}
        wire.request("initialize", {"processId": None, "capabilities": capabilities, "initializationOptions": options})
        wire.notify("initialized", {})
        wire.open("untitled:1", "plaintext", "a7d3 0116.00 b2b3c6d6 3/3+\n")
        at = {"textDocument": {"uri": "untitled:1"}, "position": {"line": 0, "character": 6}}
        shown = wire.request("textDocument/hover", at)["result"]["contents"]["value"]
        assert f"7 {white_king} · · ·" in shown


def test_a_generated_index_is_no_reference_and_leads_to_the_studies(session: Session, tmp_path: Path) -> None:
    at = {**session.at("0323.12 4/5"), "context": {"includeDeclaration": True}}
    before: list[Any] = []
    while len(before) < 3:
        before = session.request("textDocument/references", at)
    written = session.request("workspace/executeCommand", {"command": "gbr.index", "arguments": []})
    assert "= 0323.12 g3g1  b.pgn:2\n" in written
    session.wire.open("untitled:index", "plaintext", written)
    assert session.request("textDocument/references", at) == before
    index = {"textDocument": {"uri": "untitled:index"}}
    links = session.request("textDocument/documentLink", index)
    row = written[: written.index("= 0323.12 g3g1  b.pgn:2")].count("\n")
    link = next(link for link in links if link["range"]["start"]["line"] == row)
    assert link["target"] == (tmp_path / "b.pgn").as_uri() + "#L2"
    assert link["range"] == {"start": {"line": row, "character": 16}, "end": {"line": row, "character": 23}}
    assert len(links) == written.count("\n")
    place = {**index, "position": {"line": row, "character": 4}}
    found = session.request("textDocument/definition", place)
    assert (tmp_path / "b.pgn").as_uri() in [location["uri"] for location in found]
