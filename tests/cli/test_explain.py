"""`gbr-lsp explain`: of a large file of games only what is near the line is read, and said is the same."""

import random
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from gbr_lsp.base.text import LineIndex
from gbr_lsp.cli import explain as explaining
from gbr_lsp.cli import listing
from gbr_lsp.cli.checking import pgn_pieces
from gbr_lsp.cli.explain import command
from gbr_lsp.cli.files import FileRequest
from gbr_lsp.database import chunk_spans
from gbr_lsp.lint.explain import Explanation, explain_all
from gbr_lsp.model import chunks
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from tests.lint.test_fastpath import record


def _text(*, tight: bool) -> str:
    """Games with damages, and with words that belong to none; `tight` ones have no blank line between some of them."""
    rng = random.Random(5)
    text = "% words before the first game\n" + "".join(record(rng) for _ in range(14))
    return text.replace("\n\n[Event ", "\n[Event ", 6) if tight else text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (_text(tight=False), "utf-8-sig"),
        (_text(tight=True).replace("\n", "\r\n"), "utf-8"),
        (_text(tight=True).rstrip().replace("[White", "% Böhm\n[White", 9), "cp1252"),
    ],
    ids=["with a mark", "CR and LF", "Windows-1252"],
)
def test_a_large_file_of_games_is_explained_as_if_it_were_read_whole(
    text: str, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(text.encode(encoding, "replace"))
    rows = len(LineIndex(text).starts)

    def said(row: int) -> tuple[object, str]:
        try:
            return command.main([f"{path}:{row}"], standalone_mode=False), capsys.readouterr().out
        except click.ClickException as error:
            return error.message, ""

    monkeypatch.setattr(chunks, "_UNCUT_LENGTH", 700)
    asked = [0, *range(1, rows, 11), rows - 1, rows, rows + 1]
    whole = [said(row) for row in asked]
    assert whole[-1][0] == f"{path} has {rows} lines"
    monkeypatch.setattr(listing, "_MIN_LARGE_SIZE", 0)
    monkeypatch.setattr(listing, "_PART_SIZE", 300)
    monkeypatch.setattr(chunk_spans, "_MAX_BYTES", 900)
    monkeypatch.setattr(chunk_spans, "_MAX_FIRST_BYTES", 500)
    assert [said(row) for row in asked] == whole
    assert {status for status, _ in whole} >= {0, 1}


@pytest.mark.parametrize("seed", range(4))
def test_all_of_a_large_file_is_explained_in_parts_as_in_the_whole(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also what repeats a record far above or below; a file with ignore comments is read whole."""
    rng = random.Random(seed)
    games = [record(rng) for _ in range(12)]
    text = rng.choice(["", "preface\n\n", "\ufeff"]) + "".join([*games, *rng.choices(games, k=8), record(rng)])
    path = tmp_path / "a.pgn"
    path.write_bytes(text.encode() if seed else text.replace("\ufeff", "").encode("cp1252", "replace"))

    def said() -> tuple[object, str]:
        return command.main([str(path)], standalone_mode=False), capsys.readouterr().out

    whole = said()
    held: list[int] = []

    def counted(document: Document, among: list[Block], selected: frozenset[str]) -> Iterator[Explanation]:
        held.append(len(document.blocks))
        return explain_all(document, among, selected)

    monkeypatch.setattr(listing, "_MIN_LARGE_SIZE", 0)
    monkeypatch.setattr(pgn_pieces, "_PIECE", 1500)
    monkeypatch.setattr(pgn_pieces, "_SLICE", 700)
    monkeypatch.setattr(explaining, "explain_all", counted)
    assert said() == whole
    assert whole[0] == 0
    assert "duplicate-position" in whole[1]
    assert ("gbr:" in text) == (len(held) == 1)
    assert max(held) < 21 or "gbr:" in text


def test_a_large_file_that_changes_while_it_is_explained_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(_text(tight=False))
    monkeypatch.setattr(listing, "_MIN_LARGE_SIZE", 0)
    monkeypatch.setattr(pgn_pieces, "_PIECE", 1500)

    def changing(document: Document, among: list[Block], selected: frozenset[str]) -> Iterator[Explanation]:
        path.write_text("% less\n")
        return explain_all(document, among, selected)

    monkeypatch.setattr(explaining, "explain_all", changing)
    with pytest.raises(click.ClickException, match=r"a\.pgn: changed while it was read"):
        command.main([str(path)], standalone_mode=False)


def test_less_than_the_file_is_read_near_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(2 * _text(tight=False))
    monkeypatch.setattr(chunks, "_UNCUT_LENGTH", 700)
    monkeypatch.setattr(listing, "_PART_SIZE", 300)
    near = listing.part_around(FileRequest("a.pgn", str(path)), "auto", 90)
    assert near
    source, before = near
    assert before <= 90 < before + source.text.count("\n")
    assert 2 * len(source.text) < path.stat().st_size
