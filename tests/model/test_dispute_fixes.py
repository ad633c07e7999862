"""The fixes that are offered where a board differs from its code, or from the moves that start from it."""

from itertools import islice
from pathlib import Path

import pytest

import gbr_lsp
from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.block import Place
from gbr_lsp.model.boards_as_coded import with_man_added
from gbr_lsp.model.finding import Fix, edit_title
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Force
from tests.support import specs


def _fixes(text: str, host: str = "markdown") -> list[tuple[str, bool]]:
    """What the fixes of the only finding write, and whether they are tied."""
    (finding,) = gbr_lsp.check(text, host)
    return [(fix.edits[0].text, fix.tied) for fix in finding.fixes]


def test_a_man_too_many_is_taken_from_the_board() -> None:
    text = "a1c3 0100.00 2/1 Win `8/8/8/3n4/8/2k5/8/K6R w - - 0 1`\n"
    assert _fixes(text) == [("8/8/8/8/8/2k5/8/K6R", True), ("0103.00", True)]


def test_where_one_of_a_few_like_men_is_wrong_each_is_offered() -> None:
    text = "The study +0000.10a1c3 (`8/8/8/8/4P3/2k5/4P3/K7 w - - 0 1`).\n"
    assert _fixes(text) == [
        ("0000.20", True),
        ("8/8/8/8/4P3/2k5/8/K7", True),
        ("8/8/8/8/8/2k5/4P3/K7", True),
    ]
    text = "The study +0000.30a1h8 (`7k/8/8/8/4P3/2P1P3/6P1/K7 w - - 0 1`).\n"
    assert _fixes(text) == [("0000.40", True)]
    text = "The study +0000.21a1c3 (`8/8/8/8/4P3/2k1P3/6P1/K7 w - - 0 1`).\n"
    assert len(_fixes(text)) == 1 + 3


def test_the_solution_tells_which_of_two_like_men_is_wrong() -> None:
    record = '[Black "(+0000.10a1g8)"]\n[FEN "6k1/8/8/8/4P3/8/4P3/K7 w - - 0 1"]\n\n1. e4 Kf7 2. e5 Ke6 3. Kb2 1-0\n'
    assert _fixes(record, "pgn") == [("6k1/8/8/8/8/8/4P3/K7", False)]


def test_the_solution_convicts_the_code_if_it_runs_from_the_board_alone() -> None:
    record = '[Black "(+0000.10a1g8)"]\n[FEN "6k1/8/8/8/7P/8/4P3/K7 w - - 0 1"]\n\n1. e4 Kf7 2. h5 Ke6 3. Kb2 1-0\n'
    assert _fixes(record, "pgn") == [("0000.20", False)]


def test_a_man_on_a_wrong_square_is_put_where_the_moves_need_him() -> None:
    record = '[Black "(+0101.00a1c3)"]\n[FEN "8/8/8/8/8/2k2N2/8/K6R w - - 0 1"]\n\n'
    moves = "1. Nd5+ (1. Ng4 Kd4 2. Nf6) (1. Nc2 Kd3) 1... Kd4 2. Nf4 Kc3 1-0\n"
    assert _fixes(record + moves, "pgn") == [("8/8/8/8/8/2k1N3/8/K6R", False)]
    assert _fixes(record + moves.replace("(1. Nc2 Kd3)", ""), "pgn") == [
        ("8/8/8/8/8/2k1N3/8/K6R", True),
        ("8/8/5N2/8/8/2k5/8/K6R", True),
    ]


def test_a_man_that_is_missing_is_put_where_the_moves_need_him() -> None:
    record = '[Black "(+0101.00a1c3)"]\n[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]\n\n'
    moves = "1. Nd5+ (1. Ng4 Kd4 2. Nf6) (1. Nc2+ Kd3) 1... Kd4 2. Nf4 Kc3 1-0\n"
    assert _fixes(record + moves, "pgn") == [("8/8/8/8/8/2k1N3/8/K6R", False)]
    assert _fixes(record + moves.replace("(1. Nc2+ Kd3)", ""), "pgn") == [
        ("0100.00", True),
        ("8/8/8/8/8/2k1N3/8/K6R", True),
        ("8/8/5N2/8/8/2k5/8/K6R", True),
    ]
    # The moves do not need him, or do not tell where he stood.
    assert _fixes(record + "1. Ka2 Kc2 2. Rh2+ Kc3 1-0\n", "pgn") == [("0100.00", True)]
    assert _fixes(record + "1. Nd5+ Kd4 2. Nf4 Kc3 1-0\n", "pgn") == [("0100.00", True)]


def test_where_two_men_are_missing_none_is_put_on_the_board() -> None:
    board = Placement("8/8/8/8/8/2k5/8/K7")
    one, two = Force(0, 1, 0, 0, 0, 0), Force(0, 1, 1, 0, 0, 0)
    assert len(with_man_added(board, one)) == 62
    assert with_man_added(board, two) == []


def test_a_rank_whose_sign_was_lost_is_empty() -> None:
    text = "a1c3 0100.00 2/1 Win `8/8//8/8/2k5/8/K6R w - - 0 1`\n"
    assert _fixes(text) == [("8/8/8/8/8/2k5/8/K6R", False)]


def test_a_rank_that_was_typed_twice_is_removed() -> None:
    fixes = _fixes("a1c3 0100.00 2/1 Win `8/8/8/8/8/2k5/2k5/8/K6R w - - 0 1`\n".replace("2k5/8/K", "8/8/K"))
    assert fixes == [("8/8/8/8/8/2k5/8/K6R", False)]
    fixes = _fixes("a1c3 0100.10 3/1 Win `8/8/8/3P4/3P4/8/2k5/8/K6R w - - 0 1`\n")
    assert fixes == [("8/8/8/3P4/8/2k5/8/K6R", False)]


def test_the_goal_of_a_code_tells_which_result_is_wrong() -> None:
    """The sole fix writes what two of three say; without a code there is one for each, and none is applied."""
    record = (
        '[White "Nobody"]\n[Black "({})"]\n[Result "{}"]\n[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]\n\n'
        "1. Rh3+ Kc4 2. Rh4+ {}\n"
    )
    assert _fixes(record.format("+0100.00a1c3", "1/2-1/2", "1-0"), "pgn") == [("1-0", False)]
    assert _fixes(record.format("+0100.00a1c3", "1/2-1/2", "1/2-1/2"), "pgn") == [("=", True)]
    assert _fixes(record.format("=0100.00a1c3", "1/2-1/2", "1-0"), "pgn") == [("1/2-1/2", False)]
    assert _fixes(record.format("=0100.00a1c3", "1-0", "1/2"), "pgn") == [("1/2-1/2", False)]
    assert _fixes(record.format("Somebody", "1-0", "1/2"), "pgn") == [("1-0", True), ("1/2-1/2", True)]


def test_the_other_side_to_move_is_offered_where_the_stated_one_leaves_the_other_in_check() -> None:
    assert _fixes("a1c3 0400.00 2/2 Draw `r7/8/8/8/8/2k5/7R/K7 b - - 0 1`\n") == [("w", True)]
    # With either side to move it is impossible.
    assert _fixes("a1c3 0500.00 3/2 Draw `r7/8/8/8/8/2k4R/7R/K7 b - - 0 1`\n") == []


_FEN = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"


@pytest.mark.parametrize(
    ("host", "sound"),
    [
        ("html", f'<p data-gbr="0323.12" data-wk="g3" data-bk="g1" data-fen="{_FEN}">'),
        ("html", f"<tr><th>GBR<th>wK<th>bK<th>FEN<tr><td>0323.12</td><td>g3</td><td>g1</td><td>{_FEN}</td></tr>"),
        ("csv", f"gbr,bk,wk,fen\n0323.12,g1,g3,{_FEN}\n"),
        ("csv", f"gbr,wk,bk,fen\n0323.12,g3,g1,{_FEN}\n"),
        ("json", f'{{"gbr": "0323.12", "wk": "g3", "bk": "g1", "fen": "{_FEN}"}}'),
        ("markdown", f"0323.12 wKg3 bKg1 (`{_FEN}`)"),
        ("markdown", f"| class | kings | board |\n|--|--|--|\n| 0323.12 | g3/g1 | `{_FEN}` |\n"),
    ],
)
@pytest.mark.parametrize(("king", "wrong"), [("g3", "f4"), ("g1", "f1")])
def test_a_king_is_mended_where_it_stands(host: str, sound: str, king: str, wrong: str) -> None:
    """What stands between two kings that are written apart is no part of the code."""
    spoiled = sound.replace(king, wrong)
    (finding,) = gbr_lsp.check(spoiled, host)
    assert finding.rule == "king-mismatch"
    (edit,) = finding.fixes[0].edits
    assert spoiled[: edit.span[0]] + edit.text + spoiled[edit.span[1] :] == sound


LINE = "1.Rh3+ Kd4 2.Rh4+ Ke5 3.Rh5+ Kd4 4.Rh4+ Kc5 5.Rh5+ Kb4\n"


def test_a_line_that_runs_from_another_square_of_a_man_offers_both_in_prose() -> None:
    of_fen = "a1c3 0100.00 2/1 Win\n\n8/8/8/8/8/2k5/8/K5R1 w - - 0 1\n\n"
    assert _fixes(of_fen + LINE) == [("Rh1", True), ("8/8/8/8/8/2k5/8/K6R", True)]
    of_list = "a1c3 0100.00 g1 2/1 Win\n\n"
    assert _fixes(of_list + LINE) == [("Rh1", True), ("h1", True)]


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.long)])
def test_the_title_of_a_fix_says_what_its_edits_write(step: int) -> None:
    """One block of the specifications in `step` is tried."""
    seen = 0
    for path in sorted((Path(__file__).parents[1] / "specs").rglob("*.md")):
        for fixture in islice(specs.fixtures(path.read_text(encoding="utf-8")), 0, None, step):
            for placed in lint(fixture.document, fixture.selected) if fixture.can_run else ():
                for fix in placed.finding.fixes:
                    seen += _names_its_edits(placed.finding.place, fix)
    assert 100 < seen * step


def _names_its_edits(place: Place, fix: Fix) -> bool:
    """Return True if the title of `fix` has the texts before and after its edits, as asserted here."""
    title = fix.title.partition(" to match ")[0]
    first, last = fix.edits[0].place, fix.edits[-1].place
    in_words = title.startswith(("Change the ", "Change rank ", "Change all ")) or " and " in title
    if not title.startswith("Change ") or in_words or first.block is not last.block:
        return False
    written = Span(first.span.start, last.span.end)
    titles = []
    for span in (written, place.span) if place.block is first.block and place.span.covers(written) else (written,):
        edits = [Edit(one.place.span.shift(-span.start), one.text) for one in fix.edits]
        after = apply_edits(first.block.text[span.start : span.end], edits)
        titles.append(edit_title(first._replace(span=span), after))
    assert title in titles
    return True
