r"""Two boards of the same study disagree.

## Why it matters

A FEN and a diagram of the same study, or a list of pieces and the count beside it, are made independently of each
other. Where they differ, one of them is not the composer's position. The same holds for two codes in one game or
fence: if one agrees with the board and the other does not, the other is reported.

## Example

```latex
\begin{diagram}
\pieces[4+4]{wKg3, wLa2e1, wBh6, sKg1, sTa3, sSg8, sBc3c6}
        ^^^ board-mismatch: The count should be 4+5: in the list of pieces, White has 4 men and Black 5
=0323.12g3g1
\end{diagram}
```
"""

from collections.abc import Iterator

from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.dispute_fixes import kings_edits
from gbr_lsp.model.finding import Finding, Fix, Need, RelatedMessage, Severity, rule, write
from gbr_lsp.model.study import Bond, OwnedBoard, Study
from gbr_lsp.notation.men import control_of, force_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import SQUARE_NAMES, Kind

_MAX_SQUARES = 6


@rule(Severity.WARNING, need=Need.TWO_BOARDS, is_silent_if_clean=True)
def board_mismatch(study: Study) -> Iterator[Finding]:
    if not study.boards:
        return
    boards = [(owned, placement) for owned, placement in study.placements if owned.board.kind is not BoardKind.CODE]
    for owned, placement in boards:
        if owned.bond is Bond.SHARED:
            yield _code_difference(study, owned, placement)
        elif count := owned.board.men_count:
            control = control_of(placement.men)
            if control and control != count.control:
                place = owned.place._replace(span=count.span)
                right = f"{control.white}+{control.black}"
                yield Finding(place, f"The count should be {right}: in the {owned.name}, {control.words}")
    versions = {placement for owned, placement in study.placements if owned.board.kind is BoardKind.CODE} | {
        study.spelled_position
    }
    if not 1 < len(versions.intersection(placement for _, placement in boards)):
        yield from _board_differences(
            [(owned, board) for owned, board in boards if owned.bond in (Bond.SURE, Bond.AGREES)]
        )


def _board_differences(boards: list[tuple[OwnedBoard, Placement]]) -> Iterator[Finding]:
    """Yield a `Finding` about the first difference between boards of two kinds.

    Boards of one kind may be two versions.
    """
    placements_by_kind: dict[BoardKind, set[Placement]] = {}
    for owned, placement in boards:
        placements_by_kind.setdefault(owned.board.kind, set()).add(placement)
    if not boards or any(1 < len(placements) for placements in placements_by_kind.values()):
        return
    first, board = boards[0]
    for owned, placement in boards:
        if placement == board:
            continue
        squares = [SQUARE_NAMES[square] for square in board.differing_squares(placement)]
        squares_text = ", ".join(sorted(squares)) if len(squares) <= _MAX_SQUARES else f"{len(squares)} squares"
        message = f"The {owned.name} and the {first.board.name} differ on {squares_text}"
        yield Finding(owned.place, message, related=(RelatedMessage(f"the {first.board.name}", first.place),))
        return


def _code_difference(study: Study, owned: OwnedBoard, placement: Placement) -> Finding:
    """Return the `Finding` about a code if its board agrees with another code next to it."""
    kings, force = placement.kings, force_of(placement.men, study.conventions.nine)
    name = f"the {owned.name}"
    related = (RelatedMessage(name, owned.place),)
    if study.code.kings != kings:
        place = study.place(study.occurrence.span_of(Kind.KING))
        message = f"The kings contradict {name} ({kings}), which another code confirms"
        fix = Fix(f"Change the kings to {kings}", kings_edits(study, kings), is_safe=False)
        return Finding(place, message, (fix,), related)
    place = study.place(study.occurrence.span_of(Kind.CLASS))
    message = f"The class contradicts {name} ({force}), which another code confirms"
    return Finding(place, message, (write(place, str(force), safe=False),), related)
