"""Lines drawn from the tables, sound ones and spoiled ones, judged as a naive reading of the rules judges them.

They need the tables, and say so without them. `python -m tests.tables` does the same with two hundred lines.
"""

import random
from functools import cache
from pathlib import Path

import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.block import Block, readable_text
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.tablebase import syzygy
from tests.support.specs import SYZYGY
from tests.tables.drawn import DrawnLine, drawn
from tests.tables.naive import RULES, as_prose, marks_of, naively, right_marks_of, said_of
from tests.tables.spoiled import KINDS

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not SYZYGY.is_dir(), reason=f"no tables at {SYZYGY}: set GBR_SYZYGY to run on them"),
]
_LINES = {0: 2, 1: 30}
"""How many lines are drawn from a seed: two in every run, and thirty with `--long`."""


@cache
def lines_of(seed: int) -> list[DrawnLine]:
    rng = random.Random(20 + seed)
    return [drawn(rng) for _ in range(_LINES[seed])]


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        *((kind, 0) for kind in KINDS if kind != "waste of time"),
        *(pytest.param(kind, 1, marks=pytest.mark.long) for kind in KINDS),
    ],
)
def test_what_is_put_into_a_line_is_found_and_nothing_else(kind: str, seed: int) -> None:
    """As PGN and as prose; and the marks behind the moves are those of direct probes."""
    rng = random.Random(seed)
    count = 0
    for line in lines_of(seed):
        spoiled = KINDS[kind](rng, line)
        if spoiled is None:
            continue
        game, goal, expected = spoiled
        assert said_of(f"{game}\n", "a.pgn") == expected, game
        assert said_of(as_prose(game, goal), "a.md") == naively(game, goal, in_prose=True), game
        assert marks_of(game) == right_marks_of(game), game
        count += 1
    assert count or not seed, "nothing could be put into any line"


def test_of_the_sample_of_a_database_each_finding_is_known(corpora: Path) -> None:
    text = (corpora / "hhdb-sample.pgn").read_text(encoding="utf-8-sig")
    document = Document.of(text, host_for("a.pgn"), Conventions(tables=syzygy((str(SYZYGY),))))
    assert [(item.finding.rule, item.finding.message) for item in lint(document, RULES)] == [
        ("unrefuted-try", "5.g8=Q is marked as a try, but its line ends in a draw (8.Kg7)"),
        ("throwaway", "4.Kb5 draws; only 4.e5 wins"),
        ("throwaway", "3.e5 draws; only 3.Kc4 wins"),
        ("dual", "9.Qe1+ is not the only move: 9.Qf1+ wins too"),
    ]


def test_a_section_is_read_once_for_all_lines_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Block] = []

    def counted(block: Block) -> str:
        read.append(block)
        return readable_text(block)

    monkeypatch.setattr("gbr_lsp.model.prose_text.readable_text", counted)
    fen = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"
    document = Document.of(f"=0000.11h8a6 `{fen}`\n\n1.Kg7 h4 2.Kf6 Kb6 3.Ke5 h3 draws.\n\n" * 9, host_for("a.md"))
    lint(document)
    assert 0 < len(read) <= len(list(document.blocks))
