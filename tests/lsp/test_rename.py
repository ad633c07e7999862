"""Renaming a code, in a conversation with a real process; tests/lsp/requests specifies the results."""

from pathlib import Path
from typing import Any

import pytest

from tests.lsp.test_features import CAPABILITIES, Session
from tests.support.wire import POSITION_ENCODINGS, Wire

CODE = "g3g1 0323.12 a3a2e1g8.h6c3c6 4/5 Draw"
HEADING = f"# 🎉 Studies\n\n## Kubbel {CODE}\n\nAgain: {CODE}. Another: g3g1 0323.12.\n"


@pytest.fixture(params=POSITION_ENCODINGS)
def session(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    made = Session(tmp_path, request.param)
    made.text = HEADING
    with made.wire:
        made.open()
        yield made


def renamed(session: Session, new: str) -> dict[str, Any]:
    return session.answered("textDocument/rename", {**session.at(CODE, 2), "newName": new})


def test_a_code_in_a_heading_is_renamed_where_it_is_repeated(session: Session) -> None:
    found = session.request("textDocument/prepareRename", session.at(CODE, 2))
    assert found == {"range": session.range(CODE), "placeholder": CODE}
    assert session.request("textDocument/prepareRename", session.at("Kubbel", 2)) is None
    new = CODE.replace("g3g1", "g3h1")
    (change,) = renamed(session, new)["result"]["documentChanges"]
    assert change["textDocument"] == {"uri": session.uri, "version": 1}
    assert session.applied(change["edits"]) == HEADING.replace(CODE, new)


@pytest.mark.parametrize("session", ["utf-16"], indirect=True)
@pytest.mark.parametrize(
    "new", ["", "Kubbel", "g3g1 0323.12 a3a2", f"{CODE} with words", "0323.12, 0323.12", "g9g1 0323.12"]
)
def test_what_is_no_code_is_refused_in_one_line(session: Session, new: str) -> None:
    answer = renamed(session, new)
    assert "result" not in answer
    assert answer["error"]["message"] == "The new text would not be read as one complete code here"


@pytest.mark.parametrize("session", ["utf-16"], indirect=True)
def test_another_place_may_refuse_the_new_text(session: Session) -> None:
    """In the second place, the word after the new text would belong to the code."""
    session.show("untitled:a.md", "markdown", "First =0323.12g3g1 in words.\n\n=0323.12g3g1 Draw\n")
    at = session.at("=0323", 2)
    answer = session.answered("textDocument/rename", {**at, "newName": "g3h1 0323.12"})
    assert answer["error"]["message"] == "The new text would not be read as one complete code here"


@pytest.mark.parametrize("prepare", [True, False])
def test_the_server_prepares_only_what_the_client_supports(prepare: bool) -> None:
    capabilities = {**CAPABILITIES, "textDocument": {"rename": {"prepareSupport": prepare}}}
    with Wire(capabilities=capabilities) as wire:
        offered = wire.answer["result"]["capabilities"]["renameProvider"]
    assert offered == ({"prepareProvider": True} if prepare else True)


def test_a_long_document_is_renamed_in_another_process() -> None:
    text = HEADING + "Some words about this study.\n\n" * 12_000
    with Wire(capabilities=CAPABILITIES) as wire:
        wire.open("untitled:a.md", "markdown", text)
        at = {"textDocument": {"uri": "untitled:a.md"}, "position": {"line": 2, "character": 12}}
        (change,) = wire.request("textDocument/rename", {**at, "newName": "g3h1 0323.12"})["result"]["documentChanges"]
        assert len(change["edits"]) == 2
        refused = wire.request("textDocument/rename", {**at, "newName": "Kubbel"})["error"]
        assert refused["message"] == "The new text would not be read as one complete code here"
