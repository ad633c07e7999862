"""Which rules had something to compare for a code, and what the others lacked."""

from collections.abc import Callable, Iterator

from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.records import heads_record
from gbr_lsp.model.study import Study
from gbr_lsp.model.witnesses import counting, showing, tablebases
from gbr_lsp.notation.values import Kind

_Test = Callable[[Study, bool], bool]
"""Whether a study has what a rule needs; told whether its solution was followed."""


def _has_board(study: Study, solved: bool) -> bool:
    return next(study.placements, None) is not None


def _has_kings(study: Study, solved: bool) -> bool:
    return study.code.kings is not None and any(witness.claim.kings for witness in showing(study))


def _has_list(study: Study, solved: bool) -> bool:
    return bool(study.occurrence.all(Kind.PIECE, Kind.PAWN))


def _has_both(study: Study, solved: bool) -> bool:
    return _has_board(study, solved) and _has_list(study, solved)


def _has_two_boards(study: Study, solved: bool) -> bool:
    return 1 < sum(1 for _ in study.placements)


def _has_fen(study: Study, solved: bool) -> bool:
    return any(owned.board.kind is BoardKind.FEN for owned in study.boards)


def _has_signature(study: Study, solved: bool) -> bool:
    return bool(study.occurrence.words) or any(True for _ in counting(study))


def _has_turns(study: Study, solved: bool) -> bool:
    return study.code.stipulation.turn is not None and any(one.board.turn is not None for one in study.boards)


def _has_goals(study: Study, solved: bool) -> bool:
    sign, result = study.occurrence.part(Kind.SIGN), study.occurrence.part(Kind.RESULT)
    tagged = heads_record(study) and "Result" in study.block.found.reading.tags
    return study.code.stipulation.goal is not None and (bool(sign and result) or tagged)


def _has_tables_and_moves(study: Study, solved: bool) -> bool:
    return solved and study.conventions.tables is not None


def _is_in_tables(study: Study, solved: bool) -> bool:
    return any(True for _ in tablebases.find(study))


def _has_solution(study: Study, solved: bool) -> bool:
    return solved


_TABLES_AND_MOVES = "Syzygy tables and a solution that can be followed"

NEEDS: dict[str, tuple[str, _Test]] = {
    "control-mismatch": ("a control", lambda study, solved: study.code.control is not None),
    "force-mismatch": ("a board", _has_board),
    "king-mismatch": ("a board", _has_kings),
    "unreadable-fen": ("a FEN", _has_fen),
    "square-count": ("a list of squares", _has_list),
    "square-mismatch": ("a board and a list of squares", _has_both),
    "board-mismatch": ("two boards", _has_two_boards),
    "signature-mismatch": ("a material signature or a count of men", _has_signature),
    "stipulation-mismatch": ("a goal stated twice", _has_goals),
    "turn-mismatch": ("a side to move stated twice", _has_turns),
    "illegal-solution": ("a solution that can be followed", _has_solution),
    "missing-move": ("a solution that can be followed", _has_solution),
    "throwaway": (_TABLES_AND_MOVES, _has_tables_and_moves),
    "unproved-end": (_TABLES_AND_MOVES, _has_tables_and_moves),
    "unrefuted-try": (_TABLES_AND_MOVES, _has_tables_and_moves),
    "refuted-stipulation": ("Syzygy tables", _is_in_tables),
}
"""What each rule needs that compares a code with something; the others look at the code by itself."""


def compared(study: Study, *, solved: bool) -> Iterator[str]:
    """Two lines: the rules that had something to compare, and those that had not, with what was lacking."""
    able = [name for name, (_, has) in NEEDS.items() if has(study, solved)]
    yield f"had something to compare: {', '.join(able) or 'none but those about the code by itself'}"
    lacking: dict[str, list[str]] = {}
    for name, (need, _) in NEEDS.items():
        if name not in able:
            lacking.setdefault(need, []).append(name)
    if lacking:
        lacked = (f"{' and '.join(names)} ({need})" for need, names in lacking.items())
        yield f"had nothing: {', '.join(lacked)}"
