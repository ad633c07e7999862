"""Which line is the solution of which study, and how certain that is; `tests/lint/test_explain.py` has more reasons."""

from gbr_lsp.hosts import host_for
from gbr_lsp.model.assign import assign, prose_solutions
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.line_claims import Certainty

CAPTION = "a1c3 0100.00 2/1 Win `8/8/8/8/8/2k5/8/K6R w - - 0 1`\n\n"
FOREIGN = "1.Nf3 Nf6 2.Nc3 Nc6 3.Ng1 Ng8 draws.\n\n"
LONG = "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kc4 4.Ra4+ Kc3 5.Rh3+ Kc4 6.Rh4+ Kc3 7.Rh3+ Kc4 8.Rh4+ Kc3 wins.\n\n"


def test_a_long_line_with_one_misprint_belongs_to_its_board_among_other_lines() -> None:
    for line, is_known in ((LONG, True), (LONG[: LONG.index("5.")], False)):
        (solution,) = prose_solutions(Document.of(CAPTION + 5 * FOREIGN + line, host_for("a.md")).as_section())
        assert solution.claim
        assert solution.certainty is Certainty.FOREIGN_LINES
        assert (solution.misprint is not None) is is_known
        if solution.misprint:
            assert solution.claim.certainty_of_misprint(solution.misprint) is Certainty.LONG


def test_each_study_has_one_solution_with_or_without_moves() -> None:
    game = '[White "x"]\n[Black "(+0100.00a1c3)"]\n[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]\n\n{}*\n\n'
    records = Document.of(game.format("1. Rh3+ Kc4 2. Ra7 ") + game.format(""), host_for("a.pgn"))
    prose = Document.of(CAPTION + "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ Kc4 4.Ra7\n\nh8a8 0000.10 2/1 Win\n", host_for("a.md"))
    for document, plies in ((records, 2), (prose, 6)):
        section = document.as_section()
        solved, unsolved = assign(section)
        assert [solved.study, unsolved.study] == section.studies
        assert (solved.plies, solved.is_complete, solved.is_main) == (plies, False, True)
        assert (unsolved.plies, [*unsolved.problems], unsolved.is_certain) == (0, [], True)
        assert (unsolved.wrong_turns, unsolved.wrong_goal, unsolved.wrong_square) == ((), None, None)
        assert [move.san for move in solved.moves[:2]] == ["Rh3", "Kc4"]
