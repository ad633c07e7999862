"""What the documentation shows was run."""

import re
import shlex
from pathlib import Path

import pytest
from commands import run

ROOT = Path(__file__).parents[1]
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


def test_the_examples_have_the_mistakes_that_were_put_there() -> None:
    expected = (ROOT / "tests" / "examples.expected").read_text(encoding="utf-8")
    ran = run("check", "--output-format", "concise", "docs/examples", cwd=ROOT)
    assert ran.out == expected
    assert ran.status == 1
