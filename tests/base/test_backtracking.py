"""No regular expression of the package tries ever more readings of a long text; steps are counted, never time."""

import gc
import importlib
import os
import pkgutil
import re
from itertools import islice
from random import Random

import pytest

import gbr_lsp
from gbr_lsp.base import lazy_regex
from tests.support.backtracking import Backtracking, TooManySteps, spoiled

N = 20
MANY = 120
STRINGS = 16
"""How many are made for each expression."""
MOST = 40_000


def expressions() -> list[tuple[str, int]]:
    """All regular expressions of the package, and their flags."""
    for module in pkgutil.walk_packages(gbr_lsp.__path__, "gbr_lsp."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found = {(one.pattern, one._flags) for one in gc.get_objects() if type(one) is lazy_regex._LazyPattern}
    return sorted(found)


def growth(expression: Backtracking, seed: int, number: int = N) -> tuple[float, str]:
    """How many times the steps at `number` repetitions are taken at twice as many, and the string that was repeated."""
    text, twice = (spoiled(expression, seed, times) for times in (number, 2 * number))
    try:
        _, steps = expression.match(text, MOST)
        _, more = expression.match(twice, 8 * MOST)
    except TooManySteps:
        return float("inf"), text
    # A few steps beside the repeated ones say nothing.
    return more / (steps + 100), text


@pytest.mark.long
@pytest.mark.parametrize(
    ("pattern", "least", "most"),
    [
        (r"[0-9] *+(?:[*_`]{1,3}+)*x", 0, 3),
        (r"[0-9](?:[*_`]{1,3})*x", 1000, float("inf")),
        (r"[0-9](?:(?:a|b|ab)+ )*x", 1000, float("inf")),
        (r"[0-9](?:\s|\\quad\s*)*x", 1000, float("inf")),
        (r"[0-9][ \t]*\]?[ \t]*[;.]?\s*x", 5, float("inf")),
        (r"[0-9][ \t]*\]?\s*+x", 3, 5),
        (r"[0-9](?=(?:a|aa)*x)", 1000, float("inf")),
    ],
)
def test_growth_is_seen(pattern: str, least: float, most: float) -> None:
    """A product of two repetitions doubles twice, one of three three times, and readings of each without end."""
    assert least <= max(growth(Backtracking(pattern), seed)[0] for seed in range(20)) <= most


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.long)])
def test_the_naive_matcher_reads_as_the_real_one(step: int) -> None:
    """On strings of one expression of the package in `step`."""
    for seed, (pattern, flags) in islice(enumerate(expressions()), 0, None, step):
        expression = Backtracking(pattern, flags)
        text = spoiled(expression, seed, 3)
        found = re.compile(pattern, flags).match(text)
        assert expression.match(text, MOST)[0] == (found and found.end())


@pytest.mark.long
@pytest.mark.parametrize(("seed", "most"), [(1, 3), (int(os.environ.get("GBR_SEED", "2")), 6)])
def test_no_expression_tries_ever_more_readings(seed: int, most: float) -> None:
    """Twice the text takes at most thrice the steps, and with strings of a seed that is set from outside six times.

    What grows more is tried with more repetitions: a bounded repetition, such as `{0,80}`, grows up to its bound.
    """
    random = Random(seed)
    slow = {}
    for pattern, flags in expressions():
        expression = Backtracking(pattern, flags)
        seeds = [random.randrange(2**32) for _ in range(STRINGS)]
        for one in seeds:
            grown, text = growth(expression, one)
            if most < grown and most < growth(expression, one, MANY)[0]:
                slow[pattern] = grown, text
    assert not slow, f"seed {seed}"
