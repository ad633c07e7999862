"""Findings of a chunk of a document by itself, reusing the results that an edit has not changed (see `memo`).

The findings of a section depend only on its relevant blocks. The findings of a study depend only on
the study, unless the solution votes between its code and its board. A clean PGN record (see `fastpath`)
is not read at all if the selected rules allow that.
"""

from collections.abc import Generator

from gbr_lsp.lint.memo import ChunkFindings, LintedStudy, SectionFindings, are_same, results_of
from gbr_lsp.lint.move_findings import are_long, is_page_start, lint_moves
from gbr_lsp.model.block import Block
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.finding import Finding, RuleScope
from gbr_lsp.model.records import placed_records, record_hash
from gbr_lsp.model.roles import count_index_lines
from gbr_lsp.model.section import Section
from gbr_lsp.model.votes import with_vote
from gbr_lsp.rules import Plan

_MAX_RECORDS_IN_STEP = 8
"""Number of clean records recognized in one step."""


class ChunkLint:
    """One run of the rules in `plan` over `chunk`. Call `steps` once."""

    def __init__(self, chunk: Chunk, conventions: Conventions, plan: Plan) -> None:
        self._chunk = chunk
        self._conventions = conventions
        self._plan = plan
        self._results = results_of(chunk, plan.selected)
        self._sections: list[SectionFindings] = []
        self._hashes: list[int | None] = []
        self._findings: list[Finding] = []

    def steps(self) -> Generator[bool, None, ChunkFindings]:
        """Return the `ChunkFindings`, in steps as in `lint_steps`, and keep them and their parts."""
        if self._chunk.blocks[0].host.has_records:
            yield from self._lint_games()
        else:
            for blocks in self._chunk.sections():
                self._sections.append(self._known_section(blocks) or (yield from self._lint_section(blocks)))
        sections = self._sections
        # The results of blocks that no longer exist are dropped.
        self._results.sections = {block: found for found in sections for block in found.keys}
        for section in sections:
            for one in section.linted:
                self._findings += one.findings
            self._findings += section.moves.findings
        self._results.chunk = found = ChunkFindings(
            self._findings,
            [one.study for section in sections for one in section.linted],
            sum(section.index_lines for section in sections),
            self._hashes,
            self._chunk.has_directives,
            any(is_page_start(section.blocks[0]) for section in sections),
            any(section.has_solutions for section in sections),
        )
        return found

    def _lint_games(self) -> Generator[bool, None, None]:
        """Lint each game as a section."""
        from gbr_lsp.lint.fastpath import can_recognize_records, clean_record

        results, games, hashes = self._results, self._chunk.blocks, self._hashes
        is_fast = self._plan.may_skip_clean_records and can_recognize_records(self._conventions)
        hashes += map(results.clean_hashes.get, games)
        clean = {game: known for game, known in zip(games, hashes, strict=True) if known is not None}
        clean_findings = {game: found for game, found in results.clean_findings.items() if game in clean}
        for number, game in enumerate(games) if len(clean) < len(hashes) else ():
            if hashes[number] is not None:
                continue
            found = self._known_section([game]) if results.sections else None
            if found is None and is_fast:
                if number % _MAX_RECORDS_IN_STEP == 0 or are_long([game]):
                    yield are_long([game])
                if known := clean_record(game, self._plan):
                    clean[game] = hashes[number] = record_hash(known.record)
                    if known.findings:
                        clean_findings[game] = known.findings
                        yield False
                    continue
            found = found or (yield from self._lint_section([game]))
            self._sections.append(found)
            hashes[number] = found.hash
        results.clean_hashes, results.clean_findings = clean, clean_findings
        for in_moves in clean_findings.values():
            self._findings += in_moves

    def _known_section(self, blocks: list[Block]) -> SectionFindings | None:
        """Return the known findings of the section of `blocks` if none of these has changed; else None."""
        found = self._results.sections.get(blocks[0])
        return found if found and are_same(found.blocks, blocks) else None

    def _keep(self, found: SectionFindings) -> SectionFindings:
        """Keep `found` even if this run is not finished, and return it."""
        found = found._replace(has_solutions=any(block.has_solutions_heading for block in found.blocks))
        self._results.sections.update(dict.fromkeys(found.keys, found))
        return found

    def _lint_section(self, blocks: list[Block]) -> Generator[bool, None, SectionFindings]:
        """Return the findings of the section of `blocks`, which is only read if a relevant block has changed."""
        for block in blocks:
            if not block.is_read:
                yield are_long([block])
                _ = block.is_relevant
        relevant = [block for block in blocks if block.is_relevant]
        if not relevant:
            return self._keep(SectionFindings(blocks, relevant))
        if (before := self._results.sections.get(relevant[0])) and are_same(before.relevant_blocks, relevant):
            return self._keep(before._replace(blocks=blocks))
        is_long, has_records = are_long(relevant), blocks[0].host.has_records
        yield is_long
        section = read_section(relevant, self._conventions)
        linted: list[LintedStudy] = []
        before_by_code = {one.study.code_place: one for one in before.linted} if before else {}
        for number, study in enumerate(section.studies):
            linted.append(self._lint_study(section, number, before_by_code.get(study.code_place)))
            # The next study may need all moves of its game.
            yield is_long and has_records
        studies = [one.study for one in linted]
        moves = yield from lint_moves(section.with_studies(studies), self._plan, before)
        own_hash = next((record_hash(placed.record) for placed in placed_records(studies)), None)
        index_lines = 0 if has_records else count_index_lines(studies)
        return self._keep(SectionFindings(blocks, relevant, linted, moves, index_lines, own_hash))

    def _lint_study(self, section: Section, number: int, known: LintedStudy | None) -> LintedStudy:
        """Return study `number` of `section` and its findings, after the vote of its solution.

        `known` has those before an edit.
        """
        study = section.studies[number]
        if study.occurrence.has_sic:
            return LintedStudy(study)  # Quoted with [sic]: wrong on purpose.
        known = known if known and known.is_same(study) else None
        if known and not known.findings:
            return LintedStudy(study)  # Code and board do not differ.
        case = with_vote(section, number)
        if known and known.study.proved_position == case.proved_position:
            return LintedStudy(case.study, known.findings)
        return LintedStudy(case.study, self._plan.run(RuleScope.STUDY, [case]))
