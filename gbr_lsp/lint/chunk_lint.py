"""Findings of each chunk of a document, cached so that an edit lints only the changed parts.

Blocks that an edit does not touch stay the same objects, so caches use the identity of blocks. The
findings of a section depend only on its relevant blocks (see `Block.is_relevant`). The findings of
a study depend only on the study, unless the solution votes between its code and its board. A
section is cached twice: under its first block, to be found again if nothing has changed, and under
its first relevant block, to be found again if only irrelevant blocks have changed.

A clean PGN record (see `fastpath`) is not read at all if the selected rules allow that.
"""

from collections.abc import Generator, Sequence
from operator import is_
from typing import NamedTuple

from gbr_lsp.lint.cache import ChunkFindings, LintCache, SectionFindings
from gbr_lsp.lint.move_findings import are_long, is_page_start, lint_moves
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.finding import Finding, Rule, RuleScope
from gbr_lsp.model.records import placed_records, record_hash
from gbr_lsp.model.roles import count_index_lines
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Study
from gbr_lsp.model.votes import with_vote
from gbr_lsp.rules import rules_over, run

_MAX_RECORDS_IN_STEP = 8
"""Number of clean records recognized in one step."""
_RECORD_SCOPES = (RuleScope.STUDY, RuleScope.SOLUTION, RuleScope.JUDGED_SOLUTION)
"""The scopes of rules that may skip clean records."""


def lint_chunk(
    chunk: Chunk, conventions: Conventions, selected: frozenset[str]
) -> Generator[bool, None, ChunkFindings]:
    """Return the `ChunkFindings` of rules over single studies, in steps as in `lint_steps`.

    Sections and studies in the cache of the chunk are not linted again.
    """
    cache = chunk.cache_of(LintCache)
    before = cache.sections
    rules = rules_over(selected, RuleScope.STUDY)
    result = ChunkFindings([], [], 0, [], chunk.has_directives)
    used: dict[int, SectionFindings] = {}
    if chunk.blocks[0].host.has_records:
        yield from _lint_games(chunk, cache, conventions, selected, rules, result, used)
    else:
        index_lines, pages = 0, []
        for section in chunk.sections():
            found = _cached_section(section, selected, before)
            found = found or (yield from _lint_section(section, conventions, selected, rules, before))
            used[id(found)] = found
            result.findings.extend(found.findings)
            result.studies.extend(found.studies)
            index_lines += found.index_lines
            pages.append((section[0], found))
        are_pages = any(is_page_start(block) for block, _ in pages)
        result = result._replace(index_lines=index_lines, pages=pages if are_pages else ())
    # Drop the results of blocks that no longer exist.
    cache.sections = {block: found for block, found in before.items() if id(found) in used}
    return result


def _lint_games(
    chunk: Chunk,
    cache: LintCache,
    conventions: Conventions,
    selected: frozenset[str],
    rules: Sequence[Rule],
    result: ChunkFindings,
    used: dict[int, SectionFindings],
) -> Generator[bool, None, None]:
    """Lint the games of a chunk, each as a section, and add to `result` and `used`."""
    from gbr_lsp.lint.fastpath import clean_record, is_allowed, move_rules

    judges = rules_over(selected, *_RECORD_SCOPES)
    is_fast, rules_on_moves = is_allowed(conventions, judges), move_rules(judges)
    before, clean_before, findings_before = (
        cache.sections,
        cache.clean_hashes.get(selected, {}),
        cache.clean_findings.get(selected, {}),
    )
    hashes = result.hashes
    hashes += map(clean_before.get, chunk.blocks)
    clean = {game: known for game, known in zip(chunk.blocks, hashes, strict=True) if known is not None}
    clean_findings = {game: found for game, found in findings_before.items() if game in clean}
    for number, game in enumerate(chunk.blocks) if len(clean) < len(hashes) else ():
        if hashes[number] is not None:
            continue
        found = _cached_section([game], selected, before) if before else None
        if found is None and is_fast and (number % _MAX_RECORDS_IN_STEP == 0 or are_long([game])):
            yield are_long([game])
        if found is None and is_fast and (known := clean_record(game, rules_on_moves)):
            clean[game] = hashes[number] = record_hash(known.record)
            if known.findings:
                clean_findings[game] = known.findings
                yield False
            continue
        found = found or (yield from _lint_section([game], conventions, selected, rules, before))
        used[id(found)] = found
        result.findings.extend(found.findings)
        hashes[number] = found.hash
    cache.clean_hashes[selected], cache.clean_findings[selected] = clean, clean_findings
    for of_moves in clean_findings.values():
        result.findings.extend(of_moves)


def _cached_section(
    section: list[Block], selected: frozenset[str], cached: dict[Block, SectionFindings]
) -> SectionFindings | None:
    """Return the cached findings of `section` if none of its blocks has changed; else None."""
    found = cached.get(section[0])
    if found is None or found.selected is not selected:
        return None
    return found if _are_same_blocks(found.other_blocks, section[1:]) else None


def _lint_section(
    section: list[Block],
    conventions: Conventions,
    selected: frozenset[str],
    rules: Sequence[Rule],
    cached: dict[Block, SectionFindings],
) -> Generator[bool, None, SectionFindings]:
    """Return the findings of a section after reading it, and add them to `cached`."""
    for block in section:
        if not block.is_read:
            yield are_long([block])
            _ = block.is_relevant
    relevant = [block for block in section if block.is_relevant]
    if not relevant:
        cached[section[0]] = found = SectionFindings(selected, section[1:])
        return found
    before = cached.get(relevant[0])
    if before is None or before.selected is not selected:
        before = None
    elif _are_same_blocks(before.relevant_blocks, relevant[1:]):
        cached[section[0]] = cached[relevant[0]] = found = before._replace(other_blocks=section[1:])
        return found
    is_long = are_long(relevant)
    yield is_long
    read = read_section(relevant, conventions)
    results: list[_LintedStudy] = []
    known = _known_studies(before)
    for number in range(len(read.studies)):
        results.append(_lint_study(read, number, rules, known))
        # The next study may need all moves of its game.
        yield is_long and section[0].host.has_records
    studies, of_each = [one.study for one in results], [one.findings for one in results]
    findings = [finding for one in of_each for finding in one]
    in_moves = yield from lint_moves(read.with_studies(studies), selected, before)
    findings += in_moves.findings
    own_hash, index_lines = None, 0
    if section[0].host.has_records:
        own_hash = next((record_hash(placed.record) for placed in placed_records(studies)), None)
    else:
        index_lines = count_index_lines(studies)
    found = SectionFindings(
        selected, section[1:], relevant[1:], findings, studies, of_each, in_moves, index_lines, own_hash
    )
    cached[section[0]] = cached[relevant[0]] = found
    return found


class _LintedStudy(NamedTuple):
    """A study that was linted, and its findings."""

    study: Study
    findings: list[Finding]


_KnownStudies = dict[Place, _LintedStudy]


def _lint_study(section: Section, number: int, rules: Sequence[Rule], before: _KnownStudies) -> _LintedStudy:
    """Return study `number` of `section` and its findings, after the vote of its solution."""
    study = section.studies[number]
    if study.occurrence.has_sic:
        return _LintedStudy(study, [])  # Quoted with [sic]: wrong on purpose.
    known = _same_study(study, before)
    if known and not known.findings:
        return _LintedStudy(study, known.findings)  # Code and board do not differ.
    case = with_vote(section, number)
    if known and known.study.proved_position == case.proved_position:
        return _LintedStudy(Study(*case), known.findings)
    return _LintedStudy(Study(*case), run(rules, [case]))


def _known_studies(before: SectionFindings | None) -> _KnownStudies:
    """Return the linted studies of a section, by the places of their codes."""
    pairs = zip(before.studies, before.by_study, strict=True) if before else ()
    return {study.code_place: _LintedStudy(study, found) for study, found in pairs}


def _same_study(study: Study, before: _KnownStudies) -> _LintedStudy | None:
    """Return the `_LintedStudy` equal to `study`, if only other parts of its section changed; else None."""
    known = before.get(study.code_place)
    if (
        known is None
        or known.study.occurrence is not study.occurrence
        or len(known.study.boards) != len(study.boards)
        or known.study.statements_near != study.statements_near
    ):
        return None
    boards = zip(known.study.boards, study.boards, strict=True)
    same = all(one.board is two.board and one.block is two.block and one.bond is two.bond for one, two in boards)
    return known if same else None


def _are_same_blocks(blocks: list[Block], others: list[Block]) -> bool:
    return len(blocks) == len(others) and all(map(is_, blocks, others))
