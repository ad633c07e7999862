"""Judgement of disputes between codes and witnesses by the cheapest set of slips.

Two positions are compared, that of the code and that of the board. Each costs the slips of all
witnesses that contradict it (`_price`): 1 for each origin; a quarter for each further part of it, such
as the control of a class; 1 if the position is impossible or the solution does not run from it. If both
cost nearly the same, neither is blamed. Then each side whose correct text is known has a fix, the
likelier fix first.
"""

from collections import Counter
from enum import Enum
from typing import NamedTuple

from gbr_lsp.base.caching import cached
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.boards_as_coded import with_force, with_kings, with_man_added
from gbr_lsp.model.claims import Claim, Witness, claim_of_class, is_list_of
from gbr_lsp.model.list_corrections import lost_king
from gbr_lsp.model.study import Bond, OwnedBoard, Study
from gbr_lsp.model.witnesses import count_witnesses, part_witnesses, position_witnesses
from gbr_lsp.notation.checks import can_capture_king, impossibility
from gbr_lsp.notation.grammar import ANY_POSITION_FLAG
from gbr_lsp.notation.men import Men, force_of, is_control_possible
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.promoted_men import has_promoted_bishop, has_too_many_promoted
from gbr_lsp.notation.values import Force, Kind, Kings, Nine
from gbr_lsp.slips import MARGIN

_SLIP, _ALONG, _CONTRADICTION = 1.0, 0.25, 1.0
"""Costs of a slip, of each further part of the same origin, and of a contradiction.

A contradiction is an impossible position, or a solution that does not run from it.
"""
_OTHER_STUDY_DIFFERENCE = 6
"""Both kings and two digits, or one king and four digits: too many slips for one code."""


class Blame(Enum):
    """The side that a dispute is decided against."""

    CODE = "the code is wrong"
    BOARD = "the board is wrong"
    NOBODY = "the code or the board is wrong, but nothing shows which"


class Dispute(NamedTuple):
    """A dispute between a code and a witness."""

    blame: Blame
    witness: Witness
    difference_count: int = 0
    """The number of digits or kings that differ."""
    is_by_solution: bool = False
    """Whether the solution changed the side that is blamed."""
    possible_boards: tuple[Placement, ...] = ()
    """The possible boards if the code is right."""
    is_code_likelier: bool = False
    """Whether the cost is lower if the code is right than if the witness is right."""

    @property
    def placement(self) -> Placement | None:
        """The board of the witness, or None."""
        return self.witness.claim.placement

    @property
    def corrected_board(self) -> Placement | None:
        """The board if the code is right, or None if it is not known."""
        return self.possible_boards[0] if len(self.possible_boards) == 1 else None

    @property
    def kings(self) -> Kings:
        """The kings of the witness, each None if not stated."""
        return self.witness.claim.kings or Kings(None, None)


class Disputes(NamedTuple):
    """The disputes of a study, at most one for each part of the code."""

    force: Dispute | None = None
    kings: Dispute | None = None
    squares: Dispute | None = None

    @property
    def as_list(self) -> list[Dispute]:
        return [dispute for dispute in self if dispute]

    @property
    def has_any(self) -> bool:
        """Whether the code and a board differ.

        Then nothing that follows from either is reported.
        """
        return any(self)


_NO_DISPUTES = Disputes()


def disputes_of(study: Study) -> Disputes:
    """Return the `Disputes` of `study`."""
    sources = [witness for witness in position_witnesses(study) if witness.bond is not Bond.SHARED]
    if not sources:
        return _NO_DISPUTES
    return Disputes(_force_dispute(study, sources), _kings_dispute(study, sources), _squares_dispute(study))


class Case(Study):
    """A study while rules judge it, with the values that several rules need, each computed at most once."""

    @cached
    def disputes(self) -> Disputes:
        """The disputes between the code and its witnesses."""
        return disputes_of(self)

    @property
    def study(self) -> Study:
        """The study without these values, which is kept longer."""
        return Study(*self)


def shown_forces(stated: Force, placement: Placement, convention: Nine) -> list[Force]:
    """Return the digits of `placement` under `convention`, then under each convention.

    `stated` are the digits of the code: if they count a promoted bishop as 9, so does the result.
    """
    forces = [force_of(placement.men, nine) for nine in (convention, *Nine)]
    if convention is Nine.PROMOTED and stated.bishops == 9 and has_promoted_bishop(placement):
        return [force._replace(bishops=9) for force in forces]
    return forces


def is_of_other_study(judged: Disputes) -> bool:
    """Return True if the board in dispute belongs to another study.

    Both kings and men differ, and either they differ too much or the board is assigned by its
    place.
    """
    force, kings = judged.force, judged.kings
    if force is None or kings is None or force.witness != kings.witness:
        return False
    difference = force.difference_count + 2 * kings.difference_count
    return force.witness.bond is Bond.PLACED or _OTHER_STUDY_DIFFERENCE <= difference


IMPOSSIBLE_POSITION = "the position is impossible (impossible-position)"
POSSIBLE_POSITION = "a position that can arise, see impossible-position"
"""Why nothing that needs a possible position is known, in words."""


def has_impossible_board(study: Study) -> bool:
    """Return True if a board or the code of `study` shows an impossible position.

    Then a goal proves nothing, and no move in prose is judged.
    """
    return any(
        impossibility(placement, turn) or placement.misplaced_pawns or has_too_many_promoted(placement)
        for placement, turn in _shown_positions(study)
    )


def has_unplayable_board(study: Study) -> bool:
    """Return True if a board or the code of `study` shows a position in which moves cannot be judged.

    A king could be captured, or a pawn is on the first or last rank. Other impossible positions only have no past.
    """
    return any(
        can_capture_king(placement, turn) or placement.misplaced_pawns for placement, turn in _shown_positions(study)
    )


def _shown_positions(study: Study) -> list[tuple[Placement, bool | None]]:
    """Return the positions of the boards and the code of `study`, each with the side to move or None.

    The list is empty if the code is known to show an illegal position.
    """
    if ANY_POSITION_FLAG in study.occurrence.flags:
        return []
    stated = study.code.stipulation.turn
    shown = [
        (placement, stated if owned.board.turn is None else owned.board.turn) for owned, placement in study.placements
    ]
    if spelled := study.spelled_position:
        shown.append((spelled, stated))
    return shown


def has_wrong_control(study: Study) -> bool:
    """Return True if the control cannot come from the digits: one of them is wrong."""
    force, control = study.code.force, study.code.control
    return force is not None and control is not None and not is_control_possible(force, control)


def own_boards(study: Study) -> list[tuple[OwnedBoard, Placement]]:
    """Return `(owned, placement)` for each board that the square list has to agree with.

    The list is empty if the square list may be that of another version with the same force.
    """
    boards = [(owned, placement) for owned, placement in study.placements if owned.bond is not Bond.SHARED]
    shown = [(owned, placement) for owned, placement in boards if owned.board.kind is not BoardKind.CODE]
    if sure := [(owned, placement) for owned, placement in shown if owned.bond is Bond.SURE]:
        return sure
    others = {placement for owned, placement in boards if owned.board.kind is BoardKind.CODE}
    placements = {placement for _, placement in shown}
    return shown if len(placements) == 1 and not placements & others else []


def is_list_complete(study: Study, men: Men) -> bool | None:
    """Return whether the square list can have all of `men`, or None.

    It is None without a list, or if a 9 hides a count.
    """
    pieces, pawns = study.occurrence.parts_of(Kind.PIECE), study.occurrence.parts_of(Kind.PAWN)
    known = tuple(count for count in men if count is not None)
    if study.code.pieces is None or len(known) < len(men) or not pieces + pawns:
        return None
    return is_list_of(known, (len(pieces), len(pawns)))


def _force_dispute(study: Study, sources: list[Witness]) -> Dispute | None:
    """Return the `Dispute` about the digits, or None.

    `sources` are the witnesses that show a board or kings.
    """
    stated, nine = study.code.force, study.conventions.nine
    boards = [(witness, board) for witness in sources if (board := witness.claim.placement)]
    apart = [
        witness
        for witness, board in boards
        if stated and max(board.men[8:]) <= 9 and stated not in {*shown_forces(stated, board, nine)}
    ]
    if stated is None or not apart or _is_board_conflict(sources, apart):
        return None
    first = apart[0]
    board = first.claim.placement
    assert board
    witnesses = [*sources, *count_witnesses(study), *part_witnesses(study)]
    code_price = _price(witnesses, claim_of_class(stated)) + _CONTRADICTION * (8 < max(stated[4:]))
    board_price = _price(witnesses, Claim(men=board.men)) + 2 * _CONTRADICTION * (8 < max(board.men[8:]))
    possible: list[Placement] = []
    if study.spelled_position:
        possible = [study.spelled_position]
    elif study.code.kings == board.kings:
        possible = with_force(board, stated)
        if not possible and _can_be_played(study, first, board) is False:
            possible = [one for one in with_man_added(board, stated) if not impossibility(one, _turn(study, first))]
    followed = possible if all(one.kings == board.kings for one in possible) else []
    dispute = _decide(study, first, followed, code_price, board_price)
    right = shown_forces(stated, board, nine)[0]
    digits = sum(one != other for one, other in zip(stated, right, strict=True))
    left = dispute.possible_boards if followed else tuple(possible)
    return dispute._replace(difference_count=digits, possible_boards=left)


def _kings_dispute(study: Study, sources: list[Witness]) -> Dispute | None:
    """Return the `Dispute` about the kings, or None.

    `sources` are the witnesses that show a board or kings.
    """
    kings = study.code.kings
    if kings is None:
        return None
    apart = [one for one in sources if one.claim.kings and _count_moved_kings(kings, one.claim.kings)]
    if not apart or _is_board_conflict(sources, apart):
        return None
    first = apart[0]
    shown, board = first.claim.kings, first.claim.placement
    assert shown
    corrected_board = with_kings(board, kings) if board else None
    if corrected_board and impossibility(corrected_board, _turn(study, first)):
        corrected_board = None
    cannot_be = None in kings or kings.are_adjacent or (board is not None and lost_king(study, board) is not None)
    witnesses = [*sources, *part_witnesses(study)]
    code_price = _price(witnesses, Claim(kings=kings)) + _CONTRADICTION * cannot_be
    board_price = _price(witnesses, Claim(kings=shown))
    dispute = _decide(study, first, [corrected_board] if corrected_board else [], code_price, board_price)
    return dispute._replace(difference_count=_count_moved_kings(kings, shown))


def _squares_dispute(study: Study) -> Dispute | None:
    """Return the `Dispute` about the squares of men that both sides count alike, or None."""
    listed = study.occurrence.parts_of(Kind.PIECE, Kind.PAWN)
    own = [owned for owned, _ in own_boards(study)] if listed else []
    sources = [witness for witness in position_witnesses(study) if witness.owned_board in own] if own else []
    for witness in sources:
        board, spelled = witness.claim.placement, study.spelled_position
        if board is None or study.code.kings != board.kings or study.code.force not in witness.claim.forces:
            continue
        if spelled is None or spelled == board:
            return Dispute(Blame.CODE, witness) if spelled is None else None
        code_price, board_price = (
            _price([*sources, *part_witnesses(study)], Claim(placement=one))
            + _CONTRADICTION * (ANY_POSITION_FLAG not in study.occurrence.flags and has_too_many_promoted(one))
            for one in (spelled, board)
        )
        return _decide(study, witness, [spelled], code_price, board_price)
    return None


def _price(witnesses: list[Witness], truth: Claim) -> float:
    """Return the cost of the slips of all `witnesses` that contradict `truth`.

    Those of one origin slip together.
    """
    slips = Counter(one.origin or one.noun for one in witnesses if one.claim.has_conflict_with(truth))
    return sum(_SLIP + _ALONG * (count - 1) for count in slips.values())


def _decide(
    study: Study, witness: Witness, possible: list[Placement], code_price: float, board_price: float
) -> Dispute:
    """Return the `Dispute` with `witness`, decided by both costs and by the solution.

    `code_price` and `board_price` are the costs if the code or the witness is right. `possible` are the
    possible boards if the code is right; `possible_boards` of the result has those that remain. The solution
    has to run from the right position.
    """
    before, shown = _blame_for(code_price, board_price), witness.claim.placement
    runs = _can_be_played(study, witness, shown) if possible else None
    others = [_can_be_played(study, witness, one) for one in possible] if runs is not None else []
    if others and None not in others:
        running = [one for one, its in zip(possible, others, strict=True) if its]
        if running and not runs:
            board_price += _CONTRADICTION * (len(running) == 1)
            possible = running
        elif runs and not running:
            code_price += _CONTRADICTION
    blamed = _blame_for(code_price, board_price)
    return Dispute(
        blamed,
        witness,
        is_by_solution=blamed is not before,
        possible_boards=tuple(possible),
        is_code_likelier=code_price < board_price,
    )


def _blame_for(code_price: float, board_price: float) -> Blame:
    """Return the side to blame if the code costs `code_price` and the board `board_price`."""
    if abs(code_price - board_price) <= MARGIN:
        return Blame.NOBODY
    return Blame.CODE if board_price < code_price else Blame.BOARD


def _count_moved_kings(kings: Kings, shown: Kings) -> int:
    """Return the number of kings that `shown` has elsewhere, 1 for exchanged kings."""
    if (kings.white, kings.black) == (shown.black, shown.white):
        return 1
    return sum(other not in (None, one) for one, other in zip(kings, shown, strict=True))


def _is_board_conflict(sources: list[Witness], apart: list[Witness]) -> bool:
    """Return True if boards of different kinds disagree, and one agrees with the code.

    `apart` are the witnesses among `sources` that disagree with the code.
    """
    kinds = {one.owned_board.board.kind for one in apart if one.owned_board}
    agreeing = (one.owned_board for one in sources if one not in apart and one.owned_board)
    return bool(kinds) and any(owned.board.kind not in kinds for owned in agreeing)


def _turn(study: Study, witness: Witness) -> bool | None:
    """Return the side to move from `witness`, otherwise from the code, or None."""
    return study.code.stipulation.turn if witness.claim.turn is None else witness.claim.turn


def _can_be_played(study: Study, witness: Witness, placement: Placement | None) -> bool | None:
    """Return whether the solution runs from `placement`, or None if it is not known."""
    if study.proved_position is not None:
        return placement == study.proved_position
    tag = study.block.contents.reading.tags.get("FEN")
    if placement is None or tag is None or witness.place.span != tag:
        return None
    # Few codes differ from their boards, and the modules that follow moves are slow to import.
    from gbr_lsp.solutions import game
    from gbr_lsp.solutions.replay import Start

    fields, known = [*study.text(tag).split(), "", "", "", ""], study.block.runs_by_start
    start = Start(placement, _turn(study, witness), fields[2] or None, fields[3] or None)
    if start not in known:
        known[start] = game.read_game(study.block.text, start).can_be_played
    return known[start]
