"""Completion in printed solutions offers exactly the legal moves, as python-chess knows them."""

import random
from collections.abc import Iterator

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbr_lsp.hosts import host_for
from gbr_lsp.ide.completion import complete
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document

LETTERS = {
    "english": "KQRBN",
    "german": "KDTLS",
    "dutch": "KDTLP",
    "♔♕♖♗♘": "♔♕♖♗♘",
}
BOARDS = {"a.md": "`{}`\n\n", "a.txt": "{}\n\n", "a.tex": "\\fen{{{}}}\n\n", "a.adoc": "`{}`\n\n"}
SIGNS = ("", "", "", "!", "?!", "!?")


def starting_board(rng: random.Random) -> chess.Board:
    """Return a legal position of two kings and up to eight other men."""
    while True:
        board = chess.Board(None)
        squares = rng.sample(chess.SQUARES, rng.randrange(3, 11))
        men = [chess.KING, chess.KING, *rng.choices([chess.PAWN, chess.PAWN, 2, 3, 4, 5], k=len(squares) - 2)]
        for number, (square, kind) in enumerate(zip(squares, men, strict=True)):
            board.set_piece_at(square, chess.Piece(kind, bool(number % 2) if number < 2 else rng.random() < 0.5))
        board.turn = rng.random() < 0.5
        # Nothing says that a printed position has lost the right to castle.
        board.set_castling_fen("KQkq")
        board.castling_rights = board.clean_castling_rights()
        if board.is_valid() and any(board.legal_moves):
            return board


def in_letters(san: str, letters: str) -> str:
    return san.translate(str.maketrans("KQRBN", letters))


class Writer:
    """Writes moves in one style, with a random sign after each."""

    def __init__(self, rng: random.Random, letters: str) -> None:
        self.rng = rng
        self.letters = letters
        self.blank = rng.choice(("", " "))
        self.dots = rng.choice(("...", "…"))
        self.gap = rng.choice((" ", " ", "\n", "\r\n"))

    def number(self, ply: int, *, first: bool) -> str:
        if ply % 2 == 0:
            return f"{ply // 2 + 1}.{self.blank}"
        return f"{ply // 2 + 1}{self.dots}{self.blank}" if first else ""

    def moves(self, board: chess.Board, ply: int, count: int) -> Iterator[tuple[int, str]]:
        """Play up to `count` random moves on `board`; yield each ply with its text."""
        for number in range(count):
            legal = sorted(board.legal_moves, key=chess.Move.uci)
            if not legal:
                return
            move = self.rng.choice(legal)
            san = in_letters(board.san(move), self.letters)
            board.push(move)
            text = self.number(ply + number, first=number == 0) + san + self.rng.choice(SIGNS) + self.gap
            yield ply + number, text


def expected(board: chess.Board, typed: str, letters: str) -> list[str]:
    """The legal moves that contain what is typed in order, signs left out; none if it is a whole move."""
    moves = [in_letters(board.san(move), letters) for move in board.legal_moves]
    if typed in moves or typed in [move.rstrip("+#") for move in moves]:
        return []
    return sorted(move for move in moves if not typed or (move[0] == typed[0] and contains(move, bare(typed))))


def bare(text: str) -> str:
    return "".join(char for char in text if char not in "x=+#")


def contains(move: str, typed: str) -> bool:
    left = iter(move)
    return all(char in left for char in typed)


@pytest.mark.parametrize("notation", LETTERS)
@settings(max_examples=60)
@given(st.integers(0, 2**32), st.sampled_from(sorted(BOARDS)))
def test_exactly_the_legal_moves_are_offered(notation: str, seed: int, name: str) -> None:
    rng = random.Random(seed)
    letters = LETTERS[notation]
    board = starting_board(rng)
    writer = Writer(rng, letters)
    begin = 0 if board.turn else 1
    before = BOARDS[name].format(board.fen())
    boards = [board.copy()]
    plies = begin
    for ply, text in writer.moves(board, begin, rng.randrange(9)):
        before += text
        boards.append(board.copy())
        plies = ply + 1
    in_variation = 1 < len(boards) and rng.random() < 0.4
    if in_variation:
        leaves = rng.randrange(len(boards) - 1)
        board = boards[leaves]
        before += "("
        begin = plies = begin + leaves
        for ply, text in writer.moves(board, begin, rng.randrange(4)):
            before += text
            plies = ply + 1
    if plies == begin or plies % 2 == 0 or rng.random() < 0.2:
        before += writer.number(plies, first=True)
    legal = sorted(in_letters(board.san(move), letters) for move in board.legal_moves)
    typed = ""
    if legal and rng.random() < 0.7:
        whole = rng.choice(legal)
        typed = whole[: rng.randrange(1, len(whole) + 1)]
    before += typed
    after = ""
    if legal and rng.random() < 0.4:
        board_after = board.copy()
        board_after.push_san(sorted(map(board.san, board.legal_moves))[0])
        after = " " + "".join(text for _, text in writer.moves(board_after, plies + 1, 3))
    document = Document.of(before + after, host_for(name), Conventions(solution_letters=notation))
    items = complete(document, len(before))
    assert sorted(item.label for item in items) == expected(board, typed, letters), before
    for item in items:
        assert before[item.span.start : item.span.end] == typed
