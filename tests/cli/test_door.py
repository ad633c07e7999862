"""Nothing of others that a terminal or the log of a CI service obeys comes out of any command, in any format.

Commands, options and formats are those that the program has, so that a new one is tried too.
"""

import csv
import io
import json
import os
import pty
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as Xml

import click
import pytest

from gbr_lsp.base.escapes import COMMAND, JSON, LINE, LINES, STYLED_LINE, XML, Syntax, escape_text
from gbr_lsp.cli.main import _COMMANDS, group
from tests.support.commands import run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="names of files that Windows does not allow")

TITLE, C1, TURNED = "\x1b]0;owned\x07", "\x9b31m\x7f", "\u202e\u2066\u2028"
COMMANDS = "::add-mask::owned", "##[add-mask]owned", "##vso[task.complete result=Failed;]owned", "##teamcity[owned]"
OBEYED, JOINER = ("Cc", "Cf", "Zl", "Zp", "Cs"), "\u200d"
HOSTILE = [f"{TITLE}{C1}{TURNED}", "a\nINJECTED", "\r\n  ::add-mask::owned", *COMMANDS, "\x1b[35;45m"]
ALL = " ".join(HOSTILE)

FEN = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"
GAME = f"""[Event "{{0}}"]
[White "{{0}}"]
[Black "(=0323.13g3g1) {{0}}"]
[Date "1930.??.??"]
[Result "1/2-1/2"]
[FEN "{FEN}"]

{{{{{{0}}}}}} 1. Kf2 {{0}} *

"""
TEXT = """# 12{0}. {0}

Kubbel {0} =0323.13g3g1{0} {0}

<!-- gbr: ignore {0} -->

0400,10 g3g1{0} 4/5 {0}

{0}
0323.12g3g1
"""
NEVER = {"watch"}
"""What does not end."""
DATA = {("search", "pgn"), ("check", "--diff"), ("check", "--fix")}
"""What programs get as it is, and only a terminal as text."""


WITHIN = ALL.replace("INJECTED", "injected")
"""The same for texts, which have lines of their own."""
TEXT = TEXT.format(WITHIN)


def line(text: str) -> str:
    return re.sub(r"[\r\n\u2028\"\]]", " ", text)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder in which names, texts and settings are hostile."""
    names = [f"{COMMANDS[0]}.md", f"{HOSTILE[0]}.pgn", f"{ALL}.tex", f"{ALL}.txt"]
    for name in names:
        text = GAME.format(line(ALL)) * 2 if name.endswith(".pgn") else TEXT
        (tmp_path / name).write_bytes(text.encode())
    (tmp_path / "same.pgn").write_text(GAME.format(WITHIN).replace("13g3g1", "12g3g1") * 2)
    (tmp_path / "\udcff.md").write_text(TEXT)
    quoted = json.dumps(ALL)
    settings = [f"{quoted} = 1", f"ignore = [{quoted}]", "select = ['all']", f"exclude = ['x{TURNED}##[x]']"]
    settings += ["[severity]", f"{quoted} = 'off'", "[per-file-ignores]", f"'##[x]{TURNED}\u009b' = [{quoted}]"]
    (tmp_path / "gbr.toml").write_text("\n".join(settings))
    (tmp_path / "nested").mkdir()
    (tmp_path / "nested" / f"{ALL}.toml").write_text(f"extend = {quoted}\n")
    return tmp_path


def refused(said: str) -> Iterator[str]:
    """What in an output comes from others and is obeyed."""
    said = re.sub(r"\x1b\[(?:[01]|3[1-6])m", "", said)
    for char in said:
        if char not in f"\n\t{JOINER}" and unicodedata.category(char) in OBEYED:
            yield repr(char)
    yield from re.findall(r"(?m)^\s*::add-mask.*|^INJECTED.*|##[A-Za-z]*\[.*", said)


def parameters(command: click.Command) -> Iterator[tuple[str, ...]]:
    """Each option of a command, once for each of its values; what takes any text takes a hostile one."""
    yield ()
    for option in command.params:
        if not isinstance(option, click.Option) or option.name in NEVER or option.name == "help":
            continue
        name = option.opts[-1]
        if option.is_flag:
            yield from ((flag,) for flag in (name, *option.secondary_opts))
        elif isinstance(option.type, click.Choice):
            yield from ((name, str(value)) for value in option.type.choices)
            yield name, ALL
        else:
            yield name, ALL


BEFORE = {"search": [["*"], [ALL], ["composer:owned"], ["like:" + ALL]], "anticipations": [["--in", "same.pgn"]]}
FILES = ["."], [f"{ALL}.txt"], [f"{HOSTILE[0]}.pgn"], [ALL], ["-"]
"""What commands are called with: options and a pattern, and files, names, codes or positions."""
FULL = {"anticipations": ["--in", "."], "search": ["*"]}


def on_terminal(folder: Path, *arguments: str) -> str:
    """What a command writes to a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "gbr_lsp", *arguments], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
        cwd=folder, env={**os.environ, "PYTHONUTF8": "1", "GBR_LSP_CACHE": str(folder / "nested" / "cache")},
    )  # fmt: skip
    os.close(theirs)
    said = b""
    try:
        while data := os.read(ours, 1 << 16):
            said += data
    except OSError:
        pass  # Linux says so that the other end is closed.
    process.wait()
    os.close(ours)
    return re.sub(r"\r+\n", "\n", said.decode())


MANY = ("check", "search")
"""Commands with so many options that all of them take long."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if name in MANY else name for name in _COMMANDS]
)
def test_every_option_and_format_of_a_command(name: str, hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GBR_LSP_CACHE", str(hostile / "nested" / f"{ALL}.cache"))
    command = group.get_command(click.Context(group), name)
    assert command
    takes_files = any(isinstance(one, click.Argument) for one in command.params)
    if name == "server":
        message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": ALL})
        for log in (["--log-file", "log"], ["--log-file", f"{ALL}/x"], []):
            ran = run("server", *log, cwd=hostile, stdin=f"Content-Length: {len(message)}\r\n\r\n{message}")
            assert not [*refused(ran.err)]
            assert ("owned" in ran.err) == (log != ["--log-file", "log"])
        assert "owned" in (hostile / "log").read_text()
        assert not [*refused((hostile / "log").read_text())]
        return
    calls = [[*FULL.get(name, []), *options, "."] for options in parameters(command)]
    calls += [[*first, *files] for first in BEFORE.get(name, [[]]) for files in FILES] + [[f"--{ALL}"]]
    for call in calls:
        arguments = [name, *(one for one in call if takes_files or one != ".")]
        if any(one == name and what in call for one, what in DATA):
            assert not [*refused(on_terminal(hostile, *arguments))], call
            continue
        ran = run(*arguments, cwd=hostile, stdin=TEXT)
        assert "Traceback" not in ran.err, (call, ran.err)
        assert not [*refused(ran.out)], call
        assert not [*refused(ran.err)], call
        assert all(one.startswith("gbr-lsp: ") for one in ran.err.splitlines()) or ran.out == "", (call, ran.err)


def test_a_command_that_does_not_exist(tmp_path: Path) -> None:
    for arguments in [(ALL,), ("--" + ALL,), ("-" + ALL,)]:
        ran = run(*arguments, cwd=tmp_path)
        assert (ran.status, ran.out) == (2, "")
        assert not [*refused(ran.err)]


def test_programs_get_what_stands_there(hostile: Path) -> None:
    """What is escaped for JSON, XML and tables is read back as it was; records and differences are not touched."""
    names = {path.name for path in hostile.iterdir() if path.suffix in (".md", ".pgn", ".tex", ".txt")}
    readable = {name.encode("utf-8", "backslashreplace").decode() for name in names}
    found = json.loads(run("check", "--output-format", "json", ".", cwd=hostile).out)
    assert {one["filename"] for one in found} == readable
    runs = json.loads(run("check", "--output-format", "sarif", ".", cwd=hostile).out)["runs"]
    assert len(runs[0]["results"]) == len(found)
    suites = Xml.fromstring(run("check", "--output-format", "junit", ".", cwd=hostile).out)
    assert len(suites) == len(names)
    hits = json.loads(run("search", "--no-cache", "--output-format", "json", "*", ".", cwd=hostile).out)
    assert {one["filename"] for one in hits} == readable
    rows = [
        *csv.DictReader(io.StringIO(run("search", "--no-cache", "--output-format", "csv", "*", ".", cwd=hostile).out))
    ]
    assert len(rows) == len(hits)
    record = (hostile / f"{ALL}.pgn").exists() or (hostile / f"{HOSTILE[0]}.pgn")
    out = run("search", "--no-cache", "--output-format", "pgn", "*", str(record), cwd=hostile).out
    assert line(ALL) in out
    assert "\x1b]0;" in run("check", "--diff", "--unsafe-fixes", f"{ALL}.txt", cwd=hostile).out


def test_nothing_is_written_by_another_door() -> None:
    package = Path(click.__file__).parent and Path(escape_text.__code__.co_filename).parents[1]
    writes = re.compile(r"click\.s?echo|\bprint\(|std(?:out|err)\.(?:buffer\.)?write|\.progressbar")
    found = {path.name for path in package.rglob("cli/**/*.py") if writes.search(path.read_text("utf-8"))}
    # A bar of ours, bytes that were asked for, and an answer to the server in JSON.
    assert found == {"output.py", "progress.py", "result_files.py", "editor_view.py"}


@cache
def text_with_characters(step: int) -> str:
    """Return a text with every `step`-th character of each category; of the obeyed ones, with all but surrogates."""
    chars: dict[str, list[str]] = {}
    for char in map(chr, range(0x110000)):
        chars.setdefault(unicodedata.category(char), []).append(char)
    tried = [
        char
        for category, same in chars.items()
        for char in (same if category in OBEYED and category != "Cs" else {*same[::step], same[-1]})
    ]
    return "".join(f"a{char}" for char in tried if char not in '\r"\\')


@pytest.mark.parametrize("step", [100, pytest.param(10, marks=pytest.mark.long)])
@pytest.mark.parametrize("syntax", [LINE, LINES, JSON, XML, STYLED_LINE, COMMAND])
def test_no_character_is_obeyed(syntax: Syntax, step: int) -> None:
    text = text_with_characters(step)
    said = escape_text(text, syntax)
    left = {char for char in said if not char.isprintable() and unicodedata.category(char) in OBEYED}
    assert left == ({"\t", "\n", JOINER} if syntax in (LINES, JSON, XML) else {"\t", JOINER})
    assert {char for char in text if unicodedata.category(char) not in OBEYED} <= set(said)
    if syntax is JSON:
        quoted = said.replace("\t", "\\t").replace("\n", "\\n")
        assert json.loads(f'"{quoted}"').encode("utf-16", "surrogatepass") == text.encode("utf-16", "surrogatepass")


@pytest.mark.parametrize(
    "said", [":: x", "  ::x::", "\u00a0\t::x", "a\n ::x", "##[x]", "a ##vso[b]", "###[", "####vso["]
)
def test_no_command_is_left(said: str) -> None:
    for syntax in (LINE, LINES, JSON, XML, STYLED_LINE):
        assert not re.search(r"(?m)^\s*::|##\w*\[", escape_text(said, syntax))
    assert not re.search(r"##\w*\[", escape_text(said, COMMAND))


@pytest.mark.parametrize("said", ["a::b", "Kb1: c::d", "## heading [x](y)", "# [x]", "#[x]", ":", ": :", "é ü – “”"])
def test_what_is_no_command_is_left_alone(said: str) -> None:
    assert all(escape_text(said, syntax) == said for syntax in (LINE, LINES, JSON, XML, STYLED_LINE, COMMAND))
