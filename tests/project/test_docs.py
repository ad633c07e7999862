"""What the documentation shows was run."""

import re
import shlex
from pathlib import Path

import docx
import pytest

from gbr_lsp.base.text import LineIndex
from gbr_lsp.cli.report import full
from gbr_lsp.cli.report.file_report import CheckedFiles, Report
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from tests.support import picture
from tests.support.commands import run

ROOT = Path(__file__).parents[2]
_SHOWN = re.compile(
    r"<!-- (?P<kind>run|fails): gbr-lsp (?P<command>.*?) -->\n```[a-z]*\n(?P<output>.*?)```\n", re.DOTALL
)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def shown_anew(text: str) -> str:
    """Return a page with the output of each command as it is now, standard error first.

    A command after `run:` may write there only how it read plain words; one after `fails:` writes only there.
    """

    def output(shown: re.Match[str]) -> str:
        ran = run(*shlex.split(shown["command"]), cwd=ROOT)
        if shown["kind"] == "fails":
            assert (ran.status > 0, ran.out) == (True, ""), ran.out
        else:
            assert re.fullmatch(r"(?:gbr-lsp: read as: .+\n)?", ran.err), ran.err
        start = shown.start("output") - shown.start()
        return shown[0][:start] + ran.err + ran.out + "```\n"

    return _SHOWN.sub(output, text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_on_a_page_print_what_it_shows(page: Path, request: pytest.FixtureRequest) -> None:
    text = page.read_text(encoding="utf-8")
    if request.config.getoption("--update"):
        page.write_text(shown_anew(text), encoding="utf-8")
        return
    assert shown_anew(text) == text, "or run: pytest --update"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert link.startswith("https://") or (page.parent / link).exists(), link


def test_the_picture_shows_what_is_printed(request: pytest.FixtureRequest) -> None:
    """In the colors of a terminal: the formatter is asked directly, for a pipe has none."""
    name = "docs/printed/eg190.txt"
    text = (ROOT / name).read_text(encoding="utf-8")
    document = Document.of(text, host_for(name))
    report = Report(name, LineIndex(text), document.offsets(), lint(document))
    drawn = picture.terminal(f"gbr-lsp check {name}", "\n".join(full.write([report], CheckedFiles([name], []))))
    path = ROOT / "docs" / "check.svg"
    if request.config.getoption("--update"):
        path.write_text(drawn, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == drawn, "or run: pytest --update"


def test_the_examples_have_the_mistakes_that_were_put_there() -> None:
    expected = (ROOT / "tests" / "project" / "examples.expected").read_text(encoding="utf-8")
    ran = run("check", "--output-format", "concise", "docs/examples", cwd=ROOT)
    assert ran.out == expected
    assert ran.status == 1


def test_the_commands_for_windows_are_those_for_other_systems() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^python3 -m venv .*$", readme, re.MULTILINE)
    translated = [
        command.replace("python3", "py").replace(" &&", ";").replace(".venv/bin/", ".venv\\Scripts\\")
        for command in commands
    ]
    (shown,) = re.findall(r"```powershell\n(.*?)```", readme, re.DOTALL)
    assert shown.splitlines() == translated


def test_the_ways_to_check_a_book_are_commands_of_the_program(tmp_path: Path) -> None:
    """Each is run on a text of the examples, but for the programs of others before it."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme[readme.index("## Your own book") : readme.index("## What it finds")]
    lines = [line for body in re.findall(r"```sh\n(.*?)```", section, re.DOTALL) for line in body.splitlines()]
    for folder in ("book", "posts"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.md").write_bytes((ROOT / "docs" / "examples" / "manuscript.md").read_bytes())
    for name in ("chapter.tex", "collection.pgn"):
        example = ROOT / "docs" / "examples" / name.replace("chapter", "manuscript")
        (tmp_path / name).write_bytes(example.read_bytes())
    (tmp_path / "proofs.pdf").write_bytes((ROOT / "docs" / "printed" / "page.pdf").read_bytes())
    word = docx.Document()
    word.add_paragraph("f1h1 0001.04 2/6 Win")
    word.save(str(tmp_path / "manuscript.docx"))
    assert len(lines) == 10
    assert ".venv/bin/pip install -q '.[proofs]'" in lines
    for line in lines:
        program, *arguments = shlex.split(line)
        if program != "gbr-lsp":
            continue
        ran = run(*arguments, cwd=tmp_path)
        assert ran.status in (0, 1), ran.err
        assert ran.out or "--diff" in arguments, line
