"""Solutions judged by their goal: lines that fail it, and alternative moves.

A line may throw the goal away or not reach it; another move may keep it too, or a printed try may
keep it. White's moves are judged if his goal is known (`aim`). Each line is reported once, at the
first place; errors in its branches after that place only follow from it.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from gbr_lsp.base.text import enumeration
from gbr_lsp.model.aim import Aim, aim_of
from gbr_lsp.model.block import Place
from gbr_lsp.model.solution import SolutionOf
from gbr_lsp.notation.checks import ALL_MEN
from gbr_lsp.notation.grammar import COOKED_FLAGS
from gbr_lsp.notation.values import PAWN, Goal
from gbr_lsp.solutions.goal_outcomes import GoalOutcomes, final_outcome, has_bare_kings
from gbr_lsp.solutions.legal_moves import LegalMove, can_move, check_sign, is_check, legal_moves
from gbr_lsp.solutions.line import Line, Node
from gbr_lsp.solutions.position import Position, PositionKey, position_key, white_to_move
from gbr_lsp.solutions.prose_items import without_blanks
from gbr_lsp.solutions.strands import Strand, is_marked, last_position, strand_of
from gbr_lsp.solutions.tablebase import Outcome, Tables

_MAX_NAMED = 3
_VERBS = {Outcome.WIN: "win", Outcome.DRAW: "draw", Outcome.LOSS: "lose"}
_RESULTS = {"win": "a win for White", "draw": "a draw", "lose": "a win for Black"}


class JudgedStrand(NamedTuple):
    """A line, and the index `lost_at` of the first losing move, or None.

    `is_thrown` is True if that move gives the goal away. If no such move is known, but the last
    position fails the goal, `lost_at` is the move after which all positions fail.
    """

    strand: Strand
    lost_at: int | None
    is_thrown: bool


class JudgedSolution:
    """The moves of one study, judged by the goal in `aim`."""

    def __init__(self, moves: SolutionOf, aim: Aim, flags: Collection[str] = (), tables: Tables | None = None) -> None:
        self.moves = moves
        self.outcomes = GoalOutcomes(aim.goal, tables, aim.has_fifty_rule)
        self.is_cooked = not COOKED_FLAGS.isdisjoint(flags)
        """Whether a second solution is known."""

    @property
    def goal(self) -> str:
        """The goal in words: `a win`."""
        return self.outcomes.goal.words

    @cached_property
    def strands(self) -> list[JudgedStrand]:
        """The list of `JudgedStrand`, the main line first.

        It is empty if the start does not keep the goal, or if nothing can be refuted without
        tables.
        """
        if self.outcomes.tables is None and not self.moves.may_be_refuted(self.outcomes.goal):
            return []
        main = self.moves.line
        start = next((node.before for node in main), None)
        if start is None or self.outcomes.is_goal_kept(start) is False:
            return []
        found: list[JudgedStrand] = []
        waiting = [main]
        while waiting:
            line = waiting.pop()
            strand = self._main if line is main else strand_of(self.moves.text, line, is_main=False)
            found.append(self._judged_strand(strand))
            lost = found[-1].lost_at
            known = len(line) if lost is None else lost + 1
            alternatives = [*strand.nodes, *strand.try_line[:1]][:known]
            waiting += [variation for node in reversed(alternatives) for variation in reversed(node.variations)]
        return found

    @cached_property
    def main_positions(self) -> frozenset[PositionKey]:
        """The set of keys of the main line's positions, up to the first marked mistake."""
        strand = self._main
        first = [node.before for node in [*strand.nodes, *strand.try_line][:1]]
        positions = [*first, *(node.after for node in strand.nodes)]
        return frozenset(position_key(position) for position in positions if position)

    @cached_property
    def _main(self) -> Strand:
        return strand_of(self.moves.text, self.moves.line, is_main=True)

    @property
    def first_proved_move(self) -> Node | None:
        """The first `Node` of the last moves of the main line that are all known to keep the goal, or None."""
        end = last_position(self.moves.line)
        if end is None or not self.outcomes.is_goal_kept(end):
            return None
        moves = [node for node in reversed(self.moves.line) if node.san is not None]
        proved = takewhile(lambda node: node.before and self.outcomes.is_goal_kept(node.before), moves)
        return next(iter(deque(proved, maxlen=1)), None)

    @property
    def only_moves(self) -> list[Node]:
        """The nodes of White's moves in the main line, up to the first mistake.

        A mistake is marked, or gives the goal away.
        """
        nodes, judged = self._main.nodes, self._judged_strand(self._main)
        nodes = nodes if judged.lost_at is None else nodes[: judged.lost_at + 1]
        return [node for node in nodes if node.after and node.before and white_to_move(node.before)]

    def keeping_moves(self, node: Node) -> list[LegalMove]:
        """Return the list of `LegalMove` that keep the goal in the position before `node`."""
        return self.outcomes.keeping_moves(node.before) if node.before else []

    def are_all_moves_known(self, node: Node) -> bool:
        """Return True if every legal move in the position before `node` is known to keep or fail the goal."""
        moves = legal_moves(node.before) if node.before else []
        return all(self.outcomes.is_goal_kept(move.after) is not None for move in moves)

    def is_waste_of_time(self, position: Position) -> bool:
        """Return True if Black forces a position of the main line from `position`."""
        return self.outcomes.is_waste_of_time(position, self.main_positions)

    def other_moves(self, node: Node) -> list[LegalMove]:
        """Return the list of `LegalMove` besides `node` that keep the goal without wasting time.

        Printed variations and mentioned moves are left out, and so is the same promotion to another
        man.
        """
        assert node.after
        printed = [node.after, *(variation[0].after for variation in node.variations if variation)]
        known = {position_key(position) for position in printed if position}
        return [
            move
            for move in self.keeping_moves(node)
            if position_key(move.after) not in known
            and not _is_same_promotion(move.after, node.after)
            and not self.moves.has_mention_of(node, move.san)
            and not self.is_waste_of_time(move.after)
        ]

    def ending(self, node: Node, position: Position) -> str:
        """Return the end of a line in words: `9.Kb5 draws`, `9.Qb6 is stalemate`.

        `node` is its last move, `position` the position after it.
        """
        if can_move(position):
            return f"{self.printed_move(node)} {self.verb(position)}s"
        return f"{self.printed_move(node)} is {'mate' if is_check(position) else 'stalemate'}"

    def verb(self, position: Position) -> str:
        """Return White's result from `position` as a verb: `win`, `draw`, `lose`."""
        outcome = self.outcomes.outcome(position)
        assert outcome
        return _VERBS[outcome]

    def result(self, position: Position) -> str:
        """Return the result of `position`: `a win for White`, `a draw`."""
        return _RESULTS[self.verb(position)]

    def move_names(self, node: Node, moves: list[LegalMove]) -> str:
        """Return the text of `moves`, alternatives to `node`, in the letters of the solution.

        Examples: `12.Kc6`, `12.Kc6 and 12.Kd5`, `12.Kc6 and 4 others`.
        """
        in_text = self.moves.language.from_english
        texts = (in_text(move.san, white=not white_to_move(move.after)) + check_sign(move.after) for move in moves)
        written = [f"{node.number}{text}" for text in texts]
        if _MAX_NAMED < len(written):
            written[1:] = [f"{len(written) - 1} others"]
        return enumeration(written)

    def place(self, node: Node) -> Place:
        """Return the place of the move `node`."""
        return self.moves.place(node.span)

    def printed_move(self, node: Node) -> str:
        """Return the move `node` as printed, with its number: `9.Kb5`."""
        return f"{node.number}{without_blanks(self.moves.text[node.span.start : node.span.end])}"

    def _judged_strand(self, strand: Strand) -> JudgedStrand:
        nodes = strand.nodes
        for number, node in enumerate(nodes):
            if not self._has_next_move(nodes, number) and self._is_throwaway(node):
                return JudgedStrand(strand, number, is_thrown=True)
        end = last_position(nodes) if strand.is_complete else None
        if end is None or (self.outcomes.is_goal_kept(end) is not False and not self._has_mate_for_draw(strand, end)):
            return JudgedStrand(strand, None, is_thrown=False)
        number = len(nodes) - 1
        while number and (before := nodes[number].before) and self.outcomes.is_goal_kept(before) is False:
            number -= 1
        return JudgedStrand(strand, number, is_thrown=False)

    def _has_mate_for_draw(self, strand: Strand, end: Position) -> bool:
        """Return True if the main line mates Black although a draw is claimed.

        No move of it is marked as a mistake.
        """
        return (
            strand.is_main
            and self.outcomes.goal is Goal.DRAW
            and not self.is_cooked
            and final_outcome(end) is Outcome.WIN
            and self.moves.has_one_line
            and not any(node.san and is_marked(self.moves.text, node.span.end) for node in strand.nodes)
        )

    def _has_next_move(self, nodes: Line, number: int) -> bool:
        """Return True if nothing can be known of the position after move `number` of `nodes`.

        There are no tables, and the next move is legal, so the position is neither mate nor
        stalemate.
        """
        if self.outcomes.tables is not None or len(nodes) <= number + 1:
            return False
        after, following = nodes[number].after, nodes[number + 1]
        is_played = following.before is after and following.after is not None and following.problem is None
        return after is not None and is_played and not has_bare_kings(after)

    def _is_throwaway(self, node: Node) -> bool:
        """Return True if `node` is a move of White that gives the goal away."""
        before, after = node.before, node.after
        if before is None or after is None or not white_to_move(before):
            return False
        if self.outcomes.is_goal_kept(after) is not False:
            return False
        kept = self.outcomes.is_goal_kept(before)
        return bool(self.keeping_moves(node)) if kept is None else kept


def _is_same_promotion(position: Position, other: Position) -> bool:
    """Return True if two positions differ only in the promoted man of White."""
    _, white, _, _ = position
    _, same, _, _ = other
    return position[0] == other[0] and white[ALL_MEN] == same[ALL_MEN] and white[PAWN] == same[PAWN]


def judged(solutions: Iterable[SolutionOf]) -> Iterator[JudgedSolution]:
    """Yield a `JudgedSolution` for each of `solutions` that can be judged, with a study of known goal."""
    for solution in solutions:
        study = solution.study
        aim = aim_of(study) if study else None
        if study and aim and solution.can_be_judged:
            yield JudgedSolution(solution, aim, study.occurrence.flags, study.conventions.tables)
