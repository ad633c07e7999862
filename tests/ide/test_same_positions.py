"""The position at a caret among moves is the one that the linter judges."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.support.cursor_moves import moves_at
from gbr_lsp.ide.support.prose_window import ProseCache
from gbr_lsp.model.aim import aim_of
from gbr_lsp.model.assign import assign
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.line import Node, nodes_of
from gbr_lsp.solutions.line_tree import LineTree, RowRun
from tests.support.specs import fixtures

SPECS = Path(__file__).parents[1] / "specs"
_LENGTH = 40_000
"""Code points; a longer text is followed in parts by the editor."""


def _judged_moves(document: Document) -> dict[int, list[Node]]:
    """Return the nodes of the moves of prose that rules judge, variations included, by offset.

    A line may be that of two studies. The part of a torn line that is printed before its beginning is left out.
    """
    section = document.as_section()
    found: dict[int, list[Node]] = {}
    for solution in assign(section):
        if not solution.is_main:
            continue
        is_judged = solution.study is not None and aim_of(solution.study) is not None
        for node in nodes_of(solution.line if is_judged else [*solution.moves]):
            if node.after is not None and solution.span.start <= node.span.start:
                found.setdefault(node.span.start, []).append(node)
    return found


def _differences(document: Document) -> tuple[int, list[str]]:
    """Return the number of judged moves, and those at which a caret has another position."""
    judged, found = _judged_moves(document), []
    for offset, nodes in judged.items():
        here = moves_at(document, offset)
        if here is None or here.cursor.lost_reason or all(here.position != node.after for node in nodes):
            found.append(f"{offset}: {nodes[0].number}{nodes[0].san}")
    return len(judged), found


def test_a_caret_has_the_position_that_rules_judge() -> None:
    count = 0
    for page in sorted(SPECS.rglob("*.md")):
        for fixture in fixtures(page.read_text(encoding="utf-8")):
            document = fixture.document
            if document.host.has_records or _LENGTH < document.length:
                continue
            more, different = _differences(document)
            assert different == [], f"{page.name}: {document.text}"
            count += more
    assert 800 < count


@pytest.mark.parametrize("name", ["eg190-p1-18.txt", "eg190-p1-18-raw.txt"])
def test_a_caret_in_a_magazine_has_the_position_that_rules_judge(corpora: Path, name: str) -> None:
    document = Document.of((corpora / name).read_text(encoding="utf-8")[:_LENGTH], host_for(name))
    count, different = _differences(document)
    assert different == []
    assert 100 < count


STUDIES = """No. 1

a1c3 0100.00 2/1 Win `8/8/8/8/8/2k5/8/K6R w - - 0 1`

1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kc4 4.Kb2 Kd4 5.Rh4+ wins.

The first comment (a long one) is about rooks.

Not 1.Kb1? Kd4 2.Kc2 Ke4 draws.

No. 2

c5e7 0000.20 3/1 Win `8/4k3/8/2K5/P6P/8/8/8 w - - 0 1`

The second comment is about pawns.

1.h5 Kf6 2.h6 Kg6 3.a5 Kxh6 4.a6 Kg6 5.a7 wins.
"""


def _carets(document: Document) -> list[object]:
    found: list[object] = []
    for offset in range(document.length):
        here = moves_at(document, offset)
        step = here.step if here else None
        place = here and step and (here.text[slice(*step.span)], step.span.shift(here.shift))
        found.append(here and (here.fen, here.cursor.lost_reason, place))
    return found


@pytest.mark.parametrize("words", ["a long", "about rooks", "about pawns", "draws"])
@pytest.mark.parametrize("new", ["a short", "abo", "of", "on all kinds of men"])
def test_carets_after_an_edit_are_those_of_the_new_text(words: str, new: str) -> None:
    document = Document.of(STUDIES, host_for("a.md"))
    _carets(document)
    for _ in range(2):
        at = document.text.index(words)
        document = document.edit(Edit(Span(at, at + len(words)), new))
        assert _carets(document) == _carets(Document.of(document.text, document.host))
        at = document.text.index(new)
        document = document.edit(Edit(Span(at, at + len(new)), words))
        assert _carets(document) == _carets(Document.of(document.text, document.host))


def test_a_word_elsewhere_does_not_follow_a_line_again(monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document.of(STUDIES, host_for("a.md"))
    first, second = STUDIES.index("Rh3+"), STUDIES.index("h6")
    before = [moves_at(document, offset) for offset in (first, second)]
    runs: list[int] = []
    run = LineTree.run

    def counted(tree: LineTree, items: Sequence[int], start: Node, *, counted: bool) -> RowRun:
        runs.append(items[0])
        return run(tree, items, start, counted=counted)

    monkeypatch.setattr(LineTree, "run", counted)
    at = STUDIES.index("pawns")
    document = document.edit(Edit(Span(at, at), "the "))
    after = [moves_at(document, offset) for offset in (first, second + len("the "))]
    assert runs == []
    for old, new in zip(before, after, strict=True):
        assert old is not None
        assert new is not None
        assert old.tree is new.tree


def test_solutions_keep_few_versions_of_their_text() -> None:
    text = "".join(STUDIES + "\nWords.\n\n" * (5 * number + 1) for number in range(6))
    document = Document.of(text, host_for("a.txt"))
    versions = 0
    for found in re.finditer("comment", document.text):
        document = document.edit(Edit(Span(*found.span()), "remarks"))
        moves_at(document, found.start())
        solutions = document.chunk_of(0).cache_of(ProseCache).solutions
        versions = max(versions, len({id(one.prose) for one in solutions}))
    assert 1 < versions <= 4
