"""The rows of folders: many small files, most of them without a code, as in a project or a CI job.

Processor time is compared; only two jobs against one are compared by the clock.
"""

import random
import statistics
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from .bench import Bench, Figure, milliseconds, program, seconds
from .database import code_of
from .manuscript import words_of
from .measure import Compared, in_turn, seconds_in, seconds_of
from .trees import random_ending

_DENSE_FILES = 300
_CODES_A_FILE = 10
_FILES = 2000
_EVERY = 20
"""One file in `_EVERY` has codes."""
_SIZE = 2000


def dense(bench: Bench) -> Iterator[Figure]:
    """Compare manuscripts full of codes with codespell."""
    yield from _against_codespell(bench, dense_folder(bench), 4.2, ("1",))


def sparse(bench: Bench) -> Iterator[Figure]:
    """Compare a folder with few codes with codespell, and two jobs with one."""
    folder = sparse_folder(bench)
    yield from _against_codespell(bench, folder, 0.8, ("1",))
    works = [partial(seconds_of, bench.tool, "check", "--isolated", "--jobs", jobs, folder) for jobs in ("2", "1")]
    two, one = in_turn(bench.rounds, works)
    yield Figure("two jobs against one, on the clock", Compared(two, one).ratio, 1, f"{seconds(two)} / {seconds(one)}")


def _against_codespell(bench: Bench, folder: Path, limit: float, jobs: tuple[str, ...]) -> Iterator[Figure]:
    works = [partial(seconds_in, bench.tool, "check", "--isolated", "--jobs", each, folder) for each in jobs]
    codespell = program("codespell")
    if codespell:
        works.append(partial(seconds_in, codespell, folder))
    in_turn(1, works)
    ours, *others = in_turn(bench.rounds, works)
    if others:
        made_of = f"{milliseconds(ours)} / {milliseconds(others[0])} of processor time"
        yield Figure("one job", Compared(ours, others[0]).ratio, limit, made_of)
    else:
        yield Figure("one job", statistics.median(ours), None, "codespell is not there", "s")


def dense_folder(bench: Bench) -> Path:
    """Return a folder of different manuscripts of 2 kB with ten correct codes each."""
    return bench.made_folder(f"{_DENSE_FILES}-dense", _DENSE_FILES, dense_text)


def sparse_folder(bench: Bench) -> Path:
    """Return a folder of prose, 2 kB a file; one file in twenty has codes."""

    def text(random_: random.Random, number: int) -> str:
        return dense_text(random_, number) if number % _EVERY == 0 else _prose(random_, _SIZE)

    return bench.made_folder(f"{_FILES}-sparse", _FILES, text)


def dense_text(random_: random.Random, number: int) -> str:
    """Return manuscript `number`: about 2 kB with ten codes, every second one below its FEN."""
    parts = [f"# Collection {number}\n\n"]
    for count in range(_CODES_A_FILE):
        fen = random_ending(random_).fen().split()[0]
        code = code_of(fen)
        white, black = (sum(map(test, fen)) for test in (str.isupper, str.islower))
        caption = f"{code[7:]} {code[:7]} {white}/{black} Win"
        parts.append(f"`{fen} w - - 0 1`\n\n{caption}\n\n" if count % 2 else f"Compare `+{code}` here.\n\n")
        parts.append(f"{_prose(random_, 110)}\n")
    return "".join(parts)


def _prose(random_: random.Random, size: int) -> str:
    return f"Here {words_of(random_, size)}.\n"
