"""The rules that had something to compare for a code, and what the others lacked."""

from collections.abc import Iterator, Set

from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.disputes import has_impossible_board
from gbr_lsp.model.study import Study
from gbr_lsp.model.witnesses import witnesses
from gbr_lsp.notation.values import Kind

SOLUTION_RULES = frozenset(("illegal-solution", "missing-move"))
"""The rules that need nothing but a solution."""


def comparison_lines(study: Study, *, solved: bool, reported: Set[str]) -> Iterator[str]:
    """Yield a line with the rules that could compare, and a line with all others.

    The second line states what these lacked. `solved` is True if a solution was followed. The rules `reported` have
    a finding.
    """
    needs = {name: (need, has or name in reported) for name, (need, has) in needs_of(study, solved=solved).items()}
    able = [name for name, (_, has) in needs.items() if has]
    yield f"applied: {', '.join(able) or 'only rules about the code itself'}"
    lacking: dict[str, list[str]] = {}
    for name, (need, has) in needs.items():
        if not has:
            lacking.setdefault(need, []).append(name)
    if lacking:
        lacked = (f"{' and '.join(names)} (needs {need})" for need, names in lacking.items())
        yield f"not applied: {', '.join(lacked)}"


def needs_of(study: Study, *, solved: bool) -> dict[str, tuple[str, object]]:
    """Return for each rule that compares: its need in words, and a true value if `study` meets it.

    Other rules only use the code. `solved` is True if a solution was followed.
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
    solution = "a solution that can be followed", solved
    tables_and_solution = "Syzygy tables and a solution that can be followed", solved and study.conventions.tables
    refuting = "Syzygy tables", "tablebases" in nouns
    if has_impossible_board(study):
        refuting = tables_and_solution = "a position that can arise, see impossible-position", False
    return {
        "control-mismatch": ("a control", code.control),
        "force-mismatch": ("a board", placements),
        "king-mismatch": ("a board", code.kings and has_kings),
        "unreadable-fen": ("a FEN", has_fen),
        "square-count": ("a list of squares", squares),
        "square-mismatch": ("a board and a list of squares", placements and squares),
        "board-mismatch": ("two boards", placements[1:]),
        "signature-mismatch": ("a material signature or a count of men", has_other_count),
        "stipulation-mismatch": ("a goal stated twice", code.stipulation.goal is not None and has_second_goal),
        "turn-mismatch": ("a side to move stated twice", code.stipulation.turn is not None and has_turn),
        **dict.fromkeys(sorted(SOLUTION_RULES), solution),
        "throwaway": tables_and_solution,
        "unproved-end": tables_and_solution,
        "unrefuted-try": tables_and_solution,
        "refuted-stipulation": refuting,
    }
