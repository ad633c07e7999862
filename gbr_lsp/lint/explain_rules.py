"""The rules that had something to compare for a code, and what the others lacked."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.claims import Claim, Witness
from gbr_lsp.model.study import Study
from gbr_lsp.model.witnesses import witnesses
from gbr_lsp.notation.values import Kind


class _StudyEvidence(NamedTuple):
    """A study with its witnesses; `is_solved` is True if its solution was followed."""

    study: Study
    witnesses: list[Witness]
    is_solved: bool

    def claims_with(self, *fields: str) -> list[Claim]:
        """Return the claims of the witnesses that have at least one of `fields`."""
        claims = [witness.claim for witness in self.witnesses]
        return [claim for claim in claims if any(getattr(claim, field) is not None for field in fields)]

    @property
    def has_counts(self) -> bool:
        """Return True if a witness counts men without placing them."""
        return bool(self.study.occurrence.words) or len(self.claims_with("placement")) < len(
            self.claims_with("men", "control")
        )

    @property
    def has_two_goals(self) -> bool:
        """Return True if the goal of the code is stated twice."""
        occurrence, goal = self.study.occurrence, self.study.code.stipulation.goal
        is_twice_in_code = occurrence.part(Kind.SIGN) and occurrence.part(Kind.RESULT)
        return goal is not None and bool(is_twice_in_code or self.has_witness("Result"))

    def has_witness(self, noun: str) -> bool:
        return any(one.noun == noun for one in self.witnesses)


_LIST = (Kind.PIECE, Kind.PAWN)
_Need = tuple[str, Callable[[_StudyEvidence], object]]
_SOLUTION: _Need = ("a solution that can be followed", lambda its: its.is_solved)
_TABLES_AND_SOLUTION: _Need = (
    f"Syzygy tables and {_SOLUTION[0]}",
    lambda its: its.is_solved and its.study.conventions.tables,
)

NEEDS: dict[str, _Need] = {
    "control-mismatch": ("a control", lambda its: its.study.code.control),
    "force-mismatch": ("a board", lambda its: its.claims_with("placement")),
    "king-mismatch": ("a board", lambda its: its.study.code.kings and its.claims_with("kings")),
    "unreadable-fen": ("a FEN", lambda its: any(one.board.kind is BoardKind.FEN for one in its.study.boards)),
    "square-count": ("a list of squares", lambda its: its.study.occurrence.parts_of(*_LIST)),
    "square-mismatch": (
        "a board and a list of squares",
        lambda its: its.claims_with("placement") and its.study.occurrence.parts_of(*_LIST),
    ),
    "board-mismatch": ("two boards", lambda its: its.claims_with("placement")[1:]),
    "signature-mismatch": ("a material signature or a count of men", lambda its: its.has_counts),
    "stipulation-mismatch": ("a goal stated twice", lambda its: its.has_two_goals),
    "turn-mismatch": (
        "a side to move stated twice",
        lambda its: its.study.code.stipulation.turn is not None and its.claims_with("turn"),
    ),
    "illegal-solution": _SOLUTION,
    "missing-move": _SOLUTION,
    "throwaway": _TABLES_AND_SOLUTION,
    "unproved-end": _TABLES_AND_SOLUTION,
    "unrefuted-try": _TABLES_AND_SOLUTION,
    "refuted-stipulation": ("Syzygy tables", lambda its: its.has_witness("tablebases")),
}
"""For each rule that compares: what it needs, and the test for it. Other rules only use the code."""


def comparison_lines(study: Study, *, solved: bool) -> Iterator[str]:
    """Yield a line with the rules that could compare, and a line with all others.

    The second line states what these lacked. `solved` is True if a solution was followed.
    """
    its = _StudyEvidence(study, list(witnesses(study)), solved)
    able = [name for name, (_, has) in NEEDS.items() if has(its)]
    yield f"applied: {', '.join(able) or 'only rules about the code itself'}"
    lacking: dict[str, list[str]] = {}
    for name, (need, _) in NEEDS.items():
        if name not in able:
            lacking.setdefault(need, []).append(name)
    if lacking:
        lacked = (f"{' and '.join(names)} (needs {need})" for need, names in lacking.items())
        yield f"not applied: {', '.join(lacked)}"
