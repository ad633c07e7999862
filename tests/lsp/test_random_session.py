"""Random sessions; more of them, and other seeds: python -m tests.random.session."""

import pytest

from tests.random import session


@pytest.mark.parametrize("count", [60, pytest.param(400, marks=pytest.mark.long)])
def test_random_sessions_from_a_seed(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setattr(session, "_MESSAGES_A_SESSION", count)
    assert session.run(count, seed=1) == count
