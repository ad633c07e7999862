"""The snippets in the documentation are the files that the editors load."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "editors.md"
_SHOWN = re.compile(r"(?P<head><!-- file: (?P<file>\S+) -->\n```[a-z]+\n)(?P<text>.*?)```\n", re.DOTALL)


def test_snippets_are_the_files_that_are_tried(request: pytest.FixtureRequest) -> None:
    text = PAGE.read_text(encoding="utf-8")
    anew = _SHOWN.sub(lambda shown: shown["head"] + (DOCS / shown["file"]).read_text(encoding="utf-8") + "```\n", text)
    if request.config.getoption("--update"):
        PAGE.write_text(anew, encoding="utf-8")
        return
    assert anew == text, "or run: pytest --update"


def test_every_snippet_is_shown() -> None:
    shown = {found["file"] for found in _SHOWN.finditer(PAGE.read_text(encoding="utf-8"))}
    assert shown == {path.relative_to(DOCS).as_posix() for path in (DOCS / "editors").iterdir() if path.is_file()}
