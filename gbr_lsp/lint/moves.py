"""What the rules find in the moves of a section: in the movetext of PGN games, or in the printed lines of prose.

What reads and follows moves takes a while to import, so it is imported where there are moves.
"""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING

from gbr_lsp.lint.cache import NO_MOVES, NOTHING, FoundInMoves, SectionFindings
from gbr_lsp.model.block import Block
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.finding import Over
from gbr_lsp.model.study import Study
from gbr_lsp.model.turns import wrong_turn
from gbr_lsp.rules import RULES, rules_over, run

if TYPE_CHECKING:
    from gbr_lsp.model.misprinted import SectionLines
    from gbr_lsp.model.same_lines import PrintedSection

ABOUT_PROSE = ("illegal-solution", "missing-move", "unreadable-move", "wrong-move-number")
"""The rules over moves that are asked about prose too."""
_OVER_MOVES = (Over.SOLUTION, Over.JUDGED_SOLUTION)
_TURN_MISMATCH = "turn-mismatch"
_STIPULATION_MISMATCH = "stipulation-mismatch"
_MANY_BLOCKS = 100
LONG_TEXT = 6_000
"""Code points."""


def are_long(blocks: Sequence[Block]) -> bool:
    """Whether to read or follow what stands in some blocks may take longer than other work should wait."""
    return _MANY_BLOCKS < len(blocks) or LONG_TEXT < sum(len(block.text) for block in blocks)


def lint_moves(
    relevant: list[Block],
    studies: list[Study],
    conventions: Conventions,
    selected: frozenset[str],
    before: SectionFindings | None,
) -> Generator[bool, None, FoundInMoves]:
    """What is found in the moves of the relevant blocks of a section, in steps as in `lint_steps`.

    `before` is what was found in the section before an edit.
    """
    if relevant[0].host.holds_records:
        return (yield from _in_games(relevant, studies, conventions, selected))
    return (yield from _in_prose(relevant, studies, conventions, selected, before))


def _in_games(
    games: list[Block], studies: list[Study], conventions: Conventions, selected: frozenset[str]
) -> Generator[bool, None, FoundInMoves]:
    following, judging = (rules_over(selected, over) for over in _OVER_MOVES)
    is_asked = following or judging or _TURN_MISMATCH in selected
    if not is_asked or not any(game.found.reading.has_moves for game in games):
        return NO_MOVES
    from gbr_lsp.model.solutions import is_followed, solutions_of

    is_long = are_long(games)
    yield is_long
    solutions = solutions_of(games, studies)
    solved = [is_followed(study, solutions) for study in studies] if solutions else NOTHING
    turns = {solution: wrong_turn(solution, clean=not solution.problems) for solution in solutions}
    # From the wrong side to move nothing can be played, and that is no news.
    solutions = [solution for solution in solutions if not turns[solution]]
    findings = run(following, solutions) if solutions else []
    if judging and solutions:
        from gbr_lsp.model.judged import judged_solutions

        for _, judged in judged_solutions(solutions, studies):
            # Tables are files.
            yield is_long or conventions.tables is not None
            findings += run(judging, [judged])
    wrong_turns = [turn for turn in turns.values() if turn]
    if wrong_turns and _TURN_MISMATCH in selected:
        findings += run([RULES[_TURN_MISMATCH]], wrong_turns)
    return FoundInMoves(findings, solved)


def _in_prose(
    relevant: list[Block],
    studies: list[Study],
    conventions: Conventions,
    selected: frozenset[str],
    before: SectionFindings | None,
) -> Generator[bool, None, FoundInMoves]:
    following, judging = (rules_over(selected, over) for over in _OVER_MOVES)
    following = tuple(rule for rule in following if rule.name in ABOUT_PROSE)
    asks_turns, asks_goals = _TURN_MISMATCH in selected, _STIPULATION_MISMATCH in selected
    is_asked = (following or judging or asks_turns or asks_goals) and not relevant[0].host.has_placed_boards
    if not is_asked or not any(block.has_moves for block in reversed(relevant)):
        return NO_MOVES
    from gbr_lsp.model.same_lines import PrintedSection

    printed = PrintedSection(relevant, studies)
    lines = yield from _printed_lines(printed, before)
    findings = run(following, lines.misprints) if lines.misprints else []
    if lines.goals and asks_goals:
        findings += run([RULES[_STIPULATION_MISMATCH]], lines.goals)
    if judging and lines.mains:
        from gbr_lsp.model.judged_prose import judged_prose

        # Of a goal that may be wrong nothing is proved.
        doubtful = [goal.study for goal in lines.goals] if asks_goals else []
        mains = [main for main in lines.mains if main[0] not in doubtful]
        # Rules that pass over a clean record pass over a line in prose that ends as those of one do.
        every = conventions.tables is not None or not all(rule.silent_on_clean_record for rule in judging)
        main_of = {id(study): main for study, main in mains}
        for study, judged in judged_prose(relevant, mains, every=every):
            yield conventions.tables is not None
            told = run(judging, [judged])
            findings += told if told and main_of[id(study)].is_sure() else []
    if lines.turns and asks_turns:
        findings += run([RULES[_TURN_MISMATCH]], lines.turns)
    return FoundInMoves(findings, lines.runs, printed)


def _printed_lines(printed: "PrintedSection", before: SectionFindings | None) -> "Generator[bool, None, SectionLines]":
    """The lines that are printed in the prose of a section.

    They are those of before if there were no findings, and an edit changed only words.
    """
    from gbr_lsp.model.aim import aim_of
    from gbr_lsp.model.misprinted import SectionLines, lines_of
    from gbr_lsp.model.same_lines import has_same_lines

    studies = printed.studies
    if (
        before
        and before.in_moves.printed
        and all(RULES[finding.rule].over not in _OVER_MOVES for finding in before.findings)
        and all(finding.rule not in (_TURN_MISMATCH, _STIPULATION_MISMATCH) for finding in before.findings)
        and list(map(aim_of, before.studies)) == list(map(aim_of, studies))
        and has_same_lines(before.in_moves.printed, printed)
    ):
        return SectionLines([], before.in_moves.solved or [False] * len(studies), [], [], [])
    yield are_long(printed.blocks)
    return lines_of(printed.blocks, studies)
