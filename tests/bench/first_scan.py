"""Time hovers during the first scan of a large PGN and after it.

    python -m tests.bench.first_scan FILE.pgn [--megabytes 20] [--every 0.02]

The games of the file are repeated with other names up to the size. This measures time, so it is no test.
"""

import argparse
import json
import random
import re
import statistics
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

from tests.support.wire import PULLS, Wire

URI = "untitled:large.pgn"


def enlarged(text: str, size: int) -> str:
    parts, length = [], 0
    for number in count():
        part = re.sub(r'(?m)^\[White "([^"]*)"\]', rf'[White "\g<1> {number}"]', text)
        parts.append(part)
        length += len(part)
        if size <= length:
            return "".join(parts)
    raise AssertionError


def hover(wire: Wire, line: int) -> float:
    """Return the seconds of one hover on `line`, sent over `wire`."""
    params = {"textDocument": {"uri": URI}, "position": {"line": line, "character": 12}}
    before = time.perf_counter()
    wire.request("textDocument/hover", params)
    return time.perf_counter() - before


def told(name: str, times: list[float]) -> None:
    ordered = sorted(1000 * seconds for seconds in times)
    high = ordered[int(0.99 * (len(ordered) - 1))]
    median = statistics.median(ordered)
    sys.stdout.write(
        f"{name:>8}: {len(ordered)} hovers, median {median:.1f}, 99 % {high:.1f}, most {ordered[-1]:.1f} ms\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--megabytes", type=float, default=20)
    parser.add_argument("--every", type=float, default=0.02)
    options = parser.parse_args()
    text = enlarged(options.file.read_text(encoding="utf-8"), int(options.megabytes * 1e6))
    lines = [number for number, line in enumerate(text.split("\n")) if line.startswith("[Black ")]
    random_ = random.Random(1)
    with Wire(capabilities=PULLS) as wire:
        before = time.perf_counter()
        wire.open(URI, "pgn", text)
        hover(wire, 0)
        sys.stdout.write(f"opened after {1000 * (time.perf_counter() - before):.0f} ms\n")
        during: list[float] = []
        reports: list[dict[str, Any]] = []
        received = wire.receive

        def receive() -> dict[str, Any]:
            message = received()
            if message.get("id") == "scan":
                reports.append(message)
            return message

        wire.receive = receive  # type: ignore[method-assign]
        request = {"jsonrpc": "2.0", "id": "scan", "method": "textDocument/diagnostic"}
        wire.send(json.dumps({**request, "params": {"textDocument": {"uri": URI}}}).encode())
        before = time.perf_counter()
        while not reports:
            during.append(hover(wire, random_.choice(lines)))
            time.sleep(options.every)
        sys.stdout.write(f"scanned after {time.perf_counter() - before:.1f} s\n")
        after = []
        for _ in range(300):
            after.append(hover(wire, random_.choice(lines)))
            time.sleep(options.every)
    # The answer to the last hover follows the report, which has half a megabyte.
    sys.stdout.write(f"  behind the report: {1000 * during.pop():.1f} ms\n")
    told("during", during)
    told("after", after)


if __name__ == "__main__":
    main()
