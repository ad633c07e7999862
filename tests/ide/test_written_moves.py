"""Moves that are written into a text stand there as they are meant, and change nothing else."""

import io
import random

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.hosts import host_for
from gbr_lsp.ide.support.cursor_moves import moves_at
from gbr_lsp.ide.support.written_moves import CannotWrite, write_moves
from gbr_lsp.model.document import Document

TAGS = """[White "Réti=R"]
[Black "(=0000.11h8a6)"]
[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]

"""
GAME = TAGS + "{x} 1. Kg7! $1 {good} (1. Kh7 h4) 1... h4 (1...Kb6 2.Kf6 h4 (2...Kxc6 3.Kg5)) 2. Kf6 Kb6 3. Ke5 *\n"
PROSE = """# Réti

h8a6 0000.11c6h5 2/2 Draw

`7K/8/k1P5/7p/8/8/8/8 w - - 0 1`

The solution is **1.Kg7! h4 2.Kf6 Kb6** (2…h3 3.Ke7) **3.Ke5 Kxc6 4.Kf4** and White draws.
"""


def after(text: str, name: str, needle: str, moves: str, within: int = 0) -> str:
    """The text in which moves are written at a place."""
    document = Document.of(text, host_for(name, ""))
    offset = text.index(needle) + within
    here = moves_at(document, offset)
    assert here
    assert here.fen
    (edit,) = write_moves(document, offset, here.fen, moves.split()).edits
    assert edit.span.start == edit.span.end
    return document.edit(edit).text


@pytest.mark.parametrize(
    ("needle", "moves", "expected"),
    [
        # Another first move stands behind those that are there, and Black's next move has its number already.
        ("{x}", "h8g8 h5h4", "(1. Kh7 h4) (1. Kg8 h4) 1... h4 (1"),
        ("{x}", "h8g7 a6a5", "3.Kg5)) (1...Ka5) 2. Kf6"),
        # What stands there is followed, and gone on with.
        ("{x}", "h8h7 h5h4 h7g6", "(1. Kh7 h4 2. Kg6) 1... h4"),
        ("{x}", "h8h7 a6a5 h7g6", "(1. Kh7 h4 (1...Ka5 2. Kg6)) 1... h4"),
        ("Kg7", "a6b6 g7f6 h5h4 f6e5", "(2...Kxc6 3.Kg5) 3. Ke5) 2. Kf6"),
        ("Ke5", "b6c6", "3. Ke5 Kxc6 *"),
        ("Kf6 Kb6", "h4h3", "Kb6 (2...h3) 3. Ke5"),
        ("Kh7 h4", "a6b6", "(1. Kh7 h4 (1...Kb6)) 1... h4"),
    ],
)
def test_moves_in_a_game(needle: str, moves: str, expected: str) -> None:
    text = after(GAME, "a.pgn", needle, moves)
    assert expected in text
    assert len(GAME) < len(text)


@pytest.mark.parametrize(
    ("movetext", "moves", "expected"),
    [
        ("*", "h8g7 h5h4", "1. Kg7 h4 *"),
        ("", "h8g7", "1. Kg7"),
        ("1.Kg7 h4 2.Kf6 *", "h8h7", "1.Kg7 (1.Kh7) 1... h4 2.Kf6 *"),
        ("1. Kg7 h4 ; so\n2. Kf6 *", "h8g7 a6b6 g7f6", "1. Kg7 h4 ; so\n(1... Kb6 2. Kf6) 2. Kf6 *"),
        ("1. Kg7 h4 {so} *", "h8g7 h5h4 g7f6", "1. Kg7 h4 {so} 2. Kf6 *"),
        ("1. Kg7 {so} *", "h8g7 h5h4", "1. Kg7 {so} 1... h4 *"),
        ("1. Kg7*", "h8g7 h5h4", "1. Kg7 h4 *"),
        ("{so} *", "h8g7", "{so} 1. Kg7 *"),
        ("1. Kg7(1. Kh7)*", "h8g8", "1. Kg7(1. Kh7) (1. Kg8) *"),
    ],
)
def test_the_style_of_a_game_is_kept(movetext: str, moves: str, expected: str) -> None:
    text = after(f"{TAGS}{movetext}\n", "a.pgn", "\n\n", moves, 2)
    assert text == f"{TAGS}{expected}\n"


def test_moves_in_prose() -> None:
    assert "1.Kg7! (1.Kh7 h4 2.Kg6) h4 2.Kf6" in after(PROSE, "a.md", "Kg7", "h8h7 h5h4 h7g6", -1)
    assert "h4 (1…Kb6 2.Kf6) 2.Kf6" in after(PROSE, "a.md", "Kg7", "a6b6 g7f6")
    assert "4.Kf4 Kd5** and" in after(PROSE, "a.md", "Kf4", "c6d5")


def test_letters_are_those_of_the_text() -> None:
    german = TAGS + "1. Kg7 h4 2. Kf6 h3 3. Ke7 h2 4. c7 Kb7 5. Kd7 h1D 6. c8D+ *\n"
    # Black promotes to a rook instead.
    assert "5. Kd7 h1D (5... h1T) 6. c8D+ *" in after(german, "a.pgn", "Kd7", "h2h1r")
    assert "6. c8D+ Kb6 7. Dc6+" in after(german, "a.pgn", "c8D+", "b7b6 c8c6")


@pytest.mark.parametrize(
    ("needle", "moves", "why"),
    [
        ("Kf6 h4", "b6c6 f6g5", "These moves are already in the text"),
        ("{x}", "h8h1", "The move h8h1 cannot be made here"),
        ("{x}", "", "There are no moves to write"),
        ("{x}", "h8g7q", "The move h8g7q cannot be made here"),
    ],
)
def test_what_is_not_written(needle: str, moves: str, why: str) -> None:
    with pytest.raises(CannotWrite) as refused:
        after(GAME, "a.pgn", needle, moves)
    assert str(refused.value) == why


def test_moves_of_another_position_are_not_written() -> None:
    document = Document.of(GAME, host_for("a.pgn", ""))
    with pytest.raises(CannotWrite, match="has changed since"):
        write_moves(document, GAME.index("Kf6"), "7K/8/k1P5/7p/8/8/8/8 w - - 0 1", ["h8g7"])
    with pytest.raises(CannotWrite, match="There are no moves here"):
        write_moves(document, 3, "7K/8/k1P5/7p/8/8/8/8 w - - 0 1", ["h8g7"])
    lost = GAME.replace("Kf6 Kb6", "Kf6 Ka1")
    document = Document.of(lost, host_for("a.pgn", ""))
    here = moves_at(document, lost.index("Ka1") + 2)
    assert here
    assert here.fen
    with pytest.raises(CannotWrite, match="has changed since"):
        write_moves(document, lost.index("Ka1") + 2, here.fen, ["b6c6"])


def test_a_macro_that_plays_moves_gets_no_brackets() -> None:
    """LaTeX would not typeset the text any more; a move at its end is as good as any."""
    latex = PROSE.replace("**1.Kg7! h4 2.Kf6 Kb6** (2…h3 3.Ke7) **3.Ke5 Kxc6 4.Kf4**", "\\mainline{1.Kg7 h4 2.Kf6 Kb6}")
    with pytest.raises(CannotWrite, match=r"\\mainline\{…\} takes no variation among its moves"):
        after(latex, "a.tex", "Kg7", "a6b6")
    assert "2.Kf6 Kb6 3.Ke5}" in after(latex, "a.tex", "Kb6", "f6e5")


def test_an_unclosed_bracket_is_not_written_into() -> None:
    with pytest.raises(CannotWrite, match="A bracket among these moves is not closed"):
        after(f"{TAGS}1. Kg7 (1. Kh7 h4 2. Kg6 *\n", "a.pgn", "\n\n", "h8g8", 2)


def paths(node: chess.pgn.GameNode) -> set[str]:
    """Every line of a game from its start, as moves of engines."""
    found = set()
    for child in node.variations:
        found.add(" ".join(move.uci() for move in [*_before(node), child.move]))
        found |= paths(child)
    return found


def _before(node: chess.pgn.GameNode) -> list[chess.Move]:
    moves = []
    while node.parent:
        assert node.move
        moves.append(node.move)
        node = node.parent
    return moves[::-1]


def random_game(source: random.Random) -> chess.pgn.Game:
    game = chess.pgn.Game()
    game.setup("4k3/P6p/8/3pP3/8/8/1p5P/R3K3 w Q d6 0 1")
    nodes: list[chess.pgn.GameNode] = [game]
    for _ in range(source.randrange(1, 20)):
        node = source.choice(nodes[-4:] + nodes[:1])
        legal = [move for move in node.board().legal_moves if not node.has_variation(move)]
        if legal:
            nodes.append(node.add_variation(source.choice(legal)))
            if not source.randrange(4):
                nodes[-1].comment = "so (it is)"
            if not source.randrange(4):
                nodes[-1].nags.add(1)
    return game


@given(st.integers(0, 1 << 32))
def test_written_moves_are_what_other_programs_read(seed: int) -> None:
    """python-chess reads the same game, and one line more."""
    source = random.Random(seed)
    text = str(random_game(source)) + "\n"
    document = Document.of(text, host_for("a.pgn", ""))
    start = text.index("\n\n") + 2
    offset = source.randrange(start, len(text))
    here = moves_at(document, offset)
    if here is None or here.fen is None:
        return
    board = chess.Board(here.fen)
    moves = []
    for _ in range(source.randrange(1, 5)):
        legal = sorted(board.legal_moves, key=chess.Move.uci)
        if legal:
            moves.append(source.choice(legal).uci())
            board.push_uci(moves[-1])
    before = chess.pgn.read_game(io.StringIO(text))
    try:
        (edit,) = write_moves(document, offset, here.fen, moves).edits
        changed = document.edit(edit).text
    except CannotWrite as reason:
        if str(reason) not in ("These moves are already in the text", "There are no moves to write"):
            raise
        return
    after_ = chess.pgn.read_game(io.StringIO(changed))
    assert before
    assert after_
    assert not after_.errors
    new = paths(after_) - paths(before)
    assert paths(before) < paths(after_)
    longest = max(new, key=len)
    assert longest.endswith(" ".join(moves))
    assert all(longest.startswith(one) for one in new)
