"""Random sessions; more of them, and other seeds: python tests/random_session.py."""

import random_session


def test_random_sessions_from_a_seed() -> None:
    assert random_session.run(400, seed=1) == 400
