"""The rules that had something to compare for a code, and what the others lacked."""

from collections.abc import Iterator, Set

from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.disputes import POSSIBLE_POSITION, has_impossible_board
from gbr_lsp.model.finding import Need
from gbr_lsp.model.study import Study
from gbr_lsp.model.witnesses import witnesses
from gbr_lsp.notation.values import Kind
from gbr_lsp.rules import RULES

SOLUTION_RULES = frozenset(name for name, rule in RULES.items() if rule.need is Need.SOLUTION)
"""The rules that need nothing but a solution."""


def comparison_lines(study: Study, *, solved: bool, reported: Set[str]) -> Iterator[str]:
    """Yield a line with the rules that could compare, and a line with all others.

    The second line states what these lacked. `solved` is True if a solution was followed. The rules `reported` have
    a finding.
    """
    able: list[str] = []
    lacking: dict[str, list[str]] = {}
    for need, (words, has) in needs_of(study, solved=solved).items():
        for name in (name for name, rule in RULES.items() if rule.need is need):
            (able if has or name in reported else lacking.setdefault(words, [])).append(name)
    yield f"applied: {', '.join(able) or 'only rules about the code itself'}"
    if lacking:
        lacked = (f"{' and '.join(names)} (needs {need})" for need, names in lacking.items())
        yield f"not applied: {', '.join(lacked)}"


def needs_of(study: Study, *, solved: bool) -> dict[Need, tuple[str, object]]:
    """Return each need of rules, in order, with its words, and a true value if `study` meets it.

    `solved` is True if a solution was followed.
    """
    code, occurrence, found = study.code, study.occurrence, list(witnesses(study))
    nouns, claims = {one.noun for one in found}, [one.claim for one in found]
    placements = [claim for claim in claims if claim.placement is not None]
    counts = [claim for claim in claims if claim.men is not None or claim.control is not None]
    has_other_count = occurrence.words or len(placements) < len(counts)
    has_kings = any(claim.kings is not None for claim in claims)
    has_turn = any(claim.turn is not None for claim in claims)
    has_fen = any(owned.board.kind is BoardKind.FEN for owned in study.boards)
    has_second_goal = "Result" in nouns or (occurrence.part(Kind.SIGN) and occurrence.part(Kind.RESULT))
    squares = occurrence.parts_of(Kind.PIECE, Kind.PAWN)
    tables_and_solution = "Syzygy tables and a solution that can be followed", solved and study.conventions.tables
    refuting = "Syzygy tables", "tablebases" in nouns
    if has_impossible_board(study):
        refuting = tables_and_solution = POSSIBLE_POSITION, False
    return {
        Need.CONTROL: ("a control", code.control),
        Need.BOARD: ("a board", placements),
        Need.KINGS: ("a board", code.kings and has_kings),
        Need.FEN: ("a FEN", has_fen),
        Need.SQUARES: ("a list of squares", squares),
        Need.BOARD_AND_SQUARES: ("a board and a list of squares", placements and squares),
        Need.TWO_BOARDS: ("two boards", placements[1:]),
        Need.COUNT: ("a material signature or a count of men", has_other_count),
        Need.TWO_GOALS: ("a goal stated twice", code.stipulation.goal is not None and has_second_goal),
        Need.TWO_TURNS: ("a side to move stated twice", code.stipulation.turn is not None and has_turn),
        Need.SOLUTION: ("a solution that can be followed", solved),
        Need.TABLES_AND_SOLUTION: tables_and_solution,
        Need.TABLES: refuting,
    }
