"""The findings of closed files: pushed to clients that do not pull, and registered later for those that do."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.test_settings_both_ways import ONE, WAYS, Client
from tests.support.wire import PULLS

ON = {"workspaceDiagnostics": True}
BAD = "f1h1 0001.04f1h1 2/5 Win\n"
GOOD = "f1h1 0001.04 2/5 Win\n"
REFRESHES = {"workspace": {"diagnostics": {"refreshSupport": True}}}


def made(folder: Path, way: str, capabilities: dict[str, Any]) -> Client:
    """Return a client whose folder has two files with a finding each, and one without."""
    for name, text in (("a.md", BAD), ("b.md", BAD), ("c.md", GOOD)):
        (folder / name).write_text(text)
    client = Client(folder, way, ON, capabilities)
    client.configure()
    return client


def wait(client: Client, is_done: Callable[[], bool]) -> None:
    """Take messages until the condition holds."""
    while not is_done():
        client.take(client.wire.receive())


def shown(client: Client) -> dict[str, list[str]]:
    """Return the codes of the findings that the client shows, by file."""
    return {name: [item["code"] for item in items] for name, items in client.published.items() if items}


def watched(client: Client, name: str) -> None:
    changes = [{"uri": client.uri(name), "type": 2}]
    client.wire.notify("workspace/didChangeWatchedFiles", {"changes": changes})


@pytest.mark.parametrize("way", WAYS)
def test_findings_of_closed_files_are_pushed_to_clients_that_do_not_pull(tmp_path: Path, way: str) -> None:
    client = made(tmp_path, way, {})
    with client.wire:
        wait(client, lambda: shown(client) == {"a.md": [ONE], "b.md": [ONE]})
        assert "c.md" not in client.published
        # A file changes, and another is deleted.
        (tmp_path / "c.md").write_text(BAD)
        (tmp_path / "b.md").unlink()
        watched(client, "c.md")
        watched(client, "b.md")
        wait(client, lambda: shown(client) == {"a.md": [ONE], "c.md": [ONE]})
        # An open document has its own findings; once closed, it has those of the file again.
        client.wire.open(client.uri("a.md"), "markdown", GOOD)
        wait(client, lambda: "a.md" not in shown(client))
        client.wire.notify("textDocument/didClose", {"textDocument": {"uri": client.uri("a.md")}})
        wait(client, lambda: "a.md" in shown(client))


@pytest.mark.parametrize("way", ["changed", "sent"])
def test_pushed_findings_follow_the_settings_and_are_cleared_when_switched_off(tmp_path: Path, way: str) -> None:
    client = made(tmp_path, way, {})
    with client.wire:
        wait(client, lambda: shown(client) == {"a.md": [ONE], "b.md": [ONE]})
        client.settings = {**ON, "per-file-ignores": {"a.md": [ONE]}}
        client.configure()
        wait(client, lambda: shown(client) == {"b.md": [ONE]})
        client.settings = {}
        client.configure()
        wait(client, lambda: shown(client) == {})


def test_findings_of_closed_files_are_not_pushed_to_a_client_that_pulls(tmp_path: Path) -> None:
    client = made(tmp_path, "initial", {**PULLS, **REFRESHES})
    with client.wire:
        while len(pulled(client)) < 3:
            pass
        assert client.published == {}


def test_pushed_findings_are_cleared_at_the_first_pull(tmp_path: Path) -> None:
    """An empty capability comes from a library, and such a client may never pull."""
    client = made(tmp_path, "initial", {"textDocument": {"diagnostic": {}}})
    with client.wire:
        client.wire.open("untitled:1", "markdown", GOOD)
        wait(client, lambda: shown(client) == {"a.md": [ONE], "b.md": [ONE]})
        client.answer("textDocument/diagnostic", {"textDocument": {"uri": "untitled:1"}})
        wait(client, lambda: shown(client) == {})


def pulled(client: Client, known: dict[str, str] | None = None) -> dict[str, dict[str, Any]]:
    previous = [{"uri": uri, "value": value} for uri, value in (known or {}).items()]
    answer = client.answer("workspace/diagnostic", {"previousResultIds": previous})
    return {item["uri"]: item for item in answer["result"]["items"]}


@pytest.mark.parametrize("has_dynamic", [False, True])
def test_a_client_that_pulls_learns_of_the_switch(tmp_path: Path, has_dynamic: bool) -> None:
    able = {"textDocument": {"diagnostic": {"dynamicRegistration": has_dynamic}}, **REFRESHES}
    client = made(tmp_path, "sent", able)
    with client.wire:
        assert client.announced["diagnosticProvider"]["workspaceDiagnostics"] is False
        known: dict[str, str] = {}
        while len(known) < 3:
            known = {uri: item["resultId"] for uri, item in pulled(client).items()}
        asked = [one["registrations"] for one in client.asked if one and "registrations" in one]
        assert len(asked) == has_dynamic
        if has_dynamic:
            ((added,),) = asked
            assert added["method"] == "textDocument/diagnostic"
            assert added["registerOptions"]["workspaceDiagnostics"] is True
        client.settings = {}
        client.configure()
        assert [item["items"] for item in pulled(client, known).values()] == [[], [], []]
        removed = [one["unregisterations"] for one in client.asked if one and "unregisterations" in one]
        assert len(removed) == has_dynamic


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_file_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    (tmp_path / "0.md").write_bytes(b"\0\1\2" * 10)
    (tmp_path / "1.md").symlink_to("nowhere")
    client = made(tmp_path, "initial", {})
    with client.wire:
        wait(client, lambda: shown(client) == {"a.md": [ONE], "b.md": [ONE]})
