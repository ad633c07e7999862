"""A linter without any memo, fast path, plan or step: every rule judges every subject of the whole text."""

from collections.abc import Iterator

from gbr_lsp.hosts.protocol import Host
from gbr_lsp.lint.engine import PlacedFinding, _without_ignored
from gbr_lsp.lint.memo import ChunkFindings
from gbr_lsp.lint.move_findings import MAX_UNFINISHED, continuation, is_page_start
from gbr_lsp.model.assign import assign, twin_solutions
from gbr_lsp.model.block import Block
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.conventions import DEFAULT_CONVENTIONS
from gbr_lsp.model.disputes import Case
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, RuleScope
from gbr_lsp.model.game_solutions import solutions_of
from gbr_lsp.model.outcomes import judged
from gbr_lsp.model.records import placed_records
from gbr_lsp.model.roles import count_index_lines, is_index
from gbr_lsp.model.section import Section
from gbr_lsp.model.solution import SolutionOf
from gbr_lsp.model.solution_entries import UnsolvedStudies, entries_of
from gbr_lsp.model.study import Study
from gbr_lsp.model.study_numbers import printed_numbers
from gbr_lsp.model.subjects import CollectionContext, RepeatedRecords
from gbr_lsp.model.votes import with_vote
from gbr_lsp.rules import RULES, Plan

_Subject = tuple[RuleScope, object]


def naive_lint(text: str, host: Host, selected: frozenset[str]) -> list[PlacedFinding]:
    """Return the findings of the rules `selected` in `text`, as `lint` does."""
    document = Document.of(text, host)
    found: list[Finding] = []
    for scope, subject in _subjects(document, selected):
        for name, rule in RULES.items():
            if name in selected and scope in rule.judges:
                found += [finding._replace(rule=name) for finding in rule.judges[scope](subject)]
    nothing = [
        ChunkFindings([], [], 0, [], has_directives=True, has_pages=False, has_solutions=False) for _ in document.chunks
    ]
    return _without_ignored(document, nothing, found, Plan(selected))


def _subjects(document: Document, selected: frozenset[str]) -> Iterator[_Subject]:
    """Yield the subjects of a document that is no proof, each with its scope."""
    is_pgn = document.host.has_records
    sections: list[Section] = []
    whole: list[list[Block]] = []
    for blocks in [[block] for block in document.blocks] if is_pgn else document.sections():
        whole.append([*blocks])
        section = read_section([block for block in blocks if block.is_relevant], DEFAULT_CONVENTIONS)
        cases = [
            Case(*study) if study.occurrence.has_sic else with_vote(section, number)
            for number, study in enumerate(section.studies)
        ]
        yield from ((RuleScope.STUDY, case) for case in cases if not case.occurrence.has_sic)
        sections.append(section.with_studies([case.study for case in cases]))
    if is_pgn:
        for section in sections:
            yield from _in_game(section)
        records = placed_records(study for section in sections for study in section.studies)
        yield RuleScope.REPEATED_RECORDS, RepeatedRecords(list(records), {})
        return
    yield from _in_prose(sections, whole, selected)
    if is_index(sum(count_index_lines([*section.studies]) for section in sections)):
        yield RuleScope.INDEX, CollectionContext(document, [study for one in sections for study in one.studies])


def _in_game(section: Section) -> Iterator[_Subject]:
    """Yield the subjects in the moves of a game; with the wrong side to move, only the turn."""
    for solution in solutions_of(section.blocks, section.studies):
        if solution.wrong_turns:
            yield RuleScope.WRONG_TURN, solution
        else:
            yield RuleScope.GAME, solution
            yield from ((RuleScope.JUDGED_SOLUTION, one) for one in judged([solution]))


def _in_prose(sections: list[Section], whole: list[list[Block]], selected: frozenset[str]) -> Iterator[_Subject]:
    """Yield the subjects in the printed lines of each section, then in sections of solutions and across pages."""
    missing: list[list[Study]] = []
    unfinished: list[list[SolutionOf]] = []
    for section in sections:
        solutions = assign(section)
        for solution in solutions:
            if solution.problems:
                yield RuleScope.LINE, solution
            yield RuleScope.WRONG_TURN, solution
            yield RuleScope.WRONG_GOAL, solution
            yield RuleScope.WRONG_LIST, solution
            if solution.is_certain and not (solution.wrong_goal and "stipulation-mismatch" in selected):
                yield from ((RuleScope.JUDGED_SOLUTION, one) for one in judged([solution]))
        yield from ((RuleScope.LINE, one) for one in twin_solutions(section) if one.problems)
        pairs = zip(section.studies, solutions, strict=True)
        lost = (study for study, solution in pairs if not solution.moves and not solution.misprint)
        missing.append([study for study in lost if any(study.placements)])
        lines = [solution for solution in solutions if solution.unfinished_from is not None]
        unfinished.append(lines[-MAX_UNFINISHED:])
    unsolved = [
        UnsolvedStudies(blocks, studies, printed_numbers(Section(blocks, DEFAULT_CONVENTIONS, studies)))
        for blocks, studies in zip(whole, missing, strict=True)
    ]
    entries = entries_of(unsolved) if any(one.has_solutions_heading for blocks in whole for one in blocks) else {}
    for study in (one for studies in missing for one in studies if one.code_place in entries):
        blocks = [*dict.fromkeys(study.blocks), *entries[study.code_place]]
        entry = Section(blocks, DEFAULT_CONVENTIONS, [study])
        for solution in assign(entry):
            if solution.problems:
                yield RuleScope.LINE, solution
        for solution in twin_solutions(entry):
            if solution.problems and solution.place(solution.problems[0].span).block in entries[study.code_place]:
                yield RuleScope.LINE, solution
    starts = [is_page_start(blocks[0]) for blocks in whole]
    for number, studies in enumerate(missing) if any(starts) else ():
        places = {study.code_place for study in studies} - {*entries}
        first = number - (0 < number and starts[number])
        last = number + (number + 1 < len(sections) and starts[number + 1])
        near = sections[first : last + 1]
        blocks = [block for section in near for block in section.blocks]
        pages = Section(blocks, DEFAULT_CONVENTIONS, [study for section in near for study in section.studies])
        own = [study for study in studies if study.code_place in places]
        for solution in twin_solutions(pages, own) if own else ():
            if solution.problems and solution.place(solution.problems[0].span).block not in whole[number]:
                yield RuleScope.LINE, solution
        for study, solution in zip(pages.studies, assign(pages) if places else (), strict=bool(places)):
            if study.code_place in places and solution.problems:
                yield RuleScope.LINE, solution
        for one in unfinished[number] if number < last else ():
            line = sections[number].blocks[one.unfinished_from :]
            rest = continuation(line, sections[last].blocks, sections[last].studies)
            assert one.study
            blocks = [*dict.fromkeys((*one.study.blocks, *line, *rest))]
            page = Section(blocks, DEFAULT_CONVENTIONS, [one.study] if rest else [])
            yield from ((RuleScope.LINE, solution) for solution in assign(page) if solution.problems)
            for solution in twin_solutions(page):
                if solution.problems and solution.place(solution.problems[0].span).block not in whole[number]:
                    yield RuleScope.LINE, solution
