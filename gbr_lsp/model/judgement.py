"""Judgement of disputes between codes and witnesses by the cheapest set of slips.

Two positions are compared, that of the code and that of the board. Each costs the slips of all
witnesses that contradict it (`_price`): 1 for each origin, a little more for other parts that slip
along, such as the control with its class, and 1 if the position is impossible or the solution does
not run from it. If both cost nearly the same, neither is blamed. Then each side with certain text
has a fix, the cheaper one first.
"""

from collections import Counter
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.boards_as_coded import with_force, with_kings, with_one_more
from gbr_lsp.model.claims import Claim, Witness, fits_list, of_class
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.square_lists import lost_king
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.model.witnesses import counting, parts, showing
from gbr_lsp.notation.checks import impossibility
from gbr_lsp.notation.grammar import ANY_POSITION_FLAG
from gbr_lsp.notation.men import Men, force_of, is_control_possible
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.promoted_men import has_promoted_bishop, has_too_many_promoted
from gbr_lsp.notation.values import Force, Kind, Kings, Nine
from gbr_lsp.slips import MARGIN

if TYPE_CHECKING:
    from gbr_lsp.solutions.replay import Start

_SLIP, _ALONG, _CONTRADICTION = 1.0, 0.25, 1.0
"""Costs of a slip, of each further part of the same origin, and of a contradiction.

A contradiction is an impossible position, or a solution that does not run from it.
"""
_OTHER_STUDY = 6
"""Both kings and two digits, or one king and four digits: too many slips for one code."""


class Blamed(Enum):
    """The side that a dispute is decided against."""

    CODE = "the code is wrong"
    BOARD = "the board is wrong"
    NOBODY = "the code or the board is wrong, but nothing shows which"


class Dispute(NamedTuple):
    """A dispute between a code and a witness.

    `instead` is the corrected board if the code is right, or None if it is not known.
    """

    blamed: Blamed
    witness: Witness
    instead: Placement | None = None
    apart: int = 0
    """The number of digits or kings that differ."""
    by_solution: bool = False
    """Whether the solution changed the side that is blamed."""
    either: tuple[Placement, ...] = ()
    """The possible boards if the code is right, when there are several."""
    by_code: bool = False
    """Whether it is cheaper that the code is right than that the witness is."""

    @property
    def placement(self) -> Placement | None:
        """The board of the witness, or None."""
        return self.witness.claim.placement

    @property
    def kings(self) -> Kings:
        """The kings of the witness, each None if not stated."""
        return self.witness.claim.kings or Kings(None, None)


class Judgement(NamedTuple):
    """The disputes of a study, at most one for each part of the code."""

    force: Dispute | None = None
    kings: Dispute | None = None
    squares: Dispute | None = None

    @property
    def disputes(self) -> list[Dispute]:
        return [dispute for dispute in self if dispute]

    @property
    def disputed(self) -> bool:
        """Whether the code and a board differ.

        Then nothing that follows from either is reported.
        """
        return any(self)


_AGREED = Judgement()


def judgement(study: Study) -> Judgement:
    """Return the `Judgement` of `study`; the last is cached, because several rules need it."""
    known, found = _LAST[0]
    if known is not study:
        found = _judgement(study)
        _LAST[0] = study, found
    return found


def forget_last() -> None:
    """Clear the cache, so that it does not keep the document alive."""
    _LAST[0] = None, _AGREED


_LAST: list[tuple[Study | None, Judgement]] = [(None, _AGREED)]
"""The cache: the last study and its judgement."""


def _judgement(study: Study) -> Judgement:
    """Return the `Judgement` of `study` without the cache."""
    told = [witness for witness in showing(study) if witness.bond is not Bond.SHARED]
    return Judgement(_about_force(study, told), _about_kings(study, told), _about_squares(study)) if told else _AGREED


def forces_shown(said: Force, placement: Placement, meant: Nine) -> list[Force]:
    """Return a list of the digits of `placement`: under the convention `meant`, then under each.

    `said` are the digits of the code: if it counts a promoted bishop as 9, so does the result.
    """
    forces = [force_of(placement.men, nine) for nine in (meant, *Nine)]
    if meant is Nine.PROMOTED and said.bishops == 9 and has_promoted_bishop(placement):
        return [force._replace(bishops=9) for force in forces]
    return forces


def is_of_another(judged: Judgement) -> bool:
    """Return True if the board in dispute belongs to another study.

    Both kings and men differ, and either they differ too much or the board is assigned by its
    place.
    """
    force, kings = judged.force, judged.kings
    if force is None or kings is None or force.witness != kings.witness:
        return False
    return force.witness.bond is Bond.PLACED or _OTHER_STUDY <= force.apart + 2 * kings.apart


def shows_impossible(study: Study) -> bool:
    """Return True if a board or the code of `study` shows an impossible position.

    Then no move from it is judged.
    """
    if ANY_POSITION_FLAG in study.occurrence.flags:
        return False
    stated = study.code.stipulation.turn
    shown = [
        (placement, stated if owned.board.turn is None else owned.board.turn) for owned, placement in study.placements
    ]
    if spelled := study.spelled:
        shown.append((spelled, stated))
    return any(
        impossibility(placement, turn) or placement.misplaced_pawns or has_too_many_promoted(placement)
        for placement, turn in shown
    )


def control_differs(study: Study) -> bool:
    """Return True if the control cannot come from the digits.

    Then one of them is wrong.
    """
    force, control = study.code.force, study.code.control
    return (
        force is not None
        and control is not None
        and not any(is_control_possible(force, control, nine) for nine in Nine)
    )


def own_boards(study: Study) -> list[tuple[OwnedBoard, Placement]]:
    """Return `(owned, placement)` for each board that the square list has to agree with.

    The list is empty if the square list may be that of another version with the same force.
    """
    boards = [(owned, placement) for owned, placement in study.placements if owned.bond is not Bond.SHARED]
    shown = [(owned, placement) for owned, placement in boards if owned.board.kind is not BoardKind.CODE]
    sure = [(owned, placement) for owned, placement in shown if owned.bond is Bond.SURE]
    if sure:
        return sure
    others = {placement for owned, placement in boards if owned.board.kind is BoardKind.CODE}
    placements = {placement for _, placement in shown}
    return shown if len(placements) == 1 and not placements & others else []


def list_fits(study: Study, men: Men) -> bool | None:
    """Return whether the square list can have all of `men`, or None.

    It is None without a list, or if a 9 hides a count.
    """
    pieces, pawns = study.occurrence.parts_of(Kind.PIECE), study.occurrence.parts_of(Kind.PAWN)
    known = tuple(count for count in men if count is not None)
    if study.code.pieces is None or len(known) < len(men) or not pieces + pawns:
        return None
    return fits_list(known, (len(pieces), len(pawns)))


def _about_force(study: Study, told: list[Witness]) -> Dispute | None:
    """Return the `Dispute` about the digits, or None.

    `told` are the witnesses that show a board or kings.
    """
    said, nine = study.code.force, study.conventions.nine
    boards = [(witness, board) for witness in told if (board := witness.claim.placement)]
    apart = [
        witness
        for witness, board in boards
        if said and max(board.men[8:]) <= 9 and said not in {*forces_shown(said, board, nine)}
    ]
    if said is None or not apart or _is_told_of_boards(told, apart):
        return None
    first = apart[0]
    board = first.claim.placement
    assert board
    witnesses = [*told, *counting(study), *parts(study)]
    if_said = _price(witnesses, of_class(said)) + _CONTRADICTION * (8 < max(said[4:]))
    if_shown = _price(witnesses, Claim(men=board.men)) + 2 * _CONTRADICTION * (8 < max(board.men[8:]))
    possible: list[Placement] = []
    if study.spelled:
        possible = [study.spelled]
    elif study.code.kings == board.kings:
        possible = with_force(board, said)
        if not possible and _runs(study, first, board) is False:
            possible = [one for one in with_one_more(board, said) if not impossibility(one, _turn(study, first))]
    followed = possible if all(one.kings == board.kings for one in possible) else []
    dispute = _settled(study, first, followed, if_said, if_shown)
    right = forces_shown(said, board, nine)[0]
    digits = sum(one != other for one, other in zip(said, right, strict=True))
    left = (dispute.either if followed else tuple(possible)) or ()
    return dispute._replace(
        apart=digits, instead=left[0] if len(left) == 1 else None, either=left if 1 < len(left) else ()
    )


def _about_kings(study: Study, told: list[Witness]) -> Dispute | None:
    """Return the `Dispute` about the kings, or None.

    `told` are the witnesses that show a board or kings.
    """
    kings = study.code.kings
    apart = [witness for witness in told if kings and witness.claim.kings and _moved(kings, witness.claim.kings)]
    if kings is None or not apart or _is_told_of_boards(told, apart):
        return None
    first = apart[0]
    shown, board = first.claim.kings, first.claim.placement
    assert shown
    instead = with_kings(board, kings) if board else None
    if instead and impossibility(instead, _turn(study, first)):
        instead = None
    cannot_be = None in kings or kings.are_adjacent or (board is not None and lost_king(study, board) is not None)
    witnesses = [*told, *parts(study)]
    if_said = _price(witnesses, Claim(kings=kings)) + _CONTRADICTION * cannot_be
    if_shown = _price(witnesses, Claim(kings=shown))
    dispute = _settled(study, first, [instead] if instead else [], if_said, if_shown)
    return dispute._replace(apart=_moved(kings, shown), instead=instead)


def _about_squares(study: Study) -> Dispute | None:
    """Return the `Dispute` about the squares of men that both sides count alike, or None."""
    listed = study.occurrence.parts_of(Kind.PIECE, Kind.PAWN)
    own = [owned for owned, _ in own_boards(study)] if listed else []
    told = [witness for witness in showing(study) if witness.owned in own] if own else []
    for witness in told:
        board, spelled = witness.claim.placement, study.spelled
        if board is None or study.code.kings != board.kings or study.code.force not in witness.claim.forces:
            continue
        if spelled is None or spelled == board:
            return Dispute(Blamed.CODE, witness) if spelled is None else None
        if_said, if_shown = (
            _price([*told, *parts(study)], Claim(placement=one))
            + _CONTRADICTION * (ANY_POSITION_FLAG not in study.occurrence.flags and has_too_many_promoted(one))
            for one in (spelled, board)
        )
        return _settled(study, witness, [spelled], if_said, if_shown)._replace(instead=spelled)
    return None


def _price(witnesses: list[Witness], truth: Claim) -> float:
    """Return the cost of the slips of all `witnesses` that contradict `truth`.

    Those of one origin slip together.
    """
    slips = Counter(one.origin or one.noun for one in witnesses if one.claim.contradicts(truth))
    return sum(_SLIP + _ALONG * (count - 1) for count in slips.values())


def _settled(study: Study, witness: Witness, possible: list[Placement], if_said: float, if_shown: float) -> Dispute:
    """Return the `Dispute` with `witness`, decided by both costs and by the solution.

    `if_said` and `if_shown` are the costs if the code or the witness is right. `possible` are the
    possible boards if the code is right; `either` of the result has those that remain. The solution
    has to run from the right position.
    """
    before, shown = _blamed(if_said, if_shown), witness.claim.placement
    runs = _runs(study, witness, shown) if possible else None
    others = [_runs(study, witness, one) for one in possible] if runs is not None else []
    if others and None not in others:
        running = [one for one, its in zip(possible, others, strict=True) if its]
        if running and not runs:
            if_shown += _CONTRADICTION * (len(running) == 1)
            possible = running
        elif runs and not running:
            if_said += _CONTRADICTION
    blamed = _blamed(if_said, if_shown)
    by_solution = blamed is not before
    return Dispute(blamed, witness, by_solution=by_solution, either=tuple(possible), by_code=if_said < if_shown)


def _blamed(if_said: float, if_shown: float) -> Blamed:
    """Return the side to blame if the code costs `if_said` and the board `if_shown`."""
    if abs(if_said - if_shown) <= MARGIN:
        return Blamed.NOBODY
    return Blamed.CODE if if_shown < if_said else Blamed.BOARD


def _moved(kings: Kings, shown: Kings) -> int:
    """Return the number of kings that `shown` has elsewhere, 1 for exchanged kings."""
    if (kings.white, kings.black) == (shown.black, shown.white):
        return 1
    return sum(other not in (None, one) for one, other in zip(kings, shown, strict=True))


def _is_told_of_boards(told: list[Witness], apart: list[Witness]) -> bool:
    """Return True if boards of different kinds disagree, and one agrees with the code.

    `apart` are the witnesses among `told` that disagree with the code.
    """
    kinds = {one.owned.board.kind for one in apart if one.owned}
    return any(one not in apart and one.owned and one.owned.board.kind not in kinds for one in told) and bool(kinds)


def _turn(study: Study, witness: Witness) -> bool | None:
    """Return the side to move from `witness`, otherwise from the code, or None."""
    return study.code.stipulation.turn if witness.claim.turn is None else witness.claim.turn


def _runs(study: Study, witness: Witness, placement: Placement | None) -> bool | None:
    """Return whether the solution runs from `placement`, or None if it is not known."""
    if study.proved is not None:
        return placement == study.proved
    tag = study.block.found.reading.tags.get("FEN")
    if placement is None or tag is None or witness.place.span != tag:
        return None
    # Few codes differ from their boards, and the modules that follow moves are slow to import.
    from gbr_lsp.solutions.replay import Start

    fields = [*study.text(tag).split(), "", "", "", ""]
    start, known = Start(placement, _turn(study, witness), fields[2] or None, fields[3] or None), study.block.runs
    if start not in known:
        known[start] = _runs_from(study.block.text, start)
    return known[start]


def _runs_from(text: str, start: "Start") -> bool | None:
    """Return whether the moves of the game `text` are legal from `start`.

    Return None if some moves are not followed.
    """
    from gbr_lsp.solutions.game import read_game
    from gbr_lsp.solutions.problems import MoveProblem

    problems = {node.problem for node in read_game(text, start).problems}
    if MoveProblem.ILLEGAL in problems:
        return False
    # After a move that is ambiguous or unreadable, nothing was followed.
    lost = {MoveProblem.AMBIGUOUS, MoveProblem.UNREADABLE, MoveProblem.MISSING, MoveProblem.UNREAD}
    return None if problems & lost else True
