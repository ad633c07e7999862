"""An engine reads along, in a scripted conversation with a real process; nothing of it is left, however that ends."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.test_features import CAPABILITIES
from tests.support.engines import (
    STOCKFISH,
    engine_that_is,
    needs_scripts,
    needs_stockfish,
    processes_of,
    wait_until,
)
from tests.support.wire import Wire

pytestmark = needs_scripts
RETI = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"
GAME = f"""[White "Réti=R"]
[Black "(=0000.11h8a6)"]
[FEN "{RETI}"]

1. Kh7 {{is a try}} h4 2. Kg6 *

[White "Kubbel=L"]
[Black "(=0323.12g3g1)"]
[FEN "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"]

*
"""
URI = "untitled:a.pgn"
START = {"line": 3, "character": 0}


class Client:
    """A client of a server with an engine, whose notifications are kept."""

    def __init__(self, *, notified: bool = True, **options: Any) -> None:
        self.wire = Wire(initialize=False)
        self.told: list[dict[str, Any]] = []
        self.edits: list[dict[str, Any]] = []
        self.section: dict[str, Any] | None = None
        self.number = 0
        params = {"processId": None, "capabilities": CAPABILITIES, "rootUri": options.pop("root", None)}
        if notified:
            options["supportAnalysis"] = True
        self.request("initialize", {**params, "initializationOptions": options})
        self.wire.notify("initialized", {})
        self.wire.open(URI, "pgn", GAME)

    def answer(self, method: str, params: Any) -> dict[str, Any]:
        """The answer to a request, a result or an error."""
        self.number += 1
        body = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.wire.send(json.dumps(body).encode())
        while True:
            message = self.take()
            if message.get("id") == self.number and "method" not in message:
                return message

    def take(self) -> dict[str, Any]:
        message = self.wire.receive()
        if message.get("method") == "gbr/analysis":
            self.told.append(message["params"])
        elif "method" in message and "id" in message:
            applies = message["method"] == "workspace/applyEdit"
            if applies:
                self.edits.append(message["params"])
            asked = message["method"] == "workspace/configuration"
            result: Any = {"applied": True} if applies else [self.section] if asked else None
            answer = {"jsonrpc": "2.0", "id": message["id"], "result": result}
            self.wire.send(json.dumps(answer).encode())
        return message

    def request(self, method: str, params: Any) -> Any:
        answer = self.answer(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    def command(self, name: str, *arguments: Any) -> Any:
        return self.request("workspace/executeCommand", {"command": f"gbr.{name}", "arguments": list(arguments)})

    def refusal(self, name: str, *arguments: Any) -> str:
        """The message of the error that a command is answered with."""
        params = {"command": f"gbr.{name}", "arguments": list(arguments)}
        message: str = self.answer("workspace/executeCommand", params)["error"]["message"]
        assert "\n" not in message
        return message

    def until_lines(self) -> dict[str, Any]:
        """What is told first with a line."""
        while not (self.told and self.told[-1]["lines"]):
            self.take()
        return self.told[-1]

    def until_end(self) -> dict[str, Any]:
        while not (self.told and self.told[-1]["ended"]):
            self.take()
        return self.told[-1]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where scripted engines are; none of them runs in the end."""
    yield tmp_path
    if sys.platform == "linux":
        wait_until(lambda: not processes_of(tmp_path), "no process is left")


def client_of(folder: Path, behavior: str, **options: Any) -> Client:
    return Client(engine=engine_that_is(behavior, folder), **options)


def test_lines_come_in_notifications_in_the_letters_of_the_document(folder: Path) -> None:
    client = client_of(folder, "sound")
    with client.wire:
        german = GAME.replace("1. Kh7 {is a try} h4 2. Kg6", "1. Kg7 h4 2. Kf6 Kb6 3. Ke7 h3 4. Kd7 h2 5. c7 h1D")
        client.wire.change(URI, 2, [{"text": german}])
        begun = client.command("analyze", URI, START, {"lines": 2, "seconds": 1})
        assert begun == {"id": 1, "fen": RETI}
        last = client.until_end()
    assert {told["id"] for told in client.told} == {1}
    assert (last["ended"], last["problem"], last["engine"]) == ("finished", None, "Scripted 1.0")
    assert last["fen"] == RETI
    best, second = last["lines"]
    assert best == {
        "text": "1. Kg7 h4 2. Kf6 Kb6",
        "moves": ["h8g7", "h5h4", "g7f6", "a6b6"],
        "evaluation": "#12",
        "centipawns": None,
        "mate": 12,
        "depth": 4,
    }
    assert (second["evaluation"], second["centipawns"], second["mate"]) == ("-9.00", -900, None)


def test_a_client_that_takes_no_notifications_is_answered_once(folder: Path) -> None:
    client = client_of(folder, "endless", notified=False)
    with client.wire:
        answer = client.command("analyze", URI, START, {"seconds": 0.1})
        assert client.told == []
    assert (answer["ended"], answer["problem"]) == ("finished", None)
    assert answer["lines"][0]["text"] == "1. Kg7 h4 2. Kf6 Kb6"


def test_what_an_engine_does_wrong_is_told(folder: Path) -> None:
    client = client_of(folder, "lying")
    with client.wire:
        client.command("analyze", URI, START)
        last = client.until_end()
        assert (last["ended"], last["problem"]) == ("failed", "The engine names an illegal move: h5h3")
        assert client.command("stopAnalysis") is False


@pytest.mark.parametrize("end", ["stop", "edit", "close", "another", "whole text", "cancel", "broken edit"])
def test_an_analysis_ends(folder: Path, end: str) -> None:
    client = client_of(folder, "endless", notified=end != "cancel")
    with client.wire:
        if end == "cancel":
            body = {"command": "gbr.analyze", "arguments": [URI, START]}
            client.wire.send(
                json.dumps({"jsonrpc": "2.0", "id": 99, "method": "workspace/executeCommand", "params": body}).encode()
            )
            wait_until(lambda: len(processes_of(folder)) == 2, "both processes run")
            client.wire.notify("$/cancelRequest", {"id": 99})
            while client.take().get("id") != 99:
                pass
            return
        begun = client.command("analyze", URI, START)
        client.until_lines()
        at = {"line": 4, "character": 14}
        if end == "stop":
            assert client.command("stopAnalysis", begun["id"] + 1) is False
            assert client.command("stopAnalysis", begun["id"]) is True
            assert client.command("stopAnalysis", begun["id"]) is False
        elif end == "edit":
            client.wire.change(URI, 2, [{"range": {"start": at, "end": at}, "text": "x"}])
        elif end == "whole text":
            client.wire.change(URI, 2, [{"text": GAME}])
        elif end == "broken edit":
            client.wire.change(URI, 2, [{"range": {"start": {"line": 99, "character": 0}, "end": at}, "text": "x"}])
        elif end == "close":
            client.wire.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
        else:
            assert client.command("analyze", URI, START)["id"] == begun["id"] + 1
        reasons = {"stop": "stopped", "close": "closed", "another": "replaced"}
        ended = next(told for told in iter(client.until_end, None) if told["id"] == begun["id"])
        if end == "another":
            ended = next(told for told in client.told if told["id"] == begun["id"] and told["ended"])
        assert ended["ended"] == reasons.get(end, "edited")
        # What was found by then is told with it.
        assert ended["lines"]
        client.command("stopAnalysis")
        wait_until(lambda: not processes_of(folder), "no process is left")


def test_an_edit_elsewhere_leaves_an_analysis_alone(folder: Path) -> None:
    client = client_of(folder, "endless")
    with client.wire:
        begun = client.command("analyze", URI, START)
        other = {"line": 8, "character": 0}
        client.wire.change(URI, 2, [{"range": {"start": other, "end": other}, "text": "1. a1 "}])
        client.wire.open("untitled:b.pgn", "pgn", GAME)
        client.wire.notify("textDocument/didClose", {"textDocument": {"uri": "untitled:b.pgn"}})
        client.until_lines()
        assert client.command("stopAnalysis", begun["id"]) is True


@pytest.mark.parametrize("end", ["shutdown", "exit", "kill", "input"])
def test_an_engine_ends_with_the_server(folder: Path, end: str) -> None:
    client = client_of(folder, "talkative")
    with client.wire:
        client.command("analyze", URI, START)
        client.until_lines()
        if end == "shutdown":
            client.request("shutdown", None)
        elif end == "exit":
            client.wire.notify("exit", None)
        elif end == "kill":
            os.kill(client.wire.process.pid, signal.SIGKILL)
        else:
            assert client.wire.process.stdin
            client.wire.process.stdin.close()
        wait_until(lambda: not processes_of(folder), "no process is left")


def test_hovers_are_answered_between_the_lines_of_a_talkative_engine(folder: Path) -> None:
    """A loop that reads what the engine writes would be held, and much be told, before it answers."""
    client = client_of(folder, "talkative")
    with client.wire:
        client.command("analyze", URI, START)
        client.until_lines()
        before, hovers = len(client.told), 40
        for _ in range(hovers):
            at = {"textDocument": {"uri": URI}, "position": {"line": 1, "character": 12}}
            assert "pawn" in json.dumps(client.request("textDocument/hover", at))
        assert len(client.told) - before <= hovers
        # It is told on and on, and short.
        count = len(client.told)
        while len(client.told) < count + 5:
            client.take()
        assert all(len(json.dumps(told)) < 1_000 for told in client.told)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("", "No engine is set: set gbr.engine to the absolute path of a UCI engine"),
        ("stockfish", "gbr.engine is not an absolute path: stockfish"),
        ("~/stockfish", "gbr.engine is not an absolute path: ~/stockfish"),
        ("/no/such/engine", "gbr.engine is not a file: /no/such/engine"),
        ("//host/share/engine", "gbr.engine is a network path, and the workspace is not trusted: //host/share/engine"),
    ],
)
def test_what_is_no_engine_is_not_started(path: str, why: str) -> None:
    client = Client(engine=path)
    with client.wire:
        assert client.refusal("analyze", URI, START) == why


def test_a_file_that_is_no_program_is_not_started(folder: Path) -> None:
    path = folder / "notes.txt"
    path.write_text("hello")
    client = Client(engine=str(path))
    with client.wire:
        assert client.refusal("analyze", URI, START) == f"gbr.engine is not an executable file: {path}"


def test_an_engine_that_was_just_named_is_heeded(folder: Path) -> None:
    client = Client()
    with client.wire:
        assert client.refusal("analyze", URI, START).startswith("No engine is set")
        client.section = {"engine": engine_that_is("sound", folder)}
        client.wire.notify("workspace/didChangeConfiguration", {"settings": None})
        assert client.command("analyze", URI, START)["id"] == 1
        client.section = {"engine": "stockfish"}
        client.wire.notify("workspace/didChangeConfiguration", {"settings": None})
        assert client.refusal("analyze", URI, START) == "gbr.engine is not an absolute path: stockfish"


def test_a_workspace_that_is_not_trusted_brings_no_engine(folder: Path) -> None:
    """Some clients let its files name one; a link to it counts, too."""
    inside = folder / "workspace"
    inside.mkdir()
    path = engine_that_is("sound", inside)
    link = folder / "link"
    link.symlink_to(path)
    for engine in (path, str(link)):
        client = Client(engine=engine, root=inside.as_uri())
        with client.wire:
            why = f"gbr.engine is inside a workspace that is not trusted: {inside}"
            assert client.refusal("analyze", URI, START) == why
    client = Client(engine=path, root=inside.as_uri(), trusted=True)
    with client.wire:
        client.command("analyze", URI, START)
        assert client.until_end()["problem"] is None


def test_a_settings_file_names_no_engine(folder: Path) -> None:
    path = engine_that_is("sound", folder)
    (folder / "workspace").mkdir()
    (folder / "workspace" / "gbr.toml").write_text(f'engine = "{path}"\n')
    client = Client(root=(folder / "workspace").as_uri())
    with client.wire:
        assert client.refusal("analyze", URI, START).startswith("No engine is set")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ([], "the options of gbr.analyze must be an object with lines and seconds"),
        ({"lines": 0}, "lines must be a number from 1 to 10"),
        ({"lines": True}, "lines must be a number from 1 to 10"),
        ({"lines": 11}, "lines must be a number from 1 to 10"),
        ({"seconds": "5"}, "seconds must be a number above 0"),
        ({"seconds": 0}, "seconds must be a number above 0"),
        ({"seconds": 10**400}, "gbr.engine is not a file: /no/such/engine"),
    ],
)
def test_options_that_are_none_are_refused(options: Any, why: str) -> None:
    client = Client(engine="/no/such/engine")
    with client.wire:
        assert client.refusal("analyze", URI, START, options) == why


def test_where_no_position_is_known_nothing_is_asked(folder: Path) -> None:
    client = client_of(folder, "sound")
    with client.wire:
        client.wire.open("untitled:b.md", "markdown", "Nothing here.\n\n`8/8/8/8/8/8/1k6/K6R`\n")
        assert client.command("analyze", "untitled:b.md", {"line": 0, "character": 0}) is None
        assert client.command("analyze", "untitled:none", START) is None
        why = client.refusal("analyze", "untitled:b.md", {"line": 2, "character": 5})
        assert why == "The side to move is not known here"


def test_a_line_is_inserted_as_a_variation(folder: Path) -> None:
    client = client_of(folder, "sound")
    with client.wire:
        client.command("analyze", URI, START)
        line = client.until_end()["lines"][0]
        wanted = {"fen": client.told[-1]["fen"], "moves": line["moves"]}
        assert client.command("insertLine", URI, START, wanted) == "(1. Kg7 h4 2. Kf6 Kb6) 1..."
        (change,) = client.edits[0]["edit"]["documentChanges"]
        assert change["textDocument"] == {"uri": URI, "version": 1}
        (edit,) = change["edits"]
        assert edit["range"]["start"] == edit["range"]["end"] == {"line": 4, "character": 17}
        assert edit["newText"] == " (1. Kg7 h4 2. Kf6 Kb6) 1..."
        again = {"fen": RETI, "moves": ["h8h7", "h5h4"]}
        assert client.refusal("insertLine", URI, START, again) == "These moves are already in the text"
        why = client.refusal("insertLine", URI, {"line": 4, "character": 5}, wanted)
        assert why == "The position here has changed since the moves were made"
        assert len(client.edits) == 1
        long = {"fen": RETI, "moves": ["h8g8", "h5h4", "g8h8"] * 100}
        assert client.refusal("insertLine", URI, START, long) == "a line may have at most 200 moves"


@needs_stockfish
def test_stockfish_reads_along() -> None:
    client = Client(engine=STOCKFISH, notified=False)
    with client.wire:
        answer = client.command("analyze", URI, START, {"lines": 1, "seconds": 0.3})
    assert answer["engine"].startswith("Stockfish")
    assert answer["lines"][0]["text"].startswith("1. Kg7 ")
