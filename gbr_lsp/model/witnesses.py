"""Witnesses of the position of a code: boards, signatures, a result, tablebases.

To add a kind, write a function that yields a `Witness` for a study, and add it to a table below
(CONTRIBUTING.md). Then rules compare its claim with the code, the judgement counts it, and
explanations name it.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model import signatures
from gbr_lsp.model.aim import aim_of
from gbr_lsp.model.claims import Claim, Witness, claim_of_board, claim_of_class
from gbr_lsp.model.study import Bond, OwnedBoard, Study
from gbr_lsp.notation.checks import impossibility
from gbr_lsp.notation.grammar import GOAL_OF_RESULT
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK, WHITE, Goal, Kind, Kings
from gbr_lsp.solutions.tablebase import Outcome, position_at_rest

_PROGRAM = "a program"
_ORIGINS = {BoardKind.FEN: _PROGRAM, BoardKind.GRID: _PROGRAM}
"""A program makes both from one FEN, so both have the same slips."""
_GOALS = {Outcome.WIN: Goal.WIN, Outcome.DRAW: Goal.DRAW}
_Find = Callable[[Study], Iterator[Witness]]


def _find_boards(study: Study) -> Iterator[Witness]:
    """Yield a `Witness` for each readable board and for the kings of an incomplete list or a remark."""
    for owned, placement in study.placements:
        board = owned.board
        origin = _ORIGINS.get(board.kind, board.kind.value)
        yield Witness(board.name, claim_of_board(placement, board.turn), owned.place, owned.bond, origin, owned)
    if partial := study.partial_list:
        board = partial.board
        yield Witness(board.name, Claim(kings=board.kings), partial.place, Bond.CLOSE, board.kind.value, partial)
    if study.remark:
        place, kings = study.remark
        yield Witness("remark", Claim(kings=kings), place, Bond.CLOSE)


def _find_counts(study: Study) -> Iterator[Witness]:
    """Yield a `Witness` for the signature and each count of men near the code."""
    if not signatures.may_have_signature(study):
        return
    if signature := signatures.signature_of(study):
        yield Witness("signature", Claim(men=signature.men), study.place(signature.span), Bond.CLOSE)
    if count := signatures.count_of(study):
        yield Witness("count of men", Claim(control=count.control), study.place(count.span), Bond.CLOSE)
    for owned, count in signatures.listed_counts(study):
        place, origin = owned.place._replace(span=count.span), owned.board.kind.value
        yield Witness("count of men", Claim(control=count.control), place, owned.bond, origin)
    if study.men_count:
        place, control = study.men_count
        yield Witness("count of men", Claim(control=control), place, Bond.CLOSE)


def _find_result(study: Study) -> Iterator[Witness]:
    """Yield a `Witness` for the `Result` of the game that the code heads."""
    tag = study.block.contents.reading.tags.get("Result")
    if tag and study.code.stipulation.goal and study.is_record_head and study.text(tag) in GOAL_OF_RESULT:
        yield Witness("Result", Claim(goal=GOAL_OF_RESULT[study.text(tag)]), study.place(tag), Bond.SURE)


class KnownOutcomes(NamedTuple):
    """The outcomes for each possible side to move. `board` is None if the code spells the position."""

    board: OwnedBoard | None
    turn: bool | None
    outcomes: list[Outcome]

    @property
    def goals(self) -> set[Goal | None]:
        """The set of goals that White reaches, with None for a loss."""
        return {_GOALS.get(outcome) for outcome in self.outcomes}


def _find_tablebases(study: Study) -> Iterator[Witness]:
    """Yield a `Witness` for tablebases that know each possible position of the code."""
    found = known_outcomes(study)
    goals = {goal for one in found for goal in one.goals}
    if found:
        kinds = (Kind.SIGN,) if study.occurrence.part(Kind.SIGN) else (Kind.RESULT, Kind.CLASS)
        claim = Claim(goal=goals.pop() if len(goals) == 1 else None)
        yield Witness("tablebases", claim, study.place(study.occurrence.span_of(*kinds)), Bond.SURE)


def known_outcomes(study: Study) -> list[KnownOutcomes]:
    """Return the `KnownOutcomes` of the possible positions of `study`, empty if one is unknown."""
    tables, goal = study.conventions.tables, study.code.stipulation.goal
    aim = aim_of(study) if tables is not None and goal is not None else None
    if aim is None or goal is None:
        return []
    # The modules that probe tables are slow to import.
    from gbr_lsp.solutions.goal_outcomes import GoalOutcomes

    verdicts = GoalOutcomes(goal, tables, aim.has_fifty_rule)
    found = []
    for owned, placement, turn in _positions(study):
        colors = [color for color in (WHITE, BLACK) if turn in (None, color) and not impossibility(placement, color)]
        known = [outcome for color in colors if (outcome := verdicts.outcome(position_at_rest(placement, color)))]
        if not known or len(known) < len(colors):
            return []
        found.append(KnownOutcomes(owned, turn, known))
    return found


def _positions(study: Study) -> Iterator[tuple[OwnedBoard | None, Placement, bool | None]]:
    """Yield `(board, placement, turn)`: the spelled position, the game's, or those of agreeing boards."""
    stated = study.code.stipulation.turn
    boards = [(owned, placement) for owned, placement in study.placements if owned.bond in (Bond.SURE, Bond.AGREES)]
    turns = {owned.board.turn for owned, placement in boards if placement == study.spelled_position} - {None}
    if study.spelled_position:
        yield None, study.spelled_position, turns.pop() if stated is None and len(turns) == 1 else stated
        return
    sure = [(owned, placement) for owned, placement in boards if owned.bond is Bond.SURE]
    for owned, placement in sure or boards:
        yield owned, placement, stated if owned.board.turn is None else owned.board.turn


_POSITION_FINDERS: tuple[_Find, ...] = (_find_boards,)
"""Witnesses of squares. The rules force-, king- and square-mismatch report their differences."""
_COUNT_FINDERS: tuple[_Find, ...] = (_find_counts,)
"""Witnesses that only count men; used in disputes, and by a rule of their own."""
_OTHER_FINDERS: tuple[_Find, ...] = (_find_result, _find_tablebases)
"""Witnesses of anything else, with rules of their own."""


def witnesses(study: Study) -> Iterator[Witness]:
    """Yield all witnesses of the position of `study`."""
    return (witness for find in (*_POSITION_FINDERS, *_COUNT_FINDERS, *_OTHER_FINDERS) for witness in find(study))


def position_witnesses(study: Study) -> Iterator[Witness]:
    """Yield the witnesses that show squares of men."""
    return (witness for find in _POSITION_FINDERS for witness in find(study))


def count_witnesses(study: Study) -> Iterator[Witness]:
    """Yield the witnesses that only count men."""
    return (witness for find in _COUNT_FINDERS for witness in find(study))


def part_witnesses(study: Study) -> Iterator[Witness]:
    """Yield a `Witness` for each part of the code. Those that the digits make share an origin."""
    code, occurrence = study.code, study.occurrence
    digits = claim_of_class(code.force) if code.force else Claim()

    def part(noun: str, claim: Claim, *kinds: Kind) -> Witness:
        origin = noun if claim.has_conflict_with(digits) else "code"
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
        yield part("squares", Claim(list_sizes=listed, placement=study.spelled_position), Kind.PIECE, Kind.PAWN)
