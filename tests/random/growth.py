"""Long ambiguous texts, outside the ordinary run: time is linear in the length and has a maximum.

    python -m tests.random.growth [--minutes 60] [--seed 1] [--seconds 3] [--milliseconds 150]

A text repeats one or two fragments of codes, boards and solutions in one kind of document, perhaps after a study.
It fails if 200,000 code points take more than 2.2 times the processor time of 100,000, or more than --seconds.
It also fails if the server, which has it open, needs more than --milliseconds for an answer about one place,
or more than --seconds for one about the whole text.
A time that is too long is measured again, for the machine may have been busy.
"""

import argparse
import gc
import json
import random
import re
import sys
import time
from collections.abc import Callable
from typing import Any

from gbr_lsp.hosts import HOSTS, host_for
from gbr_lsp.lint.engine import DEFAULT_RULES, lint
from gbr_lsp.model.document import Document
from tests.support.strategies import PIECES
from tests.support.wire import PULLS, Wire

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
    "White: Kd5, Rd5; Black: Kd4.", "g3g1 0323.12 4/6 Win White: Kd5, Rd5; Black: Kd4. ", "Kd5 Rd5 / Kd4", "(3+2) Win",
    "g3g1 0323.12 4/6 Draw; ", "1.Kb2 c1) c2) d1) ", "I. 1.Kb2 II. 1.Kc2", "12. Kubbel g3g1 0323.12 4/6 Draw\n",
    "White to play and win", "BTM", "EG 47, p. 3", "Kubbel\nShakhmaty 1925\ng3g1 0323.12 4/6 Draw\n",
    "\\begin{tabular}{ll}\n", "g3g1 & 0323.12 \\\\\n", "\\item g3g1 0323.12\n", "\\study{Kubbel}{g3g1}{0323.12}\n",
    "|===\n", "|g3g1 |0323.12\n", "a|g3g1\n", ".. list-table::\n\n", "   * - g3g1\n     - 0323.12\n", "g3g1  0323.12\n",
    "====  =======\n", "{|\n", "|-\n| g3g1 || 0323.12\n", "{{fen|8/8/8/8/8/1k6/7P/K7}}", "<tr><td>g3g1<td>0323.12</tr>",
    "- gbr: 0323.12\n  kings: g3g1\n  moves: 1.Kb1\n", "- [", "key: |\n  g3g1 0323.12\n",
    "#table(columns: 2, [g3g1], [0323.12])\n",
    "g3g1,0323.12,Draw,8/8/8/8/8/1k6/7P/K7 w - - 0 1\n", '"g3g1 0323.12", ', '"g3g1\n0323.12",',
    '{"code":"0323.12g3g1","fen":"8/8/8/8/8/1k6/7P/K7 w","list":"White: Kd5; Black: Kd4."},',
]  # fmt: skip
SEPARATORS = ["", " ", "\n", "\n\n", ", ", "  ", "\t", "\r\n"]
HEADS = ["", "a1b3 0000.10 .h2 2/1+\n\n8/8/8/8/8/1k6/7P/K7 w - - 0 1\n\n"]
KINDS = [f"a.{host.endings[0]}" for host in HOSTS if host.endings]
SIZE = 100_000
SHAPES: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "one line": lambda text: " ".join(text.split("\n")),
    "no blank lines": lambda text: re.sub(r"[\r\n]+", "\n", text),
    "one block": lambda text: re.sub(r"[\r\n]+", "\n  ", text),
    "minified": lambda text: json.dumps({"code": "0323.12g3g1", "text": text}, separators=(",", ":")) + ",",
    "a paragraph each": lambda text: text + "\n\n",
}
"""What becomes of the fragments before they are repeated."""


def one_text(random_: random.Random) -> tuple[str, str, str]:
    """Return the name of a file, the head of its text, and the fragments to repeat."""
    fragments = [random_.choice(FRAGMENTS) for _ in range(random_.choice((1, 1, 2)))]
    one = "".join(fragment + random_.choice(SEPARATORS) for fragment in fragments)
    return random_.choice(KINDS), random_.choice(HEADS), SHAPES[random_.choice([*SHAPES])](one)


def _text(head: str, one: str, length: int) -> str:
    return head + one * (length // len(one))


def seconds_of(name: str, head: str, one: str, length: int) -> float:
    """Return the processor time of linting `head` with `one` repeated up to `length` code points."""
    text = _text(head, one, length)
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


class Session:
    """A server and the time of its answers about a document, and about one place in its middle."""

    def __init__(self) -> None:
        self.wire = Wire(capabilities=PULLS, by_command=True)
        self._opened = 0

    def times(self, name: str, text: str) -> dict[str, float]:
        """Open a document, type into it, ask about it and about one place; return the seconds of each answer."""
        self._opened += 1
        uri, wire = f"untitled:{self._opened}/{name}", self.wire
        lines = text[: len(text) // 2].replace("\r\n", "\n").replace("\r", "\n").split("\n")
        place = {"line": len(lines) - 1, "character": len(lines[-1])}
        document = {"textDocument": {"uri": uri}}
        here = {**document, "position": place}
        place_only, whole = {"start": place, "end": place}, {"start": {"line": 0, "character": 0}, "end": place}
        found: dict[str, float] = {}

        def ask(what: str, method: str, parameters: dict[str, Any]) -> None:
            begun = time.perf_counter()
            answer = wire.request(method, parameters)
            found[what] = time.perf_counter() - begun
            assert "result" in answer, (method, answer)

        wire.open(uri, "", text)
        ask("hover after opening", "textDocument/hover", here)
        wire.pull(uri)
        wire.change(uri, 2, [{"range": place_only, "text": "0"}])
        ask("hover after a key", "textDocument/hover", here)
        wire.pull(uri)
        ask("completion", "textDocument/completion", here)
        ask("actions", "textDocument/codeAction", {**document, "range": place_only, "context": {"diagnostics": []}})
        for command in ("gbr.moves", "gbr.writingChoices"):
            ask(command, "workspace/executeCommand", {"command": command, "arguments": [uri, place]})
        ask("all symbols", "textDocument/documentSymbol", document)
        ask("all tokens", "textDocument/semanticTokens/full", document)
        ask("all actions", "textDocument/codeAction", {**document, "range": whole, "context": {"diagnostics": []}})
        wire.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        return found

    def fault_of(self, name: str, head: str, one: str, most: float, most_of_all: float) -> str | None:
        """Return the answers that take too long, else None.

        `most` is the maximum of seconds for an answer about one place, `most_of_all` for the whole document.
        """
        text = _text(head, one, 2 * SIZE)
        best: dict[str, float] = {}
        for _ in range(4):
            times = self.times(name, text)
            best = {what: min(seconds, best.get(what, seconds)) for what, seconds in times.items()}
            slow = [what for what in best if (most_of_all if what.startswith("all ") else most) < best[what]]
            if not slow:
                return None
        return ", ".join(f"{what} {1000 * best[what]:.0f} ms" for what in slow)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3, help="most processor time of 200,000 code points")
    parser.add_argument("--milliseconds", type=float, default=150, help="most time of an answer of the server")
    options = parser.parse_args()
    random_ = random.Random(options.seed)
    lint(Document.of(HEADS[1] * 10, host_for("a.md")), DEFAULT_RULES)
    session, most = Session(), options.milliseconds / 1000
    tried, found, end = 0, 0, time.monotonic() + 60 * options.minutes
    while time.monotonic() < end:
        text = one_text(random_)
        tried += 1
        if fault := fault_of(*text, options.seconds) or session.fault_of(*text, most, options.seconds):
            found += 1
            print(f"{text!r}: {fault}", flush=True)
    print(f"{tried} texts in {options.minutes:g} minutes, {found} of them too slow")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
