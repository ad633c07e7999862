"""What is agreed on before a text is read: settings build it, and everything below is passed it."""

from typing import NamedTuple

from gbr_lsp.notation.values import Nine
from gbr_lsp.solutions.languages import AUTO
from gbr_lsp.solutions.tablebase import Tables


class Conventions(NamedTuple):
    """How codes and boards are meant, and what is known besides the text.

    `bare` is whether classes without evidence are codes too; `letters` are those of king, queen, rook, bishop, knight
    and pawn in the lists of LaTeX diagrams, German ones where nothing is said. `solution_letters` names the language of
    solutions in prose, as `languages_in` takes it.
    """

    nine: Nine = Nine.MODERN
    bare: bool = False
    letters: str = "KDTLSB"
    tables: Tables | None = None
    solution_letters: str = AUTO


DEFAULT = Conventions()
