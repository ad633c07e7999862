"""Summary rows over all slips, including those without a second witness."""

import random
from collections.abc import Iterator
from pathlib import Path

from tests.slips.guards import KINDS, convicted
from tests.slips.measure import Outcome, judge, outcomes
from tests.slips.studies import Study, Written, document

OWN = {
    "class alone": ("A", ("digit ±1", "digit ±3", "digit: its color", "digits transposed", "pawn digits exchanged")),
    "one king": ("1", ("king dropped",)),
    "counts": ("N", ("control ±1", "control exchanged")),
    "turned squares": ("S", ("square turned",)),
    "turned squares beside a board": ("BS", ("square turned",)),
}
"""Slips counted apart from the table: the column of their documents, and the kinds."""


def rows(made: list[Outcome]) -> Iterator[str]:
    """Yield the summary rows of the outcomes `made`."""
    yield f"slips: {len(made)}"
    yield _share("found", sum(one.found for one in made), made)
    yield _share("the only finding offers fixes and none is right", sum(one.misled for one in made), made)
    yield _share("the right fix is the first", sum(one.first for one in made), made)
    yield _share("the right fix is among five", sum(one.among for one in made), made)
    yield _share("more than one finding", sum(1 < one.findings for one in made), made)
    yield _share("a safe fix is wrong", sum(one.wrong_safe for one in made), made)


def own_rows(studies: list[Study], count: int, seed: str) -> Iterator[str]:
    """Yield a row for each entry of `OWN`: `count` slips per kind, and `count` sound documents."""
    for name, (column, kinds) in OWN.items():
        made = [one for kind in kinds for one in outcomes(studies, [], column, kind, count, seed)]
        rng = random.Random(f"{seed} {name}")
        sound = [document(studies, column, rng) for _ in range(count)]
        blamed = sum(map(_is_blamed, sound))
        yield f"{_share(name, sum(one.found for one in made), made)}; sound blamed: {blamed} of {len(sound)}"


def guard_rows(studies: list[Study], path: Path, count: int, seed: str) -> Iterator[str]:
    """Yield how often the wrong side is blamed, for each kind of guard and in all."""
    found = {kind: convicted(kind, studies, path, count, seed) for kind in KINDS}
    yield "the wrong side convicted:"
    yield from (f"  {kind:47} {wrong:5} of {tried}" for kind, (wrong, tried) in found.items())
    wrong, tried = (sum(numbers) for numbers in zip(*found.values(), strict=True))
    yield f"  {'all':47} {wrong:5} of {tried}: {100 * wrong / max(1, tried):.1f} %"


def _is_blamed(written: Written) -> bool:
    return bool(judge(written.text, written.name)[1])


def _share(name: str, number: int, made: list[Outcome]) -> str:
    return f"{name:49} {number:5} of {len(made):5}: {100 * number / max(1, len(made)):5.1f} %"
