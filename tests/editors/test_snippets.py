"""The snippets in the documentation are the files that the editors load."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "editors.md"
_SHOWN = re.compile(r"(?P<head><!-- file: (?P<file>\S+) -->\n```[a-z]+\n)(?P<text>.*?)```\n", re.DOTALL)
_LINKED = re.compile(r"\]\((editors/[^)#]+)\)")


def test_snippets_are_the_files_that_are_tried(request: pytest.FixtureRequest) -> None:
    text = PAGE.read_text(encoding="utf-8")
    anew = _SHOWN.sub(lambda shown: shown["head"] + (DOCS / shown["file"]).read_text(encoding="utf-8") + "```\n", text)
    if request.config.getoption("--update"):
        PAGE.write_text(anew, encoding="utf-8")
        return
    assert anew == text, "or run: pytest --update"


def test_every_file_is_shown_or_linked() -> None:
    """A link to a folder is one to all that is in it."""
    text = PAGE.read_text(encoding="utf-8")
    known = {found["file"] for found in _SHOWN.finditer(text)} | set(_LINKED.findall(text))
    files = [path.relative_to(DOCS) for path in (DOCS / "editors").rglob("*") if path.is_file()]
    told = [file for file in files if known & {file.as_posix(), *(parent.as_posix() for parent in file.parents)}]
    assert told == files
    assert all((DOCS / name).exists() for name in known)
