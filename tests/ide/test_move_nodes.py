"""The nodes of moves, compared with the board and the line at each caret."""

from pathlib import Path
from random import Random

import pytest

from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.conversions import board_view
from gbr_lsp.ide.move_nodes import MAX_NODES, MoveNode, MoveNodes, move_nodes
from gbr_lsp.ide.support.cursor_moves import moves_around
from gbr_lsp.model.document import Document
from tests.ide.test_moves import CURSOR, FIXTURE, KINDS, neighbors
from tests.support.studies import random_study

PAGE = Path(__file__).parent / "moves.md"


def nodes_at(document: Document, offset: int) -> MoveNodes:
    followed = moves_around(document, offset)
    assert followed
    return move_nodes(followed, document)


def path_to(nodes: list[MoveNode], number: int) -> list[MoveNode]:
    found = []
    here: int | None = number
    while here:
        found.append(nodes[here])
        here = nodes[here].parent
    return found[::-1]


def check(document: Document, offset: int) -> int:
    """Compare all nodes around a caret with the board and the line at each of them; return their number."""
    found = nodes_at(document, offset)
    nodes = found.nodes
    assert not found.has_more
    assert [node.parent for node in nodes[:1]] == [None]
    for number, node in enumerate(nodes):
        assert number == 0 or (node.parent is not None and node.parent < number)
        here = nodes_at(document, node.span.start)
        board, line = board_view(document, node.span.start), moves_around(document, node.span.start)
        assert board is not None
        assert line is not None
        assert here.current == number
        assert here.nodes == nodes
        tree, cursor = line.tree, line.cursor
        assert here.lost_reason == node.lost_reason == cursor.lost_reason
        assert node.fen in (None, board["fen"])
        assert (node.move, node.position) == (line.step and tree.made(line.step), line.position)
        assert [(one.number + one.text, one.span) for one in path_to(nodes, number)] == [
            (tree.numbered(one), one.span.shift(line.shift)) for one in cursor.node.path
        ]
        children = [one for one in nodes if one.parent == number]
        assert [(one.text, one.span) for one in children] == [
            (tree.text_of(one), one.span.shift(line.shift)) for one in tree.choices(cursor.node)
        ]
        assert node.parent is None or nodes[node.parent].span == neighbors(line)[0]
    return len(nodes)


@pytest.mark.parametrize("seed", range(6))
def test_each_node_has_the_position_of_a_caret_at_it(seed: int) -> None:
    study = random_study(Random(seed))
    document = Document.of(study.pgn, host_for("a.pgn"))
    assert 6 < check(document, len(study.pgn) - 3)


def test_nodes_of_the_specified_moves() -> None:
    """Prose and games, with lost moves, notes and variations."""
    checked = 0
    for fixture in FIXTURE.finditer(PAGE.read_text(encoding="utf-8")):
        text = fixture["text"].replace(CURSOR, "")
        document = Document.of(text, host_for(KINDS[fixture["kind"]]))
        known: list[list[MoveNode]] = []
        for offset in range(len(text) + 1):
            line = moves_around(document, offset)
            if line is None:
                continue
            found, path = move_nodes(line, document), line.cursor.node.path
            assert path_to(found.nodes, found.current)[-1:] == [
                one for one in found.nodes[1:] if path and one.span == path[-1].span.shift(line.shift)
            ]
            assert found.lost_reason == line.cursor.lost_reason
            if found.nodes not in known:
                known.append(found.nodes)
                checked += check(document, offset)
    assert 100 < checked


GAME = """[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]

1.Kg7 $1 h4!? (1...Kb6 2.Kf5 h3 3.c7) 2.Kf6 *
"""


def test_a_lost_move_keeps_the_last_known_position() -> None:
    document = Document.of(GAME, host_for("a.pgn"))
    assert check(document, GAME.index("Kf5")) == 8
    nodes = nodes_at(document, GAME.index("Kf5")).nodes
    assert [(one.number, one.text, one.parent, [glyph.number for glyph in one.glyphs]) for one in nodes] == [
        ("", "", None, []),
        ("1.", "Kg7", 0, [1]),
        ("1…", "h4", 1, [5]),
        ("1…", "Kb6", 1, []),
        ("2.", "Kf5", 3, []),
        ("2…", "h3", 4, []),
        ("3.", "c7", 5, []),
        ("2.", "Kf6", 2, []),
    ]
    reason = "2.Kf5 cannot be played: the white king cannot go to f5"
    assert [one.lost_reason for one in nodes] == [None, None, None, None, reason, reason, reason, None]
    assert {one.fen for one in nodes[3:7]} == {"8/6K1/1kP5/7p/8/8/8/8 w - - 2 2"}


SHUFFLE = ("Kg7", "Kb6", "Kh8", "Ka6")


def shuffled(count: int, after: str = "") -> str:
    moves = [f"{'' if half % 2 else f'{half // 2 + 1}. '}{SHUFFLE[half % 4]}" for half in range(count)]
    return f'[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]\n\n{" ".join(moves)}{after} *\n'


@pytest.mark.parametrize("place", [0.0, 0.3, 0.99])
def test_of_a_very_long_game_the_nodes_near_the_caret_are_given(place: float) -> None:
    text = shuffled(7_000, " ( Kb5 )")
    document = Document.of(text, host_for("a.pgn"))
    begin = text.index("1. ")
    found = nodes_at(document, begin + int(place * (len(text) - begin)))
    assert found.has_more
    assert len(found.nodes) == MAX_NODES
    assert [one.parent for one in found.nodes if one.parent is None] == [None]
    current = found.nodes[found.current]
    assert current.fen == board_fen(document, current.span)
    assert found.nodes[0].fen == board_fen(document, found.nodes[0].span)
    assert found.nodes[-1].fen == board_fen(document, found.nodes[-1].span)
    assert (found.current == 0) == (place == 0)
    assert any(one.parent == found.current for one in found.nodes)


def board_fen(document: Document, span: Span) -> str | None:
    board = board_view(document, span.start)
    return board and board["fen"]


@pytest.mark.parametrize(("count", "more"), [(MAX_NODES - 1, False), (MAX_NODES, True)])
def test_the_limit_counts_the_start(count: int, more: bool) -> None:
    text = shuffled(count)
    found = nodes_at(Document.of(text, host_for("a.pgn")), len(text) // 2)
    assert (len(found.nodes), found.has_more) == (MAX_NODES, more)


@pytest.mark.parametrize("moves", ["(c5 c7(", "(c5 c7 (e6) d6) 1.e4 e5 *", "((e4 e5 (d5 (c5", "(e5 {x} Nf3 (* {y"])
def test_variations_without_a_move_before_them_have_no_nodes(moves: str) -> None:
    text = f'[N "\n{moves}'
    document = Document.of(text, host_for("a.pgn"))
    for offset in range(text.index("\n"), len(text) + 1):
        found = nodes_at(document, offset)
        assert [node.text for node in found.nodes] == ["", *(["e4", "e5"] if "1.e4" in moves else [])]
        assert found.current == 0 or ")" in text[:offset]
