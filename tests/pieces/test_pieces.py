"""What must hold of lists of men in words, on some hundreds of them."""

import random
from pathlib import Path

import pytest

from tests.pieces.measure import outcome
from tests.slips.studies import studies_in

pytestmark = pytest.mark.long

_COUNT = 300
_NAMED = 0.97


def test_lists_are_read_whole_or_not_at_all(corpora: Path) -> None:
    """A sound code is never blamed, a damaged one is named, and a list with an unknown word says nothing."""
    rng = random.Random("test")
    placements = [study.placement for study in studies_in(corpora / "hhdb-sample.pgn")]
    made = [outcome(placements, rng) for _ in range(_COUNT)]
    assert [one.text for one in made if one.blamed] == []
    assert [one.damaged for one in made if one.how.unknown and (one.is_read or one.is_named)] == []
    known = [one for one in made if not one.how.unknown]
    assert _NAMED * len(known) <= sum(one.is_named for one in known), [one.damaged for one in known if not one.is_named]
    assert {one.language for one in known if one.is_read} == {one.language for one in made}
