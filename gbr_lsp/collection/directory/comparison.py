"""The study that each entry of an index names.

Entries are a multiset, because several studies may have the same class and kings. Two codes are
near if a slip turns one into the other: up to two digits, one king, or the order of the kings
(pairing.py). The time is linear in the document: near codes are found by their common parts.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from gbr_lsp.collection.directory import ClassAndKings, Directory, DirectoryEntry, Run, directory_of, is_sound, key_of
from gbr_lsp.model.board_matching.pairing import common_keys
from gbr_lsp.model.study import Study
from gbr_lsp.model.subjects import CollectionContext
from gbr_lsp.notation.code_forms import is_match
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.values import Code, Force, Kings, Nine

_OWN = 2
"""An index is the document's own if one entry in this number names a study, and complete if one
study in this number is named."""
_SURE = 4
"""An entry without a near study is reported only if fewer than one entry in this number lack one:
otherwise the index has other studies too."""


class LooseEntry(NamedTuple):
    """An entry listed more often than it heads studies, with both counts and the near study or None."""

    entry: DirectoryEntry
    key: ClassAndKings
    listed_count: int
    headed_count: int
    nearest: Study | None


class Differences(NamedTuple):
    """The entries without a study, the only study near each, and the studies without an entry."""

    loose_entries: list[LooseEntry]
    nearest_keys: dict[ClassAndKings, ClassAndKings]
    missing_keys: list[ClassAndKings]


class Comparison(NamedTuple):
    """The document's own indexes, the entries without a study, the studies without an entry."""

    own_runs: list[Run]
    loose_entries: list[LooseEntry]
    missing_studies: list[Study]


def comparison_of(context: CollectionContext) -> Comparison:
    """Return the differences between entries and studies; none if the index lists other studies."""
    directory = context.compute_once(directory_of)
    heads = directory.heads_by_key()
    listed = {key for run in directory.runs for entry in run if (key := key_of(entry.study.code))}
    left = [key for key in heads if key not in listed]
    own = [run for run in directory.runs if _is_own(run, heads)]
    spare = Counter(key for study in directory.mentions if (key := key_of(study.code)))
    spare.update(key for study in directory.heads for key in _shown(study))
    entries = [entry.study for run in directory.runs for entry in run]
    blurred = _blurred(study.code for study in directory.heads + entries)
    loose = [_loose(run, heads, spare, blurred) for run in own]
    near, courted = _nearest(left, {item.key for items in loose for item in items})
    reported = [_reported_entries(run, items, heads, near) for run, items in zip(own, loose, strict=True)]
    missing = _missing(heads, listed | _inside(directory, own), courted, blurred) if own else []
    return Comparison(own, [item for items in reported for item in items], missing)


def differences(run: Run, codes: Collection[Code]) -> Differences:
    """Return the differences between `run` and the codes of the studies, as requested explicitly.

    The index may list other studies. Every entry must head a study, even if its code is a mention;
    every study must be listed, once for each code.
    """
    heads = Counter(key for code in codes if (key := key_of(code)))
    blurred = _blurred(chain(codes, (entry.study.code for entry in run)))
    seen: Counter[tuple[int, ClassAndKings]] = Counter()
    loose = []
    entries = [(entry, key) for entry in run if (key := key_of(entry.study.code))]
    for entry, key in entries:
        seen[entry.section, key] += 1
        listed, headed = seen[entry.section, key], heads[key]
        if headed < listed and not entry.study.occurrence.has_sic and (headed or not blurred.may_be(key)):
            loose.append(LooseEntry(entry, key, listed, headed, None))
    named = {key for _, key in entries}
    left = [key for key in heads if key not in named]
    near, _ = _nearest(left, {item.key for item in loose})
    near_keys = set(near.values())
    missing = [key for key in left if key not in near_keys and not blurred.may_be(key)]
    return Differences(loose, near, missing)


def _is_own(run: Run, heads: dict[ClassAndKings, list[Study]]) -> bool:
    keys = [key for entry in run if (key := key_of(entry.study.code))]
    return len(keys) <= _OWN * sum(key in heads for key in keys)


def _shown(study: Study) -> Iterator[ClassAndKings]:
    """Yield the class and kings of boards that contradict the code: the index may be made from them."""
    for _, placement in study.placements:
        if not is_match(study.code, placement):
            yield from {ClassAndKings(force_of(placement.men, nine), placement.kings) for nine in Nine}


class _Blurred(NamedTuple):
    """The readable parts of incomplete codes, which an entry with the same part may name."""

    kings: set[Kings]
    forces: set[Force]

    def may_be(self, key: ClassAndKings) -> bool:
        return key.kings in self.kings or key.force in self.forces


def _blurred(codes: Iterable[Code]) -> _Blurred:
    blurred = _Blurred(set(), set())
    for code in codes:
        force, kings = code.force, code.kings
        if kings is None or key_of(code):
            continue
        if None not in kings:
            blurred.kings.add(kings)
        elif force is not None:
            blurred.forces.add(force)
    return blurred


def _loose(
    run: Run, heads: dict[ClassAndKings, list[Study]], spare: Counter[ClassAndKings], blurred: _Blurred
) -> list[LooseEntry]:
    """Return the entries listed more often than studies and mentions (`spare`) have their code."""
    seen: Counter[tuple[int, ClassAndKings]] = Counter()
    listed = Counter(key_of(entry.study.code) for entry in run)
    loose = []
    for entry in run:
        key = key_of(entry.study.code)
        if key is None or blurred.may_be(key):
            continue
        # Two sections may be two indexes, each with all studies.
        seen[entry.section, key] += 1
        count, headed = seen[entry.section, key], len(heads.get(key, ()))
        # If two lines have the same code without a study, one may be the study itself.
        if headed + spare[key] < count and (headed or listed[key] == 1):
            loose.append(LooseEntry(entry, key, count, headed, None))
    return loose


def _nearest(
    left: list[ClassAndKings], loose: set[ClassAndKings]
) -> tuple[dict[ClassAndKings, ClassAndKings], set[ClassAndKings]]:
    """Return for each loose code its near one, if neither has another, and the set of all near ones."""
    sharing: dict[Hashable, list[ClassAndKings]] = defaultdict(list)
    for key in left if loose else ():
        for share in common_keys(*key):
            sharing[share].append(key)
    wanted = {key: {other for share in common_keys(*key) for other in sharing.get(share, ())} for key in loose}
    suitors = Counter(other for others in wanted.values() for other in others)
    near = {key: min(others) for key, others in wanted.items() if len(others) == 1}
    return {key: other for key, other in near.items() if suitors[other] == 1}, set(suitors)


def _reported_entries(
    run: Run, loose: list[LooseEntry], heads: dict[ClassAndKings, list[Study]], near: dict[ClassAndKings, ClassAndKings]
) -> list[LooseEntry]:
    """Return the entries to report, each with its near study; other rules report boards."""
    lost = sum(item.key not in near for item in loose)
    reported = []
    for item in loose:
        study = heads[near[item.key]][0] if item.key in near else None
        if not is_sound(item.entry.study) or any(_shown(item.entry.study)) or (study and not is_sound(study)):
            continue
        if study or _SURE * lost < len(run):
            reported.append(item._replace(nearest=study))
    return reported


def _inside(directory: Directory, runs: list[Run]) -> set[ClassAndKings]:
    """Return the codes among the lines of an index that are not entries; their numbers may be elsewhere."""
    found = set()
    for study in directory.heads + directory.mentions:
        line = directory.lines.line_at(directory.start_of(study) + study.occurrence.span.start)
        before = bisect_left(runs, line, key=lambda run: run[0].line) - 1
        if 0 <= before and line < runs[before][-1].line and (key := key_of(study.code)):
            found.add(key)
    return found


def _missing(
    heads: dict[ClassAndKings, list[Study]], listed: set[ClassAndKings], courted: set[ClassAndKings], blurred: _Blurred
) -> list[Study]:
    """Return the studies that the indexes should list; [] if they list less than half."""
    named = [key for key in heads if key in listed]
    if _OWN * len(named) < len(heads):
        return []
    # An index of wins does not list draws.
    goals = {study.code.stipulation.goal for key in named for study in heads[key]}
    partial = len(goals) == 1 and None not in goals
    missing = []
    for key, studies in heads.items():
        if key in listed or key in courted or blurred.may_be(key):
            continue
        study = next(filter(is_sound, studies), None)
        if study and not (partial and study.code.stipulation.goal not in goals) and not any(_shown(study)):
            missing.append(study)
    return missing
