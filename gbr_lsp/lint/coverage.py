"""What was read of a document: how many codes, and how many of them have something beside them that says the same.

A run without findings looks the same for a hundred codes with their boards and for none that was recognized. It is
counted from what linting keeps with each chunk, so that nothing is read again.
"""

from collections.abc import Iterable
from typing import NamedTuple

from gbr_lsp.lint.incremental import clean_games, studies_read
from gbr_lsp.model.document import Document
from gbr_lsp.rules import RULES
from gbr_lsp.solutions.movetext import has_moves

_ON_SOLUTIONS = frozenset(name for name, rule in RULES.items() if rule.follows_moves)


class Coverage(NamedTuple):
    """How many codes were found, with how many a board was compared, and from how many boards a solution followed."""

    codes: int = 0
    boards: int = 0
    solutions: int | None = None
    """None where no selected rule follows solutions."""

    @property
    def in_words(self) -> str:
        """`14 codes, 11 with a board, 9 with a solution`."""
        codes = f"{self.codes} code{'' if self.codes == 1 else 's'}, {self.boards} with a board"
        return codes if self.solutions is None else f"{codes}, {self.solutions} with a solution"


def coverage_of(document: Document, selected: frozenset[str]) -> Coverage:
    """What was read of a document that has been linted with a selection of rules."""
    codes = boards = solutions = 0
    for chunk in document.chunks:
        for game in clean_games(chunk, selected):
            codes += 1
            boards += 1
            # No bracket stands behind the tags of a clean record.
            solutions += has_moves(game.text, game.text.rfind("["))
        for study, is_solved in studies_read(chunk, selected):
            codes += 1
            boards += next(study.placements, None) is not None
            solutions += is_solved
    return Coverage(codes, boards, solutions if selected & _ON_SOLUTIONS else None)


def total(coverages: Iterable[Coverage]) -> Coverage:
    """What was read of several documents together."""
    each = list(coverages)
    solutions = [one.solutions for one in each if one.solutions is not None]
    codes, boards = sum(one.codes for one in each), sum(one.boards for one in each)
    return Coverage(codes, boards, sum(solutions) if solutions else None)
