"""What the server makes of the settings: preferred forms, stale reports, the action that ignores a rule, folders."""

import os
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from gbr_lsp.base.encoding import decode
from gbr_lsp.base.regular_file import state_if_any
from gbr_lsp.lsp.state import configuration
from gbr_lsp.lsp.state.configuration import DocumentSettings
from gbr_lsp.lsp.uris import uri_of
from gbr_lsp.settings import Settings, load_settings
from tests.lsp.test_features import CAPABILITIES, KUBBEL, MANUSCRIPT, Session
from tests.support.wire import PULLS, Wire


def apply(path: Path, edits: list[dict[str, Any]], *, hides_mark: bool) -> None:
    """What a client makes of edits; some hide a byte order mark from themselves and write it again."""
    text = path.read_bytes().decode("utf-8")
    mark = "\ufeff" if hides_mark and text.startswith("\ufeff") else ""
    text = text.removeprefix(mark)
    lines = text.splitlines(keepends=True)
    (edit,) = edits

    def offset(position: dict[str, int]) -> int:
        line, character = position["line"], position["character"]
        before = sum(map(len, lines[:line]))
        within = len(lines[line].rstrip("\r\n")) if line < len(lines) else 0
        return before + min(character, within)

    start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
    path.write_bytes((mark + text[:start] + edit["newText"] + text[end:]).encode())


def test_a_document_that_comes_while_files_are_looked_at_keeps_its_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settings are read by the threads that judge documents, while the event loop looks for changed files."""
    settings, late = DocumentSettings(), tmp_path / "late"
    late.mkdir()
    settings.settings(uri_of(str(tmp_path / "a.md")), Settings())
    monkeypatch.setattr(configuration, "_PAUSE", 0)
    stamp = state_if_any

    def stamp_beside_another_thread(path: str) -> object:
        monkeypatch.setattr(configuration, "state_if_any", stamp)
        thread = Thread(target=settings.settings, args=(uri_of(str(late / "b.md")), Settings()))
        thread.start()
        thread.join()
        return stamp(path)

    monkeypatch.setattr(configuration, "state_if_any", stamp_beside_another_thread)
    assert not settings.has_changed()
    (late / "gbr.toml").write_text('ignore = ["hidden-count"]\n')
    assert settings.has_changed()
    assert not settings.has_changed()


@pytest.mark.parametrize("hides_mark", [False, True])
@pytest.mark.parametrize(
    "before",
    [
        'extend = "base.toml"\n',
        '\ufeffextend = "base.toml"\r\n',
        '\ufeffextend = "base.toml"',
        '\ufeffignore = ["hidden-count"]',
        '\ufeff\nnine = "modern"\nignore = ["hidden-count"]\n',
        '\ufeffignore = [\n"hidden-count"]\n',
    ],
)
def test_what_was_ignored_stays_so_when_a_rule_is_added(tmp_path: Path, before: str, hides_mark: bool) -> None:
    settings = tmp_path / "gbr.toml"
    settings.write_bytes(before.encode())
    (tmp_path / "base.toml").write_text('ignore = ["hidden-count"]\n')
    session = Session(tmp_path, "utf-16")
    with session.wire:
        session.open()
        params = {**session.document, "range": session.range("f1h1", "0001.04f1h1"), "context": {"diagnostics": []}}
        found = session.request("textDocument/codeAction", params)
        action = next(action for action in found if "settings" in action["title"])
        apply(settings, action["edit"]["changes"][settings.as_uri()], hides_mark=hides_mark)
    assert set(load_settings(str(settings)).settings.ignore) == {"hidden-count", "repeated-kings"}
    rest = before.removeprefix("\ufeff").partition("ignore")[0]
    assert rest in decode(settings.read_bytes(), "utf-8").text


def rewritten(path: Path, text: str) -> None:
    """Writes as many bytes as there were, and sets the time back to what it was."""
    before = path.stat()
    path.write_text(text)
    assert path.stat().st_size == before.st_size
    while path.stat().st_ctime_ns == before.st_ctime_ns:
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no such time")
def test_an_edit_of_the_same_size_and_time_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gbr.toml").write_text('ignore = ["king-mismatch"]\n')
    settings = DocumentSettings()
    uri = uri_of(str(tmp_path / "a.md"))
    assert settings.settings(uri, Settings()).ignore == ("king-mismatch",)
    monkeypatch.setattr(configuration, "_PAUSE", 0)
    rewritten(tmp_path / "gbr.toml", 'ignore = ["hidden-count" ]\n')
    assert settings.has_changed()
    assert settings.settings(uri, Settings()).ignore == ("hidden-count",)
    (tmp_path / "gbr.toml").unlink()
    with Wire(initialize=False) as wire:
        pulled = PulledWorkspace(wire, tmp_path, "+0000.43a1a9\n")
        assert pulled.kinds() == ["unchanged"]
        rewritten(tmp_path / "a.md", "+0000.43a1a8\n")
        assert pulled.kinds() == ["full"]


class PulledWorkspace:
    """A client that pulls the diagnostics of a folder with one file, `a.md`, and keeps what they are known by."""

    def __init__(self, wire: Wire, folder: Path, text: str) -> None:
        (folder / "a.md").write_text(text, encoding="utf-8")
        self._wire = wire
        wire.request(
            "initialize",
            {
                "processId": None,
                "capabilities": PULLS,
                "workspaceFolders": [{"uri": folder.as_uri(), "name": "x"}],
                "initializationOptions": {"workspaceDiagnostics": True},
            },
        )
        wire.notify("initialized", {})
        self._known: list[dict[str, str]] = []
        while not self.kinds():
            pass

    def kinds(self) -> list[str]:
        """Whether each report is full or unchanged."""
        asked = {"previousResultIds": self._known}
        items = self._wire.request("workspace/diagnostic", asked)["result"]["items"]
        self._known = [{"uri": item["uri"], "value": item["resultId"]} for item in items]
        return [item["kind"] for item in items]


@pytest.mark.parametrize(
    "line",
    [
        'nine = "promoted"',
        'select = ["control-mismatch"]',
        'bare-class = "report"',
        'piece-letters = "english"',
        'solution-letters = "english"',
        "[severity]\ncontrol-mismatch = 'hint'",
    ],
)
def test_no_report_of_a_workspace_is_unchanged_when_the_settings_are_not(tmp_path: Path, line: str) -> None:
    with Wire(initialize=False) as wire:
        pulled = PulledWorkspace(wire, tmp_path, MANUSCRIPT)
        settings = tmp_path / "gbr.toml"
        settings.write_text(f"{line}\n")
        wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": settings.as_uri(), "type": 1}]})
        assert pulled.kinds() == ["full"]
        assert pulled.kinds() == ["unchanged"]


def test_a_broken_file_of_settings_is_logged_once_for_all_documents(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "gbr.toml").write_text("ignore = [\n")
    settings = DocumentSettings()
    for times in (1, 2):
        for name in ("a.md", "b.md", "c.md"):
            settings.settings(uri_of(str(tmp_path / name)), Settings())
        assert len(caplog.records) == times
        settings.forget_warnings()


def test_codes_are_offered_in_the_form_of_the_settings(tmp_path: Path) -> None:
    (tmp_path / "gbr.toml").write_text('form = "caption"\n')
    session = Session(tmp_path, "utf-16")
    session.text = f"`{KUBBEL} w - - 0 1`\n\n\n"
    with session.wire:
        session.open()
        at = {**session.document, "position": {"line": 2, "character": 0}}
        offered = session.request("textDocument/completion", at)["items"]
        assert offered[0]["textEdit"]["newText"] == "g3g1 0323.12 4/5"
        here = {"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 3}}
        params = {**session.document, "range": here, "context": {"diagnostics": []}}
        titles = [action["title"] for action in session.request("textDocument/codeAction", params)]
        assert "Insert the code g3g1 0323.12 4/5" in titles


@pytest.mark.parametrize("slash", ["", "/"])
def test_a_removed_folder_is_forgotten_however_its_address_is_written(tmp_path: Path, slash: str) -> None:
    (tmp_path / "a.md").write_text("=0323.12g3g1\n", encoding="utf-8")
    with Wire(initialize=False) as wire:
        folder = {"uri": tmp_path.as_uri(), "name": "x"}
        wire.request("initialize", {"processId": None, "capabilities": CAPABILITIES, "workspaceFolders": [folder]})
        wire.notify("initialized", {})

        def found() -> Any:
            return wire.request("workspace/symbol", {"query": "0323.12"})["result"]

        while not found():
            pass
        removed = {"added": [], "removed": [{"uri": tmp_path.as_uri() + slash, "name": "x"}]}
        wire.notify("workspace/didChangeWorkspaceFolders", {"event": removed})
        for _ in range(1000):
            if not found():
                break
        assert found() == []
        assert os.listdir(tmp_path) == ["a.md"]
