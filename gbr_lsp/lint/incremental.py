"""What the rules find in each chunk of a document, cached so that an edit lints only what it changed.

Blocks that an edit leaves alone are the same objects before and after it, so caches go by the identity of blocks.
The findings of a section depend only on its relevant blocks (see `Block.is_relevant`), and the findings of a study
only on the study, unless the solution votes between its code and its board. A section is cached twice: under its first
block, where it is found again if nothing in it has changed, and under its first relevant block, where it is found again
if only irrelevant blocks have.

The cache belongs to the chunk and not to its blocks: a study knows its block, and a block that also knew its studies
would be freed by the garbage collector only, which the server hardly ever runs. A clean PGN record (see `fastpath`)
is not read at all where the selected rules allow that.
"""

from collections.abc import Collection, Generator, Iterator, Sequence
from operator import is_
from typing import TYPE_CHECKING, Any, NamedTuple

from gbr_lsp.model.assembly import studies_of
from gbr_lsp.model.block import Block
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, Over, Rule
from gbr_lsp.model.judgement import forget_last
from gbr_lsp.model.records import record_hash, records
from gbr_lsp.model.roles import lines_for_an_index
from gbr_lsp.model.study import Study
from gbr_lsp.model.turns import WrongTurn, wrong_turn
from gbr_lsp.model.votes import SectionOrder, with_vote
from gbr_lsp.rules import RULES, rules_over, run

if TYPE_CHECKING:
    from gbr_lsp.model.misprinted import SectionLines
    from gbr_lsp.model.same_lines import PrintedSection

_NONE: list[Any] = []
"""Shared by the very many sections in which nothing is found."""
_FEW_RECORDS = 8
"""How many clean records are recognized in one step."""
_OVER_RECORDS = (Over.STUDY, Over.SOLUTION, Over.JUDGED_SOLUTION)
"""What the rules look at that may pass over clean records."""
ABOUT_PROSE = ("illegal-solution", "missing-move")
"""The rules over moves that are asked about prose too."""
_OVER_MOVES = (Over.SOLUTION, Over.JUDGED_SOLUTION)
TURN_MISMATCH = "turn-mismatch"
STIPULATION_MISMATCH = "stipulation-mismatch"
_LONG_TEXT = 20_000
_MANY_BLOCKS = 100


class ChunkFindings(NamedTuple):
    """What is found in a chunk by itself, and what linting the whole document needs to know of it.

    `studies` and `index_lines` (how many lines may be those of an index) are of texts, `hashes` (of the record of each
    game, None where it has none) of PGN.
    """

    findings: list[Finding]
    studies: list[Study]
    index_lines: int
    hashes: list[int | None]
    has_directives: bool
    """Whether something may be a comment that speaks to the linter."""


class _SectionFindings(NamedTuple):
    """What is found in one section, with everything that it depends on."""

    selected: frozenset[str]
    others: list[Block]
    """The blocks of the section behind its first."""
    relevant: list[Block]
    """The relevant blocks of the section behind its first relevant one."""
    findings: list[Finding]
    studies: list[Study]
    of_each: list[list[Finding]]
    """The findings of each study."""
    index_lines: int
    hash: int | None
    solved: list[bool]
    """Of each study whether a solution was followed from its board; empty where no rule asked for that."""
    printed: "PrintedSection | None" = None
    """The section as its printed lines were looked for."""


class LintCache:
    """The cache of a chunk: its findings by selection of rules, its sections and its clean records by block."""

    __slots__ = ("clean", "followed", "found", "sections")

    def __init__(self) -> None:
        self.found: dict[frozenset[str], ChunkFindings] = {}
        self.sections: dict[Block, _SectionFindings] = {}
        self.clean: dict[frozenset[str], dict[Block, int]] = {}
        """The record hashes of games that are clean under a selection."""
        self.followed: dict[frozenset[str], int] = {}
        """How many solutions of a proof were followed, over all its pages; the first chunk of the proof knows it."""

    def inherit(self, other: "LintCache") -> None:
        """Takes over, from the cache of a chunk that has some of the same blocks, everything except the totals."""
        self.sections |= other.sections
        for selected, clean in other.clean.items():
            self.clean[selected] = self.clean.get(selected, {}) | clean


def lint_chunk(
    chunk: Chunk, conventions: Conventions, selected: frozenset[str]
) -> Generator[bool, None, ChunkFindings]:
    """The findings of the rules over single studies in a chunk, in steps as in `lint_steps`.

    Sections and studies that the cache of the chunk knows are not linted again.
    """
    cache = chunk.cached(LintCache)
    before = cache.sections
    rules = rules_over(selected, Over.STUDY)
    result = ChunkFindings([], [], 0, [], chunk.has_directives)
    used: dict[int, _SectionFindings] = {}
    if chunk.blocks[0].host.holds_records:
        yield from _lint_games(chunk, cache, conventions, selected, rules, result, used)
    else:
        index_lines = 0
        for section in chunk.sections():
            found = _unchanged(section, selected, before)
            found = found or (yield from _lint_section(section, conventions, selected, rules, before))
            used[id(found)] = found
            result.findings.extend(found.findings)
            result.studies.extend(found.studies)
            index_lines += found.index_lines
        result = result._replace(index_lines=index_lines)
    # Caches of blocks that no longer exist are dropped.
    cache.sections = {block: found for block, found in before.items() if id(found) in used}
    return result


def _lint_games(
    chunk: Chunk,
    cache: LintCache,
    conventions: Conventions,
    selected: frozenset[str],
    rules: Sequence[Rule],
    result: ChunkFindings,
    used: dict[int, _SectionFindings],
) -> Generator[bool, None, None]:
    """The same for the games of a chunk, each of which is a section; `result` and `used` are added to."""
    from gbr_lsp.lint.fastpath import clean_record, follows_moves, is_allowed

    judges = rules_over(selected, *_OVER_RECORDS)
    is_fast, replay = is_allowed(conventions, judges), follows_moves(judges)
    before, clean_before = cache.sections, cache.clean.get(selected, {})
    hashes = result.hashes
    hashes += map(clean_before.get, chunk.blocks)
    clean = {game: known for game, known in zip(chunk.blocks, hashes, strict=True) if known is not None}
    for number, game in enumerate(chunk.blocks) if len(clean) < len(hashes) else ():
        if hashes[number] is not None:
            continue
        found = _unchanged([game], selected, before) if before else None
        if found is None and is_fast and (record := clean_record(game.text, replay=replay)):
            if number % _FEW_RECORDS == 0:
                yield False
            clean[game] = hashes[number] = record_hash(record)
            continue
        found = found or (yield from _lint_section([game], conventions, selected, rules, before))
        used[id(found)] = found
        result.findings.extend(found.findings)
        hashes[number] = found.hash
    cache.clean[selected] = clean


def _unchanged(
    section: list[Block], selected: frozenset[str], cached: dict[Block, _SectionFindings]
) -> _SectionFindings | None:
    """The cached findings of a section whose blocks are all unchanged."""
    found = cached.get(section[0])
    if found is None or found.selected is not selected:
        return None
    return found if _are_the_same(found.others, section[1:]) else None


def _lint_section(
    section: list[Block],
    conventions: Conventions,
    selected: frozenset[str],
    rules: Sequence[Rule],
    cached: dict[Block, _SectionFindings],
) -> Generator[bool, None, _SectionFindings]:
    """What is found in a section that is read; it is added to the cache."""
    for block in section:
        if not block.is_read:
            yield _LONG_TEXT < len(block.text)
            _ = block.is_relevant
    relevant = [block for block in section if block.is_relevant]
    if not relevant:
        cached[section[0]] = found = _SectionFindings(selected, section[1:], _NONE, _NONE, _NONE, _NONE, 0, None, _NONE)
        return found
    before = cached.get(relevant[0])
    if before is None or before.selected is not selected:
        before = None
    elif _are_the_same(before.relevant, relevant[1:]):
        cached[section[0]] = cached[relevant[0]] = found = before._replace(others=section[1:])
        return found
    yield _MANY_BLOCKS < len(section)
    studies = studies_of(relevant, conventions)
    of_each: list[list[Finding]] = []
    known, order = _known_studies(before), SectionOrder(relevant)
    for number in range(len(studies)):
        of_each.append(_lint_study(studies, number, order, rules, known))
        yield False
    findings = [finding for one in of_each for finding in one]
    of_moves, solved, printed = yield from _lint_moves(relevant, studies, conventions, selected, before)
    findings += of_moves
    own_hash, index_lines = None, 0
    if section[0].host.holds_records:
        own_hash = next((record_hash(placed.record) for placed in records(studies)), None)
    else:
        index_lines = lines_for_an_index(studies)
    found = _SectionFindings(
        selected, section[1:], relevant[1:], findings, studies, of_each, index_lines, own_hash, solved, printed
    )
    cached[section[0]] = cached[relevant[0]] = found
    return found


def _lint_study(
    studies: list[Study], number: int, section: SectionOrder, rules: Sequence[Rule], before: "_KnownStudies"
) -> list[Finding]:
    """What is found in one of the studies of a section, which gets the vote of its solution."""
    study = studies[number]
    if study.occurrence.sic:
        return []  # What is quoted with [sic] is wrong on purpose.
    known = _same_study(study, before)
    if known and not known.findings:
        return known.findings  # Code and board do not differ.
    studies[number] = study = with_vote(studies, number, section)
    if known and known.study.proved == study.proved:
        forget_last()
        return known.findings
    return run(rules, [study])


def _lint_moves(
    relevant: list[Block],
    studies: list[Study],
    conventions: Conventions,
    selected: frozenset[str],
    before: _SectionFindings | None,
) -> "Generator[bool, None, tuple[list[Finding], list[bool], PrintedSection | None]]":
    """The findings in the solutions of a section, whether each study has one that was followed, and the section as its
    printed lines were looked for."""
    following, judging = rules_over(selected, Over.SOLUTION), rules_over(selected, Over.JUDGED_SOLUTION)
    printed = None
    asks_turns = TURN_MISMATCH in selected
    # What is said behind the moves of a game is its result, which the rule reads by itself.
    asks_goals = STIPULATION_MISMATCH in selected and not relevant[0].host.holds_records
    if not following and not judging and not asks_turns and not asks_goals:
        return [], _NONE, None
    findings: list[Finding] = []
    solved: list[bool] = _NONE
    told: list[WrongTurn] = []
    if any(block.found.reading.has_moves for block in relevant):
        findings, solved, told = yield from _lint_movetext(relevant, studies, conventions, following, judging)
    in_prose = [rule for rule in following if rule.name in ABOUT_PROSE]
    if (
        (in_prose or judging or asks_turns or asks_goals)
        and any(block.has_moves for block in reversed(relevant))
        and not relevant[0].host.has_placed_boards
    ):
        from gbr_lsp.model.same_lines import PrintedSection

        printed = PrintedSection(relevant, studies)
        lines = yield from _printed_lines(printed, before)
        findings += run(in_prose, lines.misprints) if lines.misprints else []
        findings += run([RULES[STIPULATION_MISMATCH]], lines.goals) if lines.goals and asks_goals else []
        solved, told = lines.runs, told + lines.turns
        if judging and lines.mains:
            from gbr_lsp.model.judged_prose import judged_prose

            # Of a goal that may be wrong nothing is proved.
            doubtful = [goal.study for goal in lines.goals] if asks_goals else []
            mains = [main for main in lines.mains if main[0] not in doubtful]
            # Rules that pass over a clean record pass over a line in prose that ends as those of one do.
            every = conventions.tables is not None or not all(rule.silent_on_clean_record for rule in judging)
            for judged in judged_prose(relevant, mains, every=every):
                yield conventions.tables is not None
                findings += run(judging, [judged])
    findings += run([RULES[TURN_MISMATCH]], told) if told and asks_turns else []
    return findings, solved, printed


def _lint_movetext(
    relevant: list[Block],
    studies: list[Study],
    conventions: Conventions,
    following: Sequence[Rule],
    judging: Sequence[Rule],
) -> "Generator[bool, None, tuple[list[Finding], list[bool], list[WrongTurn]]]":
    """The findings in the movetext of PGN games, whether each study has one that was followed, and the sides to move
    that contradict it."""
    # What follows moves takes a while to import.
    from gbr_lsp.model.solutions import is_followed, solutions_of

    solutions = solutions_of(relevant, studies)
    solved = [is_followed(study, solutions) for study in studies] if solutions else _NONE
    turns = {solution: wrong_turn(solution, clean=not solution.problems) for solution in solutions}
    # From the wrong side to move nothing can be played, and that is no news.
    solutions = [solution for solution in solutions if not turns[solution]]
    findings = run(following, solutions) if solutions else []
    if judging and solutions:
        from gbr_lsp.model.judged import judged_solutions

        for judged in judged_solutions(solutions, studies):
            # Tables are files.
            yield conventions.tables is not None
            findings += run(judging, [judged])
    return findings, solved, [turn for turn in turns.values() if turn]


def _printed_lines(printed: "PrintedSection", before: _SectionFindings | None) -> "Generator[bool, None, SectionLines]":
    """The lines that are printed in the prose of a section.

    They are as before if there were no findings, and an edit changed only words.
    """
    from gbr_lsp.model.aim import aim_of
    from gbr_lsp.model.misprinted import SectionLines, lines_of
    from gbr_lsp.model.same_lines import has_same_lines

    studies = printed.studies
    if (
        before
        and before.printed
        and all(RULES[finding.rule].over not in _OVER_MOVES for finding in before.findings)
        and all(finding.rule not in (TURN_MISMATCH, STIPULATION_MISMATCH) for finding in before.findings)
        and list(map(aim_of, before.studies)) == list(map(aim_of, studies))
        and has_same_lines(before.printed, printed)
    ):
        return SectionLines([], before.solved or [False] * len(studies), [], [], [])
    yield _MANY_BLOCKS < len(printed.blocks)
    return lines_of(printed.blocks, studies)


class _KnownStudy(NamedTuple):
    """A study that was linted, and its findings."""

    study: Study
    findings: list[Finding]


_KnownStudies = dict[tuple[int, int], _KnownStudy]


def _known_studies(before: _SectionFindings | None) -> _KnownStudies:
    """The studies of a section as they were linted, by what stands for each as long as it is not read again."""
    pairs = zip(before.studies, before.of_each, strict=True) if before else ()
    return {(id(study.occurrence), id(study.block)): _KnownStudy(study, found) for study, found in pairs}


def _same_study(study: Study, before: _KnownStudies) -> _KnownStudy | None:
    """The same study as it was linted, of which only another part of its section has changed."""
    known = before.get((id(study.occurrence), id(study.block)))
    if known is None or len(known.study.boards) != len(study.boards):
        return None
    boards = zip(known.study.boards, study.boards, strict=True)
    same = all(one.board is two.board and one.block is two.block and one.bond is two.bond for one, two in boards)
    return known if same else None


def _are_the_same(blocks: list[Block], others: list[Block]) -> bool:
    return len(blocks) == len(others) and all(map(is_, blocks, others))


def record_hashes(chunk: Chunk, selected: frozenset[str]) -> list[int | None]:
    """The hash of the record of each game of a chunk that has been linted; None for a game without one."""
    return chunk.cached(LintCache).found[selected].hashes


def studies_read(chunk: Chunk, selected: frozenset[str] | None = None) -> Iterator[tuple[Study, bool]]:
    """The studies of a chunk that has been linted, but for clean records; each with whether its solution was followed.

    Without a selection those of whichever was the last.
    """
    sections = chunk.cached(LintCache).sections.values()
    for found in {id(found): found for found in sections if selected in (None, found.selected)}.values():
        yield from zip(found.studies, found.solved or [False] * len(found.studies), strict=True)


def linted_chunks(document: Document) -> list[ChunkFindings] | None:
    """What is found in each chunk of a document as it was linted last; None if it was not linted as it is."""
    linted = [next(reversed(chunk.cached(LintCache).found.values()), None) for chunk in document.chunks]
    known = [found for found in linted if found is not None]
    return known if len(known) == len(linted) else None


def clean_games(chunk: Chunk, selected: frozenset[str] | None = None) -> Collection[Block]:
    """The games of a chunk that has been linted that are clean records, and were not read.

    Without a selection those of whichever was the last.
    """
    clean = chunk.cached(LintCache).clean
    return (next(reversed(clean.values()), {}) if selected is None else clean.get(selected, {})).keys()
