"""A part of what `python -m tests.layouts` judges."""

import random

import pytest

from tests.layouts.documents import LAYOUTS, sound, spoiled
from tests.layouts.judged import blamed, judged

ROUNDS = [pytest.param(1, id="quick"), pytest.param(10, id="long", marks=pytest.mark.long)]


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_sound_document_is_not_blamed(layout: int, rounds: int) -> None:
    rng = random.Random(f"{layout} {rounds}")
    for _ in range(rounds):
        document = sound(rng, layout)
        assert blamed(document) == [], document.text


@pytest.mark.parametrize("rounds", ROUNDS)
def test_most_slips_are_found_and_their_right_text_is_offered(rounds: int) -> None:
    rng = random.Random(rounds)
    verdicts = [judged(one) for _ in range(rounds) for layout in LAYOUTS for one in spoiled(rng, layout)]
    assert 150 * rounds < len(verdicts)
    assert 0.9 * len(verdicts) <= sum(is_found for is_found, _ in verdicts)
    assert 0.76 * len(verdicts) <= sum(is_fixed for _, is_fixed in verdicts)
