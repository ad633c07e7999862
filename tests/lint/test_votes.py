"""The vote of a printed solution, as a text is edited and as `explain` tells it."""

import random
from itertools import islice
from pathlib import Path

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.lint.explain import explain
from gbr_lsp.model.document import Document
from tests.slips.voting import ties

TEXT = """a1c3 0100.00 2/1 Win `8/8/8/8/8/2k5/8/4K2R w - - 0 1`

1.Ka2 Kc2 2.Rh2+ Kc3 3.Rh3+ Kd4 4.Kb2 wins.
"""


def _blamed(document: Document) -> tuple[str, str] | None:
    """The side that the only finding convicts, and what its first fix writes."""
    found = [item.finding for item in lint(document)]
    assert [finding.rule for finding in found] == ["king-mismatch"]
    fixes = found[0].fixes
    if any(fix.is_tied for fix in fixes):
        return None
    assert len(fixes) == 1
    return "board" if "but the code" in found[0].message else "code", fixes[0].edits[0].text


def test_the_blame_follows_the_moves_as_they_are_edited() -> None:
    document = Document.of(TEXT, host_for("a.md"))
    assert _blamed(document) == ("board", "8/8/8/8/8/2k5/8/K6R")
    for moves in ("Ka2 Kc2", "Ke2 Kc2", "Kf2 Kc2", "Zug Kc2", "Ka2 Kc2"):
        start = document.text.index("1.") + 2
        document = document.edit(Edit(Span(start, document.text.index(" 2.Rh2")), moves))
        assert _blamed(document) == _blamed(Document.of(document.text, host_for("a.md"))), moves
    assert _blamed(document) == ("board", "8/8/8/8/8/2k5/8/K6R")


def test_it_is_explained() -> None:
    document = Document.of(TEXT, host_for("a.md"))
    told = [line.text for one in explain(document, Span(0, 1)) for _, lines in one.sections for line in lines]
    assert "the solution can be played only from the position of the code" in told
    assert "the board is wrong" in told


def test_the_solution_decides_most_slips_in_kings_and_none_wrongly(corpora: Path) -> None:
    made = list(islice(ties(corpora / "hhdb-sample.pgn", random.Random(15)), 40))
    decided = [(tie, blamed) for tie in made if (blamed := _blamed(Document.of(tie.text, host_for(tie.name))))]
    assert [tie.text for tie, blamed in decided if blamed != (tie.slip, tie.right)] == []
    assert len(made) == 40
    assert 0.6 * len(made) < len(decided)
