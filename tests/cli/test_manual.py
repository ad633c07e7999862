"""The help of the commands and docs/cli.md, which is written from it: complete, run, and fresh."""

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from gbr_lsp.cli.main import group
from gbr_lsp.settings.keys import settings_schema
from tests.support.commands import run
from tests.support.follow import difference, put_program

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "cli.md"
GENERATED = re.compile(r"(?P<start><!-- generated: (?P<name>.+?) -->\n)(?P<body>.*?)(?P<end><!-- end -->\n)", re.DOTALL)

_CONTEXT = click.Context(group, info_name="gbr-lsp")
COMMANDS: dict[str, click.Command] = {"gbr-lsp": group} | {
    f"gbr-lsp {name}": command
    for name in group.list_commands(_CONTEXT)
    if (command := group.get_command(_CONTEXT, name)) is not None
}


def test_the_page_is_what_the_program_says(request: pytest.FixtureRequest) -> None:
    text = PAGE.read_text(encoding="utf-8")
    now = GENERATED.sub(lambda part: part["start"] + generated(part["name"]) + part["end"], text)
    if request.config.getoption("--update"):
        PAGE.write_text(now, encoding="utf-8")
        return
    assert difference(text, now) == "", "or run: pytest --update tests/cli/test_manual.py"


def test_the_page_has_every_command_and_the_settings() -> None:
    names = [part["name"] for part in GENERATED.finditer(PAGE.read_text(encoding="utf-8"))]
    assert {*COMMANDS, "settings"} <= set(names)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained_in_a_sentence(name: str) -> None:
    helps = {
        parameter.opts[0]: parameter.help for parameter in COMMANDS[name].params if isinstance(parameter, click.Option)
    }
    assert {option for option, text in helps.items() if not text or not re.fullmatch(r"[A-Z].*\.", text)} == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_a_terminal(name: str) -> None:
    ran = run(*name.split()[1:], "--help")
    assert (ran.status, ran.err) == (0, "")
    assert [line for line in ran.out.splitlines() if 80 < len(line)] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_do_what_the_exit_status_says(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is run in a folder with the examples; no shell is to stumble over it, and no option to be unknown."""
    put_program(tmp_path / "bin")
    shutil.copytree(ROOT / "docs" / "examples", tmp_path / "home")
    collection = tmp_path / "home" / "collection.pgn"
    # The one mistake that is no study's, but the FEN's.
    collection.write_text(
        collection.read_text(encoding="utf-8").replace("/Q7/8/8/8 w", "/Q7/8/8/8/8 w"), encoding="utf-8"
    )
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    for line in examples(COMMANDS[name]).values():
        if not re.search(r"[|&;<>~$]", line):
            done = run(*shlex.split(line)[1:], cwd=tmp_path / "home")
            assert done.status in (0, 1), (line, done.err)
            assert "Traceback" not in done.err, line
            continue
        for place in re.findall(r"(?<=> ~/)\S+", line):
            (tmp_path / "home" / place).parent.mkdir(parents=True, exist_ok=True)
        ran = subprocess.run(
            ["bash", "-c", line],
            cwd=tmp_path / "home",
            capture_output=True,
            encoding="utf-8",
        )
        assert ran.returncode in (0, 1), (line, ran.stderr)
        assert "Traceback" not in ran.stderr, line


def test_every_key_of_the_json_is_described() -> None:
    page = PAGE.read_text(encoding="utf-8")
    shapes = [
        ["check", "--output-format", "json", "docs/printed"],
        ["check", "--output-format", "json", "--statistics", "docs/printed"],
        ["index", "--output-format", "json", "docs/printed"],
        ["decode", "--output-format", "json", "--forms", "1000.00a1b7"],
        ["settings", "--output-format", "json"],
    ]
    for arguments in shapes:
        shown = json.loads(run(*arguments, cwd=ROOT).out)
        entry = shown[0] if isinstance(shown, list) else shown
        keys = {*entry, *(entry.get("fix") or {})}
        assert [key for key in keys if f"`{key}`" not in page] == [], arguments


def test_every_variable_that_is_read_is_named() -> None:
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "gbr_lsp").rglob("*.py"))
    read = {
        name for text in sources for name in re.findall(r'(?:from_root\([^)]*|environ\W+(?:get\W+)?)"([A-Z_]+)"', text)
    }
    assert read == set(re.findall(r"^\| `([A-Z_]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))


def generated(name: str) -> str:
    """A part of the page."""
    if name == "settings":
        return "".join(_settings())
    if name.startswith("json "):
        return _printed(*shlex.split(name)[1:])
    return "\n".join(_manual(name, COMMANDS[name])) + "\n"


def examples(command: click.Command) -> dict[str, str]:
    """The examples of a command by what they are for."""
    part = next((part for part in _epilog(command) if part.startswith("Examples:\n")), "")
    lines = [line.strip() for line in part.splitlines()[1:]]
    return {purpose.removeprefix("# "): line for purpose, line in zip(lines[::2], lines[1::2], strict=True)}


def _epilog(command: click.Command) -> list[str]:
    return [part.removeprefix("\b\n") for part in (command.epilog or "").split("\n\n") if part]


def _manual(name: str, command: click.Command) -> Iterator[str]:
    """The help of a command in Markdown."""
    context = click.Context(command, info_name=name)
    yield f"```sh\n{' '.join([name, *command.collect_usage_pieces(context)])}\n```\n"
    for paragraph in (command.help or "").split("\n\n"):
        yield " ".join(paragraph.split()) + "\n"
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    yield from (_option(option, context) for option in options)
    if options:
        yield ""
    if command is group:
        yield "| command | what |\n| --- | --- |"
        yield from (f"| [`{command}`](#{command}) | {does} |" for command, does in _summaries().items())
        yield ""
    for part in _epilog(command):
        title, *lines = part.splitlines()
        if title == "Exit status:":
            yield "| exit status | what |\n| --- | --- |"
            yield from (f"| {status} | {meaning} |" for status, meaning in (line.split(None, 1) for line in lines))
            yield ""
        elif title == "Examples:":
            shown = (f"# {purpose}\n{line}" for purpose, line in examples(command).items())
            yield "```sh\n" + "\n".join(shown) + "\n```\n"
        else:
            yield part + "\n"


def _summaries() -> dict[str, str]:
    listed = re.findall(r"^  (\w+)  +(.*)$", run("--help").out.partition("Commands:\n")[2], re.MULTILINE)
    return {name: does for name, does in listed if f"gbr-lsp {name}" in COMMANDS}


def _option(option: click.Option, context: click.Context) -> str:
    spelled = ", ".join([*option.opts, *option.secondary_opts])
    metavar = "" if option.is_flag else f" {option.make_metavar(context)}"
    default = option.default if option.show_default else None
    return f"* `{spelled}{metavar}`: {option.help}" + (f" The default is `{default}`." if default is not None else "")


def _settings() -> Iterator[str]:
    yield "| key | what | default |\n| --- | --- | --- |\n"
    for name, key in settings_schema()["properties"].items():
        words = [word for part in (key, *key.get("anyOf", ())) for word in part.get("enum", ())]
        said = key["description"] + (f" One of {', '.join(f'`{word}`' for word in words)}" if words else "")
        said = re.sub(r"(?<=[^.])$", ".", said)
        default = f"`{json.dumps(key['default'])}`" if "default" in key else ""
        yield f"| `{name}` | {said} | {default} |\n"
    yield "\n`gbr-lsp settings --schema` prints all of this as a JSON schema, with every rule.\n"


def _printed(*arguments: str) -> str:
    command, *rest = arguments
    shown = json.loads(run(command, "--output-format", "json", *rest, cwd=ROOT).out)
    for finding in shown:
        # Where it is installed is no business of the page.
        finding["url"] = "file:///" + "…/" + finding["url"].rpartition("/")[2]
    return f"```json\n{json.dumps(shown, indent=2, ensure_ascii=False)}\n```\n"
