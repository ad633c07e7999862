"""The position at a caret among moves is the one that the linter judges."""

from pathlib import Path

import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.ide.support.cursor_moves import moves_at
from gbr_lsp.model.aim import aim_of
from gbr_lsp.model.document import Document
from gbr_lsp.model.prose_misprints import section_lines
from gbr_lsp.model.prose_moves import ProseMoves
from gbr_lsp.solutions.line import Node, nodes_of
from tests.support.specs import fixtures

SPECS = Path(__file__).parents[1] / "specs"
_LENGTH = 40_000
"""Code points; a longer text is followed in parts by the editor."""


def _judged_moves(document: Document) -> dict[int, list[Node]]:
    """Return the nodes of the moves of prose that rules judge, variations included, by offset.

    A line may be that of two studies.
    """
    section = document.as_section()
    found: dict[int, list[Node]] = {}
    for study, claim in section_lines(section).main_lines:
        aim = aim_of(study)
        line = ProseMoves(section, claim, aim.goal).line if aim else claim.line.moves
        for node in nodes_of([*line]):
            if node.after is not None:
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
