"""Fixes of a slip in moves, and of a man on a wrong square."""

from collections.abc import Callable

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.block import Place
from gbr_lsp.model.finding import Fix, Replacement, write
from gbr_lsp.solutions.legal_moves import LegalMove
from gbr_lsp.solutions.relocations import ManRelocation
from gbr_lsp.solutions.slip_explanation import Slip, SlipExplanation

MAX_FIXES = 3
_EMPTY_CELL = regex(r"\|(?P<cell>[ \t]*)\|[ \t\r\n|]*\Z")
"""An empty cell of a table before a move."""
_MAX_CELL_DISTANCE = 60
_MIN_PLIES_AFTER_INSERTION = 2


def slip_fixes(
    slip: SlipExplanation, place: Callable[[Span], Place], move_text: Callable[[LegalMove], str]
) -> tuple[Fix, ...]:
    """Return the fixes of `slip`, the best first: a deletion, an exchange, an insertion, or another move.

    `place` returns the place of a span, `move_text` a move as this text writes it. There is no fix for two
    blocks. An insertion is only shown unless no other legal move lets the rest of the line run.
    """
    here = place(slip.span)
    text = here.block.text[slice(*here.span)]
    if slip.slip is Slip.DOUBLED:
        return (write(here, "", safe=False),)
    if slip.second:
        there = place(slip.second.span)
        other = there.block.text[slice(*there.span)]
        fix = Fix(f"Exchange {text} and {other}", (Replacement(here, other), Replacement(there, text)), is_safe=False)
        return (fix,) if there.block is here.block else ()
    moves = [move_text(move) for move in slip.repairs[:MAX_FIXES]]
    is_certain = True
    if slip.slip is Slip.MISSING:
        is_certain = len(slip.repairs) == 1 and slip.is_complete and _MIN_PLIES_AFTER_INSERTION <= len(slip.line)
        start = here.span.start
        cell = _EMPTY_CELL.search(here.block.text, max(0, start - _MAX_CELL_DISTANCE), start)
        if cell:
            here, moves = here._replace(span=Span(*cell.span("cell"))), [f" {move} " for move in moves]
        else:
            moves = [f"{move} {text}" for move in moves]
    return tuple(write(here, move, safe=False)._replace(is_tied=not is_certain) for move in moves)


def relocation_fix(man: ManRelocation, source: str, edit: Replacement) -> Fix:
    """Return the fix that moves `man` in the board or list `source`."""
    return Fix(f"Put {man.words} in the {source}", (edit,), is_safe=False, is_tied=True)
