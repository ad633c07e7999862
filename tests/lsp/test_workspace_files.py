"""Which files of a workspace are known, while files, folders and settings come, change and go."""

import os
import socket
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from gbr_lsp.lsp.features.workspace_files import files_read
from tests.lsp.test_features import GAMES, HELD
from tests.support.wire import Wire

CODE = "=0323.12g3g1\n"

CLOSED = """
import builtins, os
real, may = open, os.access
def closed(path):
    folder, name = os.path.split(str(path))
    return name.startswith("closed") and os.path.exists(os.path.join(folder, "gone"))
def opened(path, *rest, **named):
    if not isinstance(path, int) and closed(path):
        raise PermissionError(13, "Permission denied", path)
    return real(path, *rest, **named)
builtins.open = opened
os.access = lambda path, mode: not closed(path) and may(path, mode)
"""
"""A server that may not read the files that are called so, once there is a file `gone` beside them."""

EXCHANGED = """
import os, gbr_lsp.lsp.state.workspace_index as module
stock = module.state_of
def exchanged(path):
    state = stock(path)
    if path.endswith("exchanged.md"):
        os.unlink(path)
        os.mkfifo(path)
    return state
module.state_of = exchanged
"""
"""A server in which a file becomes a pipe between its listing and its reading."""

DELAYED = """
import os, time
from gbr_lsp.lsp.state.workspace_index import WorkspaceIndex
from gbr_lsp.lsp.state.workspace_tree import WorkspaceTree
visits, scan = WorkspaceTree.visits, WorkspaceIndex.scan
def delayed(self, folder):
    yield from visits(self, folder)
    while folder in self.folders and not os.path.exists(folder + ".end"):
        time.sleep(0.001)
async def scanned(self):
    await scan(self)
    open(self.tree.folders[0] + ".ended", "w").close()
WorkspaceTree.visits, WorkspaceIndex.scan = delayed, scanned
"""
"""A server whose scan of a folder ends only when there is a file with its name and `.end`; it makes `.ended` then."""


class Workspace:
    """A client whose workspace is some folders."""

    def __init__(self, wire: Wire, *folders: Path) -> None:
        self._wire = wire
        listed = [{"uri": folder.as_uri(), "name": "x"} for folder in folders]
        operations = {"dynamicRegistration": True, "didCreate": True, "didRename": True, "didDelete": True}
        watches = {
            "didChangeWatchedFiles": {"dynamicRegistration": True},
            "workspaceFolders": True,
            "fileOperations": operations,
        }
        self.answer = wire.request(
            "initialize", {"processId": None, "capabilities": {"workspace": watches}, "workspaceFolders": listed}
        )
        wire.notify("initialized", {})

    def tell(self, *paths: Path, kind: types.FileChangeType = types.FileChangeType.Changed) -> None:
        """Tells of files that have changed."""
        changes = [{"uri": path.as_uri(), "type": kind} for path in paths]
        self._wire.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    def operated(self, kind: str, *files: dict[str, str]) -> None:
        """Tells of what the user did with files or folders in the editor."""
        self._wire.notify(f"workspace/did{kind}Files", {"files": list(files)})

    def known(self) -> list[str]:
        """The names of the files with a code."""
        return sorted({uri.rpartition("/")[2] for uri in self.uris()})

    def uris(self) -> list[str]:
        found: list[dict[str, Any]] = self._wire.request("workspace/symbol", {"query": "0323.12"})["result"]
        return [symbol["location"]["uri"] for symbol in found]

    def until(self, *names: str) -> None:
        """Waits until these files are known, and no others."""
        for _ in range(3000):
            if self.known() == list(names):
                return
        assert self.known() == list(names)


def made(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(GAMES if name.endswith(".pgn") else CODE)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_changed_file_is_read_where_a_scan_would_find_it(tmp_path: Path) -> None:
    """Not where git or a setting excludes it, nor outside of the workspace, and no pipe: the server would wait."""
    folder = tmp_path / "work"
    made(folder, "a.md", "out/b.md", "draft.md", "z.md")
    made(tmp_path, "outside.md")
    (folder / ".git").mkdir()
    (folder / ".gitignore").write_text("out\n")
    (folder / "gbr.toml").write_text('exclude = ["draft.md"]\n')
    os.mkfifo(folder / "pipe.md")
    with Wire(initialize=False) as wire:
        work = Workspace(wire, folder)
        work.until("a.md", "z.md")
        work.tell(folder / "pipe.md", folder / "out" / "b.md", folder / "draft.md", tmp_path / "outside.md")
        (folder / "z.md").write_text("nothing\n")
        work.tell(folder / "z.md")
        work.until("a.md")
        assert work.known() == ["a.md"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_file_that_becomes_a_pipe_stops_nothing(tmp_path: Path) -> None:
    made(tmp_path, "a.md", "exchanged.md", "z.md")
    with Wire(initialize=False, script=EXCHANGED) as wire:
        Workspace(wire, tmp_path).until("a.md", "z.md")


def test_an_open_document_stays_known_when_its_file_is_deleted(tmp_path: Path) -> None:
    made(tmp_path, "a.md", "z.md")
    with Wire(initialize=False) as wire:
        work = Workspace(wire, tmp_path)
        wire.open((tmp_path / "a.md").as_uri(), "markdown", CODE)
        work.until("a.md", "z.md")
        for name in ("a.md", "z.md"):
            (tmp_path / name).unlink()
            work.tell(tmp_path / name, kind=types.FileChangeType.Deleted)
        work.until("a.md")


def test_the_workspace_is_read_again_when_its_settings_change(tmp_path: Path) -> None:
    made(tmp_path, "a.md", "b.md")
    with Wire(initialize=False) as wire:
        work = Workspace(wire, tmp_path)
        work.until("a.md", "b.md")
        (tmp_path / "gbr.toml").write_text('exclude = ["b.md"]\n')
        work.tell(tmp_path / "gbr.toml")
        work.until("a.md")
        (tmp_path / "gbr.toml").unlink()
        work.tell(tmp_path / "gbr.toml")
        work.until("a.md", "b.md")


def test_a_folder_that_is_removed_while_it_is_read_is_forgotten(tmp_path: Path) -> None:
    made(tmp_path, *(f"one/{number}.md" for number in range(12)), "two/a.md")
    gate = socket.create_server(("127.0.0.1", 0))
    with gate, Wire(initialize=False, script=HELD.format(port=gate.getsockname()[1])) as wire:
        work = Workspace(wire, tmp_path / "one", tmp_path / "two")
        waiting = gate.accept()[0]
        removed = {"added": [], "removed": [{"uri": (tmp_path / "one").as_uri(), "name": "x"}]}
        wire.notify("workspace/didChangeWorkspaceFolders", {"event": removed})
        work.until("a.md")
        waiting.close()
        for _ in range(20):
            assert work.known() == ["a.md"]


def test_files_that_may_no_longer_be_read_hide_no_others(tmp_path: Path) -> None:
    """They are so old that the index knows them without reading."""
    names = [f"closed{number}.pgn" for number in range(5)]
    made(tmp_path, "a.md", *names)
    for name in names:
        os.utime(tmp_path / name, (1_000_000_000, 1_000_000_000))
    with Wire(initialize=False, script=CLOSED) as wire:
        work = Workspace(wire, tmp_path)
        work.until("a.md", *names)
        (tmp_path / "gone").write_text("")
        assert work.known() == ["a.md"]


DELETED, CREATED, CHANGED = types.FileChangeType.Deleted, types.FileChangeType.Created, types.FileChangeType.Changed


def watched(work: Workspace, before: Path | None, after: Path | None) -> None:
    """What a client that watches tells of a folder: only of itself."""
    if before:
        work.tell(before, kind=DELETED)
    if after:
        work.tell(after, kind=CREATED)


def operated(work: Workspace, before: Path | None, after: Path | None) -> None:
    """The same from a client that tells of what its user does."""
    if before and after:
        work.operated("Rename", {"oldUri": before.as_uri(), "newUri": after.as_uri()})
    else:
        work.operated("Delete" if before else "Create", {"uri": (before or after or Path()).as_uri()})


@pytest.mark.parametrize("tell", [watched, operated])
def test_a_folder_that_comes_moves_or_goes_is_known_by_its_own_event(tmp_path: Path, tell: Any) -> None:
    folder, elsewhere = tmp_path / "work", tmp_path / "elsewhere"
    made(folder, "a.md", "sub.md/deep/b.md", "sub.md/c.pgn", "sub.mdx/z.md")
    made(elsewhere, "new/d.md", "new/deep/e.md", "new/out/f.md", "new/draft.md")
    (elsewhere / "new" / ".gitignore").write_text("out\n")
    (folder / ".git").mkdir()
    with Wire(initialize=False) as wire:
        work = Workspace(wire, folder)
        work.until("a.md", "b.md", "c.pgn", "z.md")
        (folder / "sub.md").rename(folder / "moved")
        tell(work, folder / "sub.md", folder / "moved")
        work.until("a.md", "b.md", "c.pgn", "z.md")
        assert {uri.rpartition("/work/")[2] for uri in work.uris()} == {
            "a.md", "moved/deep/b.md", "moved/c.pgn", "sub.mdx/z.md",
        }  # fmt: skip
        (folder / "moved").rename(tmp_path / "gone")
        tell(work, folder / "moved", None)
        work.until("a.md", "z.md")
        (elsewhere / "new").rename(folder / "new")
        tell(work, None, folder / "new")
        work.until("a.md", "d.md", "draft.md", "e.md", "z.md")


def test_files_that_move_during_a_scan_stay_known(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    made(folder, "a.md", "sub/b.md")
    with Wire(initialize=False, script=DELAYED) as wire:
        work = Workspace(wire, folder)
        work.until("a.md", "b.md")
        (folder / "sub").rename(folder / "moved")
        work.tell(folder / "sub", kind=DELETED)
        work.tell(folder / "moved", kind=CREATED)
        while {"a.md", "moved/b.md"} != {uri.rpartition("/work/")[2] for uri in work.uris()}:
            pass
        (tmp_path / "work.end").touch()
        while not (tmp_path / "work.ended").exists():
            work.known()
        assert work.known() == ["a.md", "b.md"]


def test_settings_go_and_come_with_their_folder(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    made(folder, "a.md", "sub/b.md", "sub/draft.md")
    (folder / "sub" / "gbr.toml").write_text('exclude = ["draft.md"]\n')
    with Wire(initialize=False) as wire:
        work = Workspace(wire, folder)
        work.until("a.md", "b.md")
        (folder / "sub").rename(tmp_path / "kept")
        work.tell(folder / "sub", kind=DELETED)
        work.until("a.md")
        made(folder, "sub/b.md", "sub/draft.md")
        work.tell(folder / "sub", kind=CREATED)
        work.until("a.md", "b.md", "draft.md")


def test_an_open_document_stays_known_when_its_folder_is_deleted(tmp_path: Path) -> None:
    made(tmp_path, "sub/a.md", "sub/z.md")
    with Wire(initialize=False) as wire:
        work = Workspace(wire, tmp_path)
        wire.open((tmp_path / "sub" / "a.md").as_uri(), "markdown", CODE)
        work.until("a.md", "z.md")
        for name in ("a.md", "z.md"):
            (tmp_path / "sub" / name).unlink()
        (tmp_path / "sub").rmdir()
        work.tell(tmp_path / "sub", kind=DELETED)
        work.until("a.md")


def test_the_folder_of_a_workspace_goes_and_comes_back_with_the_one_it_stands_in(tmp_path: Path) -> None:
    made(tmp_path, "outer/work/a.md", "outer/b.md")
    with Wire(initialize=False) as wire:
        work = Workspace(wire, tmp_path / "outer" / "work")
        work.until("a.md")
        (tmp_path / "outer").rename(tmp_path / "gone")
        work.tell(tmp_path / "outer", kind=DELETED)
        work.until()
        (tmp_path / "gone").rename(tmp_path / "outer")
        work.tell(tmp_path / "outer", kind=CREATED)
        work.until("a.md")


def test_the_client_is_asked_to_tell_of_folders(tmp_path: Path) -> None:
    made(tmp_path, "a.md")
    with Wire(initialize=False) as wire:
        work = Workspace(wire, tmp_path)
        operations = work.answer["result"]["capabilities"]["workspace"]["fileOperations"]
        for operation in ("didCreate", "didRename", "didDelete"):
            patterns = [one["pattern"] for one in operations[operation]["filters"]]
            assert {"glob": "**/*", "matches": "folder"} in patterns
            assert any(one["matches"] == "file" and "pgn" in one["glob"] for one in patterns)
        asked = next(
            message["params"]["registrations"][0]
            for message in iter(wire.receive, None)
            if message.get("method") == "client/registerCapability"
            and message["params"]["registrations"][0]["method"] == "workspace/didChangeWatchedFiles"
        )
        kinds = [one["kind"] for one in asked["registerOptions"]["watchers"] if one["globPattern"] == "**/*"]
        assert sorted(kinds) == [types.WatchKind.Create, types.WatchKind.Delete]


@pytest.mark.parametrize(
    ("files", "share", "message"),
    [(0, 0.0, ""), (0, 0.25, "25% of the first file"), (1, 0.5, "1 file"), (12, 0.0, "12 files")],
)
def test_progress_counts_the_files_read_and_begins_with_a_share(files: int, share: float, message: str) -> None:
    assert files_read(files, share) == message
