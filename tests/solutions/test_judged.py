"""Lines drawn from the tables, sound ones and spoiled ones, judged as a naive reading of the rules judges them.

The naive version follows the game with python-chess, asks the tables for every position anew, and looks for waste of
time without a bound. It needs the tables, and says so without them.
"""

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import chess
import chess.pgn
import chess.syzygy
import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.block import Block
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.printed import readable
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Goal
from gbr_lsp.solutions.tablebase import syzygy
from tests.support.specs import SYZYGY

RULES = frozenset({"throwaway", "unproved-end", "unrefuted-try", "dual"})
MEN = ["P", "PP", "Pp", "Pn", "Pb", "Rp", "Qp", "Rn", "Qr", "Np", "Bp", "p"]
Told = set[tuple[str, str]]
"""The rules and the moves that they name."""


@cache
def tables() -> chess.syzygy.Tablebase:
    return chess.syzygy.open_tablebase(str(SYZYGY), load_dtz=False)


def keeps(board: chess.Board, goal: Goal) -> bool:
    """Whether White reaches the goal, by one direct probe."""
    wdl = tables().probe_wdl(board)
    white = wdl if board.turn else -wdl
    return white > 0 if goal is Goal.WIN else white >= 0


def behind(board: chess.Board, move: chess.Move) -> chess.Board:
    after = board.copy(stack=False)
    after.push(move)
    return after


def keepers(board: chess.Board, goal: Goal) -> list[chess.Move]:
    return [move for move in board.legal_moves if keeps(behind(board, move), goal)]


def start(rng: random.Random) -> tuple[chess.Board, Goal]:
    """A position with few men in which White has only one move that reaches the goal."""
    while True:
        board = chess.Board(None)
        men = ["K", "k", *rng.choice(MEN)]
        squares = rng.sample(range(64), len(men))
        if any(man in "Pp" and not 8 <= square < 56 for man, square in zip(men, squares, strict=True)):
            continue
        for man, square in zip(men, squares, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        if not board.is_valid() or not keeps(board, Goal.DRAW):
            continue
        goal = Goal.WIN if keeps(board, Goal.WIN) else Goal.DRAW
        kept = (move for move in board.legal_moves if keeps(behind(board, move), goal))
        if len(list(islice(kept, 2))) == 1:
            return board, goal


def drawn(rng: random.Random, *, slack: int) -> tuple[chess.Board, Goal, list[chess.Move]]:
    """A line of at least three moves of White, each the only one but for `slack` of them."""
    while True:
        first, goal = start(rng)
        board, line, loose = first.copy(), list[chess.Move](), 0
        while len(line) < 12:
            right = keepers(board, goal)
            loose += 1 < len(right)
            if not right or slack < loose:
                break
            line.append(rng.choice(right))
            board.push(line[-1])
            replies = [move for move in board.legal_moves if not behind(board, move).is_game_over()]
            if not replies:
                break
            line.append(rng.choice(replies))
            board.push(line[-1])
        line = line[: len(line) - (len(line) + 1) % 2]
        if 5 <= len(line) and (not slack or loose):
            return first, goal, line


def game_of(first: chess.Board, goal: Goal, line: list[chess.Move]) -> chess.pgn.Game:
    game = chess.pgn.Game()
    game.setup(first)
    placement = Placement(first.board_fen())
    kings = chess.square_name(first.king(True) or 0) + chess.square_name(first.king(False) or 0)
    game.headers["White"] = "Nobody"
    game.headers["Black"] = f"({goal.value}{force_of(placement.men)}{kings})"
    game.headers["Result"] = "1-0" if goal is Goal.WIN else "1/2-1/2"
    node: chess.pgn.GameNode = game
    for move in line:
        node = node.add_main_variation(move)
    return game


def told(game: chess.pgn.Game) -> Told:
    """What the rules say of a game."""
    text = str(game) + "\n"
    document = Document.of(text, host_for("a.pgn"), Conventions(tables=syzygy((str(SYZYGY),))))
    return {(item.finding.rule, item.finding.message.split()[0]) for item in lint(document, RULES)}


def name(node: chess.pgn.ChildNode) -> str:
    board = node.parent.board()
    return f"{board.fullmove_number}{'.' if board.turn else '...'}{board.san(node.move)}"


def naively(game: chess.pgn.Game, goal: Goal) -> Told:
    """The same, by the words of the rules: in games whose variations are single lines off the main line."""
    said: Told = set()
    main = list(game.mainline())
    positions = {(node.board().board_fen(), node.turn()) for node in [game, *main]}
    lines = [main, *(list(_line(child)) for node in [game, *main] for child in node.variations[1:])]
    for line in lines:
        if line[0] is not main[0] and 2 in line[0].nags:
            end = line[-1].board()
            wasted = any(wastes(node.board(), goal, positions, 4) for node in (line[0], line[-1]))
            if keeps(end, goal) and not wasted and (end.board_fen(), end.turn) not in positions:
                said.add(("unrefuted-try", name(line[0])))
            continue
        for node in line:
            if not node.turn() and keeps(node.parent.board(), goal) and not keeps(node.board(), goal):
                said.add(("throwaway", name(node)))
                break
    whites = [node for node in main if not node.turn()]
    for node in whites[:-1]:
        if ("throwaway", name(node)) in said:
            break
        board = node.parent.board()
        printed = {child.move for child in node.parent.variations}
        others = [
            move
            for move in keepers(board, goal)
            if move not in printed
            and (move.from_square, move.to_square) != (node.move.from_square, node.move.to_square)
            and not wastes(behind(board, move), goal, positions, 4)
        ]
        if others:
            said.add(("dual", name(node)))
            break
    return said


def _line(node: chess.pgn.ChildNode) -> Iterator[chess.pgn.ChildNode]:
    yield node
    yield from node.mainline()


def wastes(board: chess.Board, goal: Goal, main: set[tuple[str, bool]], plies: int) -> bool:
    """Whether Black forces a position of the main line, by the whole tree."""
    if (board.board_fen(), board.turn) in main:
        return True
    if plies == 0:
        return False
    if board.turn:
        right = keepers(board, goal)
        return bool(right) and all(wastes(behind(board, move), goal, main, plies - 1) for move in right)
    return any(wastes(behind(board, move), goal, main, plies - 1) for move in board.legal_moves)


pytestmark = pytest.mark.skipif(not SYZYGY.is_dir(), reason=f"no tables at {SYZYGY}: set GBR_SYZYGY to run on them")
LINES = 10
seeded = pytest.mark.parametrize(
    ("seed", "count"), [(0, 2), *(pytest.param(seed, LINES, marks=pytest.mark.long) for seed in range(1, 4))]
)
"""Two lines in every run, and thirty with `--long`."""


def test_of_the_sample_of_a_database_each_finding_is_known(corpora: Path) -> None:
    text = (corpora / "hhdb-sample.pgn").read_text(encoding="utf-8-sig")
    document = Document.of(text, host_for("a.pgn"), Conventions(tables=syzygy((str(SYZYGY),))))
    assert [(item.finding.rule, item.finding.message) for item in lint(document, RULES)] == [
        ("unrefuted-try", "5.g8=Q is marked as a try, and still draws behind 8.Kg7"),
        ("throwaway", "4.Kb5 draws; only 4.e5 wins"),
        ("throwaway", "3.e5 draws; only 3.Kc4 wins"),
        ("dual", "9.Qe1+ is not the only move: 9.Qf1+ wins too"),
    ]


@seeded
def test_lines_of_only_moves_are_left_alone(seed: int, count: int) -> None:
    rng = random.Random(100 * seed + 20)
    for _ in range(count):
        first, goal, line = drawn(rng, slack=0)
        assert told(game_of(first, goal, line)) == set()


@seeded
def test_a_move_that_gives_the_goal_away_is_named_wherever_it_is_put(seed: int, count: int) -> None:
    rng = random.Random(100 * seed + 21)
    for _ in range(count):
        first, goal, line = drawn(rng, slack=0)
        at = rng.randrange(0, len(line), 2)
        game = game_of(first, goal, line[:at])
        node = game.end()
        board = node.board()
        wrong = [move for move in board.legal_moves if not keeps(behind(board, move), goal)]
        if wrong:
            last = node.add_variation(rng.choice(wrong))
            assert told(game) == {("throwaway", name(last))} == naively(game, goal), game


@seeded
def test_a_try_whose_line_does_not_refute_it_is_named(seed: int, count: int) -> None:
    rng = random.Random(100 * seed + 22)
    named = 0
    for _ in range(count):
        first, goal, line = drawn(rng, slack=0)
        game = game_of(first, goal, line)
        at = rng.randrange(0, len(line), 2)
        node: chess.pgn.GameNode = [game, *game.mainline()][at]
        board = node.board()
        wrong = [move for move in board.legal_moves if move != line[at]]
        if not wrong:
            continue
        tried = node.add_variation(rng.choice(wrong), nags=[2])
        answers = list(tried.board().legal_moves)
        blunders = [move for move in answers if keeps(behind(tried.board(), move), goal)]
        if answers:
            tried.add_variation(rng.choice(blunders or answers))
        expected = naively(game, goal)
        named += bool(expected)
        assert told(game) == expected, game
    assert named or count < LINES, "no try was left unrefuted"


@seeded
def test_duals_are_named_and_waste_of_time_is_not(seed: int, count: int) -> None:
    rng = random.Random(100 * seed + 23)
    named = wasted = 0
    for _ in range(count):
        first, goal, line = drawn(rng, slack=2)
        game = game_of(first, goal, line)
        expected = naively(game, goal)
        named += bool(expected)
        positions = {(node.board().board_fen(), node.turn()) for node in [game, *game.mainline()]}
        for node in [one for one in game.mainline() if not one.turn()][:-1]:
            board = node.parent.board()
            others = [move for move in keepers(board, goal) if move != node.move]
            wasted += any(wastes(behind(board, move), goal, positions, 4) for move in others)
        assert told(game) == expected, game
    assert (named and wasted) or count < LINES, "nothing is a dual, or nothing a waste of time"


def test_a_section_is_read_once_for_all_lines_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Block] = []

    def counted(block: Block) -> str:
        read.append(block)
        return readable(block)

    monkeypatch.setattr("gbr_lsp.model.prose_moves.readable", counted)
    fen = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"
    document = Document.of(f"=0000.11h8a6 `{fen}`\n\n1.Kg7 h4 2.Kf6 Kb6 3.Ke5 h3 draws.\n\n" * 9, host_for("a.md"))
    lint(document)
    assert 0 < len(read) <= len(list(document.blocks))
