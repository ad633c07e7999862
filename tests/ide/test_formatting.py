"""Formatting of PGN, as tests/ide/formatting.md specifies it and as its properties are."""

import re
from io import StringIO
from pathlib import Path
from random import Random

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.text import LINE_END, Edit, Span, apply_edits
from gbr_lsp.edits.game_export import export_edit
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.formatting import format_edits
from gbr_lsp.model.conventions import DEFAULT_CONVENTIONS
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.movetext import parts_of
from tests.support.strategies import texts
from tests.support.studies import random_study

PAGE = Path(__file__).parent / "formatting.md"
FIXTURE = re.compile(r"^```pgn\n(?P<text>.*?)^```\n\n```formatted\n(?P<shown>.*?)^```$", re.MULTILINE | re.DOTALL)
PIECES = st.lists(
    st.sampled_from(
        ["1.", "1. ", "2...", "3. ... ", "Kg7", "h4 ", "c8(Q)", "O-O", " 0-0", "$1", " $14", "!? ", "(", " ( ", ")",
         ") ", "{a  b}", "{a\n  b} ", "; x\n", "\n% y\n", "\n", "\r\n", "\r", "\n\n", " ", "\t", "1-0", " * ", "wins ",
         "Дh4", "♔g7", "{", "}", "[", "%", "\f", "\u00a0", "12", "1.e4 e5 " * 12]
    ),
    max_size=40,
).map("".join)  # fmt: skip


def formatted(text: str, within: Span | None = None) -> str:
    return apply_edits(text, format_edits(Document.of(text, host_for("a.pgn")), within))


def shown(fixture: re.Match[str]) -> str:
    text = fixture["text"]
    start, end = text.find("<["), text.find("]>") - 2
    return formatted(text.replace("<[", "").replace("]>", ""), Span(start, end) if 0 <= start else None)


def test_specification(request: pytest.FixtureRequest) -> None:
    page = PAGE.read_text(encoding="utf-8")
    fixtures = list(FIXTURE.finditer(page))
    assert len(fixtures) == page.count("```formatted")
    if request.config.getoption("--update"):
        for fixture in reversed(fixtures):
            start, end = fixture.span("shown")
            page = page[:start] + shown(fixture) + page[end:]
        PAGE.write_text(page, encoding="utf-8")
        return
    for fixture in fixtures:
        assert shown(fixture) == fixture["shown"], f"line {page.count(chr(10), 0, fixture.start()) + 1}"


def words(text: str) -> list[str]:
    """The parts of a text, without the blanks inside and between them."""
    return [re.sub(r"\s", "", part.text) for part in parts_of(text)]


def solid(text: str) -> str:
    return re.sub(r"[ \t\r\n]", "", text)


@given(PIECES, st.booleans())
def test_only_blanks_move_and_a_second_time_nothing(moves: str, tagged: bool) -> None:
    text = f'[Event "x"]\n\n{moves}' if tagged else moves
    once = formatted(text)
    assert solid(once) == solid(text)
    assert words(once) == words(text)
    assert formatted(once) == once
    comments = r"\{[^}]*\}|;[^\r\n]*|(?<![^\r\n])%[^\r\n]*"
    assert re.findall(comments, once) == re.findall(comments, text)
    assert once == text or all(map(_fits, LINE_END.split(once)))


def _fits(line: str) -> bool:
    """Whether a line is short enough, or cannot be broken; comments and what is stuck together cannot."""
    return len(line) <= 79 or not re.search(r"[^ \t(](?: |\.(?=[a-zA-Z])|\(|(?=\)))[^;{}%]*$", line[:79])


@given(texts)
def test_any_text_stays_the_same_but_for_blanks(text: str) -> None:
    once = formatted(text)
    assert solid(once) == solid(text)
    assert formatted(once) == once


@given(PIECES, st.integers(0, 400), st.integers(0, 100))
def test_only_the_lines_of_a_span_change(moves: str, start: int, length: int) -> None:
    text = f'[Event "x"]\n\n{moves}'
    span = Span(min(start, len(text)), min(start + length, len(text)))
    first = max(text.rfind("\n", 0, span.start), text.rfind("\r", 0, span.start)) + 1
    behind = LINE_END.search(text, max(span.start, span.end - 1))
    end = len(text) - behind.start() if behind else 0
    new = formatted(text, span)
    assert new[:first] == text[:first]
    assert new[len(new) - end :] == text[len(text) - end :]
    assert solid(new) == solid(text)
    whole = formatted(text)
    assert formatted(whole, Span(min(start, len(whole)), min(start + length, len(whole)))) == whole
    assert formatted(text, Span(0, len(text))) == whole


@pytest.mark.parametrize("seed", range(8))
def test_games_of_python_chess_are_the_same_games(seed: int) -> None:
    study = random_study(Random(seed))
    torn = re.sub(r"\s+", lambda blank: Random(seed).choice([" ", "\n", "  "]), study.pgn.split("\n\n")[1])
    text = study.pgn.split("\n\n")[0] + "\n\n" + torn
    new = formatted(text)
    assert max(map(len, new.split("\n\n")[1].split("\n"))) <= 79
    before, after = (chess.pgn.read_game(StringIO(one)) for one in (text, new))
    assert before is not None
    assert after is not None
    assert not before.errors
    assert not after.errors
    assert before.accept(chess.pgn.StringExporter(columns=None)) == after.accept(chess.pgn.StringExporter(columns=None))


def test_records_of_a_database_stay_as_they_are_and_are_found_again(corpora: Path) -> None:
    """Joined to one line each, they are broken again where the database broke them."""
    text = (corpora / "hhdb-sample.pgn").read_text(encoding="utf-8")
    assert text.count("[Event ") == 127
    assert formatted(text) == text
    joined = re.sub(r"(?<=\]\n\n).*?(?=\n\n\[|\s*\Z)", _joined, text, flags=re.DOTALL)
    assert joined.count("\n") < text.count("\n") - 500
    assert formatted(joined) == text


def _joined(moves: re.Match[str]) -> str:
    """A movetext in one line, but for the breaks inside comments."""
    parts = re.split(r"(\{[^}]*\})", moves[0])
    for number in range(0, len(parts), 2):
        tight = re.sub(r"(?<=[0-9]\.)\n|(?<=\()\n|\n(?=\))", "", parts[number])
        parts[number] = tight.replace("\n", " ")
    return "".join(parts)


@pytest.mark.parametrize("seed", range(6))
def test_a_game_in_the_export_format_is_the_same_game(seed: int) -> None:
    text = random_study(Random(seed)).pgn
    tags, moves = text.split("\n\n", 1)
    torn = f"{tags}\n\n{moves.replace('. ', '.').replace(' ', chr(10))}"
    found = _exported(torn)
    assert found is not None
    new = apply_edits(torn, [found])
    before, after = (chess.pgn.read_game(StringIO(one)) for one in (torn, new))
    assert before is not None
    assert after is not None
    plain = chess.pgn.StringExporter
    assert before.accept(plain(columns=None)) == after.accept(plain(columns=None))
    assert _exported(new) is None
    assert formatted(new) == new


def test_a_game_that_cannot_be_exported_leaves_nothing_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """python-chess logs what it cannot read, each time that an editor asks what can be done."""
    assert _exported('[FEN "7K/8/k1P5/7p/8/8/8/8 w - - - 0 1"]\n\n1. Kg7 h4 *\n') is None
    assert caplog.messages == []


def _exported(text: str) -> Edit | None:
    return export_edit(Document.of(text, host_for("a.pgn")).blocks[0], DEFAULT_CONVENTIONS)
