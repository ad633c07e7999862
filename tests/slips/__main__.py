"""Put one slip into each copy of real studies, and print the results of each kind.

    python -m tests.slips [--count 100] [--seed 1] [--columns B,BS] [--kinds digit] [--show 3] [--corpora FOLDER]

A cell shows three percentages of the slips that another witness contradicts: found / found on the
spot / right fix offered. Then follow contradicted/tried slips, and the counts `m` (more than one
finding), `w` (wrong fixes, not all tied) and `s` (wrong safe fix). `--show N` prints the first N
failures of each cell.

Rows below the table count all slips, contradicted or not, with tied fixes and at most five fixes a
finding. Then come the slips with their own documents, and how often a guard gets a wrong blame.
"""

import argparse
import os
import random
from pathlib import Path

from tests.slips.measure import Outcome, counted, judge, kinds, outcomes
from tests.slips.report import guard_rows, own_rows, rows
from tests.slips.studies import COLUMNS, document, pages_in, studies_in


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.slips")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--columns", default=",".join(COLUMNS))
    parser.add_argument("--kinds", default="")
    parser.add_argument("--show", type=int, default=0)
    default = os.environ.get("GBR_CORPORA", Path(__file__).parents[3] / "shared" / "corpora")
    parser.add_argument("--guards", type=int, default=60, help="how many documents of each guard (default: 60)")
    parser.add_argument("--corpora", type=Path, default=default)
    options = parser.parse_args()
    studies = studies_in(options.corpora / "hhdb-sample.pgn")
    pages = pages_in(options.corpora / "eg190-p1-18.txt")
    columns = options.columns.split(",")
    print(f"{len(studies)} studies, {len(pages)} captions of EG, {options.count} slips a cell, seed {options.seed}\n")
    total: dict[str, list[Outcome]] = {}
    for kind in kinds():
        if options.kinds not in kind:
            continue
        cells = []
        for column in columns:
            made = outcomes(studies, pages, column, kind, options.count, options.seed)
            total.setdefault(column, []).extend(made)
            cells.append(_cell(made))
            for one in [one for one in made if _fails(one)][: options.show]:
                print(f"   {column} {one.written.name} {kind}: {_around(one)!r}: {one.said}")
        print(f"| {kind:24} | " + " | ".join(f"{cell:28}" for cell in cells) + " |")
    print(f"| {'all':24} | " + " | ".join(f"{_cell(total[column]):28}" for column in columns) + " |\n")
    print(*rows([one for made in total.values() for one in made]), sep="\n")
    if not options.kinds:
        print(*own_rows(studies, options.count, options.seed), sep="\n")
        print(*guard_rows(studies, options.corpora / "hhdb-sample.pgn", options.guards, options.seed), sep="\n")
    blamed = 0
    rng = random.Random(options.seed)
    for column in columns:
        for _ in range(options.count if column != "P" else 0):
            written = document(studies, column, rng)
            found = judge(written.text, written.name)[1]
            blamed += bool(found)
            for item in found[: options.show]:
                print(f"   sound {written.name}: {item.finding.rule}: {item.finding.message}")
    print(f"sound documents blamed: {blamed}")


def _fails(one: Outcome) -> bool:
    return one.wrong or 1 < one.findings or (one.seen and not one.right)


def _around(one: Outcome) -> str:
    pieces = one.written.pieces[one.written.first : one.written.last]
    return "|".join(piece.text for piece in pieces if piece.name)


def _cell(made: list[Outcome]) -> str:
    if not made:
        return "–"
    cell = counted(made)
    part = f"{cell.seen}/{cell.tried}"
    if not cell.seen:
        shares = "–"
    else:
        shares = "/".join(f"{100 * n // cell.seen}" for n in (cell.found, cell.on_spot, cell.right))
    marks = "".join(f" {n}{mark}" for n, mark in ((cell.more, "m"), (cell.wrong, "w"), (cell.wrong_safe, "s")) if n)
    return f"{shares} ({part}){marks}"


if __name__ == "__main__":
    main()
