"""Comments and glyphs of moves, compared with python-chess, which reads each token with its own grammar."""

import io
import re
import time
from pathlib import Path
from random import Random

import chess.pgn
import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.ide.move_nodes import MoveNode, move_nodes
from gbr_lsp.ide.support.cursor_moves import moves_around
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.nags import meaning, sign_of
from tests.support.studies import random_study

FEN = '[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]'
Row = tuple[int, str, str, str]
"""Depth of a move, its SAN, and the comments before and after it."""


def nodes_of(text: str, offset: int | None = None, name: str = "a.pgn") -> list[MoveNode]:
    document = Document.of(text, host_for(name))
    found = moves_around(document, len(text.rstrip()) if offset is None else offset)
    assert found
    return move_nodes(found, document).nodes


def rows_of(nodes: list[MoveNode]) -> list[Row]:
    """The rows of nodes, each with all after it before its next sibling."""
    children: dict[int, list[int]] = {}
    for number, node in enumerate(nodes):
        if node.parent is not None:
            children.setdefault(node.parent, []).append(number)
    rows, waiting = [], [(0, 0)]
    while waiting:
        number, depth = waiting.pop()
        node = nodes[number]
        rows.append((depth, node.move.san if node.move else "", node.before or "", node.comment or ""))
        waiting += [(child, depth + 1) for child in reversed(children.get(number, []))]
    return rows


def naive_rows(text: str) -> list[Row]:
    """The rows of the only game of `text`, which has no comments to the line end."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert game
    rows: list[Row] = []
    waiting: list[tuple[chess.pgn.GameNode, int]] = [(game, 0)]
    while waiting:
        node, depth = waiting.pop()
        is_move = isinstance(node, chess.pgn.ChildNode)
        comments = [re.sub(r"\[%.*?\]", "", one) for one in (node.starting_comment if is_move else "", node.comment)]
        before, after = (" ".join(one.split()) for one in comments)
        rows.append((depth, node.san() if isinstance(node, chess.pgn.ChildNode) else "", before, after))
        waiting += [(child, depth + 1) for child in reversed(node.variations)]
    return rows


def commented(random: Random, text: str) -> str:
    """`text` with comments between the words of its movetext, also next to brackets."""
    head, movetext = text.split("\n\n", 1)
    words = re.findall(r"\{[^}]*\}|[()]|[^\s(){}]+", movetext)
    made = []
    for number, word in enumerate(words[:-1]):
        made.append(word)
        comments = (f"{{c{number}}}", f"{{ c\n{number} }} {{[%cal Ga1a2]}}", f"{{(1.e4 $1) [%clk 1:00] {number}}}")
        # The standard has no glyph after a comment.
        if random.random() < 0.4 and not words[number + 1].startswith("$"):
            made += random.choices(comments, k=random.choice((1, 1, 2)))
    return f"{head}\n\n{' '.join([*made, words[-1]])}\n"


@pytest.mark.parametrize("seed", range(40))
def test_comments_are_those_of_python_chess(seed: int) -> None:
    random = Random(seed)
    text = commented(random, random_study(random, deep=3).pgn)
    assert rows_of(nodes_of(text)) == naive_rows(text)


def test_comments_of_real_games(corpora: Path) -> None:
    games = re.split(r"(?m)^(?=\[Event )", (corpora / "hhdb-sample.pgn").read_text(encoding="utf-8"))
    compared = comments = 0
    for text in games:
        if "{" in text:
            rows = rows_of(nodes_of(text))
            assert rows == naive_rows(text)
            compared += 1
            comments += sum(bool(before) + bool(after) for *_, before, after in rows)
    assert 50 < compared <= comments


@pytest.mark.parametrize(
    ("moves", "rows"),
    [
        ("{a} {b} 1.Kg7 {c} 1...h4", [(0, "", "", "a b"), (1, "Kg7", "", "c"), (2, "h4", "", "")]),
        ("1.{a}Kg7{b}h4", [(0, "", "", "a"), (1, "Kg7", "", "b"), (2, "h4", "", "")]),
        ("1.Kg7 $1 ; a { b\n; c\n%no\n h4 ;d", [(0, "", "", ""), (1, "Kg7", "", "a { b c"), (2, "h4", "", "d")]),
        ("1.Kg7 {a;\r\n b} h4", [(0, "", "", ""), (1, "Kg7", "", "a; b"), (2, "h4", "", "")]),
        (
            "1.Kg7 {a} ({b} 1.Kg8 {c} ({d}1.Kh7{e}) {f} Kb6) {g} h4 {h} *",
            [
                (0, "", "", ""),
                (1, "Kg7", "", "a g"),
                (2, "h4", "", "h"),
                (1, "Kg8", "b", "c f"),
                (2, "Kb6", "", ""),
                (1, "Kh7", "d", "e"),
            ],
        ),
        ("1.Kg7 ({a}) {b} h4", [(0, "", "", ""), (1, "Kg7", "", "a b"), (2, "h4", "", "")]),
        ("1.Kg7 (({a}) {b}) {c} h4", [(0, "", "", ""), (1, "Kg7", "", "a b c"), (2, "h4", "", "")]),
        ("({a}) {b} 1.Kg7", [(0, "", "", "a b"), (1, "Kg7", "", "")]),
        ("1.Kg7 ({a} 1.Kg8", [(0, "", "", ""), (1, "Kg7", "", ""), (1, "Kg8", "a", "")]),
        ("1.Kg7 {} {[%eval 0.3,12]} h4 {a", [(0, "", "", ""), (1, "Kg7", "", ""), (2, "h4", "", "a")]),
        ("1.Kg5 {a} h4 {b} xyz {c}", [(0, "", "", ""), (1, "", "", "a"), (2, "", "", "b c")]),
    ],
)
def test_each_comment_belongs_to_one_node(moves: str, rows: list[Row]) -> None:
    text = f"{FEN}\n\n{moves}\n"
    assert rows_of(nodes_of(text, text.index("\n\n") + 2)) == rows


def test_signs_and_meanings_are_those_of_the_glyphs() -> None:
    glyphs = nodes_of(f"{FEN}\n\n1.Kg7 $1 $16 $199 {{a}} h4!? *\n")[1].glyphs
    assert [sign_of(glyph) for glyph in glyphs] == ["!", "±", "$199"]
    assert [meaning(glyph) for glyph in glyphs] == ["good move (!)", "White has a moderate advantage", None]


def test_braces_in_prose_are_brackets() -> None:
    text = f"=0000.11h8a6 `{FEN[6:-2]}`\n\n1.Kg7 {{a}} h4 {{b}} 2.Kf6 Kb6 3.Ke5 draws.\n"
    rows = rows_of(nodes_of(text, text.index("h4"), "a.md"))
    assert [comment for *_, comment in rows] == ["", "a", "b", "", "", "draws."]


@pytest.mark.parametrize("unit", ["{a} ", "({a}) ", "(({a}) {b} 1.Kg8 {c}) "])
def test_time_is_linear_in_the_comments(unit: str) -> None:
    def seconds(count: int) -> float:
        document = Document.of(f"{FEN}\n\n1.Kg7 {unit * count}h4 *\n", host_for("a.pgn"))
        found = moves_around(document, document.length - 2)
        assert found
        begun = time.process_time()
        move_nodes(found, document)
        return time.process_time() - begun

    few, many = (min(seconds(count) for _ in range(3)) for count in (500, 4_000))
    assert many < 0.02 + 24 * few
