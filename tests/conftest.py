"""Options and settings of the test run."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Work is counted in the tests, never time; the same examples are tried in every run.
settings.register_profile(
    "gbr", deadline=None, derandomize=True, max_examples=150, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("gbr")

# What shells start in the background ignores Ctrl-C, and so would every program that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

CORPORA = Path(os.environ.get("GBR_CORPORA", Path(__file__).parents[2] / "shared" / "corpora"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write what the specifications should say")


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of real text, which is no part of the project."""
    if not CORPORA.is_dir():
        pytest.skip(f"no real text at {CORPORA}: set GBR_CORPORA to run on it")
    return CORPORA


@pytest.fixture(scope="session", autouse=True)
def _index_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or writes the index of whoever runs it."""
    os.environ["GBR_LSP_CACHE"] = str(tmp_path_factory.mktemp("cache"))
