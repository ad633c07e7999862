"""Draw solutions from the tablebases, spoil them, and print the findings of the tablebase rules.

    python -m tests.tables [--count 200] [--seed 20] [--show 3]

Each line has at least three moves of White, all of them only moves. The same lines are then given
one flaw at a time; a line that cannot have it is not counted. A game is right if its findings are
exactly those of a naive reading of the rules, as PGN and as prose in Markdown. Its marks are right
if each equals a direct probe. The exit status is 1 if a result is wrong, 2 without tables.
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
