"""Long ambiguous texts, outside the ordinary run: time is linear in the length and has a maximum.

    python -m tests.random.growth [--minutes 60] [--seed 1] [--seconds 3]

A text repeats one or two fragments of codes, boards and solutions in one kind of document, perhaps after a study.
It fails if 200,000 code points take more than 2.2 times the processor time of 100,000, or more than --seconds.
A time that is too long is measured again, for the machine may have been busy.
"""

import argparse
import gc
import random
import sys
import time

from gbr_lsp.hosts import HOSTS, host_for
from gbr_lsp.lint.engine import DEFAULT_RULES, lint
from gbr_lsp.model.document import Document
from tests.support.strategies import PIECES

FRAGMENTS = [
    *(piece for piece in PIECES if piece.isprintable() or piece.isspace()),
"1.Kb2", "1.Kb2 a1) a2) b1)", "i)", "ii) iii)", "a)", "1...", "1.", "2.Kc3!?", "(", "((", "[1.Kb2", "{x}",
    "e4f5a2.b3c4", "g3g1 0323.12 e4f5a2.b3c4 4/4+", "=O0O0.OOa1a8", "0323,12g3g1", "gg31 0323.12", "3/4",
    "+0000.10a1a3", "a1b3 0000.10 .b2", "8/8/8/8/8/1k6/7P/K7 w - - 0 1", "8/8/8/8/8/1k6/7P/K6 w", "wKa1 bKb3 wPh2",
    "White: Ka1, Ph2; Black: Kb3", "KRP-KR (3+2)", "Win", "Draw", "wins.", "draw.", "zugzwang", "Kubbel 1925", "1-0",
    "=", "1.Kb1 Kc3 2.h4 Kd4 3.h5", "1.Kb1 (1.Ka2 Kc3) Kc3", "1.K:b1 Rd1+ 2.Sf3", "0-0", "O-O-O", "1.e8=Q", "№ 12",
    "[sic]", "0010.10 a1 b3", "a1/b3", "\\chessboard[setfen=8/8/8/8/8/1k6/7P/K7]", "\\gbr{0000.10}{a1}{b3}", "## A",
    "| 0000.10 | a1b3 |", "&nbsp;", "<td>0000.10", '{"code": "0000.10", "kings": "a1b3", "moves": "1.Kb1 Kc3"},',
    "code: 0000.10a1b3", "0000.10;a1b3;1.Kb1", "twin: wPh2 to g2", "b) wKa1 to c1", "version", "(E.g. 1.Kb1", "♔b1",
    "1.♔b1 ♚c3", "+-----+", "| k | . |", "; gbr: ignore", "<!-- gbr: ignore -->",
]  # fmt: skip
SEPARATORS = ["", " ", "\n", "\n\n", ", ", "  ", "\t", "\r\n"]
HEADS = ["", "a1b3 0000.10 .h2 2/1+\n\n8/8/8/8/8/1k6/7P/K7 w - - 0 1\n\n"]
KINDS = [f"a.{host.endings[0]}" for host in HOSTS if host.endings]
SIZE = 100_000


def one_text(random_: random.Random) -> tuple[str, str, str]:
    """Return the name of a file, the head of its text, and the fragments to repeat."""
    fragments = [random_.choice(FRAGMENTS) for _ in range(random_.choice((1, 1, 2)))]
    one = "".join(fragment + random_.choice(SEPARATORS) for fragment in fragments)
    return random_.choice(KINDS), random_.choice(HEADS), one


def seconds_of(name: str, head: str, one: str, length: int) -> float:
    """Return the processor time of linting `head` with `one` repeated up to `length` code points."""
    text = head + one * (length // len(one))
    gc.collect()
    gc.disable()
    try:
        begun = time.process_time()
        lint(Document.of(text, host_for(name)), DEFAULT_RULES)
        return time.process_time() - begun
    finally:
        gc.enable()


def fault_of(name: str, head: str, one: str, most: float) -> str | None:
    """Return the times of a text that takes too long, else None; `most` is the maximum in seconds."""
    half, whole = (seconds_of(name, head, one, length) for length in (SIZE, 2 * SIZE))
    for attempt in range(5):
        if attempt:
            half = max(half, seconds_of(name, head, one, SIZE)) if whole <= most else half
            whole = min(whole, seconds_of(name, head, one, 2 * SIZE))
        if whole <= most and (whole <= 2.2 * half or whole < 0.2):
            return None
    return f"{half:.2f} s, twice the text {whole:.2f} s"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3, help="most processor time of 200,000 code points")
    options = parser.parse_args()
    random_ = random.Random(options.seed)
    lint(Document.of(HEADS[1] * 10, host_for("a.md")), DEFAULT_RULES)
    tried, found, end = 0, 0, time.monotonic() + 60 * options.minutes
    while time.monotonic() < end:
        text = one_text(random_)
        tried += 1
        if fault := fault_of(*text, options.seconds):
            found += 1
            print(f"{text!r}: {fault}", flush=True)
    print(f"{tried} texts in {options.minutes:g} minutes, {found} of them too slow")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
