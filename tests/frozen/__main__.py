"""Write the answers of the program, or compare them with those of another commit.

    python -m tests.frozen --write DIR [--quick]
    python -m tests.frozen --compare DIR

The first command copies the inputs and writes the answers of the installed program. The second one repeats the
requests with the program installed at that time, and prints the first line that differs in each answer. It exits
with 1 if any differs.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import zip_longest
from pathlib import Path

from tests.frozen.answers import tasks
from tests.frozen.inputs import Inputs, copy_inputs

_MAX_SHOWN = 20
"""Maximum number of differing answers that are printed."""
_MAX_WIDTH = 300
_AROUND = 60


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.frozen")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", type=Path, metavar="DIR", help="write inputs and answers to this new folder")
    what.add_argument("--compare", type=Path, metavar="DIR", help="compare with the answers in this folder")
    parser.add_argument("--quick", action="store_true", help="with --write: no proofs, and a part of everything else")
    options = parser.parse_args(arguments)
    begun = time.monotonic()
    os.environ["GBR_LSP_CACHE"] = tempfile.mkdtemp(prefix="gbr-frozen-")
    try:
        if options.write:
            folder = options.write.absolute()
            copy_inputs(folder / "inputs", quick=options.quick)
            (folder / "quick").write_text("yes" if options.quick else "no", encoding="utf-8")
            count = write_answers(folder, folder / "answers")
            print(f"{count} answers written in {time.monotonic() - begun:.0f} s")
            return 0
        folder = options.compare.absolute()
        with tempfile.TemporaryDirectory() as temporary:
            count = write_answers(folder, Path(temporary))
            different = list(differences(folder / "answers", Path(temporary)))
        for line in different[:_MAX_SHOWN]:
            print(line)
        print(f"{len(different)} of {count} answers differ, after {time.monotonic() - begun:.0f} s")
        return 1 if different else 0
    finally:
        shutil.rmtree(os.environ["GBR_LSP_CACHE"], ignore_errors=True)


def write_answers(folder: Path, target: Path) -> int:
    """Compute the answers about the inputs in `folder`, two at a time, and write each to a file of `target`."""
    inputs, quick = Inputs.load(folder / "inputs"), (folder / "quick").read_text(encoding="utf-8") == "yes"
    asked = list(tasks(folder / "inputs", inputs, quick=quick))
    with ProcessPoolExecutor(2) as pool:
        answers = pool.map(_answer, [(folder / "inputs", inputs, quick, number) for number in range(len(asked))])
        for task, answer in zip(asked, answers, strict=True):
            path = target / f"{task.name}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(answer.encode("utf-8", "surrogatepass"))
    return len(asked)


def _answer(asked: tuple[Path, Inputs, bool, int]) -> str:
    folder, inputs, quick, number = asked
    return list(tasks(folder, inputs, quick=quick))[number].ask()


def differences(before: Path, after: Path) -> Iterator[str]:
    """Yield each answer that differs between `before` and `after`, with its first different line."""
    names = {path.relative_to(folder) for folder in (before, after) for path in folder.rglob("*.txt")}
    for name in sorted(names):
        if not (before / name).is_file() or not (after / name).is_file():
            yield f"{name}: only {'after' if (after / name).is_file() else 'before'}"
            continue
        old, new = ((folder / name).read_bytes() for folder in (before, after))
        if old != new:
            lines = (text.decode("utf-8", "backslashreplace").split("\n") for text in (old, new))
            number, pair = next(
                (number, pair) for number, pair in enumerate(zip_longest(*lines, fillvalue=""), 1) if len({*pair}) == 2
            )
            yield f"{name}:{number}\n  before: {_part(*pair)}\n  after:  {_part(*pair[::-1])}"


def _part(line: str, other: str) -> str:
    """Return `line`, if it is long only the part around its first difference from `other`."""
    if len(line) <= _MAX_WIDTH:
        return line
    at = next((at for at, pair in enumerate(zip(line, other, strict=False)) if len({*pair}) == 2), len(other))
    start = max(0, at - _AROUND)
    return f"{'…' if start else ''}{line[start : start + _MAX_WIDTH]}"


if __name__ == "__main__":
    sys.exit(main())
