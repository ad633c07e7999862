"""The reason given for an illegal move is true: each is compared with what python-chess says of the position."""

import random
import re
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from gbr_lsp.notation.attacks import squares_in
from gbr_lsp.solutions import reasons
from gbr_lsp.solutions.legal_moves import is_check
from gbr_lsp.solutions.position import Position, play
from gbr_lsp.solutions.san import MOVES
from tests.solutions.test_replay import board_of, position, spellings

_SPELLING = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[-x]?([a-h][1-8])(?:[=(/]?([QRBNqrbn])\)?)?")
_NAMES = {name: piece_type for piece_type, name in enumerate(chess.PIECE_NAMES) if name}


class _Spelled:
    """What a spelling names on a board: squares of men, and moves that are legal but for the safety of the king."""

    def __init__(self, board: chess.Board, san: str) -> None:
        found = _SPELLING.fullmatch(san)
        assert found, san
        letter, file, rank, to, promotion = found.groups()
        self.board, self.promotion = board, promotion
        self.to = chess.parse_square(to)
        squares = [one for one in chess.SQUARE_NAMES if (file or one[0]) == one[0] and (rank or one[1]) == one[1]]
        self.is_from_to = bool(not letter and file and rank)
        self.named = [chess.parse_square(one) for one in squares]
        self.piece_type = chess.Piece.from_symbol(letter or "P").piece_type
        if self.is_from_to:
            self.piece_type = board.piece_type_at(self.named[0]) or 0
        men = board.pieces_mask(self.piece_type, board.turn) if self.piece_type else 0
        self.men = [square for square in self.named if men >> square & 1]
        self.moves = [
            move
            for move in board.pseudo_legal_moves
            if move.from_square in self.men and move.to_square == self.to and not board.is_castling(move)
        ]

    @property
    def promoting(self) -> list[chess.Move]:
        """The moves with the promotion that is printed."""
        promoted = chess.Piece.from_symbol(self.promotion).piece_type if self.promotion else None
        return [move for move in self.moves if move.promotion == promoted]

    @property
    def straight(self) -> list[chess.Move]:
        return [move for move in self.promoting if chess.square_file(move.from_square) == chess.square_file(self.to)]


def is_true(board: chess.Board, san: str, why: str) -> bool:
    """Whether a reason is true of a position."""
    color = chess.COLOR_NAMES[board.turn]
    if why == f"{color.capitalize()} is in check":
        return san in ("--", "Z0", "0000", "@@@@") and board.is_check()
    if why == f"{color.capitalize()} cannot castle":
        return san[0] in "O0" and not any(board.san(move).startswith(san) for move in board.legal_moves)
    one = _Spelled(board, san)
    if why == f"the {color} king would stand in check":
        moves = one.promoting if one.named and (one.is_from_to or one.piece_type != chess.PAWN) else None
        if moves is None:
            moves = [move for move in one.promoting if board.is_capture(move) == _captures(san)]
        return bool(moves) and all(board.is_into_check(move) for move in moves)
    man = re.fullmatch(rf"there is no {color} (\w+)((?: on .*)?)", why)
    if man:
        of_type = board.occupied_co[board.turn] if man[1] == "man" else board.pieces_mask(_NAMES[man[1]], board.turn)
        right_type = man[1] == "man" or _NAMES[man[1]] == one.piece_type
        return right_type and not any(of_type >> square & 1 for square in (one.named if man[2] else chess.SQUARES))
    stands = re.fullmatch(rf"the {color} (\w+) stands on (\w\d)", why)
    if stands:
        piece = chess.Piece(_NAMES[stands[1]], board.turn)
        return one.to == chess.parse_square(stands[2]) and board.piece_at(one.to) == piece
    name = rf"{color} {chess.PIECE_NAMES[one.piece_type]}"
    to = chess.square_name(one.to)
    is_last_rank = to[1] in "18"
    if why == f"the {name} does not promote":
        return bool(one.promotion and one.men) and one.piece_type != chess.PAWN
    if why == f"the {name} does not promote on {to}":
        return bool(one.promotion and one.moves) and not is_last_rank
    if why == f"the {name} has to promote on {to}":
        return bool(not one.promotion and one.moves) and is_last_rank
    if why == f"there is nothing to capture on {to}":
        attacking = [square for square in one.men if one.to in board.attacks(square)]
        return bool(attacking) and board.piece_at(one.to) is None and not one.moves
    if why == f"a {name} can only capture on {to}":
        return bool(one.moves) and all(map(board.is_capture, one.moves)) and not _captures(san)
    where = re.fullmatch(rf"(?:the|no) {name}(?: on .*)? can(?:not)? go to {to}", why)
    assert where, why
    return bool(one.men) and not one.moves


def _captures(san: str) -> bool:
    """Whether a pawn's move names another file than the one it goes to."""
    return bool(re.match(r"[a-h][1-8]?[-x]?[a-h]", san)) and san[0] != re.findall("[a-h](?=[1-8])", san)[-1]


def check(now: Position, board: chess.Board, san: str) -> bool:
    """Whether a move is illegal; then its reason is true."""
    move = MOVES[now[3]][san]
    if move is None or play(now, move) is not None:
        return False
    why = reasons.reason(now, san)
    assert is_true(board, san, why), (board.fen(), san, why)
    return True


@given(st.integers(0, 1 << 32))
def test_every_reason_is_true(seed: int) -> None:
    rng = random.Random(seed)
    board = board_of(seed)
    now = position(board)
    found = [check(now, board, san) for san in spellings(board, rng)]
    # Men that stand near the square are those of which the reason may be wrong.
    near = [chess.square_name(square) for square in chess.SQUARES if board.piece_at(square)]
    for _ in range(150):
        named = rng.choice(["", "", rng.choice("abcdefgh"), rng.choice("12345678"), rng.choice(near)])
        end = rng.choice(["", "", "", "=Q"])
        found.append(check(now, board, f"{rng.choice(['', *'KQRBN'])}{named}{rng.choice(near)}{end}"))
    assert any(found)


def board_at(now: Position) -> chess.Board:
    us, them, en_passant, turn = now
    board = chess.Board(None)
    board.turn = turn
    for side, color in ((us, turn), (them, not turn)):
        for piece_type in chess.PIECE_TYPES:
            for square in squares_in(side[piece_type]):
                board.set_piece_at(square.bit_length() - 1, chess.Piece(piece_type, color))
        board.castling_rights |= side[7]
    board.ep_square = en_passant.bit_length() - 1 if en_passant else None
    return board


@pytest.mark.parametrize(
    ("length", "rounds"), [(20_000, 1), pytest.param(None, 3, marks=pytest.mark.long)], ids=["beginning", "whole"]
)
def test_every_reason_in_the_corpora_is_true(
    length: int | None, rounds: int, corpora: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a slip was made in the text: each of many moves is replaced by another one."""
    asked: list[tuple[Position, str]] = []
    known = reasons.reason

    def recorded(now: Position, san: str) -> str:
        asked.append((now, san))
        return known(now, san)

    monkeypatch.setattr(reasons, "reason", recorded)
    rng = random.Random(7)
    for path in (corpora / "hhdb-sample.pgn", corpora / "eg190-p1-18.txt"):
        text = path.read_bytes().decode("utf-8-sig", "replace")[:length]
        moves = [found.span() for found in re.finditer(r"\b[QRBN]x?[a-h][1-8]\b", text)]
        for _ in range(rounds):
            parts, done = [], 0
            for start, end in sorted(rng.sample(moves, len(moves) // (40 if length is None else 10))):
                parts += [text[done:start], rng.choice("QRBNK"), text[start + 1 : end]]
                done = end
            for _ in lint(Document.of("".join([*parts, text[done:]]), host_for(path.name))):
                pass
    monkeypatch.undo()
    assert 20 < len(asked)
    for now, san in asked:
        assert not is_check((now[1], now[0], 0, not now[3])), "the side that has moved left its king in check"
        assert check(now, board_at(now), san), (board_at(now).fen(), san)
