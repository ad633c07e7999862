"""Judging a document: run the rules, leave out what comments and `[sic]` ignore, sort.

Editor and command line run this and nothing else.
"""

from collections.abc import Iterable
from typing import NamedTuple

from gbr_lsp.directives import Ignore, ignores_of
from gbr_lsp.document import Document, Study
from gbr_lsp.finding import Finding, Over, Rule, Severity, Used
from gbr_lsp.rules import RULES
from gbr_lsp.text import Span

DEFAULT = frozenset(name for name, rule in RULES.items() if rule.severity is not Severity.HINT)
"""The rules that run when none are selected."""


class Placed(NamedTuple):
    """A finding with its span in the document."""

    span: Span
    finding: Finding


def lint(document: Document, selected: frozenset[str] = DEFAULT) -> list[Placed]:
    """The findings of a document, in order of offset, then of rules."""
    rules = [rule for name, rule in RULES.items() if name in selected]
    found = _judge(document, [rule for rule in rules if rule.over is not Over.IGNORES])
    ignores = ignores_of(document)
    if not ignores and not found:
        return []
    offsets = document.offsets()
    placed = [Placed(finding.place.span.shift(offsets[finding.place.block]), finding) for finding in found]
    if ignores:
        placed, used = _without_ignored(placed, ignores, selected)
        late = _run([rule for rule in rules if rule.over is Over.IGNORES], used)
        after = [Placed(finding.place.span.shift(offsets[finding.place.block]), finding) for finding in late]
        placed += [item for item in after if not any(i.names and i.covers(*_key(item)) for i in ignores)]
    order = {name: number for number, name in enumerate(RULES)}
    return sorted(placed, key=lambda item: (item.span, order[item.finding.rule], item.finding.message))


def judge(study: Study, selected: frozenset[str] = DEFAULT) -> list[Finding]:
    """What the rules that look at one study say of it."""
    return _run([rule for name, rule in RULES.items() if rule.over is Over.STUDY and name in selected], [study])


def _judge(document: Document, rules: list[Rule]) -> list[Finding]:
    """What the rules over studies say, less what stands in a code that is quoted as it was printed."""
    each = [rule for rule in rules if rule.over is Over.STUDY]
    whole = [rule for rule in rules if rule.over is Over.STUDIES]
    findings: list[Finding] = []
    studies: list[Study] = []
    for study in document.studies():
        if whole:
            studies.append(study)
        if not study.occurrence.sic:
            findings += _run(each, [study])
    return findings + _run(whole, [studies])


def _run(rules: list[Rule], subjects: Iterable[object]) -> list[Finding]:
    return [
        finding._replace(rule=rule.name) for subject in subjects for rule in rules for finding in rule.judge(subject)
    ]


def _without_ignored(
    placed: list[Placed], ignores: list[Ignore], selected: frozenset[str]
) -> tuple[list[Placed], list[Used]]:
    """The findings that no comment covers, and what each comment was good for."""
    kept = []
    served: list[set[str]] = [set() for _ in ignores]
    for item in placed:
        covering = [number for number, ignore in enumerate(ignores) if ignore.covers(*_key(item))]
        for number in covering:
            served[number].add(item.finding.rule)
        if not covering:
            kept.append(item)
    used = [
        Used(
            ignore,
            idle=tuple(name for name, _ in ignore.names if name in selected and name not in rules),
            served=bool(rules),
            known=tuple(RULES),
        )
        for ignore, rules in zip(ignores, served, strict=True)
    ]
    return kept, used


def _key(item: Placed) -> tuple[Span, str]:
    return item.span, item.finding.rule
