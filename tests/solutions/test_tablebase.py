"""Tablebases: absent ones are a normal case, real ones refute in check, decode, hover and editor."""

import json
import os
import random
from io import StringIO
from pathlib import Path

import chess.pgn
import chess.syzygy
import pytest

from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.hover import hover
from gbr_lsp.ide.inlays import inlays
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.tablebase import Outcome, Syzygy, position_at_rest, syzygy
from gbr_lsp.solutions.tablebase_blocks import BlockTablebase
from tests.support.commands import run
from tests.support.specs import SYZYGY, annotate
from tests.support.wire import Wire, encodings

DRAWN = "a1h8 0001.00 2/1 Win `7k/8/8/8/8/8/8/K6N`\n"


@pytest.fixture
def tables() -> Path:
    if not SYZYGY.is_dir():
        pytest.skip(f"no tables at {SYZYGY}: set GBR_SYZYGY to run on them")
    return SYZYGY


class Stub:
    """Tables that say one thing of everything."""

    max_men = 32

    def __init__(self, outcome: Outcome | None) -> None:
        self.names = ["all"]
        self._outcome = outcome

    def outcome(self, position: Position) -> Outcome | None:
        return self._outcome


def test_a_folder_that_cannot_be_read_hides_none_behind_it(
    tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As for one that is there but not for us, whose list of files is refused."""
    listed = os.listdir

    def listdir(folder: str) -> list[str]:
        if str(folder) == str(tmp_path):
            raise PermissionError(13, "Permission denied", folder)
        return listed(folder)

    monkeypatch.setattr("os.listdir", listdir)
    asked = Syzygy((str(tmp_path), str(tables)))
    assert asked.outcome(position_at_rest(Placement("7k/8/8/8/8/8/8/K6N"), True)) is Outcome.DRAW


def test_a_refuted_win_is_reported_by_check_with_the_folder_of_the_settings(tables: Path, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(DRAWN)
    assert run("check", "a.md", cwd=tmp_path).status == 0
    (tmp_path / "tables").symlink_to(tables)
    (tmp_path / "gbr.toml").write_text('syzygy = ["nowhere", "tables"]\n')
    (finding,) = json.loads(run("check", "--output-format", "json", str(tmp_path / "a.md")).out)
    assert finding["code"] == "refuted-stipulation"
    assert finding["message"] == "The code says a win, but by the tablebases it is a draw"
    told = json.loads(run("decode", "--output-format", "json", "a1h8 0001.00 h1", cwd=tmp_path).out)
    assert told[0]["tables"] == {"white": "draw", "black": "draw"}
    assert "tables: a draw for White" in run("decode", "a1h8 0001.00 h1", cwd=tmp_path).out


def test_check_says_which_tables_were_found_and_from_which_move_they_prove_a_study(
    tables: Path, tmp_path: Path
) -> None:
    (tmp_path / "a.pgn").write_text(
        '[White "Nobody"]\n[Black "(+0000.10g4f7)"]\n[FEN "8/5k2/8/8/6K1/4P3/8/8 w - - 0 1"]\n\n1. Kf5 Ke7 2. Ke5 *\n'
    )
    assert "proved" not in run("check", "a.pgn", cwd=tmp_path).out
    (tmp_path / "gbr.toml").write_text(f"syzygy = [{str(tables)!r}]\n")
    *_, proved, found = run("check", "a.pgn", cwd=tmp_path).out.splitlines()
    assert proved == "a.pgn:2: the tables confirm +0000.10g4f7 from move 1 on"
    assert found == f"{len(list(tables.glob('*.rtbw')))} tables with up to 4 men"
    (tmp_path / "gbr.toml").write_text('syzygy = ["nowhere"]\n')
    assert (
        run("check", "a.pgn", cwd=tmp_path).out.splitlines()[-1]
        == "The folders in the setting syzygy contain no tables"
    )


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["KPvK", "KQvK", "KRvK", "KBvK", "KNvK"], "1.Kg2 draws; only 1.e8=Q and 1.e8=R win"),
        (["KPvK", "KQvK"], "1.Kg2 draws; 1.e8=Q wins"),
        (["KPvK"], "1.Kg2 draws; before this move, White wins"),
        ([], None),
    ],
)
def test_of_men_without_a_table_nothing_is_claimed(
    tables: Path, tmp_path: Path, names: list[str], told: str | None
) -> None:
    for name in names:
        (tmp_path / f"{name}.rtbw").symlink_to(tables / f"{name}.rtbw")
    text = '[White "Nobody"]\n[Black "(+0000.10h1g7)"]\n[FEN "8/4P1k1/8/8/8/8/8/7K w - - 0 1"]\n\n1. Kg2 Kf7 *\n'
    document = Document.of(text, host_for("a.pgn"), Conventions(tables=syzygy((str(tmp_path),))))
    assert [item.finding.message for item in lint(document, frozenset({"throwaway"}))] == ([told] if told else [])


def test_a_refuted_win_is_shown_in_the_editor(tables: Path, tmp_path: Path) -> None:
    (tmp_path / "gbr.toml").write_text(f"syzygy = [{str(tables)!r}]\n")
    uri = (tmp_path / "a.md").as_uri()
    with Wire(capabilities=encodings("utf-16")) as wire:
        wire.open(uri, "markdown", DRAWN)
        assert [item["code"] for item in wire.pull(uri)["items"]] == ["refuted-stipulation"]


def test_a_move_that_gives_the_win_away_is_shown_in_the_editor_in_games_and_in_prose(
    tables: Path, tmp_path: Path
) -> None:
    (tmp_path / "gbr.toml").write_text(f"syzygy = [{str(tables)!r}]\n")
    moves = "1. Kf5 Ke7 2. Ke5 Kd7 3. Kd5 Ke7 4. e4 Kd7 5. e5"
    game = f'[White "Nobody"]\n[Black "(+0000.10g4f7)"]\n[FEN "8/5k2/8/8/6K1/4P3/8/8 w - - 0 1"]\n\n{moves} *\n'
    with Wire(capabilities=encodings("utf-16")) as wire:
        for name, language, text in (
            ("a.pgn", "pgn", game),
            ("a.md", "markdown", f"g4f7 0000.10 .e3 2/1 Win\n\n{moves} wins.\n"),
        ):
            uri = (tmp_path / name).as_uri()
            wire.open(uri, language, text)
            (item,) = wire.pull(uri)["items"]
            assert (item["code"], item["message"]) == ("throwaway", "4.e4 draws; only 4.Ke5 wins")


def test_hover_tells_what_the_tables_say(tables: Path) -> None:
    found = hover(Document.of(DRAWN, host_for("a.md"), Conventions(tables=syzygy((str(tables),)))), 0)
    assert found
    assert "Tables: a draw for White with White to move" in found.lines


def test_hints_mark_each_move_as_direct_probes_do(tables: Path) -> None:
    text = (
        '[White "Nobody"]\n[Black "(+0000.10g4f7)"]\n[FEN "8/5k2/8/8/6K1/4P3/8/8 w - - 0 1"]\n\n'
        "1. Kf5 (1. e4 $2 Ke6) 1... Ke7 2. Ke5 Kd7 3. Kd5 Ke7 4. e4 *\n"
    )
    document = Document.of(text, host_for("a.pgn"), Conventions(tables=syzygy((str(tables),))))
    moves = text.index("1. Kf5")
    hints = inlays(document, Span(moves, len(text)))
    found = [hint for hint in hints if hint.tooltip.startswith("tables")]
    signs = {2: "+", 0: "=", -2: "−"}
    probed = []
    with chess.syzygy.open_tablebase(str(tables), load_dtz=False) as tablebase:
        game = chess.pgn.read_game(StringIO(text))
        waiting: list[chess.pgn.GameNode] = [game] if game else []
        while waiting:
            node = waiting.pop()
            waiting += node.variations
            if node.parent:
                wdl = tablebase.probe_wdl(node.board())
                probed.append(signs[wdl if node.turn() else -wdl])
    assert sorted(hint.label for hint in found) == sorted(probed)
    assert {text[: hint.offset].split()[-1]: hint.label for hint in found}["Kf5"] == "+"
    assert found[-1].tooltip == "tables: a draw for White"
    without = inlays(Document.of(text, host_for("a.pgn")), Span(0, len(text)))
    assert not any(hint.tooltip.startswith("tables") for hint in without)


def test_without_tables_nothing_is_opened(tmp_path: Path) -> None:
    assert syzygy(()) is None
    assert Conventions().tables is None
    missing = Syzygy((str(tmp_path / "nowhere"), str(tmp_path)))
    assert missing.max_men == 0
    assert missing.outcome(position_at_rest(Placement("7k/8/8/8/8/8/8/K6N"), True)) is None


def test_a_table_that_is_missing_or_damaged_is_no_error(tables: Path, tmp_path: Path) -> None:
    (tmp_path / "KNvK.rtbw").write_bytes((tables / "KNvK.rtbw").read_bytes()[:40])
    (tmp_path / "KQvK.rtbw").write_bytes(b"no table")
    damaged = Syzygy((str(tmp_path),))
    assert damaged.outcome(position_at_rest(Placement("7k/8/8/8/8/8/8/K6N"), True)) is None
    assert damaged.outcome(position_at_rest(Placement("7k/8/8/8/8/8/8/K6Q"), False)) is None
    assert damaged.outcome(position_at_rest(Placement("7k/8/8/8/8/8/8/K6R"), False)) is None


@pytest.mark.parametrize(
    ("sign", "comment", "outcome", "refuted"),
    [
        ("+", "", Outcome.LATE_WIN, False),
        ("=", "", Outcome.LATE_WIN, True),
        ("=", "{stipulation: draw (50 move rule)}", Outcome.LATE_WIN, False),
        ("+", "{stipulation: win (50 move rule)}", Outcome.LATE_WIN, True),
        ("=", "", Outcome.LATE_LOSS, True),
        ("=", "{stipulation: draw (50 move rule).}", Outcome.LATE_LOSS, False),
        ("+", "{stipulation: mate in 24.}", Outcome.DRAW, False),
        ("+", "", None, False),
    ],
)
def test_studies_ignore_the_fifty_move_rule_unless_the_comment_claims_it(
    sign: str, comment: str, outcome: Outcome | None, refuted: bool
) -> None:
    text = f'[White "A"]\n[Black "({sign}0323.12g3g1)"]\n[FEN "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w"]\n\n{comment} *\n'
    found = lint(Document.of(text, host_for("a.pgn"), Conventions(tables=Stub(outcome))))
    assert [item.finding.rule for item in found] == ["refuted-stipulation"] * refuted, annotate(text, [])


def test_tables_that_are_read_in_blocks_give_the_same(tables: Path, tmp_path: Path) -> None:
    """A worker maps no files; damaged tables are an error there too."""
    mapped, in_blocks = chess.syzygy.Tablebase(), BlockTablebase()
    for each in (mapped, in_blocks):
        each.add_directory(str(tables), load_dtz=False)
    random_ = random.Random(1)
    names = sorted(path.stem for path in tables.glob("*.rtbw"))
    for _ in range(400):
        board = chess.Board(None)
        name = random_.choice(names)
        squares = random_.sample(range(8, 56), len(name) - 1)
        white, _, black = name.partition("v")
        for color, men in ((chess.WHITE, white), (chess.BLACK, black)):
            for man in men:
                board.set_piece_at(squares.pop(), chess.Piece(chess.PIECE_SYMBOLS.index(man.lower()), color))
        board.turn = random_.random() < 0.5
        if board.is_valid():
            assert in_blocks.probe_wdl(board) == mapped.probe_wdl(board), board.fen()
    for name in names:
        (tmp_path / f"{name}.rtbw").write_bytes((tables / f"{name}.rtbw").read_bytes()[:80])
    cut = BlockTablebase()
    cut.add_directory(str(tmp_path), load_dtz=False)
    with pytest.raises((IndexError, OSError, KeyError)):
        cut.probe_wdl(board)
    mapped.close()
    in_blocks.close()
    cut.close()
