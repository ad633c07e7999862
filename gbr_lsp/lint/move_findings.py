"""Findings in the moves of a section: the movetext of PGN games, or the lines printed in prose.

Importing the code that reads and follows moves takes a while, so it is imported only if there are
moves.
"""

from collections.abc import Collection, Generator, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.lint.memo import ChunkFindings, MoveFindings, Results, SectionFindings, are_same, results_of
from gbr_lsp.model.block import Block, Place, shown_text
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, RuleScope
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Study
from gbr_lsp.rules import Plan

if TYPE_CHECKING:
    from gbr_lsp.model.solution import SolutionOf
    from gbr_lsp.model.study_numbers import StudyNumber

_ON_LINES = (
    RuleScope.LINE,
    RuleScope.JUDGED_SOLUTION,
    RuleScope.WRONG_TURN,
    RuleScope.WRONG_GOAL,
    RuleScope.WRONG_LIST,
)
"""The subjects in lines of prose."""
_MANY_BLOCKS = 100
MAX_UNFINISHED = 8
"""Maximum number of lines of a page that are searched for on the next one, the last ones."""
_SQUARE = regex("[a-h][1-8]")
LONG_TEXT = 6_000
"""In code points."""


def are_long(blocks: Sequence[Block]) -> bool:
    """Return True if reading or following `blocks` may take longer than other work should wait."""
    return _MANY_BLOCKS < len(blocks) or LONG_TEXT < sum(len(block.text) for block in blocks)


def lint_moves(section: Section, plan: Plan, before: SectionFindings | None) -> Generator[bool, None, MoveFindings]:
    """Return the `MoveFindings` of a section of relevant blocks, in steps as in `lint_steps`.

    `before` has the findings of the section before an edit.
    """
    if section.blocks[0].host.has_records:
        return (yield from _game_findings(section, plan))
    return (yield from _prose_findings(section, plan, before))


def _game_findings(section: Section, plan: Plan) -> Generator[bool, None, MoveFindings]:
    """Return the `MoveFindings` of PGN games, in steps."""
    games, studies = section.blocks, section.studies
    is_needed = plan.has_any(RuleScope.GAME, RuleScope.JUDGED_SOLUTION, RuleScope.WRONG_TURN)
    if not is_needed or not any(game.contents.reading.has_moves for game in games):
        return MoveFindings()
    from gbr_lsp.model.game_solutions import is_followed, solutions_of

    is_long = are_long(games)
    yield is_long
    solutions = solutions_of(games, studies)
    solved = [is_followed(study, solutions) for study in studies] if solutions else ()
    findings = plan.run(RuleScope.WRONG_TURN, [solution for solution in solutions if solution.wrong_turns])
    # With the wrong side to move no move is legal, so only the turn is reported.
    solutions = [solution for solution in solutions if not solution.wrong_turns]
    findings += plan.run(RuleScope.GAME, solutions)
    findings += yield from _judged_findings(section, plan, solutions, is_long=is_long)
    return MoveFindings(findings, solved)


def _prose_findings(
    section: Section, plan: Plan, before: SectionFindings | None
) -> Generator[bool, None, MoveFindings]:
    """Return the `MoveFindings` of a section in prose, in steps."""
    is_needed = plan.has_any(*_ON_LINES) and not section.blocks[0].host.has_placed_boards
    if not is_needed or not any(block.has_moves for block in reversed(section.blocks)):
        return MoveFindings()
    from gbr_lsp.model.aim import aim_of
    from gbr_lsp.model.assign import assign, twin_solutions

    known, studies = before.moves if before else MoveFindings(), section.studies
    if (
        before
        and list(map(aim_of, before.studies)) == list(map(aim_of, studies))
        and not any(map(_may_contradict_its_list, studies, known.solved_flags))
        and _has_only_other_words(known, section)
    ):
        return known._replace(printed_section=section.without_texts())
    yield are_long(section.blocks)
    solutions = assign(section)
    findings = plan.run(RuleScope.LINE, [one for one in (*solutions, *twin_solutions(section)) if one.problems])
    findings += plan.run(RuleScope.WRONG_TURN, [one for one in solutions if one.wrong_turns])
    goals = [one for one in solutions if one.wrong_goal] if plan.has_any(RuleScope.WRONG_GOAL) else []
    findings += plan.run(RuleScope.WRONG_GOAL, goals)
    findings += plan.run(RuleScope.WRONG_LIST, [one for one in solutions if one.wrong_square])
    # A goal that may be wrong proves nothing.
    findings += yield from _judged_findings(section, plan, [one for one in solutions if not (goals and one.wrong_goal)])
    misprinted = [number for number, one in enumerate(solutions) if one.misprint]
    unfinished = [(at, block) for at, one in enumerate(solutions) if (block := one.unfinished_from) is not None]
    solved = [bool(one.moves) for one in solutions]
    return MoveFindings(findings, solved, section.without_texts(), misprinted, unfinished[-MAX_UNFINISHED:])


def _has_only_other_words(known: MoveFindings, section: Section) -> bool:
    """Return True if `known` holds for `section`: there are no findings, and only words were edited."""
    from gbr_lsp.model.same_lines import has_same_lines

    return bool(known.printed_section and not known.findings and has_same_lines(known.printed_section, section))


def _may_contradict_its_list(study: Study, solved: bool) -> bool:
    """Return True if the line of `study` may contradict its square list.

    Whether it does depends on words: those before the line may introduce a twin.
    """
    return not solved and study.code.pieces is not None and not study.boards


def _judged_findings(
    section: Section, plan: Plan, solutions: "Sequence[SolutionOf]", *, is_long: bool = False
) -> Generator[bool, None, list[Finding]]:
    """Return the findings in `solutions` of `section` measured by their goals, in steps."""
    solutions = [one for one in solutions if one.is_main] if plan.has_any(RuleScope.JUDGED_SOLUTION) else []
    tables, findings = section.conventions.tables, list[Finding]()
    if tables is None and not plan.judges_every_line:
        # Most lines cannot be refuted without tables, and the module that judges is slow to import.
        solutions = [one for one in solutions if one.may_fail]
    if solutions:
        from gbr_lsp.model.outcomes import judged
    for one in judged(solutions) if solutions else ():
        # Tables are files.
        yield is_long or tables is not None
        reported = plan.run(RuleScope.JUDGED_SOLUTION, [one])
        findings += reported if reported and one.moves.is_certain else []
    return findings


def is_page_start(block: Block) -> bool:
    """Return True if `block` is the first one of a page."""
    return "\f" in block.text.partition("\n")[0]


def continuation(line: Sequence[Block], page: Sequence[Block], studies: Sequence[Study]) -> Sequence[Block]:
    """Return the blocks of `page` before its `studies`, or none if they cannot continue a line of the page before.

    No page break may be in a bracket, and the first move must have a number above 1.
    """
    blocks = [*takewhile(lambda block: all(block is not study.block for study in studies), page)]
    if (number := next((number for number, block in enumerate(blocks) if block.has_moves), None)) is None:
        return []
    texts = [*map(shown_text, blocks[: number + 1])]
    before = "".join([*texts[:-1], texts[-1][: blocks[number].first_move]])
    pages = ("".join(map(shown_text, one)) for one in (line, blocks))
    are_closed = all(page.count(one) == page.count(other) for page in pages for one, other in (("(", ")"), ("[", "]")))
    is_clean = are_closed and not _SQUARE.search(before)
    first = "".join(takewhile(str.isdigit, texts[-1][blocks[number].first_move :]))
    return blocks if is_clean and first not in ("", "1") else []


class _RemoteText(NamedTuple):
    """The blocks where the lines of the studies `missing` may be; `studies` are all near them.

    The findings are kept in `own` under `key`.
    """

    own: Results
    key: Block | Place
    missing: Sequence[Study]
    blocks: Sequence[Block]
    studies: Sequence[Study]
    home: Sequence[Block]
    """The blocks of the section of the studies `missing`, whose lines have been judged."""


_Unsolved = tuple[Results, SectionFindings, Sequence[Study]]
"""The results of a chunk, and a section of it with its studies that have a board and no line."""


def lint_remote_lines(
    document: Document, found: Sequence[ChunkFindings], plan: Plan
) -> Generator[bool, None, list[Finding]]:
    """Return the findings in lines on another page than their code, or in a section of solutions, in steps.

    `found` has the findings of each chunk. Results from before an edit are reused for unchanged texts.
    """
    if not plan.has_any(RuleScope.LINE) or document.host.has_records:
        return []
    has_pages, has_solutions = any(one.has_pages for one in found), any(one.has_solutions for one in found)
    results = [results_of(chunk, plan.selected) for chunk in document.chunks]
    sections: list[_Unsolved] = []
    if has_pages or has_solutions:
        sections += ((own, one, _studies_without_line(one)) for own in results for one in own.section_findings)
    texts = list(_entry_texts(document, sections)) if has_solutions else []
    if has_pages:
        texts += _page_texts(sections, {text.key for text in texts})
    kept: list[tuple[_RemoteText, MoveFindings]] = []
    for text in texts:
        moves = text.own.remote.get(text.key, MoveFindings())
        is_known = moves.printed_section and are_same(moves.printed_section.blocks, text.blocks)
        if not is_known or len(moves.solved_flags) != len(text.missing):
            section = Section(text.blocks, document.conventions, text.studies)
            moves = yield from _remote_findings(section, text, plan, moves)
        kept.append((text, moves))
    for own in results:
        own.remote, own.followed_count = {}, 0
    for text, moves in kept:
        text.own.remote[text.key] = moves
        text.own.followed_count += sum(moves.solved_flags) if isinstance(text.key, Block) else 0
    return [finding for _, moves in kept for finding in moves.findings]


def _entry_texts(document: Document, sections: Sequence[_Unsolved]) -> Iterator[_RemoteText]:
    """Yield the `_RemoteText` of each study whose line is found by its number in a section of solutions."""
    from gbr_lsp.model.solution_entries import UnsolvedStudies, entries_of
    from gbr_lsp.model.study_numbers import printed_numbers

    before: dict[Block, tuple[SectionFindings, list[StudyNumber | None]]] = {}
    for own, *_ in sections:
        before |= own.numbers
        own.numbers = {}
    unsolved: list[UnsolvedStudies] = []
    for own, section, missing in sections:
        known = before.get(section.blocks[0])
        if known is None or known[0] is not section:
            known = section, printed_numbers(Section(section.blocks, document.conventions, missing))
        own.numbers[section.blocks[0]] = known
        unsolved.append(UnsolvedStudies(section.blocks, missing, known[1]))
    entries = entries_of(unsolved)
    for own, section, missing in sections:
        for study in missing:
            if entry := entries.get(study.code_place):
                blocks = [*dict.fromkeys(study.blocks), *entry]
                yield _RemoteText(own, study.code_place, [study], blocks, [study], section.blocks)


def _page_texts(sections: Sequence[_Unsolved], others: Collection[Block | Place]) -> Iterator[_RemoteText]:
    """Yield the `_RemoteText` of each page, with the page before and after it; the codes at `others` are left out."""
    for number, (own, page, studies) in enumerate(sections):
        missing = [study for study in studies if study.code_place not in others]
        first = page.blocks[0]
        start = number - (0 < number and is_page_start(first))
        end = number + 1 + (number + 1 < len(sections) and is_page_start(sections[number + 1][1].blocks[0]))
        if missing and 1 < end - start:
            near = [one for _, one, _ in sections[start:end]]
            blocks = [block for one in near for block in one.blocks if block.is_relevant]
            studies = [study for one in near for study in one.studies]
            yield _RemoteText(own, first, missing, blocks, studies, page.blocks)
        if page.moves.unfinished_lines and number + 1 < end:
            following = sections[number + 1][1]
            for at, line_start in page.moves.unfinished_lines:
                study, line = page.studies[at], page.relevant_blocks[line_start:]
                if rest := continuation(line, following.relevant_blocks, following.studies):
                    blocks = [*dict.fromkeys((*study.blocks, *line, *rest))]
                    yield _RemoteText(own, study.code_place, [study], blocks, [study], page.blocks)


def _studies_without_line(page: SectionFindings) -> list[Study]:
    """Return the studies that have a board and no solution on `page`."""
    pairs, misprinted = zip(page.studies, page.solved_flags, strict=True), page.moves.misprinted_studies
    lost = [study for number, (study, is_solved) in enumerate(pairs) if not is_solved and number not in misprinted]
    return [study for study in lost if any(study.placements)]


def _remote_findings(
    section: Section, text: _RemoteText, plan: Plan, before: MoveFindings
) -> Generator[bool, None, MoveFindings]:
    """Return the `MoveFindings` of the studies that miss a line in `text`, which is `section`, in steps.

    `before` has those before an edit.
    """
    from gbr_lsp.model.assign import assign, twin_solutions

    if not any(block.has_moves for block in section.blocks):
        return MoveFindings()
    if len(before.solved_flags) == len(text.missing) and _has_only_other_words(before, section):
        return before._replace(printed_section=section.without_texts())
    yield are_long(section.blocks)
    solutions = assign(section)
    of_missing = [solutions[section.study_numbers[study.code_place]] for study in text.missing]
    lines = [one for one in of_missing if one.problems]
    of_twins = (one for one in twin_solutions(section, text.missing) if one.problems)
    lines += (one for one in of_twins if one.place(one.problems[0].span).block not in text.home)
    findings = plan.run(RuleScope.LINE, lines)
    return MoveFindings(findings, [bool(one.moves) for one in of_missing], section.without_texts())
