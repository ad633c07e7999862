"""What was read is counted alike however it was read."""

import random

import pytest
from hypothesis import given, settings

from gbr_lsp.hosts import host_for
from gbr_lsp.lint import fastpath
from gbr_lsp.lint.coverage import Coverage, coverage_of, total_coverage
from gbr_lsp.lint.engine import DEFAULT_RULES, lint
from gbr_lsp.lint.explain_witnesses import LintFacts
from gbr_lsp.model.document import Document
from tests.cli.test_large_pgn import collection
from tests.support.strategies import kinds, texts


def read(text: str, name: str, selected: frozenset[str] = DEFAULT_RULES) -> Coverage:
    document = Document.of(text, host_for(name))
    lint(document, selected)
    return coverage_of(document, selected)


@given(texts, kinds)
@settings(max_examples=50)
def test_codes_and_boards_are_those_of_the_studies(text: str, kind: str) -> None:
    studies = list(Document.of(text, host_for(kind)).studies())
    boards = sum(next(study.placements, None) is not None for study in studies)
    assert read(text, kind)[:2] == (len(studies), boards)


@pytest.mark.parametrize("seed", range(20))
def test_clean_records_count_as_if_they_were_read(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = collection(random.Random(seed))
    fast = read(text, "a.pgn")
    monkeypatch.setattr(fastpath, "clean_game", lambda text: None)
    assert read(text, "a.pgn") == fast


def test_solutions_are_counted_where_they_are_followed() -> None:
    record = """[White "Kubbel=L"]
[Black "(=0323.12g3g1)"]
[Result "1/2-1/2"]
[FEN "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"]

1. Bxg8 1/2-1/2
"""
    assert read(record, "a.pgn") == Coverage(1, 1, 1)
    assert read(record.replace("1. Bxg8 ", "{1. Bxg8} "), "a.pgn") == Coverage(1, 1, 0)
    assert read(record.replace("Bxg8", "Bxg7"), "a.pgn") == Coverage(1, 1, 1)
    assert read(record, "a.pgn", frozenset({"control-mismatch"})) == Coverage(1, 1, None)


def test_totals_leave_out_what_is_not_known() -> None:
    assert total_coverage([Coverage(1, 1, 1), Coverage(2, 0, None)]) == Coverage(3, 1, 1)
    assert total_coverage([]) == Coverage(0, 0, None)
    assert Coverage(1, 0, None, unmatched=1).summary == "0 of 1 code compared (0 with a board)"
    assert Coverage(14, 11, 9, unmatched=3).summary == "11 of 14 codes compared (11 with a board, 9 with a solution)"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("0323.12 g3g1\n", "0 of 1 code compared (0 with a board, 0 with a solution)"),
        ("g3g1 0323.12 4/5 Draw\n",
         "1 of 1 code compared (0 with a board, 0 with a solution; of the others 1 with a control)"),
        ("=0323.12g3g1 (WK g3, BK g1)\n",
         "1 of 1 code compared (0 with a board, 0 with a solution; of the others 1 with a remark)"),
        ("=0323.12g3g1 (4+5)\n",
         "1 of 1 code compared (0 with a board, 0 with a solution; of the others 1 with a remark)"),
        ("a1c3 0100.00 2/1 Win\n\n# B\n\n=0323.12g3g1 (4+5)\n\n# C\n\n=0323.12g3g1\n\n6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1\n"
         "\n# D\n\n+0100.00a1c4\n",
         "3 of 4 codes compared (1 with a board, 0 with a solution; of the others 1 with a control, 1 with a remark)"),
    ],
)  # fmt: skip
def test_codes_without_a_board_are_compared_with_other_things(text: str, shown: str) -> None:
    assert read(text, "a.md").summary == shown


def test_a_control_that_no_rule_compares_is_not_counted() -> None:
    assert read("g3g1 0323.12 4/5 Draw\n", "a.md", frozenset({"king-mismatch"})).controls == 0


def test_the_words_of_a_list_that_are_not_read_are_named() -> None:
    text = "White: Kb6, Rf4, Be4. Black: Kd7, pawnz e2, e3.\n\nGBR 0110.02 b6d7\n\n# B\n\n0110.02 b6d7\n"
    document = Document.of(text, host_for("a.md"))
    (beside, other), facts = document.studies(), LintFacts(document)
    assert facts.unread_in_words(beside) == "the list of pieces above is not read: “pawnz”"
    assert facts.unread_in_words(other) == ""
