"""Check damaged and hostile files from the command line, and print the results.

    python -m tests.proofs.hostile [COUNT] [SEED]

Each file must be read or rejected in one line, within the memory limit. No process may be left.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
import zlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.proofs.making import Maker, family_named, random_fen
from tests.proofs.test_hostile import BOMBS, packed, pdf_with, word_parts

_MEGABYTES = 1_100
"""Maximum memory of a reader process: its limit plus the memory in use before."""


def main() -> None:
    count = int(sys.argv[1]) if 1 < len(sys.argv) else 200
    random = Random(int(sys.argv[2]) if 2 < len(sys.argv) else 1)
    told: dict[str, list[tuple[float, str]]] = defaultdict(list)
    bad = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (kind, name, content) in enumerate(_files(Path(folder), random, count)):
            path = Path(folder, f"{number}-{name}")
            path.write_bytes(content)
            begun = time.monotonic()
            ran = subprocess.run(
                [sys.executable, "-m", "gbr_lsp", "check", "--isolated", "-q", path.name],
                cwd=folder,
                env=dict(os.environ, PYTHONPATH=os.getcwd()),
                capture_output=True,
                text=True,
            )
            seconds = time.monotonic() - begun
            lines = ran.stderr.splitlines()
            told[kind].append((seconds, lines[-1].partition(": ")[2].partition(": ")[2] if lines else "read"))
            if ran.returncode not in (0, 1, 2) or 1 < len(lines) or "Traceback" in ran.stderr:
                bad.append(f"{path.name}: status {ran.returncode}: {ran.stderr!r}")
            path.unlink()
    print(f"{'kind':24}{'files':>6}{'read':>6}{'slowest':>9}  said")
    for kind, results in told.items():
        said = sorted({line for _, line in results if line != "read"})
        read = sum(line == "read" for _, line in results)
        print(f"{kind:24}{len(results):>6}{read:>6}{max(results)[0]:>8.1f}s  {'; '.join(said)[:90]}")
    megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    left = _left()
    print(f"largest process {megabytes} MB; processes left: {len(left)}; more than one line or a traceback: {len(bad)}")
    print(*left, *bad, sep="\n")
    sys.exit(bool(bad or left or _MEGABYTES < megabytes))


def _left() -> list[str]:
    """Return the command lines of reader processes that still run for the current folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if "gbr_lsp.proofs.child" in command and os.getcwd() in _environment(entry):
                found.append(command)
    return found


def _environment(entry: Path) -> str:
    try:
        return (entry / "environ").read_bytes().decode(errors="replace")
    except OSError:
        return ""


def _files(folder: Path, random: Random, count: int) -> Iterator[tuple[str, str, bytes]]:
    """Yield kind, file name and content of files: each bomb once, the rest damaged at random."""
    for bomb in BOMBS:
        yield bomb.__name__.strip("_"), *bomb(folder)
        count -= 1
    maker = Maker(folder)
    for page in range(3):
        maker.board(family_named("skak"), 60, 60, random_fen(random))
        maker.text(60, 300, f"0400.1{page} a4c5 3/3 Win")
        maker.page()
    pdf, parts = maker.bytes(), word_parts(folder)
    names = sorted(parts)
    for number in range(count):
        kind = number % 5
        if kind == 0:
            yield "cut PDF", "a.pdf", pdf[: random.randrange(len(pdf))]
        elif kind == 1:
            yield "flipped PDF", "a.pdf", _flipped(pdf, random)
        elif kind == 2:
            yield "PDF of random content", "a.pdf", pdf_with(*_content(random))
        elif kind == 3:
            whole = packed(parts)
            yield "cut Word file", "a.docx", whole[: random.randrange(len(whole))]
        else:
            name = random.choice(names)
            yield "Word file, flipped part", "a.docx", packed({**parts, name: _flipped(parts[name], random)})


def _flipped(data: bytes, random: Random) -> bytes:
    damaged = bytearray(data)
    for _ in range(random.choice([1, 10, 100, 1_000])):
        damaged[random.randrange(len(damaged))] = random.randrange(256)
    return bytes(damaged)


def _content(random: Random) -> tuple[bytes, bytes]:
    """Return random page operators, compressed 0, 1 or 20 times, and the matching filter entry."""
    words = (
        b"q Q BT ET /F1 9 Tf (a) Tj 1 0 0 1 9 9 cm /X Do 0 0 9 9 re f W n m l c h [ ] << >> ( ) < > 1e9 -1 BI ID EI"
    ).split()
    content = b" ".join(random.choices(words, k=random.choice([10, 1_000, 100_000])))
    packs = random.choice([0, 0, 1, 20])
    for _ in range(packs):
        content = zlib.compress(content)
    return content, b"/Filter[" + b"/FlateDecode" * packs + b"]" if packs else b""


if __name__ == "__main__":
    main()
