"""Square lists that the solution contradicts: it runs if one man is elsewhere.

The table of slips contains the squares to try. The solution is the line that begins after the code;
that of a twin, with a man elsewhere, proves nothing.
"""

from collections.abc import Iterator, Sequence

from gbr_lsp.base.text import Span
from gbr_lsp.model.block import TWIN
from gbr_lsp.model.line_starts import ProseStudy, beginnings, own_starts, positions_with
from gbr_lsp.model.study import Study
from gbr_lsp.notation.checks import impossibility
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import SQUARE_NAMES, SQUARES, WHITE, Kind, Part
from gbr_lsp.slips import Field, readings
from gbr_lsp.solutions.prose_items import MANY_PLIES

_MAX_COST = 1.4
"""Maximum cost of a slip in a list; costlier ones may change it to any square."""
_MAX_MEN = 16
_MAX_SQUARES = 3
"""Maximum number of squares to offer; if a man may be on more, nothing is known."""


def wrong_list(here: ProseStudy, study: Study) -> tuple[Part, list[int], Span] | None:
    """Return the contradicted part of a list, its possible squares, and the line, or None.

    The last is the span of the first number of the line. `here` is `study` in its text.
    """
    own = study.occurrence.parts_of(Kind.PIECE, Kind.PAWN)
    text, spelled, code_end = here.prose, study.spelled_position, here.offset + study.occurrence.span.end
    if spelled is None or study.boards or study.occurrence.has_sic or not 0 < len(own) <= _MAX_MEN:
        return None
    start = min(own_starts(text, code_end, here.next_offset), default=None)
    if start is None or TWIN.search(text.text, code_end, text.items[start].span.start):
        return None
    if _can_be_played(here, start, study, spelled):
        return None
    found: dict[int, list[int]] = {}
    for number, square, placement in _positions_a_slip_away(study, own):
        if not impossibility(placement, WHITE) and _can_be_played(here, start, study, placement):
            found.setdefault(number, []).append(square)
    if len(found) != 1:
        return None
    ((number, squares),) = found.items()
    return (own[number], squares, text.items[start].span) if len(squares) <= _MAX_SQUARES else None


def _positions_a_slip_away(study: Study, own: Sequence[Part]) -> Iterator[tuple[int, int, Placement]]:
    """Yield `(index, square, placement)` for each slip in one square of `own`."""
    pieces = len(study.occurrence.parts_of(Kind.PIECE))
    for number, part in enumerate(own):
        for meant in readings(SQUARE_NAMES[part.square], Field.SQUARES, _MAX_COST) if part.square is not None else ():
            if meant.text in SQUARES:
                squares = [one.square for one in own]
                squares[number] = SQUARES[meant.text]
                code = study.code._replace(pieces=tuple(squares[:pieces]), pawns=tuple(squares[pieces:]))
                placement = study._replace(occurrence=study.occurrence._replace(code=code)).spelled_position
                if placement:
                    yield number, SQUARES[meant.text], placement


def _can_be_played(here: ProseStudy, start: int, study: Study, placement: Placement) -> bool:
    """Return True if the line at `start` runs from `placement` to its end, at least `MANY_PLIES` half-moves."""
    for begun in beginnings(here.prose, start, positions_with(study, placement)):
        if MANY_PLIES <= begun.plies:
            line = begun.follow(here.prose, here.next_offset).main_line
            if line.is_complete and line.is_at_row_end:
                return True
    return False
