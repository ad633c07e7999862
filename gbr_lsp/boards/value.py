"""A board in a text."""

from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Control

_NAMES = {"fen": "FEN", "diagram": "diagram", "pieces": "list of pieces", "code": "other code"}


class Count(NamedTuple):
    """The men of each side as a text counts them, `(4+5)` or `[4+5]`, and where it does."""

    control: Control
    span: Span


class Board(NamedTuple):
    """A board where it stands: `placement` is None where it cannot be read, and `problem` says why.

    `kind` is `fen`, `diagram`, `pieces` (a list such as that of diagram.sty) or `code` (a code that spells it out).
    """

    kind: str
    span: Span
    placement: Placement | None
    turn: bool | None
    problem: str | None = None
    counted: Count | None = None
    """The count that is written beside a list of pieces."""

    @property
    def name(self) -> str:
        """What messages call it."""
        return _NAMES[self.kind]
