"""Files stay whole if the process is killed while it writes, or if another program writes at the same time."""

import json
import os
import stat
import subprocess
import sys
from io import FileIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.cli.checking import copies, drafts, exchange, file_replacement
from gbr_lsp.cli.checking.copies import finish_interrupted, is_partly_written
from gbr_lsp.cli.checking.file_replacement import NotWritten, replace_file
from tests.support.commands import run

WRONG = "g3g1 0323,12 Draw\n"
RIGHT = "g3g1 0323.12 Draw\n"
POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has neither these signals nor these locks")
OLD = b"old text, line by line\n" * 9

KILLED = """
import builtins, io, json, os, signal, sys
from gbr_lsp.cli.checking import copies, drafts, file_replacement
from gbr_lsp.cli.checking.result_files import save

kind, old, new = sys.argv[1], sys.argv[2].encode(), sys.argv[3].encode()

class Slow(io.FileIO):
    "A file that takes 40 bytes at a time."
    def write(self, data):
        return super().write(bytes(data[:40]))

def opened(file, mode="r", buffering=-1, **options):
    if buffering == 0:
        return Slow(file, mode.replace("b", ""))
    return real(file, mode, buffering, **options)

real, builtins.open, drafts.FileIO = builtins.open, opened, Slow

def write():
    if kind == "recovery":
        copies.finish_interrupted([os.path.abspath("a.txt")])
    elif kind == "failing":
        calls, sync = [], os.fsync
        def fsync(descriptor):
            calls.append(descriptor)
            if len(calls) == 3:  # that of the file, after those of the copy and the folder
                raise OSError(5, "Input/output error")
            sync(descriptor)
        os.fsync = fsync
        file_replacement.replace_file("a.txt", new, old)
    elif kind in ("output", "new"):
        save(os.path.abspath("a.txt"), new)
    else:
        file_replacement.replace_file("a.txt", new, old)

def killed_at(number):
    "Write in a child that is killed at the `number`-th line of the package; return True if it was."
    left = number
    def trace(frame, event, argument):
        nonlocal left
        if "gbr_lsp" not in frame.f_code.co_filename:
            return None
        left -= event == "line"
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace
    child = os.fork()
    if child == 0:
        sys.settrace(trace)
        try:
            write()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])

def names():
    return [name for name in sorted(os.listdir()) if name.startswith(".gbr-lsp-")]

def state_of(name):
    if not os.path.exists(name):
        return "missing"
    with real(name, "rb") as file:
        return {old: "old", new: "new"}.get(file.read(), "torn")

seen, number = [], 1
while True:
    for name in os.listdir():
        os.unlink(name)
    if kind != "new":
        with real("a.txt", "wb") as file:
            file.write(old)
    if kind in ("linked", "recovery", "failing"):
        os.link("a.txt", "b.txt")
    if kind == "recovery":
        copies.write_copy(os.path.abspath("a.txt"), new, old)
        with real("a.txt", "r+b") as file:
            file.write(new[:20])
    was_killed = killed_at(number)
    state, has_copy = state_of("a.txt"), any("copy" in name for name in names())
    problems = copies.finish_interrupted([os.path.abspath("a.txt")])
    seen.append([state, has_copy, state_of("a.txt"), bool(problems) or names() != []])
    if not was_killed:
        break
    number += 1
sys.stdout.write(json.dumps(seen))
"""
"""Kill a process at each line of the package while it writes; for each, what was there and what was left."""


@POSIX
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.parametrize("new", [b"new text" * 40, b"new text", OLD.replace(b"line", b"LINE")])
@pytest.mark.parametrize("kind", ["linked", "plain", "output", "new", "recovery", "failing"])
def test_a_file_is_whole_wherever_its_writer_is_killed(tmp_path: Path, kind: str, new: bytes) -> None:
    command = [sys.executable, "-c", KILLED, kind, OLD.decode(), new.decode()]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert done.stderr == ""
    seen = json.loads(done.stdout)
    assert len(seen) > 20
    end = "old" if kind == "failing" else "new"
    assert seen[-1] == [end, False, end, False]
    may_be_torn = kind in ("linked", "recovery", "failing")
    for state, has_copy, after, has_rest in seen:
        assert not has_rest
        assert state != "torn" or (may_be_torn and has_copy)
        assert after == ("new" if state == "torn" else state)
    assert may_be_torn == any(state == "torn" for state, *_ in seen)
    assert (kind == "new") == (seen[0][0] == "missing")


def torn(folder: Path) -> Path:
    """Return a file with two names, of which the half was written when the process was killed, and its copy."""
    (folder / "a.txt").write_text(WRONG * 9)
    os.link(folder / "a.txt", folder / "b.txt")
    copy = copies.write_copy(str(folder / "a.txt"), (RIGHT * 9).encode(), (WRONG * 9).encode())
    (folder / "a.txt").write_bytes((RIGHT * 4 + WRONG * 5).encode())
    return Path(copy)


@POSIX
@pytest.mark.parametrize("name", ["a.txt", "b.txt", "."])
def test_the_next_fix_completes_a_file_under_each_of_its_names(tmp_path: Path, name: str) -> None:
    torn(tmp_path)
    ran = run("check", "--isolated", "--fix", name, cwd=tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.txt"]
    assert (tmp_path / "b.txt").read_text() == RIGHT * 9


@POSIX
def test_a_check_without_fixes_and_a_fix_of_another_file_complete_nothing(tmp_path: Path) -> None:
    copy = torn(tmp_path)
    (tmp_path / "c.txt").write_text(RIGHT)
    for arguments in (["."], ["--diff", "."], ["--fix", "c.txt"]):
        run("check", "--isolated", *arguments, cwd=tmp_path)
        assert (tmp_path / "a.txt").read_text() == RIGHT * 4 + WRONG * 5
        assert copy.exists()
    assert run("check", "--isolated", "--show-files", ".", cwd=tmp_path).out.split() == ["a.txt", "c.txt"]


@POSIX
def test_a_torn_file_that_was_changed_stays_with_its_copy_and_both_are_named(tmp_path: Path) -> None:
    copy = torn(tmp_path)
    changed = "An editor was here.\n" + (tmp_path / "a.txt").read_text()
    (tmp_path / "a.txt").write_text(changed)
    ran = run("check", "--isolated", "--fix", "a.txt", cwd=tmp_path)
    said = f"a.txt: was written in part and then changed: compare it with {copy.name}, and delete that"
    assert (ran.status, ran.err.splitlines()[0]) == (2, f"gbr-lsp: {said}")
    assert ((tmp_path / "a.txt").read_text(), copy.exists()) == (changed, True)


@POSIX
def test_a_copy_whose_file_is_gone_stays_and_is_named(tmp_path: Path) -> None:
    copy = torn(tmp_path)
    (tmp_path / "a.txt").unlink()
    assert finish_interrupted([str(tmp_path / "b.txt")]) == {str(copy): "contains the text of a.txt, which is gone"}
    assert copy.exists()


@POSIX
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}\n",
        b"[]\n",
        b"null\nx",
        b'["../a", 0, 0]\n',
        b'["a.txt", 9, 0]\n',
        b"[1, 0, 0]\n",
        b'["a.txt", 0.0, "0"]\n',
        b'["a.txt", 0.5, -0.5]\n',
    ],
)
def test_what_is_no_copy_is_not_used(tmp_path: Path, content: bytes) -> None:
    copy = torn(tmp_path)
    copy.write_bytes(content)
    assert finish_interrupted([str(tmp_path / "a.txt")]) == {str(copy): "is not a copy of a file, and was not used"}
    assert (tmp_path / "a.txt").read_text() == RIGHT * 4 + WRONG * 5


@POSIX
def test_a_copy_for_a_link_is_not_used(tmp_path: Path) -> None:
    """A repository could have both, to change a file elsewhere whose text is known."""
    copy = torn(tmp_path)
    other = tmp_path / "elsewhere" / "a.txt"
    other.parent.mkdir()
    (tmp_path / "a.txt").rename(other)
    (tmp_path / "a.txt").symlink_to(other)
    assert finish_interrupted([str(tmp_path / "a.txt")]) == {}
    problem = "is not a copy of a file, and was not used"
    assert finish_interrupted([str(tmp_path / "c.txt")]) == {str(copy): problem}
    assert other.read_text() == RIGHT * 4 + WRONG * 5


@POSIX
def test_a_copy_that_others_can_write_is_not_used(tmp_path: Path) -> None:
    """One that came with an archive or a repository, or lies in `/tmp`."""
    copy = torn(tmp_path)
    copy.chmod(0o644)
    assert finish_interrupted([str(tmp_path / "a.txt")]) == {str(copy): "is not a copy of yours, and was not used"}
    assert (tmp_path / "a.txt").read_text() == RIGHT * 4 + WRONG * 5


@given(st.binary(max_size=6), st.binary(max_size=6), st.integers(0, 6), st.integers(0, 6))
def test_each_state_of_an_interrupted_writing_is_recognized(old: bytes, new: bytes, start: int, end: int) -> None:
    start = min(start, len(old))
    assert is_partly_written(old[:start] + new[start:end] + old[max(start, min(end, len(new))) :], old, new)


texts = st.text("ab", max_size=5).map(str.encode)


@given(texts, texts, texts)
def test_only_states_of_an_interrupted_writing_are_recognized(content: bytes, old: bytes, new: bytes) -> None:
    states = {new} | {
        old[:start] + new[start:end] + old[end:]
        for start in range(len(old) + 1)
        for end in range(start, max(start, len(new)) + 1)
    }
    assert is_partly_written(content, old, new) == (content in states)


def appended(path: Path) -> None:
    with open(path, "ab") as file:
        file.write(b"appended\n")


CAN_EXCHANGE = pytest.mark.skipif(sys.platform not in ("linux", "darwin"), reason="the system exchanges no names")


@pytest.fixture
def exchanging(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("x")
    (tmp_path / "y").write_text("y")
    can_exchange = exchange.exchange(str(tmp_path / "x"), str(tmp_path / "y"))
    assert (tmp_path / "x").read_text() == ("y" if can_exchange else "x")
    for name in ("x", "y"):
        (tmp_path / name).unlink()
    if not can_exchange:
        pytest.skip("this file system exchanges no names")


@CAN_EXCHANGE
def test_what_is_appended_before_the_exchange_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exchanging: None
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(OLD)
    calls: list[str] = []

    def late(draft: str, target: str) -> bool:
        if not calls:
            appended(path)
        calls.append(draft)
        return exchange.exchange(draft, target)

    monkeypatch.setattr(file_replacement, "exchange", late)
    with pytest.raises(NotWritten, match="has changed since it was read, and was not written"):
        replace_file(str(path), b"new", OLD)
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("a.txt", OLD + b"appended\n")]


@CAN_EXCHANGE
@pytest.mark.parametrize("by_name", [True, False])
def test_what_is_appended_after_the_exchange_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exchanging: None, by_name: bool
) -> None:
    """By name it goes into the new file; a program that has opened the old one writes there."""
    path = tmp_path / "a.txt"
    path.write_bytes(OLD)
    calls: list[str] = []
    with open(path, "ab", buffering=0) as opened:

        def early(draft: str, target: str) -> bool:
            done = exchange.exchange(draft, target)
            if not calls:
                appended(path) if by_name else opened.write(b"appended\n")
            calls.append(draft)
            return done

        monkeypatch.setattr(file_replacement, "exchange", early)
        if by_name:
            replace_file(str(path), b"new\n", OLD)
        else:
            with pytest.raises(NotWritten, match="has changed since it was read"):
                replace_file(str(path), b"new\n", OLD)
    kept = (b"new\n" if by_name else OLD) + b"appended\n"
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("a.txt", kept)]


@CAN_EXCHANGE
@pytest.mark.parametrize("is_refused", [True, False])
def test_what_is_appended_on_both_sides_of_the_exchange_is_kept_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exchanging: None, is_refused: bool
) -> None:
    """Also if the second exchange is refused. What has other text stays at the next fix."""
    path = tmp_path / "a.txt"
    path.write_bytes(OLD)
    calls: list[str] = []

    def both(draft: str, target: str) -> bool:
        calls.append(draft)
        if len(calls) == 2 and is_refused:
            return False
        appended(path)
        return exchange.exchange(draft, target)

    monkeypatch.setattr(file_replacement, "exchange", both)
    with pytest.raises(NotWritten, match=r"has changed meanwhile: compare it with .*gbr-lsp"):
        replace_file(str(path), b"new\n", OLD)
    contents = {b"new\n" if is_refused else b"new\nappended\n", OLD + b"appended\n"}
    assert {one.read_bytes() for one in tmp_path.iterdir()} == contents
    (message,) = finish_interrupted([str(path)]).items()
    assert message == (
        calls[0],
        "contains what another program wrote into a file while it was fixed: see if it is missing",
    )
    assert {one.read_bytes() for one in tmp_path.iterdir()} == contents


@CAN_EXCHANGE
def test_a_file_that_becomes_a_link_before_the_exchange_stays_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exchanging: None
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(OLD)
    calls: list[str] = []

    def late(draft: str, target: str) -> bool:
        if not calls:
            path.unlink()
            path.symlink_to("elsewhere")
        calls.append(draft)
        return exchange.exchange(draft, target)

    monkeypatch.setattr(file_replacement, "exchange", late)
    with pytest.raises(NotWritten, match="has changed since it was read"):
        replace_file(str(path), b"new", OLD)
    assert os.listdir(tmp_path) == ["a.txt"]
    assert os.readlink(path) == "elsewhere"


@POSIX
def test_a_system_that_exchanges_no_names_replaces_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "other")
    (tmp_path / "a.txt").write_bytes(OLD)
    replace_file(str(tmp_path / "a.txt"), b"new", OLD)
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("a.txt", b"new")]


@pytest.mark.skipif(sys.platform != "linux", reason="the call of Linux")
def test_a_c_library_without_the_function_exchanges_by_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exchanging: None
) -> None:
    import ctypes

    if os.uname().machine not in exchange._SYSTEM_CALLS:
        pytest.skip("the number is known for other machines")
    system_call = ctypes.CDLL(None).syscall

    class Old:
        syscall = system_call

    monkeypatch.setattr(ctypes, "CDLL", lambda name: Old)
    for name in ("x", "y"):
        (tmp_path / name).write_text(name)
    assert exchange.exchange(str(tmp_path / "x"), str(tmp_path / "y"))
    assert (tmp_path / "x").read_text() == "y"
    assert not exchange.exchange(str(tmp_path / "x"), str(tmp_path / "gone"))


@POSIX
def test_only_drafts_of_dead_processes_are_removed(tmp_path: Path) -> None:
    """A lock ends with its process, whoever has its number then."""
    import fcntl

    path = tmp_path / "a.txt"
    path.write_text(RIGHT)
    draft, file = drafts.new_draft(str(tmp_path), 0o600)
    with file:
        with open(draft, "rb") as other, pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        assert run("check", "--isolated", "--fix", "a.txt", cwd=tmp_path).err == ""
        assert os.path.exists(draft)
    for option in (["check", "--fix", "a.txt"], ["decode", "--svg", "a.svg", "=0000.01a1c1b2"]):
        Path(draft).write_text("x")
        run(*option, cwd=tmp_path)
        assert not os.path.exists(draft)


def test_files_with_similar_names_stay(tmp_path: Path) -> None:
    names = [
        "a.txt",
        ".gbr-lsp-notes.tmp",
        ".gbr-lsp-0123456789ab.tmp.txt",
        ".gbr-lsp-0123456789ab-old.tmp",
        ".gbr-lsp",
    ]
    for name in names:
        (tmp_path / name).write_text(RIGHT)
    assert finish_interrupted([str(tmp_path / "a.txt")]) == {}
    assert sorted(os.listdir(tmp_path)) == sorted(names)


@POSIX
def test_a_link_with_the_name_of_a_draft_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(RIGHT)
    (tmp_path / ".gbr-lsp-0123456789ab-copy.tmp").symlink_to("a.txt")
    (tmp_path / ".gbr-lsp-0123456789ab.tmp").symlink_to("a.txt")
    os.mkfifo(tmp_path / ".gbr-lsp-0123456789ac-copy.tmp")
    assert len(finish_interrupted([str(tmp_path / "a.txt")])) == 3
    assert (tmp_path / "a.txt").read_text() == RIGHT


@POSIX
@pytest.mark.parametrize("is_linked", [True, False])
def test_names_that_are_long_or_no_text_are_written(tmp_path: Path, is_linked: bool) -> None:
    for name in ("a" * 251 + ".txt", os.fsdecode(b"caf\xe9.txt")):
        path = tmp_path / name
        try:
            path.write_bytes(OLD)
        except OSError:
            continue  # macOS has no such name.
        if is_linked:
            os.link(path, tmp_path / "other")
        replace_file(str(path), b"new", OLD)
        assert path.read_bytes() == b"new"
        if is_linked:
            (tmp_path / "other").unlink()
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".")]


@POSIX
def test_two_fixes_of_a_file_at_once(tmp_path: Path) -> None:
    """The second is refused while the first writes, also if it would replace the file."""
    import fcntl

    path = tmp_path / "a.txt"
    path.write_bytes(OLD)
    with open(path, "rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(NotWritten, match="is being written by another process"):
            replace_file(str(path), b"new", OLD)
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("a.txt", OLD)]


@POSIX
def test_a_copy_stays_if_neither_text_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(OLD)
    os.link(path, tmp_path / "b.txt")

    def broken(file: FileIO, content: bytes) -> None:
        os.pwrite(file.fileno(), content[:5], 0)
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(file_replacement, "write_to_start", broken)
    with pytest.raises(NotWritten, match="input/output error"):
        replace_file(str(path), b"new text", OLD)
    assert len(os.listdir(tmp_path)) == 3
    copy = next(tmp_path.glob(".gbr-lsp-*-copy.tmp"))
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert finish_interrupted([str(path)]) == {}
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.txt"]
    assert path.read_bytes() == OLD


@POSIX
def test_a_file_whose_new_length_cannot_be_synced_is_new_and_has_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(OLD)
    os.link(path, tmp_path / "b.txt")
    calls: list[int] = []

    def sync(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == 4:
            raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", sync)
    with pytest.raises(NotWritten, match="input/output error"):
        replace_file(str(path), b"new text", OLD)
    assert (path.read_bytes(), len(os.listdir(tmp_path))) == (b"new text", 3)
    assert finish_interrupted([str(path)]) == {}
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.txt"]
