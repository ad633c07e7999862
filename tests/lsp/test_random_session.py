"""Random sessions; more of them, and other seeds: python -m tests.random.session."""

from tests.random import session


def test_random_sessions_from_a_seed() -> None:
    assert session.run(400, seed=1) == 400
