"""Requests about documents that are not open, and code actions of documents that are in no folder."""

from typing import Any

from tests.support.requests import OPTIONS, requests_about
from tests.support.wire import PULLS, Wire

AT = {"line": 0, "character": 3}


def test_a_request_about_an_unknown_document_has_an_empty_answer() -> None:
    """Clients send them behind the end of a document. No answer is an error, and the server goes on."""
    with Wire(initialize=False) as wire:
        params = {
            "processId": None,
            "rootUri": None,
            "capabilities": PULLS,
            "initializationOptions": OPTIONS,
        }
        wire.request("initialize", params)
        wire.notify("initialized", {})
        answers = {
            asked.name: wire.request(asked.method, asked.params)
            for asked in requests_about("file:///unknown.md", AT, 3)
            if asked.name not in ("gbr.collection", "gbr.search", "gbr.stopAnalysis", "workspace/diagnostic")
        }
        assert {name: answer["error"] for name, answer in answers.items() if "error" in answer} == {}
        about = {name: answer["result"] for name, answer in answers.items() if not name.startswith("workspace/")}
        full = {name: result for name, result in about.items() if has_content(result)}
        assert set(full) <= {
            "gbr.boardShapes",
            "gbr.checkProof",
            "gbr.index",
            "textDocument/diagnostic",
            "textDocument/selectionRange",
        }
        assert len(about) > 30
        wire.open("file:///known.md", "markdown", "g3g1 0323.12 3/3 Win\n")
        assert wire.pull("file:///known.md")["items"]


def has_content(result: Any) -> bool:
    """Whether a result has more in it than empty lists: `{"data": []}` has not."""
    return bool(any(map(has_content, result.values())) if isinstance(result, dict) else result)


def test_where_no_file_can_be_made_no_action_writes_settings() -> None:
    """A client that cannot create files, and a document that is in no folder."""
    for uri in ("untitled:a.md", "file:///nowhere/at/all/a.md"):
        with Wire(capabilities=PULLS) as wire:
            wire.open(uri, "markdown", "g3g1 0323.12 3/3 Win\n")
            found = wire.pull(uri)["items"]
            span = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 20}}
            params = {"textDocument": {"uri": uri}, "range": span, "context": {"diagnostics": found}}
            titles = [action["title"] for action in wire.request("textDocument/codeAction", params)["result"]]
            assert any(title.startswith("Change 3/3") for title in titles)
            assert not [title for title in titles if "settings" in title or "gbr.toml" in title]
