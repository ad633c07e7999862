"""Many random games, damaged games and random bytes, outside the ordinary run: C and Python follow them alike.

    python -m tests.random.games [--games 50000] [--seed 1]

`.ci/full` runs it with a module compiled with AddressSanitizer and UndefinedBehaviorSanitizer, which end the process
at the first invalid access.
"""

import argparse
import random

from gbr_lsp.solutions.c_extension import FOLLOW
from gbr_lsp.solutions.replay import position_at
from tests.solutions.test_follow import compare, compare_ends, compare_signs, damaged, games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if FOLLOW is None:
        raise SystemExit("the moves are not followed in C here")
    rng = random.Random(options.seed)
    understood = 0
    for text, start in games(options.seed, options.games):
        now = position_at(start, bool(start.turn))
        understood += compare(text, now)
        compare_signs(text, start)
        if rng.random() < 0.1:  # each position takes Python a millisecond
            list(compare_ends(text, start))
        compare(damaged(rng, text), now)
        noise = rng.randbytes(rng.randrange(60)).decode("latin-1")
        compare(noise, now, rng.randrange(len(noise) + 1))
        at = rng.randrange(len(text) + 1)
        FOLLOW(text[:at] + noise + text[at:], rng.randrange(-1, len(text)), now, rng.random() < 0.5)
    print(f"{options.games} games, {understood} of them understood in C, {options.games} damaged and as many of noise")


if __name__ == "__main__":
    main()
