"""The first look at brackets, compared with judging all lines of a solution: it may doubt too much, not too little."""

import random

import chess
import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model import prose_solutions
from gbr_lsp.model.document import Document
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement

RULES = frozenset({"throwaway", "unproved-end", "unrefuted-try"})
MEN = ["Q", "q", "QP", "qp", "QR", "qr", "Qp", "Pq", "QB", "qn", "P", "p"]
WORDS = [*[""] * 11, " wins"]
SIGNS = [*[""] * 19, "?"]
DEEP = 2


def first_position(rng: random.Random) -> chess.Board:
    while True:
        board = chess.Board(None)
        men = ["K", "k", *rng.choice(MEN)]
        for man, square in zip(men, rng.sample(range(64), len(men)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        if board.is_valid() and any(board.legal_moves):
            return board


def line(rng: random.Random, board: chess.Board, plies: int, depth: int = DEEP) -> str:
    """A line with others in its brackets; stalemate and captures are preferred to other moves."""
    board, printed, is_numbered = board.copy(), list[str](), True
    while len(printed) < plies and any(board.legal_moves):
        moves = [*board.legal_moves]
        best = [move for move in moves if ends(board, move) and not board.gives_check(move)] or [
            *filter(board.is_capture, moves)
        ]
        move = rng.choice(best if best and rng.random() < 0.9 else moves)
        number = f"{board.fullmove_number}{'.' if board.turn else '...'}" if board.turn or is_numbered else ""
        is_try = board.turn and not printed and depth < DEEP
        sign = "?" if is_try and rng.random() < 0.8 else rng.choice(SIGNS)
        printed.append(f"{number}{board.san(move)}{sign}")
        before, is_numbered = board.copy(), False
        board.push(move)
        starts = [start for start in (before, board) if depth and rng.random() < 0.4 and any(start.legal_moves)]
        inner = [line(rng, start, rng.randint(1, 6), depth - 1) for start in starts]
        if inner:
            printed.append(f"({'; '.join(inner)})" if rng.random() < 0.5 else " ".join(f"({one})" for one in inner))
            is_numbered = True
    return " ".join(printed) + rng.choice(WORDS)


def ends(board: chess.Board, move: chess.Move) -> bool:
    after = board.copy(stack=False)
    after.push(move)
    return not any(after.legal_moves)


def manuscript(rng: random.Random) -> str:
    board = first_position(rng)
    kings = [chess.square_name(square) for color in (True, False) if (square := board.king(color)) is not None]
    code = f"{force_of(Placement(board.board_fen()).men)}{''.join(kings)}"
    goal = "+" if board.queens & board.occupied_co[True] else "="
    return f"`{board.fen()}`\n\n{goal}{code}\n\n{line(rng, board, rng.randint(3, 9))}\n"


def said_of(text: str) -> list[tuple[int, str, str]]:
    found = lint(Document.of(text, host_for("a.md")), RULES)
    return [(one.span.start, one.finding.rule, one.finding.message) for one in found]


def everything_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prose_solutions, "may_be_refuted", lambda *_: True)


def test_the_first_look_misses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(11)
    texts = [manuscript(rng) for _ in range(40)]
    looked = [said_of(text) for text in texts]
    assert 2 < sum(map(len, looked))
    everything_is_judged(monkeypatch)
    assert looked == [said_of(text) for text in texts]


KING_AND_QUEEN = "`8/5K1k/8/8/8/8/8/Q7 w - - 0 1`\n\n+1000.00f7h7\n\n"
"""Queens on the h-file mate, and one on g6 is stalemate, when the king stands on h7 and h8."""
MARKED = ("?", "??", "?!", "; a slip\n$6")
NOT_MARKED = ("", "!", "!?")
STALEMATE = "4.Qg6 is stalemate; 4.Qh1# wins"
A_TRY = "is marked as a try, but its line ends in a win for White"
NESTED = [
    ("1.Qb1+ (1.Qh1{}) 1...Kh6 2.Qg6#", MARKED, f"1.Qh1 {A_TRY}"),
    ("1.Qb1+ (1.Qa2+?; 1.Qh1{}) 1...Kh6 2.Qg6#", MARKED, f"1.Qh1 {A_TRY}"),
    ("1.Qb1+ Kh6 (1...Kh8 2.Qb2+ (2.Qh1{}) 2...Kh7 3.Qg7#) 2.Qg6#", MARKED, f"2.Qh1 {A_TRY}"),
    ("1.Qb1+ Kh6 (1...Kh8 2.Qb2+ (2.Qc1; 2.Qh1{}) 2...Kh7 3.Qg7#) 2.Qg6#", MARKED, f"2.Qh1 {A_TRY}"),
    ("1.Qb1+ Kh8 (1...Kh6 2.Qb2 Kg5 (2...Kh7 3.Qb1+ Kh8 4.Qg6{}) 3.Qf6+) 2.Qh1#", NOT_MARKED, STALEMATE),
    (
        "1.Qb1+ Kh8 (1...Kh6 2.Qb2 Kg5 (2...Kh5; 2...Kh7 3.Qb1+ (3.Qh2{}) 3...Kh8) 3.Qf6+) 2.Qh1#",
        MARKED,
        f"3.Qh2 {A_TRY}",
    ),
    ("1.Qb1+ (1.Qh1{} (1.Qa2)) 1...Kh6 2.Qg6#", MARKED, f"1.Qh1 {A_TRY}"),
    ("1.Qb1+ Kh8 (1...Kh6 2.Qb2 Kh7 3.Qb1+ Kh8 4.Qg6{} (4.Qh1#)) 2.Qh1#", NOT_MARKED, STALEMATE),
    ("1.Qb1+ Kh8 (1...Kh6 2.Qb2? Kg5 (2...Kh7 3.Qb1+ Kh8 4.Qg6{}) 3.Qf6+) 2.Qh1#", (), ""),
]


@pytest.mark.parametrize(("line", "marks", "message"), NESTED)
def test_marks_in_nested_brackets(
    monkeypatch: pytest.MonkeyPatch, line: str, marks: tuple[str, ...], message: str
) -> None:
    """The mark of a move tells a try from a line of the solution, however deep its bracket is."""

    def found() -> list[list[str]]:
        each = [said_of(f"{KING_AND_QUEEN}{line.format(mark)}\n") for mark in (*MARKED, *NOT_MARKED)]
        return [[message for _, _, message in one] for one in each]

    assert found() == [[message] if mark in marks else [] for mark in (*MARKED, *NOT_MARKED)]
    everything_is_judged(monkeypatch)
    assert found() == [[message] if mark in marks else [] for mark in (*MARKED, *NOT_MARKED)]
