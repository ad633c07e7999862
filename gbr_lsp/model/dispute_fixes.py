"""Fixes of a dispute: for the blamed side, or for both sides of a tie."""

from gbr_lsp.base.text import Span, enumeration
from gbr_lsp.model.disputes import Blame, Case, Dispute
from gbr_lsp.model.finding import Fix, Replacement
from gbr_lsp.model.list_corrections import corrections
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Kind, Kings, Part

_MAX_FIXES = 3


def fixes_of(dispute: Dispute, title: str, edits: tuple[Replacement, ...]) -> tuple[Fix, ...]:
    """Return the fixes of `dispute`, the likelier first. `title` and `edits` are those of the code's fix."""
    on_board = _board_fixes(dispute)
    if dispute.blame is Blame.CODE:
        return (Fix(title, edits, is_safe=False),)
    if dispute.blame is Blame.BOARD:
        return on_board
    of_code = Fix(f"{title} to match {dispute.witness.name}", edits, is_safe=False, is_tied=True)
    tied = tuple(fix._replace(is_tied=True) for fix in on_board)
    if dispute.is_code_likelier:
        # Without a fix for the likelier side, none is offered.
        return (*tied, of_code) if tied and edits else tied
    return (of_code, *tied)


def kings_edits(study: Study, right: Kings) -> tuple[Replacement, ...]:
    """Return the edits that write the kings `right`: one for `g3g1`, two for `g3, g1`."""
    edits: list[Replacement] = []
    for kings in (study.occurrence.king_parts(), study.occurrence.king_parts(Kind.KING_AGAIN)):
        spans, texts = [king.span for king in kings], [str(right)[:2], str(right)[2:]]
        if len(spans) == 2 and spans[0].end == spans[1].start:
            spans, texts = [Span(spans[0].start, spans[1].end)], [str(right)]
        written = zip(spans, texts, strict=False)
        edits += (Replacement(study.place(span), text) for span, text in written if study.text(span) != text)
    return tuple(edits)


def _board_fixes(dispute: Dispute) -> tuple[Fix, ...]:
    """Return the fixes that make a FEN follow the code. With more than `_MAX_FIXES` possible boards there are none."""
    owned, board, possible = dispute.witness.owned_board, dispute.placement, dispute.possible_boards
    place = owned and owned.placement_place
    if place is None or board is None or _MAX_FIXES < len(possible):
        return ()
    return tuple(
        Fix(
            f"Change {_changed_ranks(board, wanted)} to match the code",
            (Replacement(place, wanted.fen),),
            is_safe=False,
            is_tied=1 < len(possible),
        )
        for wanted in possible
    )


def _changed_ranks(board: Placement, wanted: Placement) -> str:
    """Return the ranks that `wanted` changes, in words: `rank 3 of the FEN to 6K1`."""
    ranks = zip(range(8, 0, -1), board.fen.split("/"), wanted.fen.split("/"), strict=True)
    return enumeration([f"rank {number} of the FEN to {new}" for number, old, new in ranks if old != new])


def square_on_board(study: Case, part: Part) -> tuple[int | None, Dispute | None]:
    """Return the board's square for the invalid `part`, and the dispute, or two None."""
    judged = study.disputes
    if part.kind in (Kind.KING, Kind.KING_AGAIN):
        kings = study.occurrence.king_parts(part.kind)
        if judged.kings is None or len(kings) < 2:
            return None, None
        return judged.kings.kings[kings.index(part)], judged.kings
    for wrong in corrections(study, judged.squares.placement) if judged.squares else ():
        if part in wrong.parts:
            return wrong.squares[wrong.parts.index(part)], judged.squares
    return None, None
