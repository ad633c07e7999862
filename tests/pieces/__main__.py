"""Write positions as lists of men in words with a sound and a damaged code, and print the results.

    python -m tests.pieces [--count 1000] [--seed 1] [--show 5] [--by language|sides|men|pawns]

A row counts the lists read completely and correctly, the lists read in part, the sound codes blamed,
and the damaged codes reported.
"""

import argparse
import os
import random
from pathlib import Path

from tests.pieces.measure import Outcome, outcome
from tests.slips.studies import studies_in


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.pieces")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--by", default="language")
    default = os.environ.get("GBR_CORPORA", Path(__file__).parents[3] / "shared" / "corpora")
    parser.add_argument("--corpora", type=Path, default=default)
    options = parser.parse_args()
    sample = options.corpora / "hhdb-sample.pgn"
    placements = [study.placement for study in studies_in(sample)] if sample.exists() else []
    rng = random.Random(options.seed)
    made = [outcome(placements, rng) for _ in range(options.count)]
    for one in [one for one in made if one.blamed][: options.show]:
        print(f"BLAMED {one.language} {one.text!r}\n   {one.blamed}")
    for one in [one for one in made if not one.how.unknown and not one.is_named][: options.show]:
        print(f"MISSED {one.language} {one.is_read} {one.damaged!r}\n   {one.said}")
    print("|  | lists | whole | in part | sound blamed | damaged named |")
    print("|---|---|---|---|---|---|")
    known = [one for one in made if not one.how.unknown]
    for value in sorted({_value(one, options.by) for one in known}):
        _row(value, [one for one in known if _value(one, options.by) == value])
    _row("all without unknown words", known)
    _row("with an unknown word", [one for one in made if one.how.unknown])


def _value(one: Outcome, name: str) -> str:
    return one.language if name == "language" else repr(getattr(one.how, name))


def _row(name: str, made: list[Outcome]) -> None:
    whole, part = (sum(one.is_read is value for one in made) for value in (True, None))
    blamed, named = sum(bool(one.blamed) for one in made), sum(one.is_named for one in made)
    share = f"{100 * named / len(made):.1f} %" if made else "–"
    print(f"| {name} | {len(made)} | {whole} | {part} | {blamed} | {named} ({share}) |")


if __name__ == "__main__":
    main()
