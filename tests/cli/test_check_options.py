"""The options of `check`: what is left out, how it is counted, by how many processes, and when."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from gbr_lsp.base.regular_file import state_if_any
from gbr_lsp.cli.check import command as check_command
from gbr_lsp.cli.checking import check_file, schedule
from gbr_lsp.cli.checking import jobs as jobs_module
from gbr_lsp.cli.checking import progress as progress_module
from gbr_lsp.cli.checking.baseline import Baseline
from gbr_lsp.cli.checking.cross_file_duplicates import records_in
from gbr_lsp.cli.checking.jobs import run_in_processes
from gbr_lsp.cli.checking.schedule import JobOptions, is_long
from gbr_lsp.cli.report import file_report
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import DEFAULT_RULES, lint
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import RemotePlace
from gbr_lsp.model.records import Record
from tests.support.commands import Ran, run
from tests.support.wire import HANG

WRONG = "a2f1 0411.56 10/9 Win\n"
RIGHT = "f1h1 0001.04 2/5 Win\n"
KUBBEL = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"
RECORD = f'[White "Kubbel"]\n[Black "(=0323.12g3g1)"]\n[FEN "{KUBBEL} w - - 0 1"]\n\n'
posix = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
linux = pytest.mark.skipif(sys.platform != "linux", reason="the children of a process are read from /proc")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text(WRONG)
    (tmp_path / "b.txt").write_text(f"{RIGHT}\n0400,10 g3g1\n\n{WRONG}\n{WRONG}")
    return tmp_path


def check(*arguments: str, cwd: Path, stdin: str = "") -> Ran:
    return run("check", "--output-format", "concise", *arguments, cwd=cwd, stdin=stdin)


# What is written, and where


def test_statistics_count_by_rule(folder: Path) -> None:
    (folder / "c.pgn").write_text(RECORD.replace("0323", "0324"))
    ran = check("--statistics", cwd=folder)
    assert ran.out == ("3  control-mismatch\n1  force-mismatch\n1  separator         1 fixable\n")
    assert ran.status == 1
    counted = json.loads(run("check", "--statistics", "--output-format", "json", cwd=folder).out)
    assert counted == [
        {"code": "control-mismatch", "count": 3, "fixable": 0, "unsafe": 0},
        {"code": "force-mismatch", "count": 1, "fixable": 0, "unsafe": 0},
        {"code": "separator", "count": 1, "fixable": 1, "unsafe": 0},
    ]
    assert (check("--statistics", "-", cwd=folder).out, check("--statistics", "-", cwd=folder).status) == ("", 0)


@pytest.mark.parametrize("most", [20, pytest.param(1000, marks=pytest.mark.long)])
def test_a_thousand_findings_end_with_their_statistics(
    tmp_path: Path, most: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert file_report._MIN_FOR_STATISTICS == 1000
    monkeypatch.setattr(file_report, "_MIN_FOR_STATISTICS", most)
    monkeypatch.chdir(tmp_path)

    def said(*arguments: str) -> str:
        assert check_command.main([*arguments], standalone_mode=False) == 1
        return capsys.readouterr().out

    (tmp_path / "few.md").write_text("f1h1 0001.04 2/6 Win\n\n" * (most - 1))
    assert "--verbose" not in said("few.md")
    (tmp_path / "one.md").write_text("f1h1 0001,04 2/5 Win\n")
    for output_format in ("full", "grouped"):
        ended = said("--output-format", output_format, "few.md", "one.md").splitlines()[-5:]
        assert ended[:4] == [
            f"{most - 1}  control-mismatch",
            f"{1:>{len(str(most - 1))}}  separator         1 fixable",
            "By file: --output-format grouped lists the findings, and --verbose counts them",
            f"{most} findings in 2 of 2 files; 1 fixable with --fix",
        ]
    assert "--verbose" not in said("--quiet", "few.md", "one.md")


def test_show_files_lists_what_would_be_read(folder: Path) -> None:
    (folder / "gbr.toml").write_text('exclude = ["b.txt"]\n')
    (folder / "c.txt").write_bytes(b"\0")
    assert check("--show-files", cwd=folder) == Ran(0, "a.txt\nc.txt\n", "")
    assert check("--show-files", "b.txt", "a.txt", cwd=folder).out == "a.txt\nb.txt\n"
    assert check("--show-files", "--force-exclude", "b.txt", "a.txt", cwd=folder).out == "a.txt\n"


def test_output_file_is_written_whole_in_utf_8_and_nothing_else(folder: Path) -> None:
    (folder / "a\udcff.txt").write_text("♔ " + WRONG)
    stdout = check(".", cwd=folder)
    ran = check("--output-file", "out", ".", cwd=folder)
    assert (ran.status, ran.out, ran.err) == (1, "", "")
    assert (folder / "out").read_bytes().decode() == stdout.out
    run("check", "--color", "always", "--output-file", "out", cwd=folder)
    assert "\x1b[1ma.txt:1:14" in (folder / "out").read_text()
    ran = check("--output-file", "nowhere/out", ".", cwd=folder)
    assert (ran.status, ran.err) == (2, "gbr-lsp: nowhere/out: no such file or directory\n")


def test_a_file_that_is_named_to_be_checked_is_not_replaced_by_a_report(folder: Path) -> None:
    for options in ((), ("--diff",), ("--show-codes",), ("--show-files",)):
        ran = check("-o", "./b.txt", "a.txt", "b.txt", *options, cwd=folder)
        said = "gbr-lsp: --output-file would overwrite b.txt, one of the files to check: name another file.\n"
        assert ran == Ran(2, "", said)
    assert WRONG in (folder / "b.txt").read_text()
    # The report of yesterday, which a folder holds.
    assert check("-o", "b.txt", ".", cwd=folder).status == 1
    assert (folder / "b.txt").read_text().startswith("a.txt:1:14: ")


@posix
def test_output_file_may_be_a_pipe(folder: Path) -> None:
    assert check("--output-file", "/dev/stdout", cwd=folder).out == check(cwd=folder).out


def test_color(folder: Path) -> None:
    assert "\x1b[" not in run("check", cwd=folder).out
    assert "\x1b[" not in run("check", "--color", "never", cwd=folder).out
    colored = run("check", "--color", "always", cwd=folder).out
    assert "\x1b[31merror\x1b[0m" in colored
    assert "\n  = \x1b[32mpossible fix: Change 10/9 to 9/8\x1b[0m\n" in colored
    assert "\n  = \x1b[32mfix: Change the class to 0400.10\x1b[0m\n" in colored


@posix
@pytest.mark.parametrize(
    ("environment", "options", "colored"),
    [
        ({"TERM": "xterm"}, (), True),
        ({"TERM": "xterm", "NO_COLOR": ""}, ("--diff", "--unsafe-fixes"), True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, (), False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, ("--diff", "--unsafe-fixes"), False),
        ({"TERM": "dumb"}, (), False),
        ({"TERM": "dumb", "NO_COLOR": "1"}, ("--color", "always"), True),
    ],
)
def test_a_terminal_has_colors_unless_its_user_wants_none(
    folder: Path, environment: dict[str, str], options: tuple[str, ...], *, colored: bool
) -> None:
    import pty

    ours, theirs = pty.openpty()
    surroundings = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | environment
    command = [sys.executable, "-m", "gbr_lsp", "check", "--quiet", *options]
    try:
        assert subprocess.run(command, cwd=folder, env=surroundings, stdout=theirs).returncode == 1
        assert (b"\x1b[" in os.read(ours, 10_000)) == colored
    finally:
        os.close(ours)
        os.close(theirs)


@pytest.mark.parametrize(
    ("settings", "options", "status"),
    [
        ("", (), 1),
        ("", ("--fail-level", "error"), 1),
        ("[severity]\ncontrol-mismatch = 'warning'", (), 1),
        ("[severity]\ncontrol-mismatch = 'warning'", ("--fail-level", "warning"), 1),
        ("[severity]\ncontrol-mismatch = 'warning'", ("--fail-level", "error"), 0),
        ("[severity]\ncontrol-mismatch = 'information'", ("--fail-level", "warning"), 0),
        ("[severity]\ncontrol-mismatch = 'hint'", (), 0),
        ("[severity]\ncontrol-mismatch = 'hint'", ("--fail-level", "hint"), 1),
        ("[severity]\ncontrol-mismatch = 'hint'", ("--fail-level", "hint", "--exit-zero"), 0),
        ("[severity]\ncontrol-mismatch = 'off'", ("--fail-level", "hint"), 0),
        ("[severity]\ncontrol-mismatch = 'warning'", ("--isolated", "--fail-level", "error"), 1),
        ("[per-file-ignores]\n'a.*' = ['control-mismatch']", (), 0),
        ("[per-file-ignores]\n'!a.*' = ['control-mismatch']", (), 1),
    ],
)
def test_settings_decide_how_bad_a_finding_is(
    tmp_path: Path, settings: str, options: tuple[str, ...], status: int
) -> None:
    (tmp_path / "gbr.toml").write_text(settings + "\n")
    (tmp_path / "a.txt").write_text(WRONG)
    ran = run("check", "--output-format", "json", *options, cwd=tmp_path)
    severities = [finding["severity"] for finding in json.loads(ran.out)]
    compared, others = (1, "; of the others 1 with a control") if severities else (0, "")
    said = f"gbr-lsp: {compared} of 1 code compared (0 with a board, 0 with a solution{others}), in 1 file\n"
    assert (ran.status, ran.err) == (status, said)
    says = [word for word in ("warning", "information", "hint") if word in settings and "--isolated" not in options]
    assert severities in ([], says or ["error"])


@pytest.mark.parametrize(
    "options",
    [
        ("--isolated", "--config", "gbr.toml"),
        ("--write-baseline",),
        ("--statistics", "--output-format", "sarif"),
        ("--diff", "--statistics"),
        ("--diff", "--baseline", "b", "--write-baseline"),
        ("--watch", "--diff"),
        ("--watch", "-"),
        ("--watch", "--select", "control-mismach"),
        ("--jobs", "-1"),
        ("--baseline", "nowhere.json"),
        ("--baseline", "a.txt"),
        ("--baseline", os.devnull),
        ("--baseline", "pipe"),
        ("--baseline", "pipe", "--write-baseline"),
    ],
)
def test_what_does_not_go_together_is_one_line_and_exit_2(folder: Path, options: tuple[str, ...]) -> None:
    if "pipe" in options:
        os.mkfifo(folder / "pipe")
    ran = check(*options, cwd=folder)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("gbr-lsp: ")
    assert ran.err.count("\n") == 1


# What is known


def test_a_baseline_leaves_out_what_was_there(folder: Path) -> None:
    """Wherever it moves in its file, but not if there is one more of it."""
    ran = check("--baseline", "known.json", "--write-baseline", cwd=folder)
    assert (ran.status, ran.out, ran.err) == (0, "", "gbr-lsp: 4 findings are recorded in known.json\n")
    assert (folder / "known.json").read_text() == (
        '{\n  "version": 1,\n  "findings": {\n'
        '    "a.txt": [\n'
        '      {"rule": "control-mismatch", "count": 1, "line": "a2f1 0411.56 10/9 Win"}\n'
        "    ],\n"
        '    "b.txt": [\n'
        '      {"rule": "control-mismatch", "count": 2, "line": "a2f1 0411.56 10/9 Win"},\n'
        '      {"rule": "separator", "count": 1, "line": "0400,10 g3g1"}\n'
        "    ]\n  }\n}\n"
    )
    assert check("--baseline", "known.json", cwd=folder) == Ran(0, "", "")
    (folder / "b.txt").write_text("A new first line.\n\n" + (folder / "b.txt").read_text())
    assert check("--baseline", "known.json", cwd=folder) == Ran(0, "", "")
    (folder / "b.txt").write_text((folder / "b.txt").read_text() + "\n" + WRONG)
    ran = check("--baseline", "known.json", cwd=folder)
    assert (ran.status, ran.out) == (
        1,
        "b.txt:11:14: control-mismatch The control should be 9/8: by the class, White has 9 men and Black 8\n",
    )


def test_a_baseline_is_found_from_any_folder(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "c.txt").write_text(WRONG)
    check("--baseline", "sub/known.json", "--write-baseline", cwd=folder)
    assert set(json.loads((folder / "sub" / "known.json").read_text())["findings"]) == {"../a.txt", "../b.txt", "c.txt"}
    assert check("--baseline", "known.json", cwd=folder / "sub") == Ran(0, "", "")
    assert check("--baseline", "../sub/known.json", "../a.txt", cwd=folder / "sub") == Ran(0, "", "")
    ran = check("--baseline", "known.json", "-", "--stdin-filename", "c.txt", stdin=WRONG, cwd=folder / "sub")
    assert ran == Ran(0, "", "")


def test_what_is_stale_in_a_baseline_is_told(folder: Path) -> None:
    check("--baseline", "known.json", "--write-baseline", cwd=folder)
    (folder / "b.txt").write_text(WRONG)
    assert check("--baseline", "known.json", "a.txt", cwd=folder).err == ""
    assert check("--baseline", "known.json", "--select", "pawn-digit", cwd=folder).err == ""
    ran = check("--baseline", "known.json", cwd=folder)
    assert ran.status == 0
    assert ran.err == (
        "gbr-lsp: known.json: no longer found: b.txt: control-mismatch: a2f1 0411.56 10/9 Win\n"
        "gbr-lsp: known.json: no longer found: b.txt: separator: 0400,10 g3g1\n"
    )
    (folder / "b.txt").unlink()
    ran = check("--baseline", "known.json", "a.txt", cwd=folder)
    assert ran.err.splitlines()[0].endswith("b.txt: control-mismatch: a2f1 0411.56 10/9 Win (2 times)")
    check("--baseline", "known.json", "--write-baseline", cwd=folder)
    assert list(json.loads((folder / "known.json").read_text())["findings"]) == ["a.txt"]


def test_a_baseline_that_is_written_for_some_files_keeps_the_others(folder: Path) -> None:
    check("--baseline", "known.json", "--write-baseline", cwd=folder)
    before = (folder / "known.json").read_text()
    check("--baseline", "known.json", "--write-baseline", "a.txt", cwd=folder)
    assert (folder / "known.json").read_text() == before
    check("--baseline", "known.json", "--write-baseline", "--select", "pawn-digit", cwd=folder)
    assert (folder / "known.json").read_text() == before


def test_a_baseline_keeps_what_stands_in_a_folder_that_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str) -> None:
        raise PermissionError(13, "Permission denied", path)

    known = {"secret/a.txt": Counter({("pawn-digit", "0000.01 a1"): 1})}
    monkeypatch.setattr("os.lstat", refuse)
    baseline = Baseline(str(tmp_path / "known.json"), known)
    assert (baseline.remaining_entries({}), list(baseline.stale_messages({}, {}))) == (known, [])


def test_what_is_known_is_not_fixed(folder: Path) -> None:
    check("--baseline", "known.json", "--write-baseline", cwd=folder)
    before = (folder / "b.txt").read_text()
    (folder / "b.txt").write_text(before + "\n0116,00 a7d3\n")
    ran = check("--baseline", "known.json", "--fix", cwd=folder)
    assert (ran.status, ran.err) == (0, "gbr-lsp: 1 fix was applied in 1 file\n")
    assert (folder / "b.txt").read_text() == before + "\n0116.00 a7d3\n"


# By how many


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a folder with so many files that processes are started."""
    return make_tree(tmp_path, 300)


def make_tree(tmp_path: Path, count: int) -> Path:
    """Write `count` files with records that other files contain too, comments about them, and two unreadable files."""
    for number in range(count):
        (tmp_path / f"d{number % 7}").mkdir(exist_ok=True)
        kinds: list[tuple[str, str]] = [
            ("txt", RIGHT if number % 4 else WRONG),
            ("md", f"# Kubbel\n\n=0324.12g3g1 `{KUBBEL}`\n\n0400,10 g3g{number % 7 + 1}\n"),
            ("pgn", RECORD.replace("6n1", f"{number % 5 + 1}n{6 - number % 5}") + "*\n"),
            ("pgn", RECORD + "{gbr: ignore[duplicate-position]} *\n\n" + RECORD + "*\n"),
        ]
        ending, text = kinds[number % 4]
        (tmp_path / f"d{number % 7}" / f"{number}.{ending}").write_text(text)
    (tmp_path / "d0" / "bad.txt").write_bytes(b"\0")
    (tmp_path / "d3" / "bad.pgn").write_bytes(b"\xff\xfe")
    return tmp_path


@pytest.mark.long
def test_the_output_does_not_depend_on_the_number_of_jobs(tree: Path) -> None:
    alone = run("check", "--output-format", "json", "--jobs", "1", cwd=tree)
    assert alone.status == 2
    assert "duplicate-position" in alone.out
    assert (
        alone.err == "gbr-lsp: d0/bad.txt: is a binary file\ngbr-lsp: d3/bad.pgn: is UTF-16; save it as UTF-8\n"
        "gbr-lsp: 300 of 450 codes compared (300 with a board, 0 with a solution), in 300 files\n"
    )
    assert run("check", "--output-format", "json", "--jobs", "2", cwd=tree) == alone
    assert run("check", "--output-format", "json", "--jobs", "0", cwd=tree) == alone
    diffs = [run("check", "--diff", "--unsafe-fixes", "--jobs", jobs, cwd=tree) for jobs in ("1", "3")]
    # All of Markdown, and the one comment that ignores nothing: that of the first file.
    assert diffs[0].out.count("\n+++ ") == 75 + 1
    assert diffs[0] == diffs[1]


def test_findings_are_those_of_files_that_are_read_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each with the records of all files before it."""
    monkeypatch.setattr(schedule, "_MIN_PARALLEL_COST", 0)
    tree = make_tree(tmp_path, 60)
    monkeypatch.chdir(tree)
    expected = []
    records: dict[Record, RemotePlace] = {}
    for name in run("check", "--show-files", cwd=tree).out.splitlines():
        content = (tree / name).read_bytes()
        if b"\0" in content or content.startswith(b"\xff"):
            continue
        document = Document.of(content.decode(), host_for(name))
        expected += [(name, item.finding.rule, item.finding.message) for item in lint(document, DEFAULT_RULES, records)]
        records = {**dict(records_in(name, document)), **records}
    assert 20 < sum(rule == "duplicate-position" for _, rule, _ in expected)
    for jobs in ("1", "2"):
        check_command.main(["--output-format", "json", "--jobs", jobs], standalone_mode=False)
        found = json.loads(capsys.readouterr().out)
        assert [(one["filename"], one["code"], one["message"]) for one in found] == expected


@pytest.mark.parametrize(("options", "count"), [([], 1), (["--diff"], 2), (["--diff", "--unsafe-fixes"], 2)])
def test_a_file_is_linted_once_and_after_each_round_of_fixes(
    tmp_path: Path, options: list[str], count: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    linted: list[Document] = []

    def counted(document: Document, *more: Any) -> Any:
        linted.append(document)
        return lint(document, *more)

    monkeypatch.setattr(check_file, "lint", counted)
    monkeypatch.chdir(tmp_path)
    Path("a.pgn").write_text('[Black "(=0323,12g3g1)"]\n[FEN "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"]\n\n*\n')
    check_command.main([*options, "a.pgn"], standalone_mode=False)
    assert len(linted) == count
    assert "0323.12" in capsys.readouterr().out


def squared(number: int) -> int:
    if number == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number * (1 if os.getpid() == squared_in else -1)


squared_in = os.getpid()


@posix
@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_process_that_dies_is_told_of_and_the_others_work_on(count: int) -> None:
    """The results come in the order of the tasks, each from a process of its own."""
    said: list[str] = []
    told: list[None] = []

    def lost(how: str) -> int:
        said.append(how)
        return 0

    tasks = range(40)
    results = run_in_processes(squared, tasks, list(reversed(tasks)), count, lost, lambda: told.append(None))
    assert results == [0 if number == 13 else -number * number for number in tasks]
    assert said == [f"was ended by signal {signal.SIGKILL}"]
    assert len(told) == 40


def test_where_no_process_can_be_started_the_work_is_done_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_module._Crew, "_started", lambda crew: None)
    results = run_in_processes(abs, [-1, -2, -3], [0, 1, 2], 2, lambda how: 0, lambda: None)
    assert results == [1, 2, 3]


def test_processes_may_be_started_anew_instead_of_copied() -> None:
    """As they are on systems that cannot copy a process."""
    results = run_in_processes(abs, [-1, -2, -3], [2, 1, 0], 2, lambda how: 0, lambda: None, "spawn")
    assert results == [1, 2, 3]


def test_a_bug_in_a_rule_is_one_line_and_the_other_files_are_checked(folder: Path) -> None:
    script = (
        "import sys, gbr_lsp.cli.checking.check_file as look\n"
        "judge = look.lint\n"
        "def lint(document, *rest):\n"
        "    if '0400' in document.text:\n        raise RecursionError('too deep\\nby far')\n"
        "    return judge(document, *rest)\n"
        "look.lint = lint\n"
        "sys.argv = ['gbr-lsp', 'check', '--output-format', 'concise']\n"
        "from gbr_lsp.cli.main import main\nmain()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "gbr-lsp: b.txt: a bug in gbr-lsp: RecursionError: too deep by far (<string>:5)\n"
    assert (
        done.stdout
        == "a.txt:1:14: control-mismatch The control should be 9/8: by the class, White has 9 men and Black 8\n"
    )


def started(*arguments: str, cwd: Path) -> "subprocess.Popen[str]":
    """A command in a group of its own, as a shell starts it; it is ended if it hangs."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gbr_lsp", "check", *arguments],
        cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    timer = threading.Timer(HANG, process.kill)
    timer.daemon = True
    timer.start()
    return process


def children(process: "subprocess.Popen[str]") -> list[int]:
    try:
        return [int(one) for one in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
    except OSError:
        return []


def until(condition: Callable[[], bool], process: "subprocess.Popen[str]") -> None:
    """Waits, as long as the process lives."""
    while not condition() and process.poll() is None:
        threading.Event().wait(0.01)


@linux
@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupt_leaves_no_process_and_no_output(tmp_path: Path, ended_by: signal.Signals) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text((RIGHT + "\n") * 100_000)
    process = started("--jobs", "2", cwd=tmp_path)
    until(lambda: len(children(process)) == 2, process)
    workers = children(process)
    assert len(workers) == 2
    if ended_by is signal.SIGINT:
        # A terminal sends it to all of them.
        os.killpg(process.pid, ended_by)
    else:
        process.send_signal(ended_by)
    out, err = process.communicate()
    assert process.returncode == (130 if ended_by is signal.SIGINT else -ended_by)
    assert (out, err.strip()) == ("", "")
    if ended_by is signal.SIGINT:
        assert [worker for worker in workers if Path(f"/proc/{worker}").exists()] == []


@posix
@pytest.mark.long
def test_a_closed_pipe_is_no_error_with_several_jobs_either(tree: Path) -> None:
    process = started("--jobs", "2", cwd=tree)
    assert process.stdout
    assert process.stderr
    process.stdout.readline()
    process.stdout.close()
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()
    assert process.wait() in (0, 2)


def test_a_small_check_imports_nothing_for_what_it_is_not_asked_for(folder: Path) -> None:
    script = (
        "import sys\nsys.argv = ['gbr-lsp', 'check', '--output-format', 'concise', '.']\n"
        "from gbr_lsp.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert end.code == 1\n"
        "print(sorted(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    loaded = set(eval(done.stdout.splitlines()[-1]))
    unneeded = {"multiprocessing", "difflib", "tempfile", "json", "subprocess", "socket", "concurrent"}
    own = {f"gbr_lsp.cli.checking.{name}" for name in ("jobs", "watch", "fix", "baseline", "statistics")}
    own |= {"gbr_lsp.lint.fixes"}
    assert loaded & (unneeded | own) == set()
    assert "gbr_lsp.cli.checking.check_run" in loaded


# When


@posix
def test_watch_checks_again_when_something_changes(folder: Path) -> None:
    """A file, a new file, settings that break and are mended, a file that vanishes; then Ctrl-C."""
    process = started("--watch", "--output-format", "concise", cwd=folder)
    assert process.stderr
    assert process.stdout

    def said(errors: IO[str]) -> Iterator[str]:
        for line in errors:
            if line == "gbr-lsp: waiting for changes; press Ctrl-C to stop\n":
                return
            yield line

    def found(count: int) -> list[str]:
        assert process.stdout
        return [process.stdout.readline().split()[0] for _ in range(count)]

    assert list(said(process.stderr)) == []
    assert found(4) == ["a.txt:1:14:", "b.txt:3:1:", "b.txt:5:14:", "b.txt:7:14:"]
    (folder / "b.txt").write_text(RIGHT)
    assert list(said(process.stderr)) == []
    assert found(1) == ["a.txt:1:14:"]
    (folder / "c.txt").write_text(WRONG)
    assert list(said(process.stderr)) == []
    assert found(2) == ["a.txt:1:14:", "c.txt:1:14:"]
    (folder / "gbr.toml").write_text("nine = 9\n")
    (broken,) = said(process.stderr)
    assert "gbr.toml:1:8: " in broken
    (folder / "gbr.toml").write_text("exclude = ['c.txt']\n")
    assert list(said(process.stderr)) == []
    assert found(1) == ["a.txt:1:14:"]
    (folder / "a.txt").unlink()
    assert list(said(process.stderr)) == []
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out, err.strip()) == (130, "", "")


@posix
def test_a_watched_file_has_changed_when_it_may_be_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(WRONG)
    path.chmod(0o000)
    before = state_if_any(str(path))
    path.chmod(0o644)
    assert state_if_any(str(path)) != before
    path.chmod(0o000)
    after = state_if_any(str(path))
    assert after
    assert before
    assert after._replace(changed_ns=before.changed_ns) == before


@posix
def test_progress_is_shown_on_a_terminal_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    import pty

    def shown(*, shown: bool, terminal: bool) -> bytes:
        ours, theirs = pty.openpty() if terminal else os.pipe()
        with os.fdopen(theirs, "w") as stderr:
            monkeypatch.setattr(sys, "stderr", stderr)
            with progress_module.progress(20, is_visible=shown) as tell:
                for _ in range(20):
                    tell()
            stderr.write(".")
            stderr.flush()
            written = os.read(ours, 10_000)
        os.close(ours)
        return written

    assert b"Checking" in shown(shown=True, terminal=True)
    assert shown(shown=False, terminal=True) == b"."


def test_progress_is_for_long_runs() -> None:
    assert is_long([2_000_000, 2_000_000], JobOptions())
    assert not is_long([2_000_000, 2_000_000], JobOptions(quiet=True))
    assert not is_long([1500] * 100, JobOptions())


def test_short_options_are_those_of_other_linters(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("g3g1 0323,12 Draw\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("g3g1 0323.12 Draw\n", encoding="utf-8")
    assert run("check", "--isolated", "-e", "a.txt", cwd=tmp_path).status == 0
    assert run("check", "--isolated", "-q", "b.txt", cwd=tmp_path) == (0, "", "")
    quiet = run("check", "--isolated", "-q", "a.txt", cwd=tmp_path)
    assert quiet.status == 1
    assert quiet.out.startswith("a.txt:1:6: error[separator]")
    assert "in 1 of 1 file" not in quiet.out
    assert run("check", "--isolated", "-q", "--fix", "a.txt", cwd=tmp_path) == (0, "", "")
    (tmp_path / "a.txt").write_text("g3g1 0323,12 Draw\n", encoding="utf-8")
    told = run("check", "--isolated", "-v", "-o", "found.txt", "--output-format", "concise", ".", cwd=tmp_path)
    assert (told.out, told.err) == ("", "gbr-lsp: a.txt: 1 finding\ngbr-lsp: b.txt: 0 findings\n")
    assert (tmp_path / "found.txt").read_text(encoding="utf-8").startswith("a.txt:1:6: separator ")
    assert run("check", "-q", "-v", cwd=tmp_path).err == "gbr-lsp: --quiet and --verbose do not go together.\n"
    assert run("check", "-w", "--diff", cwd=tmp_path).err == "gbr-lsp: --watch and --diff do not go together.\n"
