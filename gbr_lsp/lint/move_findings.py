"""Findings in the moves of a section: the movetext of PGN games, or the lines printed in prose.

Importing the code that reads and follows moves takes a while, so it is imported only if there are
moves.
"""

from collections.abc import Generator, Sequence
from operator import is_
from typing import TYPE_CHECKING

from gbr_lsp.lint.cache import EMPTY, NO_MOVES, ChunkFindings, LintCache, MoveFindings, PageFindings, SectionFindings
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, Rule, RuleScope
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Study
from gbr_lsp.model.wrong_turns import wrong_turn
from gbr_lsp.rules import RULES, rules_over, run

if TYPE_CHECKING:
    from gbr_lsp.model.prose_misprints import SectionLines

PROSE_RULES = ("ambiguous-move", "illegal-solution", "missing-move", "unreadable-move", "wrong-move-number")
"""The rules over moves that also run on prose."""
_MOVE_SCOPES = (RuleScope.SOLUTION, RuleScope.JUDGED_SOLUTION)
_TURN_MISMATCH = "turn-mismatch"
_STIPULATION_MISMATCH = "stipulation-mismatch"
_SQUARE_MISMATCH = "square-mismatch"
_LINE_RULES = frozenset((_TURN_MISMATCH, _STIPULATION_MISMATCH, _SQUARE_MISMATCH))
"""Rules that lines in prose can trigger, besides those about moves."""
_MANY_BLOCKS = 100
LONG_TEXT = 6_000
"""In code points."""


def are_long(blocks: Sequence[Block]) -> bool:
    """Return True if reading or following `blocks` may take longer than other work should wait."""
    return _MANY_BLOCKS < len(blocks) or LONG_TEXT < sum(len(block.text) for block in blocks)


def lint_moves(
    section: Section, selected: frozenset[str], before: SectionFindings | None
) -> Generator[bool, None, MoveFindings]:
    """Return the `MoveFindings` of a section of relevant blocks, in steps as in `lint_steps`.

    `before` has the findings of the section before an edit.
    """
    if section.blocks[0].host.has_records:
        return (yield from _game_findings(section, selected))
    return (yield from _prose_findings(section, selected, before))


def _game_findings(section: Section, selected: frozenset[str]) -> Generator[bool, None, MoveFindings]:
    """Return the `MoveFindings` of PGN games, in steps."""
    games, studies = section.blocks, section.studies
    following, judging = (rules_over(selected, over) for over in _MOVE_SCOPES)
    is_needed = following or judging or _TURN_MISMATCH in selected
    if not is_needed or not any(game.contents.reading.has_moves for game in games):
        return NO_MOVES
    from gbr_lsp.model.game_solutions import is_followed, solutions_of

    is_long = are_long(games)
    yield is_long
    solutions = solutions_of(games, studies)
    solved = [is_followed(study, solutions) for study in studies] if solutions else EMPTY
    turns = {solution: wrong_turn(solution, clean=not solution.problems) for solution in solutions}
    # With the wrong side to move no move is legal, so only the turn is reported.
    solutions = [solution for solution in solutions if not turns[solution]]
    findings = run(following, solutions) if solutions else []
    if judging and solutions:
        from gbr_lsp.model.outcomes import judged_solutions

        for _, judged in judged_solutions(solutions):
            # Tables are files.
            yield is_long or section.conventions.tables is not None
            findings += run(judging, [judged])
    wrong_turns = [turn for turn in turns.values() if turn]
    if wrong_turns and _TURN_MISMATCH in selected:
        findings += run([RULES[_TURN_MISMATCH]], wrong_turns)
    return MoveFindings(findings, solved)


def _prose_findings(
    section: Section, selected: frozenset[str], before: SectionFindings | None
) -> Generator[bool, None, MoveFindings]:
    """Return the `MoveFindings` of a section in prose, in steps."""
    following, judging = (rules_over(selected, over) for over in _MOVE_SCOPES)
    following = tuple(rule for rule in following if rule.name in PROSE_RULES)
    asks_turns, asks_goals = _TURN_MISMATCH in selected, _STIPULATION_MISMATCH in selected
    is_needed = (following or judging or selected & _LINE_RULES) and not section.blocks[0].host.has_placed_boards
    if not is_needed or not any(block.has_moves for block in reversed(section.blocks)):
        return NO_MOVES
    lines = yield from _printed_lines(section, before)
    findings = run(following, lines.misprints) if lines.misprints else []
    if lines.goals and asks_goals:
        findings += run([RULES[_STIPULATION_MISMATCH]], lines.goals)
    if judging and lines.main_lines:
        from gbr_lsp.model.refutable_lines import doubtful_lines

        # A goal that may be wrong proves nothing.
        doubtful = [goal.study for goal in lines.goals] if asks_goals else []
        mains = [main for main in lines.main_lines if main[0] not in doubtful]
        # Rules that skip a clean record also skip a line in prose with the same kind of end.
        tables = section.conventions.tables
        every = tables is not None or not all(rule.is_silent_if_clean for rule in judging)
        main_of = {study.code_place: main for study, main in mains}
        if not every:
            mains = doubtful_lines(mains)
        if mains:
            from gbr_lsp.model.outcomes import judged_lines
        for study, judged in judged_lines(section, mains) if mains else ():
            yield tables is not None
            reported = run(judging, [judged])
            findings += reported if reported and main_of[study.code_place].is_sure() else []
    if lines.turns and asks_turns:
        findings += run([RULES[_TURN_MISMATCH]], lines.turns)
    if lines.lists and _SQUARE_MISMATCH in selected:
        findings += run([RULES[_SQUARE_MISMATCH]], lines.lists)
    return MoveFindings(findings, lines.runs, section.without_texts(), lines.misprinted_studies)


def is_page_start(block: Block) -> bool:
    """Return True if `block` is the first one of a page."""
    return "\f" in block.text.partition("\n")[0]


def lint_across_pages(
    document: Document, found: Sequence[ChunkFindings], selected: frozenset[str]
) -> Generator[bool, None, list[Finding]]:
    """Return the findings in solutions on the page before or after their code, in steps.

    `found` has the findings of each chunk. Results from before an edit are reused for unchanged
    pages.
    """
    following = [rule for rule in rules_over(selected, *_MOVE_SCOPES) if rule.name in PROSE_RULES]
    if not following or not any(one.pages for one in found):
        return []
    sections = [(chunk, *page) for chunk, one in zip(document.chunks, found, strict=True) for page in one.pages]
    findings: list[Finding] = []
    followed = 0
    known: dict[Chunk, dict[Block, PageFindings]] = {chunk: {} for chunk, *_ in sections}
    for number, (chunk, first, page) in enumerate(sections):
        missing = _numbers_without_line(page)
        if not missing:
            continue
        around = range(number - (0 < number and is_page_start(first)), number + 1)
        if number + 1 < len(sections) and is_page_start(sections[number + 1][1]):
            around = range(around.start, number + 2)
        pages = [sections[at] for at in around]
        blocks = [block for _, opening, one in pages for block in (opening, *one.other_blocks) if block.is_relevant]
        studies = [study for *_, one in pages for study in one.studies]
        before = chunk.cache_of(LintCache).page_findings.get(first)
        if before and len(before.blocks) == len(blocks) and all(map(is_, before.blocks, blocks)):
            across = before.move_findings
        else:
            places = {page.studies[at].code_place for at in missing}
            section = Section(blocks, document.conventions, studies)
            across = yield from _page_findings(section, places, following, before)
        known[chunk][first] = PageFindings(across, blocks)
        findings += across.findings
        followed += sum(across.solved_flags)
    for chunk, of_pages in known.items():
        chunk.cache_of(LintCache).page_findings = of_pages
    document.chunks[0].cache_of(LintCache).followed_counts[selected] = followed
    return findings


def _numbers_without_line(page: SectionFindings) -> list[int]:
    """Return the indexes of the studies that have a board and no solution on `page`."""
    solved, misprinted = (
        page.move_findings.solved_flags or [False] * len(page.studies),
        page.move_findings.misprinted_studies,
    )
    return [
        number
        for number, study in enumerate(page.studies)
        if not solved[number] and number not in misprinted and next(study.placements, None) is not None
    ]


def _page_findings(
    section: Section, places: set[Place], rules: Sequence[Rule], before: PageFindings | None
) -> Generator[bool, None, MoveFindings]:
    """Return the `MoveFindings` of the codes at `places` on the pages of `section`, in steps.

    `before` has the results before an edit.
    """
    from gbr_lsp.model.prose_misprints import section_lines
    from gbr_lsp.model.same_lines import has_same_lines

    if not any(block.has_moves for block in section.blocks):
        return NO_MOVES
    numbers = [number for number, study in enumerate(section.studies) if study.code_place in places]
    if (
        before
        and before.move_findings.printed_section
        and not before.move_findings.findings
        and len(before.move_findings.solved_flags) == len(numbers)
        and has_same_lines(before.move_findings.printed_section, section)
    ):
        return before.move_findings._replace(printed_section=section.without_texts())
    yield are_long(section.blocks)
    lines = section_lines(section, numbers)
    findings = run(rules, lines.misprints) if lines.misprints else []
    return MoveFindings(findings, [lines.runs[number] for number in numbers], section.without_texts())


def _may_contradict_its_list(study: Study, solved: bool) -> bool:
    """Return True if the line of `study` may contradict its square list.

    Whether it does depends on words: those before the line may introduce a twin.
    """
    return not solved and study.code.pieces is not None and not study.boards


def _printed_lines(section: Section, before: SectionFindings | None) -> "Generator[bool, None, SectionLines]":
    """Return the `SectionLines` of `section`, which is prose; yield before each step whether it may be long.

    The lines from `before` are reused if they had no findings and an edit changed only words.
    """
    from gbr_lsp.model.aim import aim_of
    from gbr_lsp.model.prose_misprints import SectionLines, section_lines
    from gbr_lsp.model.same_lines import has_same_lines

    studies = section.studies
    if (
        before
        and before.move_findings.printed_section
        and all(RULES[finding.rule].scope not in _MOVE_SCOPES for finding in before.findings)
        and all(finding.rule not in _LINE_RULES for finding in before.findings)
        and list(map(aim_of, before.studies)) == list(map(aim_of, studies))
        and not any(map(_may_contradict_its_list, studies, before.move_findings.solved_flags))
        and has_same_lines(before.move_findings.printed_section, section)
    ):
        return SectionLines(before.move_findings.solved_flags or [False] * len(studies))
    yield are_long(section.blocks)
    return section_lines(section)
