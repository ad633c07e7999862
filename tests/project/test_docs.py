"""What the documentation shows was run."""

import re
import shlex
from pathlib import Path

import pytest

from gbr_lsp.base.text import LineIndex
from gbr_lsp.cli.report import full
from gbr_lsp.cli.report.located import CheckedFiles, Report
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from tests.support import picture
from tests.support.commands import run

ROOT = Path(__file__).parents[2]
_SHOWN = re.compile(r"<!-- run: gbr-lsp (?P<command>.*?) -->\n```[a-z]*\n(?P<output>.*?)```\n", re.DOTALL)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def shown_anew(text: str) -> str:
    """A page with the output of each command as it is now."""

    def output(shown: re.Match[str]) -> str:
        ran = run(*shlex.split(shown["command"]), cwd=ROOT)
        assert not ran.err, ran.err
        start = shown.start("output") - shown.start()
        return shown[0][:start] + ran.out + "```\n"

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
        assert (page.parent / link).exists(), link


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
