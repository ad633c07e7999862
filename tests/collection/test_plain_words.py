"""Questions in plain words: each is read as the table of specifications says."""

import random
from collections import Counter
from contextlib import suppress
from pathlib import Path

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gbr_lsp
from gbr_lsp.collection.facts import plain_text
from gbr_lsp.collection.plain_words import read_plain
from gbr_lsp.collection.search import BadQuery, read_query
from gbr_lsp.database.record_positions import is_met_in_play
from tests.collection.test_search import facts_in

SPEC = Path(__file__).parent / "plain-words.md"
NAMES = {
    "composer": "kubbel troitzky reti van der heijden o'donovan grin-gulyaev",
    "event": "shakhmaty chicago tribune kubbel mt",
    "title": "the saavedra position",
}


def field_of(word: str) -> str | None:
    plain = plain_text(word)
    for name, words in NAMES.items():
        if f" {words}".find(f" {plain}") != -1:
            return name
    return None


def questions() -> list[tuple[str, str]]:
    rows = [line for line in SPEC.read_text("utf-8").splitlines() if line.startswith("| ")][1:]
    pairs = [row.replace("\\|", "¦").strip("| ").split(" | ") for row in rows]
    return [(words.strip(), reading.replace("¦", "|").strip()) for words, reading in pairs]


@pytest.mark.parametrize(("words", "reading"), questions())
def test_each_question_is_read_as_the_table_says(words: str, reading: str) -> None:
    assert read_plain(words, field_of) == reading
    read_query(reading)


def test_there_are_sixty_questions() -> None:
    assert 60 <= len({words for words, _ in questions()})


@pytest.mark.parametrize("word", ["xyzzy", "#!", "Rinck", "k9", "0323.1", "against", "1234567", "rook:a"])
def test_a_word_without_meaning_is_named_with_three_examples(word: str) -> None:
    with pytest.raises(BadQuery, match="is not understood") as caught:
        read_plain(f"Kubbel {word} 1925", field_of)
    assert repr(word) in str(caught.value)
    assert str(caught.value).endswith("Try rook against pawn, Kubbel 1925 or 1st prize draw")


_WORDS = [*sorted({word for words, _ in questions() for word in words.split()}), "or", "not", "v", '"', "(", "|", "-"]


@given(st.lists(st.sampled_from(_WORDS), max_size=7).map(" ".join))
def test_every_reading_is_a_query_and_is_read_as_itself(words: str) -> None:
    try:
        reading = read_plain(words, field_of)
    except BadQuery:
        return
    read_query(reading)


@given(st.text(max_size=30))
def test_any_text_has_a_reading_or_an_error(text: str) -> None:
    with suppress(BadQuery):
        read_query(read_plain(text, lambda _word: "composer"))


_NAMES = {"Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
_NUMBERS = {1: "", 2: "two ", 3: "three "}


@given(st.integers(0, 1 << 32))
def test_material_in_words_finds_the_boards_with_it_whichever_side_has_it(seed: int) -> None:
    random_ = random.Random(seed)
    sides = [Counter(random_.choices("QRBNPP", k=random_.randint(1, 2))) for _ in range(2)]
    words = " against ".join(
        " and ".join(f"{_NUMBERS[count]}{_NAMES[kind]}{'s' * (1 < count)}" for kind, count in side.items())
        for side in sides
    )
    query = read_query(read_plain(words, field_of))
    for _ in range(4):
        others = (
            random_.sample(sides, 2) if random_.random() < 0.6 else [Counter("R"), Counter(random_.choice("QRBNP"))]
        )
        board = _board_with(others, random_)
        facts = facts_in(
            f'[Black "({gbr_lsp.code_of(board.fen()).spell("prefixed", "=")})"]\n[FEN "{board.fen()}"]\n\n*\n'
        )[0]
        assert query.is_match(facts) == (others in (sides, sides[::-1])), (words, board.fen())


def _board_with(sides: list[Counter[str]], random_: random.Random) -> chess.Board:
    """Return a board with the men of White and Black, and both kings."""
    while True:
        board = chess.Board(None)
        men = [
            (kind, color) for color, side in ((True, sides[0]), (False, sides[1])) for kind in ["K", *side.elements()]
        ]
        for (kind, color), square in zip(men, random_.sample(range(8, 56), len(men)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(kind if color else kind.lower()))
        if board.is_valid():
            return board


@given(st.integers(0, 1 << 32))
def test_mate_and_stalemate_are_those_of_another_program(seed: int) -> None:
    random_ = random.Random(seed)
    board = _board_with([Counter("QR"), Counter(random_.choice(["", "P"]))], random_)
    game = chess.pgn.Game.from_board(board)
    node: chess.pgn.GameNode = game
    seen = set()
    for _ in range(40):
        moves = sorted(board.legal_moves, key=str)
        if not moves:
            seen.add("mate" if board.is_checkmate() else "stalemate")
            break
        ending = [move for move in moves if _ends(board, move)]
        board.push(random_.choice(ending or moves))
        node = node.add_variation(board.peek())
    text = str(game)
    facts = facts_in(f'[Black "(+{"0000.00"}a1a8)"]\n{text}')[0]
    for word in ("mate", "stalemate"):
        condition = read_query(read_plain(word, field_of)).condition
        assert is_met_in_play(condition, facts, lambda: text) == (word in seen), text


def _ends(board: chess.Board, move: chess.Move) -> bool:
    board.push(move)
    try:
        return not any(board.legal_moves)
    finally:
        board.pop()
