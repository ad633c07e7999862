"""Conventions known before a text is read.

They come from settings, and are passed to each function that needs them.
"""

from typing import NamedTuple

from gbr_lsp.notation.values import Evidence, Nine, Occurrence
from gbr_lsp.solutions.languages import AUTO
from gbr_lsp.solutions.tablebase import Tables


class Conventions(NamedTuple):
    """The meaning of codes and boards, and knowledge from outside the text.

    `has_bare_classes` is True if classes without evidence are codes too. `letters` are those of king, queen,
    rook, bishop, knight and pawn in the lists of LaTeX diagrams, German by default.
    `solution_letters` is the language of solutions in prose, as for `languages_in`.
    """

    nine: Nine = Nine.MODERN
    has_bare_classes: bool = False
    letters: str = "KDTLSB"
    tables: Tables | None = None
    solution_letters: str = AUTO

    def is_believed(self, code: Occurrence) -> bool:
        """Return True if `code` has evidence, or needs none."""
        return self.has_bare_classes or code.evidence is not Evidence.NONE


DEFAULT_CONVENTIONS = Conventions()
