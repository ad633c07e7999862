"""Write a class and its kings in every spelling, and print how many are read with their kings.

    python -m tests.separators [--step 1] [--show 5]

A row has the spellings, those that are read, those whose wrong digit is found, and the findings in
documents without a slip, by kind of document and by separator.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable

from tests.separators.measure import Outcome, outcomes


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.separators")
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--show", type=int, default=5)
    options = parser.parse_args()
    found = list(outcomes(step=options.step))
    missed = [one for one in found if not one.is_read or not one.is_wrong_digit_found]
    for one in missed[:: max(1, len(missed) // max(1, options.show))][: options.show]:
        print(f"MISSED {one.kind.ending} {one.is_read} {one.is_wrong_digit_found} {one.text!r}")
    for one in [one for one in found if one.blamed][: options.show]:
        print(f"BLAMED {one.kind.ending} {one.text!r}\n   {one.blamed}")
    _print_table(found, lambda one: one.kind.ending)
    _print_table(found, lambda one: one.spelling.kings)
    _print_table(found, lambda one: repr(one.spelling.separator))
    _print_table(found, lambda one: one.spelling.wrapping)
    _print_table(found, lambda one: one.spelling.order)
    _print_table(found, lambda one: "all")


def _print_table(outcomes: list[Outcome], key: Callable[[Outcome], str]) -> None:
    rows: dict[str, list[Outcome]] = defaultdict(list)
    for one in outcomes:
        rows[key(one)].append(one)
    print("|  | spellings | read | wrong digit found | findings without a slip |")
    print("|---|---|---|---|---|")
    for name, own in rows.items():
        read, named, blamed = (
            sum(map(bool, values))
            for values in zip(*((one.is_read, one.is_wrong_digit_found, one.blamed) for one in own), strict=True)
        )
        print(f"| {name} | {len(own)} | {read / len(own):.1%} | {named / len(own):.1%} | {blamed} |")
    print()


if __name__ == "__main__":
    main()
