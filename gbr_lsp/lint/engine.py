"""Linting of a document: run the rules, drop findings ignored by comments and `[sic]`, sort.

Editor and command line run this and nothing else.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import compress, count
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from gbr_lsp.base.generators import run_to_end
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import Host
from gbr_lsp.lint.chunk_lint import ChunkLint
from gbr_lsp.lint.ignored_findings import IgnoreMatcher
from gbr_lsp.lint.memo import ChunkFindings, LastLint, results_of
from gbr_lsp.lint.move_findings import lint_remote_lines
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.disputes import Case
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import THE_CODE, Finding, RemotePlace, RuleScope, Severity
from gbr_lsp.model.ignore_comments import ignores_of
from gbr_lsp.model.records import Record, record_hash
from gbr_lsp.model.roles import is_index
from gbr_lsp.model.study import Study
from gbr_lsp.model.subjects import BoardInProof, CollectionContext, RepeatedRecords
from gbr_lsp.notation.code_search import has_signs
from gbr_lsp.rules import RULES, Plan, plan_of
from gbr_lsp.settings import Settings

if TYPE_CHECKING:
    from gbr_lsp.model.proof_comparison import ComparedStudy

DEFAULT_RULES = frozenset(name for name, rule in RULES.items() if rule.severity is not Severity.HINT)
"""The rules that run if none are selected."""


def rules_of(settings: Settings) -> frozenset[str]:
    """Return the names of the rules that `settings` selects, as a set.

    Unknown names are reported by the reader of the settings.
    """
    base = DEFAULT_RULES if settings.select is None else frozenset(settings.select)
    return (base | frozenset(settings.extend_select)) - frozenset(settings.ignore)


class PlacedFinding(NamedTuple):
    """A finding with its span in the document."""

    span: Span
    finding: Finding


def lint(
    document: Document,
    selected: frozenset[str] = DEFAULT_RULES,
    other_records: Mapping[Record, RemotePlace] = MappingProxyType({}),
    proof: "Sequence[ComparedStudy]" = (),
) -> list[PlacedFinding]:
    """Return the findings of `document` as a list of `PlacedFinding`, sorted by offset, then by rule.

    `other_records` has the records of other documents, `proof` the studies of the document's proof.
    """
    return run_to_end(lint_steps(document, selected, other_records, proof=proof))


def is_known_clean(text: str, host: Host) -> bool:
    """Return True if a quick look at `text` shows that linting would find nothing.

    There is no code and no comment for the linter. If False, linting may still find nothing.
    """
    return not (host.has_records or host.has_placed_boards or "gbr:" in text or has_signs(text))


def lint_steps(
    document: Document,
    selected: frozenset[str] = DEFAULT_RULES,
    other_records: Mapping[Record, RemotePlace] = MappingProxyType({}),
    last: LastLint | None = None,
    proof: "Sequence[ComparedStudy]" = (),
) -> Generator[bool, None, list[PlacedFinding]]:
    """Return the findings as `lint` does, in steps of a block, a section or a study.

    The caller can do other work between the steps. Each yield is True if the next step may be long,
    because it reads very many lines at once. Findings are cached with the chunks of the document,
    so that after an edit only the changed chunks are linted. `last` has the results before the
    edit, and is updated.
    """
    plan = plan_of(selected)
    last = last or LastLint()
    found, rest = last.known_findings(document.chunks, selected)
    changed = document.chunks[len(found) : len(document.chunks) - len(rest)]
    found += yield from _chunk_findings(changed, document.conventions, plan)
    found += rest
    last.remember(document.chunks, selected, found)
    late: list[Finding] = []
    for scope in filter(plan.has_any, (RuleScope.STUDIES, RuleScope.INDEX)):
        studies = yield from _studies_for(scope, document, found)
        if studies:
            yield _MANY < len(studies)
            late += plan.run(scope, [CollectionContext(document, studies)])
    if document.host.has_records and plan.has_any(RuleScope.REPEATED_RECORDS):
        last.repeats.count(list(map(_HASHES, found)))
        hashes = last.repeats.repeated | {record_hash(record) for record in other_records}
        games = _games_with(document, found, hashes) if hashes else ()
        late += repeat_findings(games, plan, document.conventions, other_records)
    if document.host.has_placed_boards:
        late += _board_findings(document, plan, found)
        yield True
        late += _solution_findings(document, plan, found)
    else:
        late += yield from lint_remote_lines(document, found, plan)
    if proof and plan.has_any(RuleScope.PROOF):
        from gbr_lsp.model.proof_comparison import ProofComparison

        comparison = ProofComparison(document, list(document.studies()), proof)
        late += plan.run(RuleScope.PROOF, [comparison] if comparison.studies else [])
    yield _MANY < sum(map(len, map(_FINDINGS, found))) + sum(map(_HAS_DIRECTIVES, found))
    return _without_ignored(document, found, late, plan)


def part_steps(document: Document, span: Span, selected: frozenset[str]) -> Generator[bool, None, list[PlacedFinding]]:
    """Return the findings near `span` as a list of `PlacedFinding`, in steps as in `lint_steps`.

    `document` has no comments for the linter. Rules over several studies do not run. The findings
    are cached: linting the document reuses them.
    """
    plan = plan_of(selected)
    part, start = document.part(span)
    found = yield from _chunk_findings(part.chunks, document.conventions, plan)
    return [item._replace(span=item.span.shift(start)) for item in _without_ignored(part, found, [], plan)]


def _chunk_findings(
    chunks: Sequence[Chunk], conventions: Conventions, plan: Plan
) -> Generator[bool, None, list[ChunkFindings]]:
    """Return the list of `ChunkFindings` of `chunks`, in steps; those of a chunk may be known."""
    found: list[ChunkFindings] = []
    for chunk in chunks:
        known = results_of(chunk, plan.selected).chunk
        found.append(known or (yield from ChunkLint(chunk, conventions, plan).steps()))
    return found


_MANY = 200
"""Number of studies or findings whose visit may take longer than other work should wait."""
_FINDINGS, _HASHES, _HAS_DIRECTIVES = map(attrgetter, ("findings", "hashes", "has_directives"))


def _studies_for(
    scope: RuleScope, document: Document, found: list[ChunkFindings]
) -> Generator[bool, None, list[Study]]:
    """Return the studies for rules over several studies, or none if they need not run.

    `scope` is the scope of the rules.
    """
    if scope is RuleScope.INDEX and not document.host.has_records and is_index(sum(one.index_lines for one in found)):
        return [study for one in found for study in one.studies]
    studies: list[Study] = []
    for section in document.sections() if scope is RuleScope.STUDIES else ():
        studies += read_section(section, document.conventions).studies
        yield False
    return studies


def repeat_findings(
    games: Iterable[Block], plan: Plan, conventions: Conventions, other_records: Mapping[Record, RemotePlace]
) -> list[Finding]:
    """Return the findings about repeated records in `games`, compared also with `other_records`."""
    from gbr_lsp.lint.fastpath import records_of_game

    here = [placed for game in games for placed in records_of_game(game, conventions)]
    return plan.run(RuleScope.REPEATED_RECORDS, [RepeatedRecords(here, other_records)] if here else [])


def _games_with(document: Document, found: list[ChunkFindings], hashes: set[int]) -> Iterator[Block]:
    """Yield the games of the document whose record hashes are in `hashes`, in order."""
    for chunk, one in zip(document.chunks, found, strict=True):
        if not hashes.isdisjoint(one.hashes):
            yield from compress(chunk.blocks, map(hashes.__contains__, one.hashes))


def _board_findings(document: Document, plan: Plan, found: list[ChunkFindings]) -> list[Finding]:
    """Return the findings of rules about the boards of a proof, except at places already reported."""
    boards = [BoardInProof(block, placed) for block in document.blocks for placed in block.proof_boards]
    known = {(item.rule, item.place) for one in found if boards for item in one.findings}
    return [item for item in plan.run(RuleScope.PROOF_BOARD, boards) if (item.rule, item.place) not in known]


def _solution_findings(document: Document, plan: Plan, found: list[ChunkFindings]) -> list[Finding]:
    """Return the findings about the solutions in a proof.

    All pages are read together, because a solution may cross pages.
    """
    studies = [study for one in found for study in one.studies]
    if not studies or not plan.has_any(RuleScope.LINE):
        return []
    from gbr_lsp.model.assign import assign

    solutions = assign(document.as_section(studies))
    results_of(document.chunks[0], plan.selected).followed_count = sum(bool(one.moves) for one in solutions)
    return plan.run(RuleScope.LINE, [one for one in solutions if one.problems])


def _without_ignored(
    document: Document, found: list[ChunkFindings], late: list[Finding], plan: Plan
) -> list[PlacedFinding]:
    """Return the findings that no comment ignores, sorted, as a list of `PlacedFinding`.

    Findings about the comments themselves are included.
    """
    placed = []
    for number in compress(count(), map(_FINDINGS, found)):
        offset, starts = document.chunk_offsets[number], document.chunks[number].offsets
        for finding in found[number].findings:
            placed.append(PlacedFinding(finding.place.span.shift(offset + starts[finding.place.block]), finding))
    placed += _place_findings(document, late)
    placed = list({(item.span, item.finding.rule, item.finding.message): item for item in placed}.values())
    if any(map(_HAS_DIRECTIVES, found)):
        ledger = IgnoreMatcher(ignores_of(document))
        codes = [code_of(item) for item in placed]
        offsets = document.offsets_of({code.block for code in codes if code})
        placed = [
            item
            for item, code in zip(placed, codes, strict=True)
            if not ledger.is_ignored(item.finding.rule, item.span)
            and not (code and ledger.is_ignored(item.finding.rule, code.span.shift(offsets[code.block])))
        ]
        uses = ledger.ignore_uses(plan.selected, partial(_are_all_sic, document))
        about = plan.run(RuleScope.IGNORES, uses)
        placed += [
            item for item in _place_findings(document, about) if not ledger.is_ignored(item.finding.rule, item.span)
        ]
    return sorted(placed, key=lambda item: (item.span, *rank_of(item)))


def _are_all_sic(document: Document, scope: Span) -> bool:
    """Return True if the comment's `scope`, in one block, has codes, all with `[sic]`."""
    if scope.start == scope.end:
        return False
    number = document.block_number(scope.start)
    block, start = document.blocks[number], document.starts[number]
    codes = [code for code in block.contents.codes if scope.start <= start + code.span.start < scope.end]
    return bool(codes) and all(code.has_sic for code in codes)


def code_of(item: PlacedFinding) -> Place | None:
    """Return the place of the code of a finding about a board, or None. A comment at either place ignores it."""
    for related in item.finding.related:
        if related.message == THE_CODE and isinstance(related.place, Place):
            return related.place
    return None


def _place_findings(document: Document, findings: list[Finding]) -> list[PlacedFinding]:
    """Return each of `findings` as a `PlacedFinding`."""
    offsets = document.offsets_of({finding.place.block for finding in findings})
    return [PlacedFinding(finding.place.span.shift(offsets[finding.place.block]), finding) for finding in findings]


def rank_of(item: PlacedFinding) -> tuple[int, str]:
    """Return the sort key of findings at the same place: rule number and message."""
    return _ORDER[item.finding.rule], item.finding.message


_ORDER = {name: number for number, name in enumerate(RULES)}


def judge(study: Study, selected: frozenset[str] = DEFAULT_RULES) -> list[Finding]:
    """Return the findings about `study` of the rules over single studies."""
    return plan_of(selected).run(RuleScope.STUDY, [Case(*study)])
