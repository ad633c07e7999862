"""Judging a document: run the rules, leave out what comments and `[sic]` ignore, sort.

Editor and command line run this and nothing else.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping
from operator import is_
from types import MappingProxyType
from typing import Any, NamedTuple

from gbr_lsp.block import Block
from gbr_lsp.directives import Ignore, ignores_of
from gbr_lsp.document import Document
from gbr_lsp.finding import Finding, Over, Remote, Rule, Severity, Used, Whole
from gbr_lsp.records import Record, Repeats, mark_of, records
from gbr_lsp.roles import is_index, lines_for_an_index
from gbr_lsp.rules import RULES
from gbr_lsp.rules.illegal_solution import illegal_solution
from gbr_lsp.settings import Settings
from gbr_lsp.sheets import Sheet
from gbr_lsp.study import Study, studies_of
from gbr_lsp.terms import Terms
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
    repeats: Repeats | None = None,
) -> Generator[bool, None, list[Placed]]:
    """The same in steps, for those who have other things to do between them: a block, a section, a study.

    Yields before each whether it may be long, for it looks at very many lines at once. What is found in a sheet is kept
    with it, so that a document that shares sheets with one before is judged where it is new. `repeats` are those of
    the document before, and become those of this one.
    """
    selected = _SELECTIONS.setdefault(selected, selected)
    rules = [rule for name, rule in RULES.items() if name in selected]
    verdicts: list[Verdict] = [sheet.memo.get(selected, _NOT_YET) for sheet in document.sheets]
    for number, verdict in enumerate(verdicts):
        if verdict is _NOT_YET:
            sheet = document.sheets[number]
            verdicts[number] = sheet.memo[selected] = yield from _judged(sheet, document.terms, selected)
    whole = [rule for rule in rules if rule.over is Over.STUDIES]
    yield False
    if document.host.name == "pgn":
        repeats = repeats or Repeats()
        repeats.count([verdict.marks for verdict in verdicts])
        marks = repeats.repeated | {mark_of(record) for record in elsewhere}
        studies = list(_studies_with(document, verdicts, marks)) if marks else []
    elif is_index(sum(verdict.entries for verdict in verdicts)):
        studies = [study for verdict in verdicts for study in verdict.studies]
    else:
        studies = []
    late = _run(whole, [Whole(document, studies, elsewhere)] if studies else [])
    return _settled(document, verdicts, late, rules, selected)


class Verdict(NamedTuple):
    """What is found in a sheet by itself, and what the whole document must know of it.

    That is the studies of a text and how many lines of it may be those of an index, and of games no more than a mark of
    the record of each, None where it has none.
    """

    findings: list[Finding]
    studies: list[Study]
    entries: int
    marks: list[int | None]
    directives: bool
    """Whether something may be a comment that speaks to the linter."""


_NOT_YET = Verdict([], [], 0, [], directives=False)


class _Part(NamedTuple):
    """The verdict on one section, with all that it depends on; kept with the first block of it that tells anything."""

    selected: frozenset[str]
    rest: list[Block]
    """The other blocks of the section that tell anything."""
    findings: list[Finding]
    studies: list[Study]
    judged: list[list[Finding]]
    """The findings of each study."""
    entries: int
    mark: int | None


def _judged(sheet: Sheet, terms: Terms, selected: frozenset[str]) -> Generator[bool, None, Verdict]:
    """The verdict on a sheet; what was judged before, in a sheet before, is not judged again."""
    findings: list[Finding] = []
    studies: list[Study] = []
    marks: list[int | None] = []
    entries = 0
    each = [rule for name, rule in RULES.items() if name in selected and rule.over is Over.STUDY]
    games = sheet.blocks[0].host.name == "pgn"
    replay = illegal_solution in each
    directives = any(block.has_directives for block in sheet.blocks)
    if games:
        from gbr_lsp.sound import fits, sound

        glance = fits(terms)
        for number, game in enumerate(sheet.blocks):
            part = game.memo
            if part.__class__ is not _Part or part.selected is not selected:
                if glance and (record := sound(game.text, replay=replay)):
                    if number % _A_FEW == 0:
                        yield False
                    part = game.memo = _Part(selected, _NONE, _NONE, _NONE, _NONE, 0, mark_of(record))
                else:
                    part = game.memo = yield from _part([game], terms, selected, each)
            if part.findings:
                findings += part.findings
            marks.append(part.mark)
        return Verdict(findings, studies, entries, marks, directives)
    for section in sheet.sections():
        part = yield from _part(section, terms, selected, each)
        findings += part.findings
        studies += part.studies
        entries += part.entries
    return Verdict(findings, studies, entries, marks, directives)


def _part(
    section: list[Block], terms: Terms, selected: frozenset[str], each: list[Rule]
) -> Generator[bool, None, _Part]:
    """The verdict on a section that is read."""
    for block in section:
        if not block.is_read:
            yield _LONG_TEXT < len(block.text)
            _ = block.tells
    telling = [block for block in section if block.tells]
    if not telling:
        return _Part(selected, _NONE, _NONE, _NONE, _NONE, 0, None)
    before = telling[0].memo
    if not isinstance(before, _Part) or before.selected is not selected:
        before = None
    elif _are_the_same(before.rest, telling[1:]):
        return before
    yield _MANY_BLOCKS < len(section)
    studies = studies_of(telling, terms)
    judged: list[list[Finding]] = []
    for study in studies:
        known = _known(study, before) if before else None
        # What is quoted as it was printed is not judged.
        judged.append(([] if study.occurrence.sic else _run(each, [study])) if known is None else known)
        yield False
    findings = [finding for one in judged for finding in one]
    mark, entries = None, 0
    if section[0].host.name == "pgn":
        mark = next((mark_of(record) for record, _ in records(studies)), None)
    else:
        entries = lines_for_an_index(studies)
    part = _Part(selected, telling[1:], findings, studies, judged, entries, mark)
    telling[0].memo = part
    return part


def _known(study: Study, before: _Part) -> list[Finding] | None:
    """What was found in a study when its section was another, if the study is the same all the same."""
    for other, found in zip(before.studies, before.judged, strict=True):
        if other.occurrence is study.occurrence and other.block is study.block:
            boards = zip(other.boards, study.boards, strict=False)
            same = all(
                one.board is two.board and one.block is two.block and one.bond is two.bond for one, two in boards
            )
            return found if same and len(other.boards) == len(study.boards) else None
    return None


def _are_the_same(blocks: list[Block], others: list[Block]) -> bool:
    return len(blocks) == len(others) and all(map(is_, blocks, others))


_NONE: list[Any] = []
"""Shared, because hardly any of very many sections has anything."""
_SELECTIONS: dict[frozenset[str], frozenset[str]] = {}
"""The selections so far, so that they can be told apart by identity."""
_A_FEW = 8
"""So many games are passed over in less than a slice."""
_LONG_TEXT = 20_000
_MANY_BLOCKS = 100


def _studies_with(document: Document, verdicts: list[Verdict], marks: set[int]) -> Iterator[Study]:
    """The studies of the games whose records have certain marks, in order."""
    for sheet, verdict in zip(document.sheets, verdicts, strict=True):
        if marks.isdisjoint(verdict.marks):
            continue
        for block, mark in zip(sheet.blocks, verdict.marks, strict=True):
            if mark in marks:
                yield from studies_of([block], document.terms)


def _settled(
    document: Document, verdicts: list[Verdict], late: list[Finding], rules: list[Rule], selected: frozenset[str]
) -> list[Placed]:
    """The findings that no comment ignores, with those about the comments themselves, sorted."""
    placed = []
    for number, verdict in enumerate(verdicts):
        if verdict.findings:
            offset, starts = document.offset_of_sheet(number), document.sheets[number].offsets
            for finding in verdict.findings:
                placed.append(Placed(finding.place.span.shift(offset + starts[finding.place.block]), finding))
    placed += _placed(document, late)
    placed = list({(item.span, item.finding.rule, item.finding.message): item for item in placed}.values())
    if any(verdict.directives for verdict in verdicts):
        ledger = _Ledger(ignores_of(document))
        placed = [item for item in placed if not ledger.covers(item)]
        about = _run([rule for rule in rules if rule.over is Over.IGNORES], ledger.used(selected))
        placed += [item for item in _placed(document, about) if not ledger.covers(item)]
    return sorted(placed, key=lambda item: (item.span, *rank_of(item)))


def _placed(document: Document, findings: list[Finding]) -> list[Placed]:
    offsets = document.offsets_of({finding.place.block for finding in findings})
    return [Placed(finding.place.span.shift(offsets[finding.place.block]), finding) for finding in findings]


def rank_of(item: Placed) -> tuple[int, str]:
    """By what findings in one place are sorted."""
    return _ORDER[item.finding.rule], item.finding.message


def marks_of(sheet: Sheet, selected: frozenset[str]) -> list[int | None]:
    """The mark of the record of each game of a sheet that has been judged."""
    verdict: Verdict = sheet.memo[selected]
    return verdict.marks


_ORDER = {name: number for number, name in enumerate(RULES)}


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
