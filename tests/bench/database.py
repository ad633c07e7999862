"""Generate a database of studies: PGN of any size with legal solutions, every record different.

    python -m tests.bench.database --size 62MB FILE [--seed 1] [--damaged 20]

Records resemble those of the database of all studies: about 660 bytes and 64 half-moves, with
variations, so 62 MB are 94,000 records and 6 million half-moves. A few codes or solutions are
damaged, each for one rule. The same seed makes the same file, with any number of processes.
"""

import argparse
import random
import re
import sys
from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import count
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

from .damages import damaged
from .trees import Shown, endings

_TREES_A_BATCH = 25
_PLACES = ("Moscow", "64", "UAPA internet", "Jenever", "Israel Ring", "Prokes MT", "WCCT")
_MAGAZINES = ("The Problemist", "Shakhmaty", "Sakkvilag", "Schach", "EG", "Finales y Temas", "Tidskrift")
_NAMES = ("Rusz=A", "Pervakov=O", "Hlebec=D", "Kubbel=L", "Troitzky=A", "Rinck=H", "Garcia=M", "Costeff=G")
_OTHER_NAMES = ("Réti=R", "Böhm=W", "Řezníček=J", "Źródło=P", "Carré=J", "Åström=G")
_OTHERS = 1 / 20
"""Probability that a name has letters other than English ones."""
_AFTER = 1 / 16
"""Probability that a comment names an earlier study."""
_FLAGS = ("", "", "", "", "", "", "", " (c)", " (v)", " (m)", " TT", " MC")


_ALPHABETS = {
    "cp1252": {},
    "cyrillic": str.maketrans("ABDEFGHIKLMNOPRSTVZabcdefghijklmnoprstuvz", "АБДЕФГХИКЛМНОПРСТВЗабцдефгхийклмнопрстувз"),
    "astral": {ord("a") + number: 0x1D51E + number for number in range(26)},
}

SCRIPTS = tuple(_ALPHABETS)
"""Scripts of `write_in_script`: an older encoding, letters outside Latin-1, and outside the first plane."""


class Record(NamedTuple):
    """A record: its undamaged code, its text, and the rule that finds its damage, or None."""

    code: str
    text: str
    rule: str | None = None


def records(size: int, seed: int = 1, damages: int = 20, jobs: int = 0) -> Generator[Record]:
    """Yield different records of at least `size` bytes, with `damages` spread over them; 0 `jobs`: no pool."""
    seen: set[str] = set()
    length = done = 0
    for record in _made(seed, jobs):
        if record.code in seen:
            continue
        seen.add(record.code)
        if done < damages and size * (2 * done + 1) <= 2 * damages * length:
            rule, text = damaged(done, record.code, record.text)
            record = Record(record.code, text, rule)
            done += rule is not None
        yield record
        length += len(record.text.encode())
        if size <= length:
            return


def write(path: Path, size: int, seed: int = 1, damages: int = 20, jobs: int = 2) -> list[str]:
    """Write a database to `path`; return the rules that find its `damages`, in order."""
    rules = []
    made = records(size, seed, damages, jobs)
    with path.open("w", encoding="utf-8", newline="\n") as file, closing(made):
        for record in made:
            file.write(record.text)
            if record.rule:
                rules.append(record.rule)
    return rules


def write_in_script(plain: Path, path: Path, script: str) -> None:
    """Write the database `plain` to `path` with names in `script`; `cp1252` is an encoding, others use UTF-8."""
    encoding = "cp1252" if script == "cp1252" else "utf-8"
    with plain.open(encoding="utf-8") as lines, path.open("wb") as file:
        for line in lines:
            if line.startswith('[White "'):
                line = '[White "' + line[8:].translate(_ALPHABETS[script])
            file.write(line.encode(encoding, "replace"))


def _made(seed: int, jobs: int) -> Iterator[Record]:
    batches = ((seed, number) for number in count())
    if not jobs:
        for batch in map(_batch, batches):
            yield from batch
        return
    with Pool(jobs) as pool:
        # `imap` would consume the infinite iterator, so it gets a few batches at a time.
        while True:
            for batch in pool.imap(_batch, [next(batches) for _ in range(40)]):
                yield from batch


def _batch(task: tuple[int, int]) -> list[Record]:
    seed, number = task
    random_ = random.Random(f"{seed} {number}")
    shown = (one for _ in range(_TREES_A_BATCH) for one in endings(random_))
    return [_record(random_, one) for one in shown if not _needs_a_nine(one.fen)]


def _record(random_: random.Random, shown: Shown) -> Record:
    win = random_.random() < 0.6
    placement = shown.fen.split()[0]
    code = f"{'+' if win else '='}{code_of(placement)}"
    year = random_.randint(1851, 2015)
    event = f"{random_.randint(1, 9)}.p {random_.choice(_PLACES)} ty#{random_.randint(1, 99)}"
    result = "1-0" if win else "1/2-1/2"
    source = f"{{{random_.choice(_MAGAZINES)}={random_.randint(1, 400)}"
    if random_.random() < 0.4:
        source += f" (EG#{random_.randint(1, 20999):05})."
    if random_.random() < _AFTER:
        # The database names an earlier study by its kings: squares that are no code.
        source += f" after {_name(random_)} {code[8:]} {random_.randint(1851, year)}."
    text = (
        f'[Event "{event}"]\n[Site "?"]\n[Date "{year}.??.??"]\n[Round "{random_.randint(1, 9)}"]\n'
        f'[White "{_name(random_)}"]\n[Black "({code}){random_.choice(_FLAGS)}"]\n[Result "{result}"]\n'
        f'[SetUp "1"]\n[FEN "{shown.fen}"]\n[PlyCount "{shown.plies}"]\n\n'
        f"{source}}}\n{shown.movetext} {result}\n\n"
    )
    return Record(code, text)


def _needs_a_nine(fen: str) -> bool:
    return any(2 < fen.split()[0].count(man) for man in "QRBNqrbn")


def _name(random_: random.Random) -> str:
    return random_.choice(_OTHER_NAMES if random_.random() < _OTHERS else _NAMES)


def code_of(placement: str) -> str:
    """Return the class and the kings of a FEN placement without promoted men: `0323.12g3g1`."""
    digits = [placement.count(man) + 3 * placement.count(man.lower()) for man in "QRBN"]
    ranks = [re.sub("[1-8]", lambda found: "." * int(found[0]), rank) for rank in placement.split("/")]
    kings = [
        f"{'abcdefgh'[rank.index(king)]}{8 - row}" for king in "Kk" for row, rank in enumerate(ranks) if king in rank
    ]
    return f"{''.join(map(str, digits))}.{placement.count('P')}{placement.count('p')}{''.join(kings)}"


def size_of(words: str) -> int:
    """Parse a size: `62MB`, `10kB`, `2000` → bytes. Raises ArgumentTypeError if `words` is no size."""
    found = re.fullmatch(r"([0-9.]+) ?(k|M|)B?", words)
    if not found:
        raise argparse.ArgumentTypeError(f"{words} is no size such as 62MB or 10kB")
    return int(float(found[1]) * {"": 1, "k": 1000, "M": 1_000_000}[found[2]])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.database", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--size", type=size_of, default=size_of("62MB"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--damaged", type=int, default=20, help="how many codes or solutions are damaged")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    rules = write(options.file, options.size, options.seed, options.damaged, options.jobs)
    sys.stdout.write("".join(f"{rule}\n" for rule in sorted(rules)))


if __name__ == "__main__":
    main()
