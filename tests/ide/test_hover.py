"""Hover, as tests/ide/hover.md specifies it: a text with a cursor, and under it what is shown and over which words."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.boards.drawing import data_uri, figures, small_svg
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.hover import hover
from gbr_lsp.model.document import Document
from gbr_lsp.notation.placement import Placement
from tests.support.strategies import kinds, texts

SPECIFICATION = Path(__file__).parent / "hover.md"
CURSOR = "<|>"
KINDS = {"text": "a.txt", "markdown": "a.md", "latex": "a.tex", "pgn": "a.pgn"}
FIXTURE = re.compile(
    r"^(?P<marks>`{3,})(?P<kind>\w+) cursor\n(?P<text>.*?)^(?P=marks)\n\n"
    r"(?P<more>`{3,})shown\n(?P<shown>.*?)^(?P=more)$",
    re.MULTILINE | re.DOTALL,
)


def shown(kind: str, text: str) -> str:
    offset = text.index(CURSOR)
    plain = text.replace(CURSOR, "")
    found = hover(Document.of(plain, host_for(KINDS[kind])), offset)
    if found is None:
        return "nothing\n"
    over = " ".join(plain[found.span.start : found.span.end].split())
    board = f"board {found.board.fen}" if found.board else ""
    return "\n".join(filter(None, [f"over {over}", found.head, *found.lines, board])) + "\n"


def test_hover_shows_what_the_specification_says(request: pytest.FixtureRequest) -> None:
    text = SPECIFICATION.read_text(encoding="utf-8")
    fixtures = list(FIXTURE.finditer(text))
    assert len(fixtures) == text.count(CURSOR)
    if request.config.getoption("--update"):
        for fixture in reversed(fixtures):
            start, end = fixture.span("shown")
            text = text[:start] + shown(fixture["kind"], fixture["text"]) + text[end:]
        SPECIFICATION.write_text(text, encoding="utf-8")
        return
    for fixture in fixtures:
        assert shown(fixture["kind"], fixture["text"]) == fixture["shown"], fixture["text"]


@given(texts, kinds, st.integers(0, 200))
def test_hover_lies_over_the_cursor(text: str, kind: str, offset: int) -> None:
    offset = min(offset, len(text))
    found = hover(Document.of(text, host_for(kind)), offset)
    if found:
        assert found.span.start <= offset <= found.span.end <= len(text)
        assert found.head
        assert found.lines


def test_boards_are_drawn_small() -> None:
    initial = Placement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
    assert figures(initial)[0] == "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"
    assert figures(initial)[-1] == "  a b c d e f g h"
    assert small_svg(initial).count("<path") == 1 + 32 + 16
    assert len(data_uri(initial)) < 20_000
