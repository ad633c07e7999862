"""What Syzygy tables tell of the positions that may be a code's, where folders of them are set."""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.model.aim import aim_of
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.model.witnesses.claim import Claim
from gbr_lsp.model.witnesses.witness import Witness
from gbr_lsp.notation.checks import impossible
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK, WHITE, Goal, Kind
from gbr_lsp.solutions.tablebase import Outcome, at_rest

_GOALS = {Outcome.WIN: Goal.WIN, Outcome.DRAW: Goal.DRAW}


class KnownOutcomes(NamedTuple):
    """What is reached from a position by each side that may be to move; `board` shows it if the code does not."""

    board: OwnedBoard | None
    turn: bool | None
    outcomes: list[Outcome]

    @property
    def goals(self) -> set[Goal | None]:
        """The goals that White reaches; None for a loss."""
        return {_GOALS.get(outcome) for outcome in self.outcomes}


def find(study: Study) -> Iterator[Witness]:
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
        colors = [color for color in (WHITE, BLACK) if turn in (None, color) and not impossible(placement, color)]
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
