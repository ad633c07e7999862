"""Random lines of only moves from the tables: no other move of White reaches the goal."""

import random
from functools import cache
from itertools import islice
from typing import NamedTuple

import chess
import chess.pgn
import chess.syzygy

from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Goal
from tests.support.specs import SYZYGY

_MEN = ["P", "PP", "Pp", "Pn", "Pb", "Rp", "Qp", "Rn", "Qr", "Np", "Bp", "p"]
_LONGEST = 12
_known: dict[object, int] = {}


class DrawnLine(NamedTuple):
    """White's only moves with Black's answers; at least three moves of White, the last one included."""

    first: chess.Board
    goal: Goal
    moves: list[chess.Move]


@cache
def _tables() -> chess.syzygy.Tablebase:
    return chess.syzygy.open_tablebase(str(SYZYGY), load_dtz=False)


def probed(board: chess.Board) -> int:
    """Probe `board` for the side to move: 2 win, 1 cursed win, 0 draw, −1 blessed loss, −2 loss."""
    key = board._transposition_key()
    if key not in _known:
        _known[key] = _tables().probe_wdl(board)
    return _known[key]


def keeps(board: chess.Board, goal: Goal) -> bool:
    """Return True if White still reaches `goal` from `board`."""
    white = probed(board) if board.turn else -probed(board)
    return white > 0 if goal is Goal.WIN else white >= 0


def behind(board: chess.Board, move: chess.Move) -> chess.Board:
    """Return the position after `move`."""
    after = board.copy(stack=False)
    after.push(move)
    return after


def keepers(board: chess.Board, goal: Goal) -> list[chess.Move]:
    """Return the legal moves of White after which `goal` is still reached."""
    return [move for move in board.legal_moves if keeps(behind(board, move), goal)]


def drawn(rng: random.Random) -> DrawnLine:
    """Draw random positions until one has a line of at least three only moves."""
    while True:
        first, goal = _start(rng)
        moves = _played(rng, first, goal)
        if 5 <= len(moves):
            return DrawnLine(first, goal, moves)


def _start(rng: random.Random) -> tuple[chess.Board, Goal]:
    while True:
        board = chess.Board(None)
        men = ["K", "k", *rng.choice(_MEN)]
        squares = rng.sample(range(64), len(men))
        if any(man in "Pp" and not 8 <= square < 56 for man, square in zip(men, squares, strict=True)):
            continue
        for man, square in zip(men, squares, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        if not board.is_valid() or not keeps(board, Goal.DRAW):
            continue
        goal = Goal.WIN if keeps(board, Goal.WIN) else Goal.DRAW
        if is_only(board, goal):
            return board, goal


def is_only(board: chess.Board, goal: Goal) -> bool:
    """Return True if exactly one legal move on `board` keeps `goal`."""
    kept = (move for move in board.legal_moves if keeps(behind(board, move), goal))
    return len(list(islice(kept, 2))) == 1


def _played(rng: random.Random, first: chess.Board, goal: Goal) -> list[chess.Move]:
    board, moves = first.copy(), list[chess.Move]()
    while len(moves) < _LONGEST and is_only(board, goal):
        moves += keepers(board, goal)
        board.push(moves[-1])
        answers = [move for move in board.legal_moves if not behind(board, move).is_game_over()]
        if not answers:
            break
        moves.append(rng.choice(answers))
        board.push(moves[-1])
    return moves[: len(moves) - (len(moves) + 1) % 2]


def longer(rng: random.Random, line: DrawnLine) -> DrawnLine:
    """Return `line` with up to six more moves of White that keep the goal, not always only moves."""
    board, moves = line.first.copy(), line.moves.copy()
    for move in moves:
        board.push(move)
    for _ in range(rng.randint(1, 6)):
        answers = [move for move in board.legal_moves if not behind(board, move).is_game_over()]
        if not answers:
            break
        answer = rng.choice(answers)
        right = keepers(behind(board, answer), line.goal)
        if not right:
            break
        moves += [answer, rng.choice(right)]
        for move in moves[-2:]:
            board.push(move)
    return line._replace(moves=moves)


def game_of(line: DrawnLine) -> chess.pgn.Game:
    """Return the line as a PGN game with its code in the Black tag."""
    game = chess.pgn.Game()
    game.setup(line.first)
    game.headers["White"] = "Nobody"
    game.headers["Black"] = f"({line.goal.value}{code_of(line.first)})"
    game.headers["Result"] = "1-0" if line.goal is Goal.WIN else "1/2-1/2"
    node: chess.pgn.GameNode = game
    for move in line.moves:
        node = node.add_main_variation(move)
    return game


def code_of(board: chess.Board) -> str:
    """Return class and kings of `board`: `0400.10a1h8`."""
    kings = [chess.square_name(square) for color in (True, False) if (square := board.king(color)) is not None]
    return f"{force_of(Placement(board.board_fen()).men)}{''.join(kings)}"
