"""Findings in the moves of a section: the movetext of PGN games, or the lines printed in prose.

Importing the code that reads and follows moves takes a while, so it is imported only if there are
moves.
"""

from collections.abc import Generator, Sequence
from operator import is_
from typing import TYPE_CHECKING

from gbr_lsp.lint.cache import NO_MOVES, NOTHING, ChunkFindings, FoundAcross, FoundInMoves, LintCache, SectionFindings
from gbr_lsp.model.block import Block
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, Over, Rule
from gbr_lsp.model.study import Study
from gbr_lsp.model.turns import wrong_turn
from gbr_lsp.rules import RULES, rules_over, run

if TYPE_CHECKING:
    from gbr_lsp.model.misprinted import SectionLines
    from gbr_lsp.model.same_lines import PrintedSection

ABOUT_PROSE = ("ambiguous-move", "illegal-solution", "missing-move", "unreadable-move", "wrong-move-number")
"""The rules over moves that also run on prose."""
_OVER_MOVES = (Over.SOLUTION, Over.JUDGED_SOLUTION)
_TURN_MISMATCH = "turn-mismatch"
_STIPULATION_MISMATCH = "stipulation-mismatch"
_SQUARE_MISMATCH = "square-mismatch"
_TOLD_BY_LINES = frozenset((_TURN_MISMATCH, _STIPULATION_MISMATCH, _SQUARE_MISMATCH))
"""Rules that lines in prose can trigger, besides those about moves."""
_MANY_BLOCKS = 100
LONG_TEXT = 6_000
"""In code points."""


def are_long(blocks: Sequence[Block]) -> bool:
    """Return True if reading or following `blocks` may take longer than other work should wait."""
    return _MANY_BLOCKS < len(blocks) or LONG_TEXT < sum(len(block.text) for block in blocks)


def lint_moves(
    relevant: list[Block],
    studies: list[Study],
    conventions: Conventions,
    selected: frozenset[str],
    before: SectionFindings | None,
) -> Generator[bool, None, FoundInMoves]:
    """Return the `FoundInMoves` of the relevant blocks of a section, in steps as in `lint_steps`.

    `before` has the findings of the section before an edit.
    """
    if relevant[0].host.has_records:
        return (yield from _in_games(relevant, studies, conventions, selected))
    return (yield from _in_prose(relevant, studies, conventions, selected, before))


def _in_games(
    games: list[Block], studies: list[Study], conventions: Conventions, selected: frozenset[str]
) -> Generator[bool, None, FoundInMoves]:
    """Return the `FoundInMoves` of PGN games, in steps."""
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
    # With the wrong side to move no move is legal, so only the turn is reported.
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
    """Return the `FoundInMoves` of a section in prose, in steps."""
    following, judging = (rules_over(selected, over) for over in _OVER_MOVES)
    following = tuple(rule for rule in following if rule.name in ABOUT_PROSE)
    asks_turns, asks_goals = _TURN_MISMATCH in selected, _STIPULATION_MISMATCH in selected
    is_asked = (following or judging or selected & _TOLD_BY_LINES) and not relevant[0].host.has_placed_boards
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

        # A goal that may be wrong proves nothing.
        doubtful = [goal.study for goal in lines.goals] if asks_goals else []
        mains = [main for main in lines.mains if main[0] not in doubtful]
        # Rules that skip a clean record also skip a line in prose with the same kind of end.
        every = conventions.tables is not None or not all(rule.silent_on_clean_record for rule in judging)
        main_of = {id(study): main for study, main in mains}
        for study, judged in judged_prose(relevant, mains, every=every):
            yield conventions.tables is not None
            told = run(judging, [judged])
            findings += told if told and main_of[id(study)].is_sure() else []
    if lines.turns and asks_turns:
        findings += run([RULES[_TURN_MISMATCH]], lines.turns)
    if lines.lists and _SQUARE_MISMATCH in selected:
        findings += run([RULES[_SQUARE_MISMATCH]], lines.lists)
    return FoundInMoves(findings, lines.runs, printed, lines.told)


def begins_page(block: Block) -> bool:
    """Return True if `block` is the first one of a page."""
    return "\f" in block.text.partition("\n")[0]


def lint_across_pages(
    document: Document, found: Sequence[ChunkFindings], selected: frozenset[str]
) -> Generator[bool, None, list[Finding]]:
    """Return the findings in solutions on the page before or after their code, in steps.

    `found` has the findings of each chunk. Results from before an edit are reused for unchanged
    pages.
    """
    following = [rule for rule in rules_over(selected, *_OVER_MOVES) if rule.name in ABOUT_PROSE]
    if not following or not any(one.pages for one in found):
        return []
    sections = [(chunk, *page) for chunk, one in zip(document.chunks, found, strict=True) for page in one.pages]
    findings: list[Finding] = []
    followed = 0
    known: dict[Chunk, dict[Block, FoundAcross]] = {chunk: {} for chunk, *_ in sections}
    for number, (chunk, first, page) in enumerate(sections):
        missing = _without_line(page)
        if not missing:
            continue
        around = range(number - (0 < number and begins_page(first)), number + 1)
        if number + 1 < len(sections) and begins_page(sections[number + 1][1]):
            around = range(around.start, number + 2)
        pages = [sections[at] for at in around]
        blocks = [block for _, opening, one in pages for block in (opening, *one.others) if block.is_relevant]
        studies = [study for *_, one in pages for study in one.studies]
        before = chunk.cached(LintCache).across.get(first)
        if before and len(before.blocks) == len(blocks) and all(map(is_, before.blocks, blocks)):
            across = before.found
        else:
            asked = {id(page.studies[at]) for at in missing}
            across = yield from _across(blocks, studies, asked, following, before)
        known[chunk][first] = FoundAcross(across, blocks)
        findings += across.findings
        followed += sum(across.solved)
    for chunk, of_pages in known.items():
        chunk.cached(LintCache).across = of_pages
    document.chunks[0].cached(LintCache).followed[selected] = followed
    return findings


def _without_line(page: SectionFindings) -> list[int]:
    """Return the indexes of the studies that have a board and no solution on `page`."""
    solved, told = page.in_moves.solved or [False] * len(page.studies), page.in_moves.told
    return [
        number
        for number, study in enumerate(page.studies)
        if not solved[number] and number not in told and next(study.placements, None) is not None
    ]


def _across(
    blocks: list[Block], studies: list[Study], asked: set[int], rules: Sequence[Rule], before: FoundAcross | None
) -> Generator[bool, None, FoundInMoves]:
    """Return the `FoundInMoves` of the studies in `asked` (identities) on the pages `blocks`, in steps.

    `before` has the results before an edit.
    """
    from gbr_lsp.model.misprinted import lines_of
    from gbr_lsp.model.same_lines import PrintedSection, has_same_lines

    if not any(block.has_moves for block in blocks):
        return NO_MOVES
    printed = PrintedSection(blocks, studies)
    numbers = [number for number, study in enumerate(studies) if id(study) in asked]
    if (
        before
        and before.found.printed
        and not before.found.findings
        and len(before.found.solved) == len(numbers)
        and has_same_lines(before.found.printed, printed)
    ):
        return before.found._replace(printed=printed)
    yield are_long(blocks)
    lines = lines_of(blocks, studies, numbers)
    findings = run(rules, lines.misprints) if lines.misprints else []
    return FoundInMoves(findings, [lines.runs[number] for number in numbers], printed)


def _may_contradict_its_list(study: Study, solved: bool) -> bool:
    """Return True if the line of `study` may be that of a twin.

    Words before the line may introduce the twin; the line then does not contradict the list.
    """
    return not solved and study.code.pieces is not None and not study.boards


def _printed_lines(printed: "PrintedSection", before: SectionFindings | None) -> "Generator[bool, None, SectionLines]":
    """Return the `SectionLines` in the prose of a section, in steps.

    The lines from `before` are reused if they had no findings and an edit changed only words.
    """
    from gbr_lsp.model.aim import aim_of
    from gbr_lsp.model.misprinted import SectionLines, lines_of
    from gbr_lsp.model.same_lines import has_same_lines

    studies = printed.studies
    if (
        before
        and before.in_moves.printed
        and all(RULES[finding.rule].over not in _OVER_MOVES for finding in before.findings)
        and all(finding.rule not in _TOLD_BY_LINES for finding in before.findings)
        and list(map(aim_of, before.studies)) == list(map(aim_of, studies))
        and not any(map(_may_contradict_its_list, studies, before.in_moves.solved))
        and has_same_lines(before.in_moves.printed, printed)
    ):
        return SectionLines([], before.in_moves.solved or [False] * len(studies), [], [], [], [])
    yield are_long(printed.blocks)
    return lines_of(printed.blocks, studies)
