"""Verdicts: what is found in a chunk by itself. Nothing is judged again that is as it was when it was judged before.

What a section tells depends only on its blocks that tell anything, and what is found in a study only on the study; both
are kept under the first of those blocks, which an edit elsewhere leaves as they are, and under the first of all, for
most sections are just as they were. They are kept with the chunk, and handed on to the one that takes its place: a
block that knew its studies, which know it, would never be freed. A game that is sound is not even read.
"""

from collections.abc import Generator, Iterable
from operator import is_
from typing import Any, NamedTuple

from gbr_lsp.model.block import Block
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.finding import Finding, Over, Rule
from gbr_lsp.model.records import record_hash, records
from gbr_lsp.model.roles import lines_for_an_index
from gbr_lsp.model.study import Study, studies_of
from gbr_lsp.rules import RULES
from gbr_lsp.rules.illegal_solution import illegal_solution

_NONE: list[Any] = []
"""Shared, because hardly any of very many sections has anything."""
_A_FEW = 8
"""So many games are passed over in less than a slice."""
_LONG_TEXT = 20_000
_MANY_BLOCKS = 100


class Verdict(NamedTuple):
    """What is found in a chunk by itself, and what the whole document must know of it.

    That is the studies of a text and how many lines of it may be those of an index, and of games no more than a mark of
    the record of each, None where it has none.
    """

    findings: list[Finding]
    studies: list[Study]
    entries: int
    marks: list[int | None]
    directives: bool
    """Whether something may be a comment that speaks to the linter."""


NOT_YET = Verdict([], [], 0, [], directives=False)
"""Stands for the verdict on a chunk that is not judged."""


class _Sound(NamedTuple):
    """That a game is sound, whatever else it is; kept with its block."""

    selected: frozenset[str]
    mark: int


class _Part(NamedTuple):
    """The verdict on one section, with all that it depends on."""

    selected: frozenset[str]
    others: list[Block]
    """The blocks of the section behind its first."""
    rest: list[Block]
    """The blocks behind the first that tells anything that tell anything too."""
    findings: list[Finding]
    studies: list[Study]
    judged: list[list[Finding]]
    """The findings of each study."""
    entries: int
    mark: int | None


def judged(chunk: Chunk, conventions: Conventions, selected: frozenset[str]) -> Generator[bool, None, Verdict]:
    """The verdict on a chunk; what was judged before, in a chunk before, is not judged again."""
    findings: list[Finding] = []
    studies: list[Study] = []
    marks: list[int | None] = []
    entries = 0
    each = [rule for name, rule in RULES.items() if name in selected and rule.over is Over.STUDY]
    parts: dict[Block, _Part] = chunk.known
    used: set[int] = set()
    if chunk.blocks[0].host.holds_records:
        from gbr_lsp.lint.fastpath import fits, sound

        glance, replay = fits(conventions), illegal_solution in each
        for number, game in enumerate(chunk.blocks):
            memo = game.memo
            if memo.__class__ is _Sound and memo.selected is selected:
                marks.append(memo.mark)
                continue
            part = _as_before([game], selected, parts) if parts else None
            if part is None and glance and (record := sound(game.text, replay=replay)):
                if number % _A_FEW == 0:
                    yield False
                game.memo = _Sound(selected, record_hash(record))
                marks.append(game.memo.mark)
                continue
            part = part or (yield from _part([game], conventions, selected, each, parts))
            used.add(id(part))
            findings += part.findings
            marks.append(part.mark)
    else:
        for section in chunk.sections():
            part = _as_before(section, selected, parts)
            part = part or (yield from _part(section, conventions, selected, each, parts))
            used.add(id(part))
            findings += part.findings
            studies += part.studies
            entries += part.entries
    # Nothing is kept of blocks that are no more.
    chunk.known = {block: part for block, part in parts.items() if id(part) in used}
    return Verdict(findings, studies, entries, marks, chunk.has_directives)


def _as_before(section: list[Block], selected: frozenset[str], parts: dict[Block, _Part]) -> _Part | None:
    """The verdict on a section that is just as it was."""
    part = parts.get(section[0])
    if part is None or part.selected is not selected:
        return None
    return part if _are_the_same(part.others, section[1:]) else None


def _part(
    section: list[Block],
    conventions: Conventions,
    selected: frozenset[str],
    each: list[Rule],
    parts: dict[Block, _Part],
) -> Generator[bool, None, _Part]:
    """The verdict on a section that is read, also put among the `parts`."""
    for block in section:
        if not block.is_read:
            yield _LONG_TEXT < len(block.text)
            _ = block.is_relevant
    telling = [block for block in section if block.is_relevant]
    if not telling:
        parts[section[0]] = part = _Part(selected, section[1:], _NONE, _NONE, _NONE, _NONE, 0, None)
        return part
    before = parts.get(telling[0])
    if before is None or before.selected is not selected:
        before = None
    elif _are_the_same(before.rest, telling[1:]):
        parts[section[0]] = parts[telling[0]] = part = before._replace(others=section[1:])
        return part
    yield _MANY_BLOCKS < len(section)
    studies = studies_of(telling, conventions)
    judged: list[list[Finding]] = []
    for study in studies:
        known = _known(study, before) if before else None
        # What is quoted as it was printed is not judged.
        judged.append(([] if study.occurrence.sic else run(each, [study])) if known is None else known)
        yield False
    findings = [finding for one in judged for finding in one]
    mark, entries = None, 0
    if section[0].host.holds_records:
        mark = next((record_hash(record) for record, _ in records(studies)), None)
    else:
        entries = lines_for_an_index(studies)
    part = _Part(selected, section[1:], telling[1:], findings, studies, judged, entries, mark)
    parts[section[0]] = parts[telling[0]] = part
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


def record_hashes(chunk: Chunk, selected: frozenset[str]) -> list[int | None]:
    """The mark of the record of each game of a chunk that has been judged."""
    verdict: Verdict = chunk.memo[selected]
    return verdict.marks


def run(rules: list[Rule], subjects: Iterable[object]) -> list[Finding]:
    """What some rules say of each of some subjects."""
    return [
        finding._replace(rule=rule.name) for subject in subjects for rule in rules for finding in rule.judge(subject)
    ]
