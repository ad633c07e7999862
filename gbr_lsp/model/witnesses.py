"""What was found beside a code that says again what the code says: boards, signatures, a result, tablebases.

To add a kind: a function from a study to witnesses, and its line in a table below (CONTRIBUTING.md). Then rules compare
what it claims with the code, the verdict counts it, and explanations name it.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model import signatures
from gbr_lsp.model.aim import aim_of
from gbr_lsp.model.claims import Claim, Witness, of_board, of_class
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.records import heads_record
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.checks import impossibility
from gbr_lsp.notation.grammar import GOAL_OF_RESULT
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK, WHITE, Goal, Kind, Kings
from gbr_lsp.solutions.tablebase import Outcome, at_rest

_PROGRAM = "a program"
_ORIGINS = {BoardKind.FEN: _PROGRAM, BoardKind.GRID: _PROGRAM}
"""What a program prints is made of a FEN, so both have the same slips."""
_GOALS = {Outcome.WIN: Goal.WIN, Outcome.DRAW: Goal.DRAW}
_Find = Callable[[Study], Iterator[Witness]]


def _find_boards(study: Study) -> Iterator[Witness]:
    """The boards that can be read, and the kings of a list of men that was not read whole."""
    for owned, placement in study.placements:
        board = owned.board
        origin = _ORIGINS.get(board.kind, board.kind.value)
        yield Witness(board.name, of_board(placement, board.turn), owned.place, owned.bond, origin, owned)
    if study.listed:
        board = study.listed.board
        yield Witness(
            board.name, Claim(kings=board.kings), study.listed.place, Bond.CLOSE, board.kind.value, study.listed
        )


def _find_result(study: Study) -> Iterator[Witness]:
    """The `Result` of the record that a code heads."""
    tag = study.block.found.reading.tags.get("Result")
    if tag and study.code.stipulation.goal and heads_record(study) and study.text(tag) in GOAL_OF_RESULT:
        yield Witness("Result", Claim(goal=GOAL_OF_RESULT[study.text(tag)]), study.place(tag), Bond.SURE)


class KnownOutcomes(NamedTuple):
    """What is reached from a position by each side that may be to move; `board` shows it if the code does not."""

    board: OwnedBoard | None
    turn: bool | None
    outcomes: list[Outcome]

    @property
    def goals(self) -> set[Goal | None]:
        """The goals that White reaches; None for a loss."""
        return {_GOALS.get(outcome) for outcome in self.outcomes}


def _find_tablebases(study: Study) -> Iterator[Witness]:
    """The tables, where they know every position that may be that of a code with a goal."""
    found = reached(study)
    goals = {goal for one in found for goal in one.goals}
    if found:
        kinds = (Kind.SIGN,) if study.occurrence.part(Kind.SIGN) else (Kind.RESULT, Kind.CLASS)
        claim = Claim(goal=goals.pop() if len(goals) == 1 else None)
        yield Witness("tablebases", claim, study.place(study.occurrence.span_of(*kinds)), Bond.SURE)


def reached(study: Study) -> list[KnownOutcomes]:
    """What tables know of the positions that may be a code's; none where one of them is not known."""
    tables, goal, aim = study.conventions.tables, study.code.stipulation.goal, None
    if tables is not None and goal is not None:
        aim = aim_of(study)
    if aim is None or goal is None:
        return []
    # What asks tables takes a while to import.
    from gbr_lsp.solutions.verdicts import Verdicts

    verdicts = Verdicts(goal, tables, aim.fifty)
    found = []
    for owned, placement, turn in _positions(study):
        colors = [color for color in (WHITE, BLACK) if turn in (None, color) and not impossibility(placement, color)]
        known = [outcome for color in colors if (outcome := verdicts.outcome(at_rest(placement, color)))]
        if not known or len(known) < len(colors):
            return []
        found.append(KnownOutcomes(owned, turn, known))
    return found


def _positions(study: Study) -> Iterator[tuple[OwnedBoard | None, Placement, bool | None]]:
    """The boards that may be the code's, with the side to move: what it spells, its game's, or all that agree."""
    stated = study.code.stipulation.turn
    boards = [(owned, placement) for owned, placement in study.placements if owned.bond in (Bond.SURE, Bond.AGREES)]
    turns = {owned.board.turn for owned, placement in boards if placement == study.spelled} - {None}
    if study.spelled:
        yield None, study.spelled, turns.pop() if stated is None and len(turns) == 1 else stated
        return
    sure = [(owned, placement) for owned, placement in boards if owned.bond is Bond.SURE]
    for owned, placement in sure or boards:
        yield owned, placement, stated if owned.board.turn is None else owned.board.turn


_SHOWING: tuple[_Find, ...] = (_find_boards,)
"""What says where men stand: where a code differs from it, force-, king- or square-mismatch reports that."""
_COUNTING: tuple[_Find, ...] = (signatures.find,)
"""What only counts men; looked at where there is a dispute, and by a rule of its own."""
_CLAIMING: tuple[_Find, ...] = (_find_result, _find_tablebases)
"""What says something else, and has a rule of its own."""


def witnesses(study: Study) -> Iterator[Witness]:
    """What stands beside a code."""
    return (witness for find in (*_SHOWING, *_COUNTING, *_CLAIMING) for witness in find(study))


def showing(study: Study) -> Iterator[Witness]:
    """What says where men stand."""
    return (witness for find in _SHOWING for witness in find(study))


def counting(study: Study) -> Iterator[Witness]:
    """What only counts men."""
    return (witness for find in _COUNTING for witness in find(study))


def parts(study: Study) -> Iterator[Witness]:
    """What a code says in several ways; a control and a list that its digits make were written from one position."""
    code, occurrence = study.code, study.occurrence
    digits = of_class(code.force) if code.force else Claim()

    def part(noun: str, claim: Claim, *kinds: Kind) -> Witness:
        origin = noun if claim.contradicts(digits) else "code"
        return Witness(noun, claim, study.place(occurrence.span_of(*kinds)), Bond.SURE, origin)

    yield part("class", digits, Kind.CLASS)
    if code.control is not None:
        yield part("control", Claim(control=code.control), Kind.CONTROL)
    if code.kings is not None:
        yield part("kings", Claim(kings=code.kings), Kind.KING)
    again = occurrence.parts_of(Kind.KING_AGAIN)
    kings = Kings(again[0].square, again[-1].square) if again else code.kings
    if kings is not None and kings != code.kings:
        yield part("kings again", Claim(kings=kings), Kind.KING_AGAIN)._replace(origin="kings again")
    if code.pieces is not None and occurrence.parts_of(Kind.PIECE, Kind.PAWN):
        listed = len(occurrence.parts_of(Kind.PIECE)), len(occurrence.parts_of(Kind.PAWN))
        yield part("squares", Claim(listed=listed, placement=study.spelled), Kind.PIECE, Kind.PAWN)
