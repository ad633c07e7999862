"""Sound documents and single slips in the layouts of newcomers, judged by the program.

    python -m tests.layouts [--seed N] [--rounds 20] [--show 3]

It prints the sound documents that are blamed, and the share of slips that are found and whose right text is among the
fixes. It exits with 1 if a sound document is blamed.
"""

import argparse
import random
import sys
from collections import Counter

from tests.layouts.documents import LAYOUTS, sound, spoiled
from tests.layouts.judged import blamed, judged


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=20, help="documents of each layout")
    parser.add_argument("--show", type=int, default=3, help="documents to print of each kind of failure")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    wrong, slips, found, fixed = 0, Counter[str](), Counter[str](), Counter[str]()
    for _ in range(options.rounds):
        for layout in LAYOUTS:
            document = sound(rng, layout)
            if messages := blamed(document):
                wrong += 1
                if wrong <= options.show:
                    print(f"layout {layout}: {messages}\n{document.text}")
            for one in spoiled(rng, layout):
                is_found, is_fixed = judged(one)
                slips[one.slip] += 1
                found[one.slip] += is_found
                fixed[one.slip] += is_fixed
                if not is_found and slips[one.slip] - found[one.slip] <= options.show:
                    print(f"layout {layout}: {one.slip} not found\n{one.text}")
    print(f"{options.rounds * len(LAYOUTS)} sound documents, {wrong} of them blamed")
    for slip in slips:
        print(
            f"{slip}: {slips[slip]}, found {found[slip] / slips[slip]:.1%}, right fix {fixed[slip] / slips[slip]:.1%}"
        )
    total = slips.total()
    print(f"all slips: {total}, found {found.total() / total:.1%}, right fix {fixed.total() / total:.1%}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
