"""Studies of a database as prose with their variations: in brackets, as notes by letter, or in sentences.

Each variation is a `SoundLine` of its own, with its moves in the text of the whole study.
"""

import random
from collections.abc import Iterator

import chess
import chess.pgn

from gbr_lsp.base.text import Span
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions.position import Position, position_of
from tests.conftest import CORPORA
from tests.solutions.prints import LETTERS
from tests.solutions.slips import SoundLine

FORMS = ("in brackets", "in notes", "in sentences")
_LONG_ENOUGH = 5
_OPENINGS = ("If {}", "Not {}", "Or {}", "But {}")
_NOTES = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")


class _Print:
    """The text of one study, and the moves of each of its lines."""

    def __init__(self, form: str, letters: str, rng: random.Random) -> None:
        self.form = form
        self.letters = LETTERS[letters]
        self.rng = rng
        self.text = ""
        self.lines: list[tuple[chess.Board, list[Span], list[str]]] = []
        self.notes: list[tuple[str, chess.pgn.ChildNode]] = []

    def line(self, node: chess.pgn.ChildNode, *, is_main: bool) -> None:
        """Write the line that begins with `node`, with the variations of its later moves."""
        made = node.parent.board(), list[Span](), list[str]()
        self.lines.append(made)
        one: chess.pgn.ChildNode | None = node
        is_apart = True
        while one is not None:
            self.move(one, made, is_apart=is_apart)
            # The variations of the first move of a variation are those of the line around it.
            others = [] if one is node and not is_main else one.parent.variations[1:]
            self.variations(others, is_main=is_main)
            is_apart = self.text[-2:] in (") ", ". ") and bool(others)
            one = one.variations[0] if one.variations else None

    def move(
        self, node: chess.pgn.ChildNode, made: tuple[chess.Board, list[Span], list[str]], *, is_apart: bool
    ) -> None:
        board = node.parent.board()
        if board.turn or is_apart:
            self.text += f"{board.fullmove_number}{'.' if board.turn else '...'}"
        san = board.san(node.move)
        bare = san.rstrip("+#")
        word = (
            "".join(self.letters["KQRBN".index(sign)] if sign in "KQRBN" else sign for sign in bare) + san[len(bare) :]
        )
        made[1].append(Span(len(self.text), len(self.text) + len(word)))
        made[2].append(bare)
        self.text += word + ("?" if {2, 4} & node.nags else "") + " "

    def variations(self, others: list[chess.pgn.ChildNode], *, is_main: bool) -> None:
        if not others:
            return
        if self.form == "in notes" and is_main and len(self.notes) < len(_NOTES):
            self.text = self.text.rstrip() + f"/{_NOTES[len(self.notes)]} "
            self.notes += [(_NOTES[len(self.notes)], others[0])]
            return
        for other in others:
            if self.form == "in sentences" and is_main:
                self.text = self.text.rstrip(". ") + ". " + self.rng.choice(_OPENINGS).format("")
                self.line(other, is_main=False)
                self.text = self.text.rstrip() + ". "
            else:
                self.text += "("
                self.line(other, is_main=False)
                self.text = self.text.rstrip() + ") "

    def add_notes(self) -> None:
        for label, node in self.notes:
            self.text += f"\n{label}) "
            self.line(node, is_main=False)


def side_lines(form: str, letters: str = "English", seed: str = "1") -> Iterator[SoundLine]:
    """Yield the side lines of at least five half-moves of all studies, printed in this `form`."""
    with (CORPORA / "hhdb-sample.pgn").open(encoding="utf-8") as file:
        number = 0
        while game := chess.pgn.read_game(file):
            number += 1
            if not game.variations:
                continue
            printed = _Print(form, letters, random.Random(f"{seed} {number}"))
            code = game.headers["Black"].strip("()")
            printed.text = f"{code}\n\n{game.headers['FEN']}\n\n"
            printed.line(game.variations[0], is_main=True)
            printed.text += "wins.\n"
            printed.add_notes()
            for board, spans, sans in printed.lines[1:]:
                if _LONG_ENOUGH <= len(sans):
                    yield SoundLine("a.txt", printed.text + "\n", spans, sans, _position(board))


def _position(board: chess.Board) -> Position:
    placement = Placement(board.board_fen())
    return position_of(placement, board.turn, board.fen().split()[2])
