"""Judging a document: run the rules, leave out what comments and `[sic]` ignore, sort.

Editor and command line run this and nothing else.
"""

from collections.abc import Generator, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gbr_lsp.directives import Ignore, ignores_of
from gbr_lsp.document import Document
from gbr_lsp.finding import Finding, Over, Remote, Rule, Severity, Used, Whole
from gbr_lsp.records import Record
from gbr_lsp.rules import RULES
from gbr_lsp.settings import Settings
from gbr_lsp.study import Study, studies_of
from gbr_lsp.text import Span

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
    steps = lint_steps(document, selected, elsewhere)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: list[Placed] = end.value
            return found


def lint_steps(
    document: Document,
    selected: frozenset[str] = DEFAULT,
    elsewhere: Mapping[Record, Remote] = MappingProxyType({}),
) -> Generator[bool, None, list[Placed]]:
    """The same in steps, for those who have other things to do between them: a block, a section, a study.

    Yields before each whether it may be long, for it looks at very many lines at once.
    """
    rules = [rule for name, rule in RULES.items() if name in selected]
    each = [rule for rule in rules if rule.over is Over.STUDY]
    for block in document.blocks:
        yield _LONG_TEXT < len(block.text)
        _ = block.found
    studies: list[Study] = []
    findings: list[Finding] = []
    for section in document.sections():
        yield _MANY_BLOCKS < len(section)
        for study in studies_of(section, document.terms):
            studies.append(study)
            # What is quoted as it was printed is not judged.
            if not study.occurrence.sic:
                findings += _run(each, [study])
            yield False
    yield _MANY_BLOCKS < len(document.blocks)
    whole = [rule for rule in rules if rule.over is Over.STUDIES]
    findings += _run(whole, [Whole(document, studies, elsewhere)])
    return _settled(document, findings, rules, selected)


_LONG_TEXT = 20_000
_MANY_BLOCKS = 100


def _settled(document: Document, findings: list[Finding], rules: list[Rule], selected: frozenset[str]) -> list[Placed]:
    """The findings that no comment ignores, with those about the comments themselves, sorted."""
    ignores = ignores_of(document)
    if not ignores and not findings:
        return []
    offsets = document.offsets()
    placed = [Placed(finding.place.span.shift(offsets[finding.place.block]), finding) for finding in findings]
    placed = list({(item.span, item.finding.rule, item.finding.message): item for item in placed}.values())
    if ignores:
        ledger = _Ledger(ignores)
        placed = [item for item in placed if not ledger.covers(item)]
        late = _run([rule for rule in rules if rule.over is Over.IGNORES], ledger.used(selected))
        after = [Placed(finding.place.span.shift(offsets[finding.place.block]), finding) for finding in late]
        placed += [item for item in after if not ledger.covers(item)]
    order = {name: number for number, name in enumerate(RULES)}
    return sorted(placed, key=lambda item: (item.span, order[item.finding.rule], item.finding.message))


def judge(study: Study, selected: frozenset[str] = DEFAULT) -> list[Finding]:
    """What the rules that look at one study say of it."""
    return _run([rule for name, rule in RULES.items() if rule.over is Over.STUDY and name in selected], [study])


def _run(rules: list[Rule], subjects: Iterable[object]) -> list[Finding]:
    return [
        finding._replace(rule=rule.name) for subject in subjects for rule in rules for finding in rule.judge(subject)
    ]


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
