"""Options and settings of the test run.

`pytest` runs the quick tests. `pytest --long` runs the rest: the tests marked `long`, and every property
again with many more examples. `.ci/run` runs both.
"""

import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

# Tests count work, never time. Every run in the same folder tries the same examples. Other folders may get others:
# Hypothesis also draws constants from loaded modules, except those below a folder `tests`.
for name, examples in (("short", 16), ("long", 300)):
    settings.register_profile(
        name, deadline=None, derandomize=True, max_examples=examples, suppress_health_check=[HealthCheck.too_slow]
    )
settings.load_profile("short")

# Background processes of a shell ignore Ctrl-C, and the programs that the tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_MAX_STARTED = 240
"""Maximum number of processes that the quick run may start; each takes as long as ten tests."""
_STARTED = {"subprocess.Popen", "os.posix_spawn", "os.spawn"}
_started = [0]


def _count_start(event: str, arguments: tuple[Any, ...]) -> None:
    """Count the processes that the tests start, except the copies made by `tests/support/waiting.py`."""
    if event in _STARTED:
        _started[0] += 1


sys.addaudithook(_count_start)

CORPORA = Path(os.environ.get("GBR_CORPORA", Path(__file__).parents[2] / "shared" / "corpora"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write what the specifications should say")
    parser.addoption("--long", action="store_true", help="run the long tests, and properties on many examples")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Starts())
    if config.getoption("--long"):
        settings.load_profile("long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    long = config.getoption("--long")
    left_out = [item for item in items if long and not (_is_long(item) or _is_property(item))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]
    for item in items:
        if not long and _is_long(item):
            item.add_marker(pytest.mark.skip(reason="takes long: pytest --long"))


class _Starts:
    """Sums the processes started by all workers, and fails the run if they exceed the maximum."""

    def pytest_testnodedown(self, node: Any) -> None:
        _started[0] += getattr(node, "workeroutput", {}).get("started", 0)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["started"] = _started[0]
        elif _MAX_STARTED < _started[0] and not session.config.getoption("--long"):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.write_line(f"{_started[0]} processes started; the quick run may start {_MAX_STARTED}")


def _is_long(item: pytest.Item) -> bool:
    return item.get_closest_marker("long") is not None


def _is_property(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)


@pytest.fixture(scope="session")
def corpora() -> Path:
    """Return the folder of real text, which is not part of the project."""
    if not CORPORA.is_dir():
        pytest.skip(f"no real text at {CORPORA}: set GBR_CORPORA to run on it")
    return CORPORA


@pytest.fixture(scope="session", autouse=True)
def _index_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the tests away from the user's index."""
    os.environ["GBR_LSP_CACHE"] = str(tmp_path_factory.mktemp("cache"))
