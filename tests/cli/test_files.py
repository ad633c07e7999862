"""What is on the disk when a command ends, however it ends; and names of files that are commands elsewhere."""

import csv
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gbr_lsp.cli.checking import file_replacement
from tests.support.commands import run

WRONG = "g3g1 0323,12 Draw\n"
RIGHT = "g3g1 0323.12 Draw\n"
FEN = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"
POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has neither these signals nor these files")


FIRST = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
OTHERS: tuple[tuple[signal.Signals, ...], ...] = ((), (signal.SIGTERM,), (signal.SIGINT,))
PAIRS = [
    pytest.param(first, others, marks=() if row == column else pytest.mark.long)
    for row, first in enumerate(FIRST)
    for column, others in enumerate(OTHERS)
]
"""Signals with those after them: each of both once, and all other pairs in a long run."""


@POSIX
@pytest.mark.parametrize(("first", "others"), PAIRS)
def test_a_check_that_is_ended_while_it_writes_leaves_a_whole_file_and_no_draft(
    tmp_path: Path, first: signal.Signals, others: tuple[signal.Signals, ...]
) -> None:
    done = _signalled_while_it_writes(tmp_path, "signal.SIG_DFL", first, *others)
    assert done.returncode in {130, *(-one for one in (first, *others))}
    assert (done.stdout, done.stderr.strip()) == (b"", b"")
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.txt"]
    assert ((tmp_path / "a.txt").read_text(), (tmp_path / "b.txt").read_text()) == (RIGHT, WRONG)


@POSIX
def test_a_check_under_nohup_goes_on_when_its_terminal_is_closed(tmp_path: Path) -> None:
    done = _signalled_while_it_writes(tmp_path, "signal.SIG_IGN", signal.SIGHUP)
    assert done.returncode == 0
    assert ((tmp_path / "a.txt").read_text(), (tmp_path / "b.txt").read_text()) == (RIGHT, RIGHT)


def _signalled_while_it_writes(
    folder: Path, hanging_up: str, *signals: signal.Signals
) -> subprocess.CompletedProcess[bytes]:
    """A check that gets signals at each file that it writes; what SIGHUP does is said, for nohup changes it."""
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(WRONG)
    script = (
        "import os, signal, sys\n"
        f"signal.signal(signal.SIGHUP, {hanging_up})\n"
        "from gbr_lsp.cli.checking import file_replacement\n"
        "def ended(draft, target):\n"
        f"    for number in {[int(one) for one in signals]}: os.kill(os.getpid(), number)\n"
        "    return exchange(draft, target)\n"
        "exchange, file_replacement.exchange = file_replacement.exchange, ended\n"
        "from gbr_lsp.cli.main import main\n"
        "sys.argv = ['gbr-lsp', 'check', '--isolated', '--fix', 'a.txt', 'b.txt']\n"
        "main()\n"
    )
    return subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True)


@POSIX
def test_all_names_of_a_file_have_the_fixed_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(WRONG)
    os.link(tmp_path / "a.txt", tmp_path / "b.md")
    assert run("check", "--isolated", "--fix", "a.txt", cwd=tmp_path).status == 0
    assert (tmp_path / "b.md").read_text() == RIGHT
    assert (tmp_path / "a.txt").stat().st_nlink == 2
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.md"]


@POSIX
@pytest.mark.parametrize("number", [1, 3])
def test_a_file_with_two_names_is_as_it_was_when_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Of the calls the first is for the copy, the second for the folder, the third for the file."""
    (tmp_path / "a.txt").write_text(WRONG)
    os.link(tmp_path / "a.txt", tmp_path / "b.txt")
    calls = []

    def sync(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == number:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", sync)
    with pytest.raises(file_replacement.NotWritten, match="no space left"):
        file_replacement.replace_file(str(tmp_path / "a.txt"), b"short", WRONG.encode())
    assert (tmp_path / "b.txt").read_text() == WRONG
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.txt"]


@POSIX
def test_a_file_with_two_names_is_written_by_one_process_at_a_time(tmp_path: Path) -> None:
    """One that it is writing has neither the old text nor the new one."""
    import fcntl

    (tmp_path / "a.txt").write_text(WRONG)
    os.link(tmp_path / "a.txt", tmp_path / "b.txt")
    with open(tmp_path / "b.txt", "rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        ran = run("check", "--isolated", "--fix", "a.txt", cwd=tmp_path)
        assert (ran.status, ran.err) == (2, "gbr-lsp: a.txt: is being written by another process\n")
    assert (tmp_path / "b.txt").read_text() == WRONG
    assert run("check", "--isolated", "--fix", "a.txt", cwd=tmp_path).status == 0
    assert (tmp_path / "b.txt").read_text() == RIGHT


@POSIX
@pytest.mark.parametrize("room", [20, 9000])
def test_a_file_with_two_names_is_as_it_was_when_the_disk_is_full(tmp_path: Path, room: int) -> None:
    """The disk has room for a part of the new text, be it as long as a buffer or not."""
    before = "x" * (room - 10)
    (tmp_path / "a.txt").write_text(before)
    os.link(tmp_path / "a.txt", tmp_path / "b.txt")
    script = (
        "import resource, sys\n"
        "from gbr_lsp.cli.checking import file_replacement\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))\n"
        "try:\n"
        f"    file_replacement.replace_file('a.txt', b'y' * {room + 10})\n"
        "except file_replacement.NotWritten as error:\n"
        "    sys.stdout.write(str(error))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True)
    refused = "file too large: no copy can be kept in its folder while it is overwritten"
    assert (done.stdout, done.stderr) == (refused, "")
    assert (tmp_path / "b.txt").read_text() == before
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.txt"]


@POSIX
def test_a_picture_is_as_it_was_when_the_disk_is_full(tmp_path: Path) -> None:
    import resource

    limit = (99, 99)
    (tmp_path / "a.svg").write_text("before")
    done = subprocess.run(
        [sys.executable, "-m", "gbr_lsp", "decode", "--svg", "a.svg", "=0000.01a1c1b2"], cwd=tmp_path,
        capture_output=True, text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "gbr-lsp: a.svg: file too large\n")
    assert (tmp_path / "a.svg").read_text() == "before"


def _refuse(*arguments: object) -> None:
    raise PermissionError(1, "Operation not permitted")


@POSIX
@pytest.mark.parametrize("refused", ["replace", "fchown"])
def test_a_file_that_cannot_be_replaced_is_written_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    """Its folder is `sticky` as `/tmp` is, or it is another user's, who would lose it."""
    path = tmp_path / "a.txt"
    path.write_text(WRONG)
    path.chmod(0o664)
    before = path.stat()
    monkeypatch.setattr(f"os.{refused}", _refuse)
    monkeypatch.setattr(file_replacement, "exchange", lambda draft, target: False)
    if refused == "fchown":
        fstat = os.fstat
        monkeypatch.setattr(
            "os.fstat",
            lambda descriptor: os.stat_result([*(s := fstat(descriptor))[:4], before.st_uid + 1, *s[5:]]),
        )
    file_replacement.replace_file(str(path), b"new", WRONG.encode())
    monkeypatch.undo()
    after = path.stat()
    assert path.read_text() == "new"
    assert (after.st_ino, after.st_mode, after.st_uid) == (before.st_ino, before.st_mode, before.st_uid)
    assert os.listdir(tmp_path) == ["a.txt"]


@POSIX
def test_a_file_in_a_folder_that_may_not_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be torn if the process were killed, for there is no place for a copy."""
    (tmp_path / "a.txt").write_text(WRONG)
    monkeypatch.setattr("os.open", _refuse)
    with pytest.raises(file_replacement.NotWritten, match="not permitted: no copy can be kept in its folder"):
        file_replacement.replace_file(str(tmp_path / "a.txt"), b"new", WRONG.encode())
    assert (tmp_path / "a.txt").read_text() == WRONG


@POSIX
def test_a_new_file_in_a_folder_that_may_not_be_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.open", _refuse)
    with pytest.raises(file_replacement.NotWritten, match="operation not permitted"):
        file_replacement.replace_file(str(tmp_path / "a.txt"), b"new")
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(sys.platform != "linux", reason="Python reads extended attributes on Linux only")
def test_extended_attributes_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(WRONG)
    try:
        os.setxattr(path, "user.origin", b"EG 190")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    assert run("check", "--isolated", "--fix", "a.txt", cwd=tmp_path).status == 0
    assert path.read_text() != WRONG
    assert os.getxattr(path, "user.origin") == b"EG 190"


@POSIX
def test_of_a_large_binary_file_only_the_start_is_read(tmp_path: Path) -> None:
    """Two gigabytes are read with 700 MB of address space."""
    import resource

    with open(tmp_path / "a.txt", "wb") as file:
        file.truncate(2 << 30)
    limit = (700 << 20, 700 << 20)
    done = subprocess.run(
        [sys.executable, "-m", "gbr_lsp", "check", "--isolated", "--jobs", "1", "a.txt"],
        cwd=tmp_path, capture_output=True, text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, limit),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "gbr-lsp: a.txt: is a binary file\n")


@POSIX
def test_a_text_that_memory_does_not_hold_is_too_large_and_no_bug(tmp_path: Path) -> None:
    import resource

    with open(tmp_path / "a.txt", "wb") as file:
        file.write(b"a" * 9000)
        file.truncate(2 << 30)
    limit = (700 << 20, 700 << 20)
    done = subprocess.run(
        [sys.executable, "-m", "gbr_lsp", "check", "--isolated", "--jobs", "1", "a.txt"],
        cwd=tmp_path, capture_output=True, text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, limit),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "gbr-lsp: a.txt: is too large to be read\n")


@POSIX
@pytest.mark.parametrize("output_format", ["full", "concise", "github"])
def test_a_file_name_is_no_command_of_the_service_that_shows_the_report(tmp_path: Path, output_format: str) -> None:
    name = "::error file=x::\x1b[31m.txt"
    (tmp_path / name).write_text(WRONG)
    out = run("check", "--isolated", "--output-format", output_format, ".", cwd=tmp_path).out
    assert "\x1b" not in out
    if output_format == "github":
        assert out.startswith("::error file=%3A%3Aerror file=x%3A%3A\\x1b[31m.txt,line=1")
    else:
        assert out.startswith("./::error file=x::")


@POSIX
def test_a_file_name_is_no_formula(tmp_path: Path) -> None:
    (tmp_path / '=HYPERLINK("x").txt').write_text("=0323.12g3g1\n")
    out = run("index", "--output-format", "csv", ".", cwd=tmp_path).out
    assert '"./=HYPERLINK(""x"").txt"' in out


def test_a_cell_of_a_search_is_no_formula(tmp_path: Path) -> None:
    """An apostrophe stands before words that begin as one, and the code is still read."""
    (tmp_path / "a.pgn").write_text(f'[Event "=1+1"]\n[White "@Kubbel"]\n[Black "=0323.12g3g1"]\n[FEN "{FEN}"]\n\n*\n')
    out = run("search", "--no-cache", "--output-format", "csv", "0323.12", ".", cwd=tmp_path).out
    row = next(csv.DictReader(out.splitlines()))
    assert (row["text"], row["composer"], row["event"]) == ("'=0323.12g3g1", "'@Kubbel", "'=1+1")
    assert (row["class"], row["stipulation"]) == ("0323.12", "=")
    (tmp_path / "a.pgn").unlink()
    (tmp_path / "found.csv").write_text(out)
    assert "found.csv:2" in run("index", ".", cwd=tmp_path).out
