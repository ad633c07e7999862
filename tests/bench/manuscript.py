"""Generate a manuscript about studies: Markdown with captions, boards, prose and some wrong controls.

    python -m tests.bench.manuscript --size 10kB FILE [--seed 1] [--damaged 10]

The same seed makes the same file.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .database import code_of, size_of
from .trees import endings, wrapped

_PROSE = """
the solution begins with a quiet move and Black has no better defense than to give up the exchange because his king
cannot leave the corner without losing the pawn while White keeps the opposition and wins a tempo in the end
"""
_WORDS = _PROSE.split()


class Section(NamedTuple):
    """A study with its heading, and the rule that finds its damage, or None."""

    text: str
    rule: str | None


def sections(size: int, seed: int = 1, damages: int = 10) -> Iterator[Section]:
    """Yield sections of at least `size` bytes in total, with `damages` spread over them."""
    random_ = random.Random(f"manuscript {seed}")
    length = done = number = 0
    while length < size:
        number += 1
        damaged = done < damages and size * done <= damages * length
        section = _section(random_, number, damaged=damaged)
        done += damaged
        length += len(section.text.encode())
        yield section


def write(path: Path, size: int, seed: int = 1, damages: int = 10) -> list[str]:
    """Write a manuscript to `path`; return the rules that find its `damages`, in order."""
    made = list(sections(size, seed, damages))
    path.write_text("".join(section.text for section in made), encoding="utf-8")
    return [section.rule for section in made if section.rule]


def words_of(random_: random.Random, size: int) -> str:
    """Return lines of random words, at least about `size` characters."""
    words: list[str] = []
    while size > 0:
        words.append(f" {random_.choice(_WORDS)}")
        size -= len(words[-1])
    return wrapped(words).lstrip()


def _section(random_: random.Random, number: int, *, damaged: bool) -> Section:
    shown = next(endings(random_))
    placement = shown.fen.split()[0]
    code = code_of(placement)
    white, black = (sum(map(test, placement)) for test in (str.isupper, str.islower))
    control = f"{white + damaged}/{black}"
    result = random_.choice(("Win", "Draw"))
    prose = [f" {random_.choice(_WORDS)}" for _ in range(random_.randint(30, 60))]
    prose.insert(len(prose) // 2, f" (compare `{'+' if result == 'Win' else '='}{code}`)")
    text = (
        f"## No. {number}\n\n`{shown.fen}`\n\n{code[7:]} {code[:7]} {control} {result}\n\n"
        f"Here{wrapped(prose)}.\n\n{shown.movetext}\n\n"
    )
    return Section(text, "control-mismatch" if damaged else None)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.manuscript", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--size", type=size_of, default=size_of("10kB"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--damaged", type=int, default=10, help="how many controls are wrong")
    options = parser.parse_args()
    sys.stdout.write("".join(f"{rule}\n" for rule in write(options.file, options.size, options.seed, options.damaged)))


if __name__ == "__main__":
    main()
