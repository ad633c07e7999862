"""Variations promoted and demoted as python-chess does it."""

from io import StringIO
from random import Random

import chess.pgn
import pytest

from gbr_lsp.base.text import apply_edits
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.support.branches import MoveEdit
from gbr_lsp.ide.support.cursor_moves import moves_at
from gbr_lsp.ide.support.move_edits import move_edits
from gbr_lsp.model.document import Document
from tests.support.studies import random_study

PLAIN = chess.pgn.StringExporter


def _lines(game: chess.pgn.GameNode) -> list[chess.pgn.ChildNode]:
    """The first moves of the variations of a game, in the order of the text."""
    found: list[chess.pgn.ChildNode] = []
    node = game
    while node.variations:
        for other in node.variations[1:]:
            found += [other, *_lines(other)]
        node = node.variations[0]
    return found


def _read(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(StringIO(text))
    assert game is not None
    assert not game.errors
    return game


@pytest.mark.parametrize("seed", range(6))
def test_promotions_and_demotions_are_those_of_python_chess(seed: int) -> None:
    random = Random(seed)
    text = random_study(random).pgn
    document = Document.of(text, host_for("a.pgn"))
    count = len(_lines(_read(text)))
    lines = moves_at(document, len(text) - 1)
    assert lines is not None
    variations = lines.tree.starts
    assert len(variations) == count
    for number in random.sample(range(count), min(count, 12)):
        line = variations[number]
        found = {edit.title.split()[0]: edit for edit in move_edits(document, line.span.start)}
        for name in ("Promote", "Demote"):
            game = _read(text)
            node = _lines(game)[number]
            parent = node.parent
            assert parent is not None
            place = parent.variations.index(node)
            if name == "Demote" and place + 1 == len(parent.variations):
                assert name not in found
                continue
            (parent.promote if name == "Promote" else parent.demote)(node)
            changed = _read(apply_edits(text, found[name].edits))
            assert changed.accept(PLAIN(columns=None)) == game.accept(PLAIN(columns=None)), found[name]


@pytest.mark.parametrize("seed", range(6))
def test_a_promoted_variation_is_demoted_to_the_same_game(seed: int) -> None:
    text = random_study(Random(seed), deep=1).pgn
    document = Document.of(text, host_for("a.pgn"))
    lines = moves_at(document, len(text) - 1)
    assert lines is not None
    line = lines.tree.starts[0]
    promoted = apply_edits(text, _titled(document, line.span.start, "Promote").edits)
    after = Document.of(promoted, host_for("a.pgn"))
    back = moves_at(after, len(promoted) - 1)
    assert back is not None
    first = next(one for one in back.tree.rest(back.tree.root) if one.before == line.before)
    demoted = apply_edits(promoted, _titled(after, first.span.start, "Demote").edits)
    assert _read(demoted).accept(PLAIN(columns=None)) == _read(text).accept(PLAIN(columns=None))


def _titled(document: Document, offset: int, word: str) -> MoveEdit:
    return next(edit for edit in move_edits(document, offset) if edit.title.startswith(word))


@pytest.mark.parametrize(("king", "rook"), [("&#9812;", "&#9814;"), ("<b>♔</b>", "<b>♖</b>")])
def test_a_man_that_is_markup_is_not_written_in_other_letters(king: str, rook: str) -> None:
    board = "<p>a1c3 0100.00 2/1 Win <code>8/8/8/8/8/2k5/8/K6R w - - 0 1</code></p>\n"
    moves = f"<p>1.{rook}h3+ {king}c4 2.{rook}h4+ {king}c3 3.{rook}h3+ {king}c4 4.{rook}h4+</p>"
    document = Document.of(board + moves, host_for("a.html"))
    assert moves_at(document, len(board + moves) - 6)
    assert not move_edits(document, len(board + moves) - 6)
