"""Which witness of a study is wrong where two of them disagree.

A code says its class, its control, its kings and perhaps all squares; each board shows kings, men and squares. What is
told here was found by enumerating single slips in real studies and by reading what was really printed:

* Class and control are one source. Where they differ, the one that the board confirms is right. Where they agree
  against a board it is named first, and the code alone is not mended: both may be stale.
* A square list is a board of its own, and so are boards by different means: two against one convict the one.
* The solution votes only if it runs from exactly one of the two positions; in prose see `votes`.
* What contradicts itself is wrong: a square off the board, kings beside each other, more promoted men than pawns are
  gone, which bishops on squares of one color show.
* Everything else is a tie: nobody is convicted, and a fix is offered for each side whose text is certain.
"""

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.boards_as_coded import with_force, with_kings, with_one_more
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.square_lists import lost_king
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.checks import impossible
from gbr_lsp.notation.grammar import ANY_POSITION
from gbr_lsp.notation.men import control_fits, control_of, force_of, men_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.promoted import has_promoted_bishop, has_too_many_promoted
from gbr_lsp.notation.values import Force, Kind, Nine

if TYPE_CHECKING:
    from gbr_lsp.solutions.replay import Start

_Shown = tuple[OwnedBoard, Placement]
_OTHER_STUDY = 6
"""Both kings and two digits, or one king and four digits: nobody slips so often in one code."""


class Blamed(Enum):
    """Who is convicted of a disagreement."""

    CODE = "the code"
    BOARD = "the board"
    NOBODY = "nobody: the text would be the same whichever side has the slip"


class Dispute(NamedTuple):
    """A disagreement of a code with a board; `instead` is what the board would be if the code were right, if known."""

    blamed: Blamed
    owned: OwnedBoard
    placement: Placement
    instead: Placement | None = None
    apart: int = 0
    """How many digits or kings differ."""
    by_solution: bool = False
    """Whether it is the solution that convicts of wrong digits."""
    either: tuple[Placement, ...] = ()
    """What the board may be if the code is right, where that is not known: which of several like men is wrong."""


class Judgement(NamedTuple):
    """The disagreements of a study with its boards, at most one about each of its parts."""

    force: Dispute | None = None
    kings: Dispute | None = None
    squares: Dispute | None = None

    @property
    def disputes(self) -> list[Dispute]:
        return [dispute for dispute in self if dispute]

    @property
    def disputed(self) -> bool:
        """Whether the code and a board differ: then nothing more is reported that follows from either."""
        return any(self)


_AGREED = Judgement()


def judgement(study: Study) -> Judgement:
    """The disagreements of a study with the boards that are its own; several rules ask in turn."""
    known, found = _LAST[0]
    if known is not study:
        found = _judgement(study)
        _LAST[0] = study, found
    return found


def forget_last() -> None:
    """Lets go of the study that was judged last, so that nothing of its document is kept."""
    _LAST[0] = None, _AGREED


_LAST: list[tuple[Study | None, Judgement]] = [(None, _AGREED)]
"""The study that was judged last."""


def _judgement(study: Study) -> Judgement:
    boards = [(owned, board) for owned, board in study.placements if owned.bond is not Bond.SHARED]
    if not boards:
        return _AGREED
    return Judgement(_about_force(study, boards), _about_kings(study, boards), _about_squares(study))


def forces_shown(said: Force, placement: Placement, meant: Nine) -> list[Force]:
    """The digits of a board as they are meant, and as they may be meant elsewhere."""
    forces = [force_of(placement.men, nine) for nine in (meant, *Nine)]
    if meant is Nine.PROMOTED and said.bishops == 9 and has_promoted_bishop(placement):
        return [force._replace(bishops=9) for force in forces]
    return forces


def is_of_another(judged: Judgement) -> bool:
    """Whether a board that a code disagrees with is that of another study: it has other kings and other men."""
    force, kings = judged.force, judged.kings
    if force is None or kings is None or force.owned != kings.owned:
        return False
    return force.owned.bond is Bond.PLACED or _OTHER_STUDY <= force.apart + 2 * kings.apart


def shows_impossible(study: Study) -> bool:
    """Whether a board of a study, or what its code spells out, cannot be with the side to move; then no move from it
    is judged."""
    if ANY_POSITION in study.occurrence.flags:
        return False
    stated = study.code.stipulation.turn
    shown = [
        (placement, stated if owned.board.turn is None else owned.board.turn) for owned, placement in study.placements
    ]
    if spelled := study.spelled:
        shown.append((spelled, stated))
    return any(
        impossible(placement, turn) or placement.pawns_at_the_ends or has_too_many_promoted(placement)
        for placement, turn in shown
    )


def control_differs(study: Study) -> bool:
    """Whether no men that the digits allow make the control, so that one of the two is wrong."""
    force, control = study.code.force, study.code.control
    return force is not None and control is not None and not any(control_fits(force, control, nine) for nine in Nine)


def own_boards(study: Study) -> list[_Shown]:
    """The boards that a square list is to show; none where it may be the list of another version of the same force."""
    boards = [(owned, placement) for owned, placement in study.placements if owned.bond is not Bond.SHARED]
    shown = [(owned, placement) for owned, placement in boards if owned.board.kind is not BoardKind.CODE]
    sure = [(owned, placement) for owned, placement in shown if owned.bond is Bond.SURE]
    if sure:
        return sure
    others = {placement for owned, placement in boards if owned.board.kind is BoardKind.CODE}
    placements = {placement for _, placement in shown}
    return shown if len(placements) == 1 and not placements & others else []


def _about_force(study: Study, boards: list[_Shown]) -> Dispute | None:
    said, nine = study.code.force, study.conventions.nine
    if said is None:
        return None
    apart = [
        (owned, board)
        for owned, board in boards
        if force_of(board.men, nine) != said and max(board.men[8:]) <= 9 and said not in forces_shown(said, board, nine)
    ]
    if not apart or _is_told_of_boards(boards, apart):
        return None
    owned, board = apart[0]
    right = forces_shown(said, board, nine)[0]
    digits = sum(one != other for one, other in zip(said, right, strict=True))
    blamed = _who_counts_wrong(study, said, boards, apart)
    possible = with_force(board, said) if study.code.kings == board.kings else []
    if study.spelled is None and 1 < len(possible):
        return _one_of_several(study, Dispute(blamed, owned, board, apart=digits), possible)
    if study.spelled is None and not possible and blamed is not Blamed.CODE and study.code.kings == board.kings:
        return _one_missing(study, Dispute(blamed, owned, board, apart=digits), said)
    instead = study.spelled or (possible[0] if possible else None)
    if blamed is Blamed.NOBODY and instead and study.code.kings == instead.kings == board.kings:
        voted = _by_solution(study, owned, board, instead)
        return Dispute(voted, owned, board, instead, digits, by_solution=voted is not blamed)
    return Dispute(blamed, owned, board, instead, digits)


def _one_of_several(study: Study, dispute: Dispute, possible: list[Placement]) -> Dispute:
    """A dispute about the digits in which one of several like men of a board may be wrong, as the solution tells."""
    owned, board = dispute.owned, dispute.placement
    runs_as_shown = _runs(study, owned, board)
    runs = [_runs(study, owned, placement) for placement in possible] if runs_as_shown is not None else []
    if runs_as_shown is False and True in runs and None not in runs:
        running = [placement for placement, one in zip(possible, runs, strict=True) if one]
        if len(running) == 1:
            return dispute._replace(blamed=Blamed.BOARD, instead=running[0], by_solution=True)
        return dispute._replace(either=tuple(running))
    if runs_as_shown and not any(one is not False for one in runs) and dispute.blamed is Blamed.NOBODY:
        return dispute._replace(blamed=Blamed.CODE, by_solution=True)
    return dispute._replace(either=tuple(possible))


def _one_missing(study: Study, dispute: Dispute, said: Force) -> Dispute:
    """A dispute about the digits in which the board may lack a man, with the squares that the solution needs it on."""
    owned, board = dispute.owned, dispute.placement
    wider = with_one_more(board, said)
    if not wider or _runs(study, owned, board) is not False:
        return dispute
    turn = study.code.stipulation.turn if owned.board.turn is None else owned.board.turn
    possible = [placement for placement in wider if not impossible(placement, turn)]
    runs = [_runs(study, owned, placement) for placement in possible]
    running = [placement for placement, one in zip(possible, runs, strict=True) if one]
    if len(running) == 1 and None not in runs:
        return dispute._replace(blamed=Blamed.BOARD, instead=running[0], by_solution=True)
    return dispute._replace(either=tuple(running))


def _who_counts_wrong(study: Study, said: Force, boards: list[_Shown], apart: list[_Shown]) -> Blamed:
    control, men = study.code.control, apart[0][1].men
    if len(apart) < len(boards) or 8 < max(men[8:]):
        return Blamed.BOARD
    if _by_different_means(apart, lambda board: board.men):
        return Blamed.CODE
    confirmed = control is not None and control == control_of(men)
    if control_differs(study):
        return Blamed.CODE if confirmed else Blamed.NOBODY
    fits, fits_board = list_fits(study, men_of(said)), list_fits(study, men)
    if fits_board and fits is False:
        return Blamed.CODE
    seen = max(said[4:]) <= 8 and ((control is not None and not confirmed) or (fits and fits_board is False))
    return Blamed.BOARD if seen else Blamed.NOBODY


def list_fits(study: Study, men: tuple[int | None, ...]) -> bool | None:
    """Whether the square list has as many squares as some men need; None where there is no list, or a 9 hides it."""
    pieces, pawns = study.occurrence.all(Kind.PIECE), study.occurrence.all(Kind.PAWN)
    if study.code.pieces is None or None in men or not pieces + pawns:
        return None
    known = [count or 0 for count in men]
    if pawns:
        return (len(pieces), len(pawns)) == (sum(known[:8]), sum(known[8:]))
    return len(pieces) in (sum(known), sum(known[:8]))


def _about_kings(study: Study, boards: list[_Shown]) -> Dispute | None:
    kings = study.code.kings
    apart = [(owned, board) for owned, board in boards if kings is not None and board.kings != kings]
    if kings is None or not apart or _is_told_of_boards(boards, apart):
        return None
    owned, board = apart[0]
    instead = with_kings(board, kings)
    if instead and impossible(instead, owned.board.turn):
        instead = None
    again = [part.square for part in study.occurrence.all(Kind.KING_AGAIN)]
    if len(apart) < len(boards):
        blamed = Blamed.BOARD
    elif (
        None in kings
        or lost_king(study, board)
        or again == list(board.kings)
        or kings.touch
        or _by_different_means(apart, lambda board: board.kings)
    ):
        blamed = Blamed.CODE
    else:
        blamed = _by_solution(study, owned, board, instead)
    exchanged = (kings.white, kings.black) == (board.kings.black, board.kings.white)
    moved = 1 if exchanged else sum(one != other for one, other in zip(kings, board.kings, strict=True))
    return Dispute(blamed, owned, board, instead, moved)


def _about_squares(study: Study) -> Dispute | None:
    """Who is wrong about the squares of men that both sides count alike."""
    parts = study.occurrence.all(Kind.PIECE, Kind.PAWN)
    for owned, board in own_boards(study) if parts else ():
        if not any(force_of(board.men, nine) == study.code.force for nine in Nine) or study.code.kings != board.kings:
            continue
        spelled = study.spelled
        if spelled == board:
            return None
        if spelled is None or _by_different_means(own_boards(study), lambda board: board):
            return Dispute(Blamed.CODE, owned, board)
        blamed = _by_promotion(study, board, spelled) or _by_solution(study, owned, board, spelled)
        return Dispute(blamed, owned, board, spelled)
    return None


def _by_different_means(apart: list[_Shown], of: Callable[[Placement], object]) -> bool:
    """Whether boards of different kinds show the same: nobody copies a slip from a FEN into a diagram.

    What a program prints is made of a FEN, so both have the same slips.
    """
    kinds = {owned.board.kind for owned, _ in apart}
    return 1 < len(kinds) and kinds != {BoardKind.FEN, BoardKind.GRID} and len({of(board) for _, board in apart}) == 1


def _is_told_of_boards(boards: list[_Shown], apart: list[_Shown]) -> bool:
    """Whether boards by different means disagree with each other, of which one agrees with the code."""
    kinds = {owned.board.kind for owned, _ in apart}
    return any((owned, board) not in apart and owned.board.kind not in kinds for owned, board in boards)


def _by_promotion(study: Study, board: Placement, spelled: Placement) -> Blamed | None:
    """The side that shows more promoted men than pawns are gone, if the other does not."""
    if ANY_POSITION in study.occurrence.flags or has_too_many_promoted(board) is has_too_many_promoted(spelled):
        return None
    return Blamed.BOARD if has_too_many_promoted(board) else Blamed.CODE


def _by_solution(study: Study, owned: OwnedBoard, board: Placement, instead: Placement | None) -> Blamed:
    """Whom the solution convicts: the side from whose position it does not run, if it runs from the other."""
    if study.proved is not None and study.proved in (board, instead):
        return Blamed.CODE if study.proved == board else Blamed.BOARD
    runs, runs_from_other = (_runs(study, owned, placement) for placement in (board, instead))
    if runs is None or runs_from_other is None or runs is runs_from_other:
        return Blamed.NOBODY
    return Blamed.CODE if runs else Blamed.BOARD


def _runs(study: Study, owned: OwnedBoard, placement: Placement | None) -> bool | None:
    """Whether the solution of a PGN game runs from a position; None where there is none, or it cannot be followed."""
    tag = study.block.found.reading.tags.get("FEN")
    if placement is None or tag is None or owned.board.span != tag:
        return None
    # Few codes differ from their boards, and what follows moves takes a while to import.
    from gbr_lsp.solutions.replay import Start

    fields = [*study.text(tag).split(), "", "", "", ""]
    turn = study.code.stipulation.turn if owned.board.turn is None else owned.board.turn
    start, known = Start(placement, turn, fields[2] or None, fields[3] or None), study.block.runs
    if start not in known:
        known[start] = _runs_from(study.block.text, start)
    return known[start]


def _runs_from(text: str, start: "Start") -> bool | None:
    from gbr_lsp.solutions.game import read_game
    from gbr_lsp.solutions.problems import MoveProblem

    problems = {node.problem for node in read_game(text, start).problems}
    if MoveProblem.ILLEGAL in problems:
        return False
    # Behind a move that two men can make, or that is none, nothing was followed.
    return None if problems & {MoveProblem.AMBIGUOUS, MoveProblem.UNREADABLE, MoveProblem.MISSING} else True
