"""The rows of hover, completion and signature help, compared with the floor server's hover."""

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

from .bench import Bench, Figure, milliseconds
from .client import Client, Position
from .measure import in_turn
from .session import Session

_REQUESTS = 60
_PAUSE = 0.002
_UNFINISHED = "=0323.12g3"
_HOVER = "textDocument/hover"


def text(bench: Bench, session: Session) -> Iterator[Figure]:
    """Time hover and signature help at codes of the whole document, completion after an unfinished code."""
    for path in (bench.manuscript(10_000), bench.database()):
        client, sites = session.ours(path), session.sites_in(path)
        yield _asked(bench, session, path, "hover", _asker(client, _HOVER, sites.codes, _has_words), 1.2)
        ask = _asker(client, "textDocument/signatureHelp", sites.codes, _has_signatures)
        yield _asked(bench, session, path, "signature help", ask)
        with unfinished_code(client, sites.typing) as behind:
            ask = _asker(client, "textDocument/completion", [behind], _has_items)
            yield _asked(bench, session, path, "completion", ask, 1.4)


def svg(bench: Bench, session: Session) -> Iterator[Figure]:
    """Time hovers with a board, in a client that shows images."""
    for path in (bench.manuscript(10_000), bench.database()):
        client = session.ours(path, images=True)
        ask = _asker(client, _HOVER, session.sites_in(path).codes, _has_image)
        yield _asked(bench, session, path, "hover", ask, 2)


def _asked(
    bench: Bench, session: Session, path: Path, what: str, ask: Callable[[], float], limit: float = 1.5
) -> Figure:
    floor = session.floor(bench.empty())
    works = [ask, _asker(floor, _HOVER, [Position(0, 0)], bool)]
    # A first round, not counted, visits all positions and fills the caches.
    in_turn(_REQUESTS, works)
    rounds = [in_turn(_REQUESTS, works) for _ in range(bench.rounds)]
    ratio = statistics.median(statistics.median(one) / statistics.median(other) for one, other in rounds)
    one, other = ([time for each in rounds for time in each[kind]] for kind in (0, 1))
    size = path.stat().st_size
    shown = f"{size / 1e6:.0f} MB" if 1e6 <= size else f"{size / 1000:.0f} kB"
    return Figure(f"{what}, {shown}", ratio, limit, f"{milliseconds(one)} / {milliseconds(other)}")


def _asker(
    client: Client, method: str, places: Sequence[Position], is_answer: Callable[[Any], bool]
) -> Callable[[], float]:
    """Return a function that times `method` at the next of `places`; it raises RuntimeError without an answer."""
    rest = cycle(places)

    def ask() -> float:
        time.sleep(_PAUSE)
        at = next(rest)
        before = time.perf_counter()
        result = client.request_at(method, at)
        taken = time.perf_counter() - before
        if not result or not is_answer(result):
            raise RuntimeError(f"{method} at {at} answers {result}")
        return taken

    return ask


@contextmanager
def unfinished_code(client: Client, at: Position) -> Iterator[Position]:
    """Insert an unfinished code at `at`, yield the position after it, and delete it again."""
    behind = Position(at.line, at.character + len(_UNFINISHED))
    client.change(at, at, f"{_UNFINISHED} ")
    client.diagnostics()
    yield behind
    client.change(at, Position(behind.line, behind.character + 1), "")
    client.diagnostics()


def _has_words(hover: Any) -> bool:
    return "king" in hover["contents"]["value"]


def _has_image(hover: Any) -> bool:
    return "image/svg" in hover["contents"]["value"]


def _has_signatures(found: Any) -> bool:
    return bool(found["signatures"])


def _has_items(found: Any) -> bool:
    return 8 <= len(found["items"])
