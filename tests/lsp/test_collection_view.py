"""`gbr.collection`, `gbr.studyBoard` and `gbr/collectionChanged`: the collection of a workspace for a view."""

import socket
from pathlib import Path
from typing import Any

import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from tests.lsp.test_workspace_files import Workspace
from tests.support.wire import Wire

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
GAMES = (EXAMPLES / "collection.pgn").read_text("utf-8")
BOOK = r"""\section{Rook endings}

\study{L.~Kubbel, 1925}
=0323.12g3g1

\study{A.~Troitzky, 1912}
+0400.10a1c3
"""

RECORD = """[Event "Tourney {0}"]
[White "A{0}"]
[Black "(=0000.00a{1}h8)"]
[FEN "7k/8/8/8/8/8/8/K7 w - - 0 1"]

*

"""

HELD = """
import socket
import gbr_lsp.database.chunk_spans as spans, gbr_lsp.lsp.state.workspace_index as module
spans._GAMES_PER_CHUNK = 20
module._PUBLISH_EVERY, read = 0, module.file_parts
def held(store, path, options, work):
    for number, part in enumerate(read(store, path, options, work)):
        if number == 1:
            with socket.create_connection(("127.0.0.1", {port})) as gate:
                gate.recv(1)
        yield part
module.file_parts = held
"""
"""A server that waits after the first part of each file until a connection is closed."""


class View:
    """A client that shows the collection of a folder."""

    def __init__(self, wire: Wire, folder: Path | None) -> None:
        self.wire = wire
        if folder:
            Workspace(wire, folder)

    def ask(self, **given: Any) -> dict[str, Any]:
        params = {"command": "gbr.collection", "arguments": [given]}
        answer: dict[str, Any] = self.wire.request("workspace/executeCommand", params)
        found: dict[str, Any] = answer.get("result", answer)
        return found

    def until_ready(self) -> None:
        """Wait for the findings: the notification is sent after each change."""
        while self.ask()["state"] != "ready":
            while self.wire.receive().get("method") != "gbr/collectionChanged":
                pass

    def board(self, number: str) -> str | None:
        params = {"command": "gbr.studyBoard", "arguments": [{"id": number}]}
        found: str | None = self.wire.request("workspace/executeCommand", params)["result"]
        return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games.pgn").write_text(GAMES, "utf-8")
    (tmp_path / "book.tex").write_text(BOOK, "utf-8")
    return tmp_path


def test_studies_are_grouped_and_found_in_plain_words(folder: Path) -> None:
    with Wire(initialize=False) as wire:
        view = View(wire, folder)
        view.until_ready()
        everything = view.ask()
        assert everything["total"] == everything["all"] == sum(group["count"] for group in everything["groups"])
        assert [group["key"] for group in everything["groups"]] == sorted(
            group["key"] for group in everything["groups"]
        )
        assert everything["groups"][0]["detail"] == "king, pawn against king, pawn"
        composers = view.ask(group="composer")["groups"]
        (kubbel,) = (group for group in composers if "Kubbel" in group["title"])
        assert kubbel == {"key": "Kubbel=L", "title": "Kubbel=L", "detail": "", "count": 3}
        for key in ("L. Kubbel", "Kubbel=L"):
            files = [study["file"] for study in view.ask(group="composer", path=[key])["studies"]]
            assert sorted(files) == ["book.tex", "games.pgn", "games.pgn"]
        assert [group["title"] for group in view.ask(group="file")["groups"]] == ["book.tex", "games.pgn"]
        found = view.ask(query="Kubbel draw", group="file", path=[str(folder / "book.tex")])
        assert (found["readAs"], found["total"]) == ("composer:kubbel draw", 2)
        (study,) = found["studies"]
        assert (study["code"], study["composer"], study["year"]) == ("=0323.12 g3g1", "L. Kubbel", 1925)
        assert (study["file"], study["line"], study["status"]) == ("book.tex", 4, "uncompared")
        assert study["location"]["range"] == {
            "start": {"line": 3, "character": 0},
            "end": {"line": 3, "character": 12},
        }
        assert view.ask(query="1927")["readAs"] == "year:1927"


def test_findings_are_those_of_check(folder: Path) -> None:
    """Every study with a finding has it, no other, and the group of a rule has as many studies."""
    document = Document.of(GAMES, host_for("games.pgn"))
    expected = {item.finding.message for item in lint(document)}
    assert expected
    with Wire(initialize=False) as wire:
        view = View(wire, folder)
        view.until_ready()
        groups = {group["key"]: group["count"] for group in view.ask(group="finding")["groups"]}
        assert groups.pop("uncompared") >= 2
        messages = set()
        for rule in groups:
            studies = view.ask(group="finding", path=[rule])["studies"]
            assert len(studies) == groups[rule]
            messages |= {message for study in studies for message in study["messages"]}
        assert messages == expected
        only = view.ask(only=["findings"])
        assert only["total"] == len(
            {
                study["id"]
                for rule in groups
                if rule != "-"
                for study in view.ask(group="finding", path=[rule], only=["findings"])["studies"]
            }
        )
        assert view.ask(query="rule:force-mismatch")["total"] == groups["force-mismatch"]


def test_pages_have_a_limit_and_go_on(folder: Path) -> None:
    (folder / "many.pgn").write_text("".join(RECORD.format(number, number % 8 + 1) for number in range(1200)), "utf-8")
    with Wire(initialize=False) as wire:
        view = View(wire, folder)
        view.until_ready()
        path = [str(folder / "many.pgn")]
        pages = [view.ask(group="file", path=path, offset=offset) for offset in (0, 500, 1000)]
        assert [(len(page["studies"]), page["more"]) for page in pages] == [(500, True), (500, True), (200, False)]
        assert len({study["id"] for page in pages for study in page["studies"]}) == 1200
        groups = [view.ask(group="composer", offset=offset, limit=400) for offset in (0, 400, 800, 1200)]
        assert [len(page["groups"]) for page in groups[:3]] == [400, 400, 400]
        assert groups[3]["more"] is False


def test_the_board_of_a_study_is_drawn_and_only_of_one(folder: Path) -> None:
    with Wire(initialize=False) as wire:
        view = View(wire, folder)
        view.until_ready()
        (study,) = view.ask(query="Saavedra", group="class", path=["0300.10"])["studies"]
        assert study["fen"].startswith("8/8/1KP5/3r4/8/8/8/k7 w")
        assert "<svg" in (view.board(study["id"]) or "")
        (alone,) = view.ask(query="Troitzky", group="class", path=["0400.10"])["studies"]
        assert (alone["fen"], view.board(alone["id"])) == (None, None)
        for number in ("", "x", "1:2", "0:0:file:///nowhere.md", "9" * 30 + ":0:x"):
            assert view.board(number) is None


def test_a_change_is_announced_and_no_client_is_notified_that_did_not_ask(folder: Path) -> None:
    uri = (folder / "new.md").as_uri()
    with Wire(initialize=False) as wire:
        Workspace(wire, folder).until("book.tex", "games.pgn")
        wire.open(uri, "markdown", "+0400.10a1c3 (Réti 1922)\n")
        assert wire.request("workspace/executeCommand", {"command": "gbr.index", "arguments": []})["result"]
    with Wire(initialize=False) as wire:
        view = View(wire, folder)
        view.until_ready()
        before = view.ask()["all"]
        wire.open(uri, "markdown", "+0400.10a1c3\n")
        while wire.receive().get("method") != "gbr/collectionChanged":
            pass
        assert view.ask()["all"] == before + 1
        assert view.ask(group="composer")["groups"][-1]["title"] == "Unknown composer"
        wire.change(uri, 2, [{"text": "+0400.10a1c3\n\n+0040.10a1c3\n"}])
        while wire.receive().get("method") != "gbr/collectionChanged":
            pass
        assert view.ask()["all"] == before + 2


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"query": "Kubbel xyzzy"}, "'xyzzy' is not understood. Try rook against pawn, Kubbel 1925 or 1st prize draw"),
        ({"query": "rook aganst pawn"}, "'aganst' is not understood. Did you mean 'rook against pawn'?"),
        ({"query": "win draw"}, "the pattern asks for a win and for a draw"),
        ({"query": 5}, "query must be a text"),
        ({"group": "x"}, "group must be one of class, composer, file, finding"),
        ({"path": "x"}, "path must be a list of texts"),
        ({"only": ["x"]}, "only must be a list of win, draw, findings"),
        ({"offset": -1}, "offset and limit must be numbers from 0"),
        ({"limit": True}, "offset and limit must be numbers from 0"),
    ],
)
def test_a_bad_request_has_a_clear_error(folder: Path, given: dict[str, Any], message: str) -> None:
    with Wire(initialize=False) as wire:
        view = View(wire, folder)
        view.until_ready()
        assert view.ask(**given)["error"]["message"] == message
        assert view.ask()["total"]


def test_a_new_file_is_shown_while_it_is_read_and_a_known_one_stays_until_it_is_read_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "many.pgn"
    records = [RECORD.format(number, number % 8 + 1) for number in range(400)]
    path.write_text("".join(records), "utf-8")
    gate = socket.create_server(("127.0.0.1", 0))
    with gate, Wire(initialize=False, script=HELD.format(port=gate.getsockname()[1])) as wire:
        workspace = Workspace(wire, tmp_path)
        view = View(wire, None)
        waiting = gate.accept()[0]
        first = view.ask()
        while not first["total"]:
            first = view.ask()
        assert first["total"] < 400
        assert first["state"] == "reading"
        waiting.close()
        view.until_ready()
        assert view.ask()["total"] == 400
        path.write_text("".join(reversed(records[:-1])), "utf-8")
        workspace.tell(path)
        waiting = gate.accept()[0]
        for _ in range(5):
            assert view.ask()["total"] == 400
        waiting.close()
        while view.ask()["total"] != 399:
            pass


def test_a_search_for_a_rule_waits_for_the_findings(folder: Path) -> None:
    """Also if no view of the collection was ever shown."""
    with Wire(initialize=False) as wire:
        Workspace(wire, folder).until("book.tex", "games.pgn")
        params = {"command": "gbr.search", "arguments": ["force-mismatch"]}
        answer = wire.request("workspace/executeCommand", params)["result"]
        assert answer["readAs"] == "rule:force-mismatch"
        assert [study["title"].partition(" ")[0] for study in answer["found"]] == ["+0010.20e4f6"]
