"""Draws solutions from the tablebases, spoils them, and prints what the rules that ask tables say of them.

    python -m tests.tables [--count 200] [--seed 20] [--show 3]

Each line has at least three moves of White, and each of them is the only one that reaches the goal. The same lines are
then spoiled, one thing at a time; a line where that is not possible is not counted. A game is right if exactly what a
naive reading of the rules says of it is said: as PGN, and as prose in Markdown. Its marks are right if each is that of
a direct probe. The exit status is 1 if anything is wrong.
"""

import argparse
import random
import sys

from tests.support.specs import SYZYGY
from tests.tables.drawn import drawn
from tests.tables.naive import as_prose, marks_of, naively, right_marks_of, said_of
from tests.tables.spoiled import KINDS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tables")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--show", type=int, default=3)
    options = parser.parse_args()
    if not SYZYGY.is_dir():
        print(f"no tables at {SYZYGY}: set GBR_SYZYGY to run on them")
        return 2
    rng = random.Random(options.seed)
    lines = [drawn(rng) for _ in range(options.count)]
    moves = sum((len(line.moves) + 1) // 2 for line in lines)
    print(f"{len(lines)} lines of only moves, {moves} moves of White, seed {options.seed}\n")
    print(f"{'kind':<16}{'games':>6}{'PGN':>6}{'prose':>7}{'marks':>7}{'said':>6}")
    wrong: list[str] = []
    for kind, spoil in KINDS.items():
        spoiled = [one for one in (spoil(rng, line) for line in lines) if one]
        right = [0, 0, 0]
        for game, goal, expected in spoiled:
            seen = (
                said_of(f"{game}\n", "a.pgn") == expected,
                said_of(as_prose(game, goal), "a.md") == naively(game, goal, in_prose=True),
                marks_of(game) == right_marks_of(game),
            )
            right = [count + is_right for count, is_right in zip(right, seen, strict=True)]
            if not all(seen):
                told = said_of(f"{game}\n", "a.pgn"), said_of(as_prose(game, goal), "a.md")
                wrong.append(f"{kind}: expected {expected}, said {told}\n{game}\n")
        pgn, prose, marks = right
        said = sum(len(one.expected) for one in spoiled)
        print(f"{kind:<16}{len(spoiled):>6}{pgn:>6}{prose:>7}{marks:>7}{said:>6}", flush=True)
    for one in wrong[: options.show]:
        print(f"\n{one}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
