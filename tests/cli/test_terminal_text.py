"""`gbr-lsp rule` and `gbr-lsp explain` on a terminal: wrapped, and without the signs of Markdown."""

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from gbr_lsp.cli.explain import command as explain_command
from gbr_lsp.cli.report.terminal_text import text_width
from gbr_lsp.cli.rule import command as rule_command
from gbr_lsp.model.rule_pages import page_of
from gbr_lsp.rules import RULES

Shown = Callable[..., str]


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    """Return a function that returns what a command writes to a terminal of `width` columns."""

    def written(command: click.Command, *arguments: str, width: int = 60, color: bool | None = None) -> str:
        monkeypatch.setenv("COLUMNS", str(width))
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", terminal := _Terminal())
            command.main([*arguments], standalone_mode=False, color=color)
        return terminal.getvalue()

    return written


def words(text: str) -> list[str]:
    return re.sub(r"\x1b\[[0-9;]*m|^ *```+.*$|`|^#+ ", "", text, flags=re.MULTILINE).split()


@pytest.mark.parametrize("width", [20, 60, 200])
def test_a_page_of_a_rule_is_wrapped_and_keeps_its_words(shown: Shown, width: int) -> None:
    for name in ("control-mismatch", "illegal-solution", "unsorted-index"):
        page = shown(rule_command, name, width=width)
        assert words(page) == words(page_of(RULES[name]))
        prose = [line for line in click.unstyle(page).splitlines() if not line.startswith("  ")]
        assert all(text_width(line) <= width for line in prose if " " in line)
        assert max(map(text_width, prose)) > width * 0.8 or width == 200
        assert not re.search(r"^#|`", page, re.MULTILINE)


def test_a_page_in_colors(shown: Shown) -> None:
    page = shown(rule_command, "control-mismatch", width=70)
    assert page.startswith("\x1b[1mcontrol-mismatch\x1b[0m\n\nThe control does not fit")
    assert "\n\n\x1b[1mExample\x1b[0m\n\n  f1h1 0001.04 2/6 Win\n               ^^^ control-mismatch: " in page
    assert "fit the control; \x1b[36m--fix\x1b[0m applies\nnone of them." in page
    assert "\x1b[36ma2f1\n0411.56 10/9 Win\x1b[0m, where" in page, "a span over two lines"


def test_a_page_without_colors_marks_code_and_no_headings(shown: Shown) -> None:
    page = shown(rule_command, "control-mismatch", color=False)
    assert "\x1b" not in page
    assert page.startswith("control-mismatch\n\nThe control")
    assert "`a2f1 0411.56 10/9 Win`" in re.sub(r"\s+", " ", page)
    assert not re.search("^(#|```)", page, re.MULTILINE)


def test_all_pages_are_shown_alike(shown: Shown) -> None:
    pages = shown(rule_command, "--all", width=100)
    assert words(pages) == words("\n\n".join(page_of(rule) for rule in RULES.values()))
    assert not re.search("^#|^```", pages, re.MULTILINE)
    assert "\n  ```gbr\n  a7d3 0116.00" in pages, "a fence in a fence"
    assert not re.search("^(?!  ).*`", pages, re.MULTILINE), "examples may have backticks"


def test_a_page_is_markdown_if_it_is_not_for_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    rule_command.main(["illegal-solution"], standalone_mode=False)
    assert capsys.readouterr().out == page_of(RULES["illegal-solution"]) + "\n"


def test_an_explanation_is_wrapped_below_its_text(
    shown: Shown, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.md").write_text("g3g1 0323.12 4/4 Draw\n\nf1h1 0001,04 2/5 Win\n")
    place = str(tmp_path / "a.md")
    explain_command.main([place], standalone_mode=False)
    whole = capsys.readouterr().out
    assert max(map(len, whole.splitlines())) > 400
    for color in (None, False):
        written = shown(explain_command, place, width=60, color=color)
        assert ("\x1b" in written) == (color is None)
        assert click.unstyle(written).split() == whole.split()
        lines = click.unstyle(written).splitlines()
        assert lines.count("") == 1
        others = [line for line in lines if line and "a.md:" not in line]
        assert max(map(len, others)) <= 60
        assert [line for line in others if not re.match(r"  [a-z]| {18}\S", line)] == []
    assert shown(explain_command, place, width=2000, color=False) == whole
