"""Judging a document: run the rules, leave out what comments and `[sic]` ignore, sort.

Editor and command line run this and nothing else.
"""

from collections.abc import Generator, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gbr_lsp.base.cooperative import finished
from gbr_lsp.base.text import Span
from gbr_lsp.lint.incremental import NOT_YET, Verdict, judged, run
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import CollectionContext, Finding, Over, Remote, Rule, Severity, Used
from gbr_lsp.model.records import Record, Repeats, record_hash
from gbr_lsp.model.roles import is_index
from gbr_lsp.model.study import Study, studies_of
from gbr_lsp.model.suppressions import Ignore, ignores_of
from gbr_lsp.rules import RULES
from gbr_lsp.settings import Settings

DEFAULT = frozenset(name for name, rule in RULES.items() if rule.severity is not Severity.HINT)
"""The rules that run when none are selected."""


def rules_of(settings: Settings) -> frozenset[str]:
    """The rules that settings let run; names that are none are left to the edge that read them."""
    base = DEFAULT if settings.select is None else frozenset(settings.select)
    return (base | frozenset(settings.extend_select)) - frozenset(settings.ignore)


class Placed(NamedTuple):
    """A finding with its span in the document."""

    span: Span
    finding: Finding


def lint(
    document: Document,
    selected: frozenset[str] = DEFAULT,
    elsewhere: Mapping[Record, Remote] = MappingProxyType({}),
) -> list[Placed]:
    """The findings of a document, in order of offset, then of rules. `elsewhere` are records of other documents."""
    return finished(lint_steps(document, selected, elsewhere))


def lint_steps(
    document: Document,
    selected: frozenset[str] = DEFAULT,
    elsewhere: Mapping[Record, Remote] = MappingProxyType({}),
    repeats: Repeats | None = None,
) -> Generator[bool, None, list[Placed]]:
    """The same in steps, for those who have other things to do between them: a block, a section, a study.

    Yields before each whether it may be long, for it looks at very many lines at once. What is found in a chunk is kept
    with it, so that a document that shares chunks with one before is judged where it is new. `repeats` are those of
    the document before, and become those of this one.
    """
    selected = _SELECTIONS.setdefault(selected, selected)
    rules = [rule for name, rule in RULES.items() if name in selected]
    verdicts: list[Verdict] = [chunk.memo.get(selected, NOT_YET) for chunk in document.chunks]
    for number, verdict in enumerate(verdicts):
        if verdict is NOT_YET:
            chunk = document.chunks[number]
            verdicts[number] = chunk.memo[selected] = yield from judged(chunk, document.conventions, selected)
    whole = [rule for rule in rules if rule.over is Over.STUDIES]
    yield False
    if document.host.holds_records:
        repeats = repeats or Repeats()
        repeats.count([verdict.marks for verdict in verdicts])
        marks = repeats.repeated | {record_hash(record) for record in elsewhere}
        studies = list(_studies_with(document, verdicts, marks)) if marks else []
    elif is_index(sum(verdict.entries for verdict in verdicts)):
        studies = [study for verdict in verdicts for study in verdict.studies]
    else:
        studies = []
    late = run(whole, [CollectionContext(document, studies, elsewhere)] if studies else [])
    late += _of_boards(document, rules, verdicts)
    return _settled(document, verdicts, late, rules, selected)


_SELECTIONS: dict[frozenset[str], frozenset[str]] = {}
"""The selections so far, so that they can be told apart by identity."""


def _studies_with(document: Document, verdicts: list[Verdict], marks: set[int]) -> Iterator[Study]:
    """The studies of the games whose records have certain marks, in order."""
    for chunk, verdict in zip(document.chunks, verdicts, strict=True):
        if marks.isdisjoint(verdict.marks):
            continue
        for block, mark in zip(chunk.blocks, verdict.marks, strict=True):
            if mark in marks:
                yield from studies_of([block], document.conventions)


def _of_boards(document: Document, rules: list[Rule], verdicts: list[Verdict]) -> list[Finding]:
    """What rules say of the boards of a proof, where they have not said anything of the same place already."""
    judges = [(rule.name, rule.judge_board) for rule in rules if rule.judge_board is not None]
    blocks = [block for block in document.blocks if block.given] if document.host.has_placed_boards else []
    known = {(item.rule, item.place) for verdict in verdicts if blocks for item in verdict.findings}
    return [
        finding._replace(rule=name)
        for block in blocks
        for given in block.given
        for name, judge in judges
        for finding in judge(block, given)
        if (name, finding.place) not in known
    ]


def _settled(
    document: Document, verdicts: list[Verdict], late: list[Finding], rules: list[Rule], selected: frozenset[str]
) -> list[Placed]:
    """The findings that no comment ignores, with those about the comments themselves, sorted."""
    placed = []
    for number, verdict in enumerate(verdicts):
        if verdict.findings:
            offset, starts = document.offset_of_chunk(number), document.chunks[number].offsets
            for finding in verdict.findings:
                placed.append(Placed(finding.place.span.shift(offset + starts[finding.place.block]), finding))
    placed += _placed(document, late)
    placed = list({(item.span, item.finding.rule, item.finding.message): item for item in placed}.values())
    if any(verdict.directives for verdict in verdicts):
        ledger = _Ledger(ignores_of(document))
        placed = [item for item in placed if not ledger.covers(item)]
        about = run([rule for rule in rules if rule.over is Over.IGNORES], ledger.used(selected))
        placed += [item for item in _placed(document, about) if not ledger.covers(item)]
    return sorted(placed, key=lambda item: (item.span, *rank_of(item)))


def _placed(document: Document, findings: list[Finding]) -> list[Placed]:
    offsets = document.offsets_of({finding.place.block for finding in findings})
    return [Placed(finding.place.span.shift(offsets[finding.place.block]), finding) for finding in findings]


def rank_of(item: Placed) -> tuple[int, str]:
    """By what findings in one place are sorted."""
    return _ORDER[item.finding.rule], item.finding.message


_ORDER = {name: number for number, name in enumerate(RULES)}


def judge(study: Study, selected: frozenset[str] = DEFAULT) -> list[Finding]:
    """What the rules that look at one study say of it."""
    return run([rule for name, rule in RULES.items() if rule.over is Over.STUDY and name in selected], [study])


class _Ledger:
    """The ignore comments of a document, and what each has been good for so far."""

    def __init__(self, ignores: list[Ignore]) -> None:
        self._ignores = ignores
        self._served: list[set[str]] = [set() for _ in ignores]
        self._by_rule: dict[str, list[int]] = {}
        for number, ignore in enumerate(ignores):
            # Without a name a comment speaks of all rules but those about comments.
            names = {name for name, _ in ignore.names} if ignore.names else _ABOUT_CODES
            for name in names:
                self._by_rule.setdefault(name, []).append(number)

    def covers(self, item: Placed) -> bool:
        """Whether a comment silences a finding; every one that does has served."""
        rule = item.finding.rule
        covering = [n for n in self._by_rule.get(rule, ()) if self._ignores[n].covers(item.span)]
        for number in covering:
            self._served[number].add(rule)
        return bool(covering)

    def used(self, selected: frozenset[str]) -> list[Used]:
        """The comments with the names that have silenced nothing, of rules that ran and are not about comments."""
        return [
            Used(
                ignore,
                tuple(name for name, _ in ignore.names if name in selected & _ABOUT_CODES and name not in served),
                served=bool(served),
                known=tuple(RULES),
            )
            for ignore, served in zip(self._ignores, self._served, strict=True)
        ]


_ABOUT_CODES = frozenset(name for name, rule in RULES.items() if rule.over is not Over.IGNORES)
