"""Solutions: which moves are legal, compared with python-chess, and which move of a game is the first illegal one."""

import random
import re
from pathlib import Path
from typing import NamedTuple

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.text import Span
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Goal
from gbr_lsp.solutions.game import read_game
from gbr_lsp.solutions.goal_outcomes import may_be_wrong
from gbr_lsp.solutions.line import nodes_of
from gbr_lsp.solutions.movetext import parts_of, tokens_of
from gbr_lsp.solutions.position import AMBIGUOUS, Position, play, position_of
from gbr_lsp.solutions.problems import MoveProblem
from gbr_lsp.solutions.reasons import reason
from gbr_lsp.solutions.replay import Start, clean_ends, ends_in_python, is_clean, position_at
from gbr_lsp.solutions.san import MOVES
from tests.lint.test_growth import steps_of


class Illegal(NamedTuple):
    """The first illegal move of a game: where it stands, the move with its number, and why, in words."""

    span: Span
    move: str
    reason: str


def first_illegal(text: str, start: Start) -> Illegal | None:
    game = read_game(text, start)
    if is_clean(text, start):
        # What is passed over fast has no problem when it is read tolerantly.
        assert game.problems == []
        assert all(node.after for node in nodes_of(game.line))
    for node in game.problems:
        if node.problem is MoveProblem.ILLEGAL:
            assert node.before
            assert node.san
            return Illegal(
                node.span, node.number + text[node.span.start : node.span.end], reason(node.before, node.san)
            )
    return None


@pytest.mark.parametrize(
    "movetext",
    ["White wins.", "wins...", "1.", f"{'9' * 5000}.", "{so} Well.", "1.Kg7 Well.", "٣.", "1x.", "²."],
)
def test_what_ends_with_a_point_is_no_number_for_that(movetext: str) -> None:
    start = Start(Placement("7K/8/k1P5/7p/8/8/8/8"), True, "-", "-")
    assert first_illegal(f'[Event "x"]\n\n{movetext}', start) is None


POSITIONS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "r3k2r/6P1/8/8/4r3/8/8/R3K2R w Kk - 0 1",
    "4k3/8/8/8/3pPp2/8/8/4K3 b - e3 0 1",
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
    "4k3/1P1P4/8/8/8/8/p1p5/1N2K3 w - - 0 1",
    "4k3/1P1P4/8/8/8/8/p1p5/1N2K3 b - - 0 1",
    "4k3/4r3/8/8/7b/4N3/8/3RK3 w - - 0 1",
    "4k3/8/3N4/8/7B/8/8/4RK2 b - - 0 1",
    "QQQQQQQQ/QQQQQ3/8/8/3k4/8/8/K7 w - - 0 1",
    "8/8/8/3kK3/8/8/8/R6r w - - 0 1",
    "8/8/8/8/R2k4/8/8/K6r w - - 0 1",
]
TARGETS = [
    f"{file}{rank}{promotion}"
    for file in "abcdefgh"
    for rank in "12345678"
    for promotion in (["", "=Q", "=N", "r"] if rank in "18" else [""])
]


def board_of(seed: int) -> chess.Board:
    """A board of few men, the same for a number, with men who can be pinned, capture en passant and promote."""
    rng = random.Random(seed)
    while True:
        board = chess.Board(None)
        squares = rng.sample(chess.SQUARES, rng.randint(3, 12))
        letters = ["K", "k", *rng.choices("QRBNPPPqrbnppp", k=len(squares) - 2)]
        for square, letter in zip(squares, letters, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = rng.random() < 0.5
        for _ in range(rng.randint(0, 3)):
            moves = list(board.legal_moves)
            if board.is_valid() and moves:
                board.push(rng.choice(moves))
        if board.is_valid() and any(board.legal_moves):
            return chess.Board(board.fen(en_passant="fen"))


def start_of(board: chess.Board) -> Start:
    placement, turn, castling, en_passant = board.fen(en_passant="fen").split()[:4]
    return Start(Placement(placement), turn == "w", castling, en_passant)


def position(board: chess.Board) -> Position:
    start = start_of(board)
    us, them, _, turn = position_of(start.placement, board.turn, start.castling or "")
    return us, them, 0 if board.ep_square is None else 1 << board.ep_square, turn


def oracle(board: chess.Board, san: str) -> str | None:
    """The placement and the rest of the state behind a move; None where it is illegal, "" where it is ambiguous."""
    try:
        move = board.parse_san(san)
    except chess.AmbiguousMoveError:
        return ""
    except ValueError:
        return None
    if not move and board.is_check():
        # python-chess lets a side in check pass.
        return None
    after = board.copy(stack=False)
    after.push(move)
    return state(position(after))


def state(position: Position) -> str:
    us, them, en_passant, turn = position
    return f"{us} {them} {en_passant} {turn}"


def ours(now: Position, san: str) -> str | None:
    move = MOVES[now[3]][san]
    if move is None:
        return None
    after = play(now, move)
    return None if after is None else "" if after is AMBIGUOUS else state(after)


def spellings(board: chess.Board, rng: random.Random) -> list[str]:
    """The legal moves in several spellings, castling, and random moves of which most are illegal."""
    found = ["O-O", "O-O-O", "0-0", "--", "Z0", "0000", "@@@@", "e1g1", "e8c8", "e1h1"]
    for move in board.legal_moves:
        found += [board.san(move).rstrip("+#"), board.lan(move).rstrip("+#")]
        found.append(chess.square_name(move.from_square) + found[-1][-4:] if "=" in found[-1] else move.uci())
    for _ in range(150):
        origin = rng.choice(["", rng.choice("abcdefgh"), rng.choice("12345678"), rng.choice(chess.SQUARE_NAMES)])
        found.append(rng.choice("KQRBN") + origin + rng.choice(["", "x", "-"]) + rng.choice(TARGETS)[:2])
        found.append(
            rng.choice(["", rng.choice("abcdefgh") + "x", rng.choice(chess.SQUARE_NAMES)]) + rng.choice(TARGETS)
        )
    return found


def same_moves(board: chess.Board, rng: random.Random) -> None:
    now = position(board)
    for san in spellings(board, rng):
        assert ours(now, san) == oracle(board, san), (board.fen(), san)


@pytest.mark.parametrize("fen", POSITIONS)
def test_the_same_moves_are_legal_as_in_python_chess(fen: str) -> None:
    """And every spelling of a piece's move there is."""
    board = chess.Board(fen)
    same_moves(board, random.Random(fen))
    now = position(board)
    for letter in "KQRBN":
        for target in chess.SQUARE_NAMES:
            for origin in ("", "a", "e", "1", "4", "e1", "d4"):
                san = letter + origin + target
                assert ours(now, san) == oracle(board, san), san
    for target in TARGETS:
        for origin in ("", *(f"{file}x" for file in "abcdefgh"), "e1", "e5", "d7"):
            assert ours(now, origin + target) == oracle(board, origin + target), origin + target


@given(st.integers(0, 1 << 32))
def test_the_same_moves_are_legal_on_random_boards(seed: int) -> None:
    same_moves(board_of(seed), random.Random(seed))


class Line:
    """A random game in writing, with variations, comments and NAGs; of each move, where it stands and its board."""

    def __init__(self, board: chess.Board, rng: random.Random) -> None:
        self.text = '[Event "a (Kd5) {"]\n[White "Rusz=A"]\n\n{(EG#20923).} '
        self.moves: list[tuple[Span, str, chess.Board]] = []
        self.rng = rng
        self.play(board.copy(stack=False), rng.randint(4, 14), 2)
        self.text += rng.choice([" 1-0\n", " *", "", " {end", " 1/2-1/2 ; so"])

    def play(self, board: chess.Board, length: int, depth: int) -> None:
        numbered = True
        for _ in range(length):
            if not any(board.legal_moves):
                return
            before = board.copy(stack=False)
            self.add(board, numbered or board.turn)
            numbered = self.decorate()
            for _ in range(self.rng.choice([0, 0, 0, 1, 2]) if depth else 0):
                self.text += self.rng.choice(["(", " ( ", "\n("])
                self.play(before.copy(stack=False), self.rng.randint(1, 5), depth - 1)
                self.text += self.rng.choice([")", " )", " {or} ) "])
                numbered = True

    def add(self, board: chess.Board, numbered: bool) -> None:
        san = board.san(self.rng.choice(list(board.legal_moves)))
        number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
        self.text += " " + (number + self.rng.choice(["", " ", "\n"]) if numbered else "")
        self.moves.append((Span(len(self.text), len(self.text) + len(san)), number, board.copy(stack=False)))
        self.text += san
        board.push_san(san)

    def decorate(self) -> bool:
        """Adds what may stand behind a move; whether a number should follow."""
        sign = self.rng.choice(
            ["", "", "", "", "!", "?!", " $1", " $2 $14", " {Kd5 (or so}", " ; 1.Kd5 )\n", "\n% Kh8(\n"]
        )
        self.text += sign
        return "{" in sign or "\n" in sign


@given(st.integers(0, 1 << 32))
def test_a_random_game_is_legal_until_a_move_is_not(seed: int) -> None:
    """And that move is named. It is one by a queen or knight: such a letter is read as English."""
    rng = random.Random(seed)
    board = board_of(seed)
    line = Line(board, rng)
    assert first_illegal(line.text, start_of(board)) is None, line.text
    span, number, before = rng.choice(line.moves)
    wrong = rng.choice([san for san in QUEENS_AND_KNIGHTS if is_illegal(before, san)]) + "+"
    text = line.text[: span.start] + wrong + line.text[span.end :]
    found = first_illegal(text, start_of(board))
    assert found is not None, text
    assert (found.span, found.move) == (Span(span.start, span.start + len(wrong)), number + wrong), text
    assert found.reason == found.reason.strip(" .") != ""


QUEENS_AND_KNIGHTS = [letter + square for letter in "QN" for square in chess.SQUARE_NAMES]


def is_illegal(board: chess.Board, san: str) -> bool:
    try:
        board.parse_san(san)
    except chess.IllegalMoveError:
        return True
    except chess.AmbiguousMoveError:
        pass
    return False


def illegal(moves: str, fen: str) -> str | None:
    """The text at the span, the move and the reason, in one line; for a FEN of any number of fields."""
    placement, turn, castling, en_passant = [*fen.split(), None, None, None][:4]
    assert placement is not None
    turn_of = {"w": True, "b": False}.get(turn or "")
    found = first_illegal(moves, Start(Placement(placement), turn_of, castling, en_passant))
    if found is None:
        return None
    assert re.sub(r"^[0-9]+\.+", "", found.move) == moves[found.span.start : found.span.end]
    return f"{found.move}: {found.reason}"


ROOK = "8/8/8/3k4/8/8/1R6/K7 w - -"
MEN = "8/P6k/8/2n1p3/3P4/1B4p1/5P2/RN2K2R w KQ -"


@pytest.mark.parametrize(
    ("moves", "fen", "found"),
    [
        ("1.Rb4 Kc5 2.Rb8 Kxb4 1-0", ROOK, "2...Kxb4: the black king would stand in check"),
        ("1.Rb4 Kc5 2.Nb8", ROOK, "2.Nb8: there is no white knight"),
        ("1.Qb2", ROOK, "1.Qb2: there is no white queen"),
        ("1.Rb4 Kc4", ROOK, "1...Kc4: the black king would stand in check"),
        ("1.Rb4 N6e4", ROOK, "1...N6e4: there is no black knight"),
        ("1.Rb4 Nb1 2.Q", ROOK, "1...Nb1: there is no black knight"),
        ("1.Bc3 Ne6", MEN, "1.Bc3: no white bishop can go to c3"),
        ("1.Bb3 Ne6", MEN, "1.Bb3: the white bishop stands on b3"),
        ("1.Nb1d3 Kg6", MEN, "1.Nb1d3: the white knight on b1 cannot go to d3"),
        ("1.Ne1d3 Kg6", MEN, "1.Ne1d3: there is no white knight on e1"),
        ("1.e1d3 Kg6", MEN, "1.e1d3: the white king on e1 cannot go to d3"),
        ("1.d1d3 Kg6", MEN, "1.d1d3: there is no white man on d1"),
        ("1.Nad2 Kg6", MEN, "1.Nad2: there is no white knight on the a-file"),
        ("1.N3d2 Kg6 2.Q", MEN, "1.N3d2: there is no white knight on rank 3"),
        ("1.N3d2 Kg6", MEN, "1.N3d2: there is no white knight on rank 3"),
        ("1.a8 Kg6 2.Nd2", MEN, "1.a8: the white pawn has to promote on a8"),
        ("1.d5=Q Kg6 2.Nd2", MEN, "1.d5=Q: the white pawn does not promote on d5"),
        ("1.dxc5 Ng6 2.Nd2", MEN, "1...Ng6: there is no black knight"),
        ("1.fxe3 Kg6 2.Nd2", MEN, "1.fxe3: there is nothing to capture on e3"),
        ("1.fxh3 Kg6 2.Nd2", MEN, "1.fxh3: no white pawn on the f-file can go to h3"),
        ("1.f5 Kg6 2.Nd2", MEN, "1.f5: no white pawn can go to f5"),
        ("1.O-O-O Kg6 2.Nd2", MEN, "1.O-O-O: White cannot castle"),
        ("1.Rh1 Kg6 2.Nd2", MEN, "1.Rh1: the white rook stands on h1"),
        ("1.O-O+ Kg6 2.Rg1 Nd3 3.Qa1", MEN, "2.Rg1: the white king stands on g1"),
        ("1.Nc3 Kg6 2.O-O-O Nd3 3.Nh2", MEN, "3.Nh2: no white knight can go to h2"),
        ("1.Rf1 Kg6 2.Rh1 Kg7 3.O-O", MEN, "3.O-O: White cannot castle"),
        ("1.Rf1 Kg6 2.Rh1 Kg7 3.0-0+ Kg6", MEN, "3.0-0+: White cannot castle"),
        ("1.Kb2 Kc4 2.Q", "8/8/8/3k4/8/8/8/K7 b - -", "1...Kb2: the black king cannot go to b2"),
        ("1...Kc4 2.Qa1", "8/8/8/3k4/8/8/8/K7 b - -", "2.Qa1: there is no white queen"),
        ("Kc4 Qa1", "8/8/8/3k4/8/8/8/K7 b - -", "2.Qa1: there is no white queen"),
        ("17.Kb2 Kc4 18.Qa1", "8/8/8/3k4/8/8/8/K7 w - -", "18.Qa1: there is no white queen"),
    ],
)
def test_the_first_illegal_move_is_named_with_its_reason(moves: str, fen: str, found: str | None) -> None:
    assert illegal(moves, fen) == found


@pytest.mark.parametrize(
    ("moves", "tokens"),
    [
        ("1.Rb4{a}Kc5!?$1$2 2. Kb2 ;Kh8\n%Kh8\nKd5 3 Ka1 ... Kc5", "Rb4 Kc5 Kb2 Kd5 Ka1 Kc5"),
        ("1.Rb4 Kc5 (1...Kc6 2.Rc4+(2.Rb8 Kc7)(2.Ra4)) 1-0", "Rb4 Kc5 ( Kc6 Rc4 ( Rb8 Kc7 ) ( Ra4 ) )"),
        ("1. Rb4 Kc5 ( 1. ... Kc6 ) 2. Ka2 Kxb4 ½-½", "Rb4 Kc5 ( Kc6 ) Ka2 Kxb4"),
        ("1.Rb2b4 Kd5-c5 2.Rb4xb8 Kd6 3.b8d8", "Rb2b4 Kd5-c5 Rb4xb8 Kd6 b8d8"),
        ("1.-- Kc5 2.Z0 Kd5 3.0000 Kc5 4.@@@@", "-- Kc5 Z0 Kd5 0000 Kc5 @@@@"),
        ("1.Rb4= Kc5+- 2.Ka2 -/+ 2...Kd5 += 3.Ka1 +/- 3...Kc5 ± 4.Ka2 ∞ 1/2", "Rb4 Kc5 Ka2 Kd5 Ka1 Kc5 Ka2"),
        ("1.Rb5++ Kc6# 2.Ra5 ep 2...Kc7e.p. 3.Ra4 * 0-1", "Rb5 Kc6 Ra5 Kc7 Ra4"),
        ('\ufeff[FEN "8/8"]\r\n[White "a \\" ] Kh8"] [Black "b"]\r\n\r\n1.Rb4\r\n1…Kc5', "Rb4 Kc5"),
        ('[White "a" Kh8" b"]\n1.Rb4 {never closed 1.Rh8', "Rb4"),
        ("1.Rb4 Kc5 (1...Kc6 2.Rb8", "Rb4 Kc5 ( Kc6 Rb8"),
        ("", ""),
    ],
)
def test_what_a_game_may_hold_besides_moves(moves: str, tokens: str) -> None:
    kinds = ("move", "open", "close")
    assert " ".join(part.text for part in parts_of(moves) if part.kind in kinds) == tokens
    assert illegal(moves, ROOK) is None


@pytest.mark.parametrize("construct", ["and so on (", "and so on () ", "and so on (Kc4) ", "7 (1...Kc5) ", ") "])
def test_twice_the_brackets_in_a_game_take_twice_the_steps(construct: str) -> None:
    def steps(count: int) -> int:
        return steps_of(lambda: read_game("1.Rb4 " + construct * count, board))

    board = Start(Placement(ROOK.split()[0]), None, None, None)
    steps(1)
    assert steps(80) < 2.2 * steps(40)


@pytest.mark.parametrize(
    ("moves", "fen"),
    [
        ("1.Tb4 Kc5 2.Qb1", ROOK),
        ("1.Rb3 Tb4 2.Tb3", ROOK),
        ("1.Rb3 etc.", ROOK),
        ("1.Rb3 Kd9 2.Ka1", ROOK),
        ("1.Rb3 rb4 2.Kc2", ROOK),
        ("1.Rb3 a8=D 2.Kc1", ROOK),
        # A king's move in French, Italian or Spanish, and only as far as nothing says English.
        ("1.Rd2", "7R/8/8/3k4/8/8/8/4K3 w - -"),
        ("1.Rb1 Rc5 2.Rc1 Rd4 3.Rd1", "8/8/8/3k4/8/8/8/K7 w - -"),
        # A rook in Hungarian, a knight in Finnish.
        ("1.Bb4 Kc5", ROOK),
        ("1.Kb2 Rc3", "8/8/8/3k4/8/8/8/Kn6 w - -"),
        # Either rook.
        ("1.Rb1 Qh8", "8/8/8/3k4/8/8/8/RK1R4 w - -".replace("RK1R4", "R2R3K")),
        # Numbers and parentheses that do not count the moves.
        ("1.Rb4 Kc5 3.Qa1", ROOK),
        ("1.Rb4 Kc5 2.Ka2 2.Qa1", ROOK),
        ("1.Rb4 Kc5) 2.Qa1", ROOK),
        ("(1.Rb4) 2.Qa1", ROOK),
        ("1.Rb4 ((1.Qa1))", ROOK),
        ("1.99999999999999999999Qa1 2.Qa1", ROOK),
        # What the board does not say: who moves, castling by another name, a pawn that has just moved two squares.
        ("1.Kc4", "8/8/8/3k4/8/8/1R6/K7"),
        ("1.Qa1", "8/P6P/8/3k4/8/8/8/K6P w - -"),
        ("1.O-O Kc4 2.Qa1", "8/8/8/3k4/8/8/8/4KR2 w F -"),
        ("1.O-O Kc4 2.Qa1", "8/8/8/3k4/8/8/8/4KR2 w K -"),
        ("1.exd6 Kc4 2.Qa1", "8/8/8/k2pP3/8/8/8/K7 w"),
        ("1.exd6 Kc4 2.Qa1", "8/8/8/k2pP3/8/8/8/K7 w - f6"),
        ("1.exd6 Kc4 2.Qa1", "8/8/8/k2pP3/8/8/8/K7 w - e3"),
    ],
)
def test_what_cannot_be_known_is_left_alone(moves: str, fen: str) -> None:
    assert illegal(moves, fen) is None


@pytest.mark.parametrize(
    ("moves", "fen", "found"),
    [
        ("1.Ra3 Kc5", ROOK, "1.Ra3"),
        ("1.Rd2 Kc5", "7R/8/8/3k4/8/8/8/4K3 w - -", "1.Rd2"),
        ("1.Rh7", ROOK, "1.Rh7"),
        ("1.exd6", "8/8/8/k2pP3/8/8/8/K7 w - -", "1.exd6"),
        ("1.exd6 Ka6 2.Q", "8/8/8/k2pP3/8/8/8/K7 w - d6", None),
        ("1.exd6 Ka6 2.Qa1", "8/8/8/k2pP3/8/8/8/K7 w - d6", "2.Qa1"),
        ("1.exf6", "8/8/8/k2pP3/8/8/8/K7 w", "1.exf6"),
        ("1.Kb1 Kb5 2.exd6", "8/8/8/k2pP3/8/8/8/K7 w", "2.exd6"),
        ("1...Kc4 2.Kb1 Ka3", "8/8/8/3k4/8/8/8/K7", "2...Ka3"),
        ("1.O-O Kc4 2.Qa1", "8/8/8/3k4/8/8/8/4K2R", "2.Qa1"),
        ("1.O-O Kc4 2.Qa1", "8/8/8/3k4/8/8/8/4K2R w - -", "1.O-O"),
        ("1.e1g1 Kc4 2.Qa1", "8/8/8/3k4/8/8/8/4K2R w K -", "2.Qa1"),
        ("1.O-O Kc4", "8/8/8/3k4/8/8/8/4KR2", "1.O-O"),
        ("1.a8Q Kc4 2.h8(R) Kd4 3.Kb2 Kc5 4.b8/N Kc4 5.Na7", "8/PP5P/8/3k4/8/8/8/K7 w - -", "5.Na7"),
        ("1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.O-O Nf6 5.Bxc6 dc6 6.Nxe5 Qd4 7.Nd4", chess.STARTING_FEN, "7.Nd4"),
    ],
)
def test_what_can_be_known_is_said(moves: str, fen: str, found: str | None) -> None:
    assert (illegal(moves, fen) or "").partition(":")[0] == (found or "")


def test_the_sample_is_legal_with_all_variations(corpora: Path) -> None:
    games = re.split(r"(?=\[Event )", (corpora / "hhdb-sample.pgn").read_bytes().decode("utf-8-sig", "replace"))[1:]
    assert len(games) == 127
    for game in games:
        fen = re.search(r'\[FEN "([^"]*)"', game)
        assert fen is not None
        assert is_clean(game, start_of(chess.Board(fen[1]))), game
        assert illegal(game, fen[1]) is None, game
        # It was understood to the end: a move too many is seen.
        assert illegal(game + " Qh9 Qa1", fen[1]) is None


TEXT = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(
            ["1.", "1...", "2. ", " ", "(", ")", "{", "}", ";", "\n", "%", "[A \"", '"]', "$1", "1-0", "Ra2", "Kc5",
             "Rb4", "Kxb4", "b8", "O-O", "--", "d5c5", "e.p.", "+", "=", "½", "9" * 5000, "٣", "h8=Q", "h8(Q)", "Kb8=Q"]
        ),
        max_size=40,
    ).map("".join),
)  # fmt: skip


@given(
    TEXT, st.sampled_from(POSITIONS), st.sampled_from([True, False, None]), st.sampled_from([None, "-", "KQ", "x é"])
)
def test_no_text_raises(text: str, fen: str, turn: bool | None, field: str | None) -> None:
    """And what is found is in the text."""
    found = first_illegal(text, Start(Placement(fen.split()[0]), turn, field, field))
    assert found is None or found.move.endswith(text[found.span.start : found.span.end])


PLAIN = st.lists(
    st.sampled_from(
        ["1.", "1...", "12.\n", "(", ")", "{a(}", "{", "}", "$1", "$2", "1-0", "*", "Ra2+", "Rxb4!", "e8=Q#", "O-O-O",
         "--", "R", "Q", "a8", "(Q)", "12", ".", "...", "~", "?", "+", "ep", ";", "½", "\x0b", "0-0", "1000.", "$22"]
    ),
    max_size=12,
)  # fmt: skip


@given(PLAIN, st.sampled_from([" ", ""]))
def test_plain_tokens_are_those_that_the_expression_cuts(words: list[str], between: str) -> None:
    text = " " + between.join(words)
    assert tokens_of(text, 1) == tokens_of(text)


@pytest.mark.parametrize(
    ("movetext", "is_wrong"),
    [("1.Rh1#", True), ("1.Ra2 (1.Rh1#) Kh7 2.Ra1", False), ("1.Ra2 (1.Ra3 Kh7 2.Rh3#) Kh7 2.Rh2#", True)],
)
def test_mate_of_black_is_wrong_at_the_end_of_the_main_line_of_a_draw_only(movetext: str, is_wrong: bool) -> None:
    start = Start(Placement("7k/5K2/8/8/8/8/8/R7"), True, "-", "-")
    for ends in (clean_ends(movetext, start), ends_in_python(movetext, position_at(start, True))):
        assert ends is not None
        assert may_be_wrong(ends, Goal.DRAW) is is_wrong
        assert not may_be_wrong(ends, Goal.WIN)
