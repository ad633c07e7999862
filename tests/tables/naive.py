"""Expected findings of the tablebase rules, computed naively and without limits, and the real ones."""

from collections.abc import Iterator

import chess
import chess.pgn

from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.inlays import inlays
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.notation.values import Goal
from gbr_lsp.solutions.tablebase import syzygy
from tests.support.specs import SYZYGY
from tests.tables.drawn import behind, code_of, keepers, keeps, probed

RULES = frozenset({"throwaway", "unproved-end", "unrefuted-try", "dual"})
PLIES = 4
Told = set[tuple[str, str]]
"""Pairs of a rule and the move in its message: `("dual", "3.Kb4")`."""


def said_of(text: str, name: str) -> Told:
    """Return the findings of `RULES` in `text`, linted as the file `name`."""
    return {(one.finding.rule, one.finding.message.split()[0]) for one in lint(_document(text, name), RULES)}


def _document(text: str, name: str) -> Document:
    return Document.of(text, host_for(name), Conventions(tables=syzygy((str(SYZYGY),))))


def marks_of(game: chess.pgn.Game) -> str:
    """Return the inlay marks after the moves of `game`, in text order: `+`, `=`, `−`."""
    text = str(game) + "\n"
    hints = inlays(_document(text, "a.pgn"), Span(text.index("\n\n"), len(text)))
    return "".join(hint.label for hint in hints if hint.tooltip.startswith("tables: "))


def right_marks_of(game: chess.pgn.Game) -> str:
    """Return the expected marks of `game`, by a direct probe of each position."""
    return "".join(map(_mark, _in_order_of_text(game)))


def _mark(node: chess.pgn.ChildNode) -> str:
    wdl = probed(node.board())
    white = wdl if node.board().turn else -wdl
    return "+" if 0 < white else "−" if white < 0 else "="


def _in_order_of_text(game: chess.pgn.GameNode) -> Iterator[chess.pgn.ChildNode]:
    node: chess.pgn.GameNode = game
    while node.variations:
        main, *others = node.variations
        yield main
        for other in others:
            yield other
            yield from _in_order_of_text(other)
        node = main


def as_prose(game: chess.pgn.Game, goal: Goal) -> str:
    """Return `game` as a Markdown manuscript: FEN, caption with `goal`, moves, tries marked `?`."""
    board = game.board()
    exporter = chess.pgn.StringExporter(columns=None, headers=False)
    moves = game.accept(exporter).replace(" $2", "?").rsplit(" ", 1)[0]
    words = "wins" if goal is Goal.WIN else "draws"
    code = code_of(board)
    caption = f"{code[-4:]} {code[:-4]} {'Win' if goal is Goal.WIN else 'Draw'}"
    return f"# A study\n\n`{board.fen()}`\n\n{caption}\n\n{moves} and {words}.\n"


def name(node: chess.pgn.ChildNode) -> str:
    """Return the move of `node` with its number: `3.Kb4`, `3...Rd8`."""
    board = node.parent.board()
    return f"{board.fullmove_number}{'.' if board.turn else '...'}{board.san(node.move)}"


def naively(game: chess.pgn.Game, goal: Goal, *, in_prose: bool = False) -> Told:
    """Return the expected findings in `game`; its variations must be single lines off the main line.
    With `in_prose`, unmarked alternatives of White are skipped, because they may be tries."""
    said: Told = set()
    main = list(game.mainline())
    waste = WasteOfTime(game, goal)
    lines = [main, *(list(_line(child)) for node in [game, *main] for child in node.variations[1:])]
    for line in lines:
        if line[0] is not main[0] and 2 in line[0].nags:
            end = line[-1].board()
            wasted = any(waste.is_forced(node.board()) for node in (line[0], line[-1]))
            if keeps(end, goal) and not wasted:
                said.add(("unrefuted-try", name(line[0])))
            continue
        if in_prose and line[0] is not main[0] and not line[0].turn():
            continue
        for node in line:
            if not node.turn() and keeps(node.parent.board(), goal) and not keeps(node.board(), goal):
                said.add(("throwaway", name(node)))
                break
    for node in [node for node in main if not node.turn()][:-1]:
        if ("throwaway", name(node)) in said:
            break
        if any(not waste.is_forced(behind(node.parent.board(), move)) for move in others_of(node, goal)):
            said.add(("dual", name(node)))
            break
    return said


def others_of(node: chess.pgn.ChildNode, goal: Goal) -> list[chess.Move]:
    """Return the moves that keep `goal` except printed ones and other promotions of the same pawn move."""
    printed = {child.move for child in node.parent.variations}
    ends = (node.move.from_square, node.move.to_square)
    return [
        move
        for move in keepers(node.parent.board(), goal)
        if move not in printed and (move.from_square, move.to_square) != ends
    ]


def _line(node: chess.pgn.ChildNode) -> Iterator[chess.pgn.ChildNode]:
    yield node
    yield from node.mainline()


class WasteOfTime:
    """Full-tree test: can Black force a main-line position within `PLIES` half-moves?"""

    def __init__(self, game: chess.pgn.Game, goal: Goal) -> None:
        self.goal = goal
        self.main = {_key(node.board()) for node in [game, *game.mainline()]}
        self._known: dict[object, bool] = {}

    def is_forced(self, board: chess.Board, plies: int = PLIES) -> bool:
        key = (_key(board), plies)
        if key not in self._known:
            self._known[key] = self._found(board, plies)
        return self._known[key]

    def _found(self, board: chess.Board, plies: int) -> bool:
        if _key(board) in self.main:
            return True
        if plies == 0:
            return False
        if board.turn:
            right = keepers(board, self.goal)
            return bool(right) and all(self.is_forced(behind(board, move), plies - 1) for move in right)
        return any(self.is_forced(behind(board, move), plies - 1) for move in board.legal_moves)


def _key(board: chess.Board) -> tuple[str, bool]:
    return board.board_fen(), board.turn
