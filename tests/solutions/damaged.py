"""Damage games of a database at random, and compare the findings with other programs.

    python -m tests.solutions.damaged [--count 1000] [--seed 1] [FILE]

python-chess, and pgn-extract if installed, read each damaged game. The output counts the games
with an error in either program, and those that `RULES` (hints included) report too; it prints the
others with their damage. The last line counts the undamaged games with a finding.
"""

import argparse
import io
import logging
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import chess.pgn

from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from tests.conftest import CORPORA

RULES = frozenset(
    {
        "illegal-solution",
        "ambiguous-move",
        "unreadable-move",
        "unclosed-bracket",
        "wrong-move-number",
        "missing-move",
        "result-mismatch",
        "missing-result",
        "check-sign",
        "annotation-sign",
        "foreign-letters",
    }
)
_GAME = re.compile(r"\n\n(?=\[Event )")
_SIGNS = "abcdefgh12345678KQRBNx+#(){}$;. "
_EXTRACT = shutil.which("pgn-extract")
_NO_ERROR = re.compile(r"Processing|\d+ games? matched|\S.* - \(|\s*$")


def _one_of(pattern: str, new: Callable[[str, random.Random], str]) -> Callable[[str, random.Random], str]:
    """Return a damage that replaces a random match of `pattern` by the result of `new`."""

    def damage(moves: str, rng: random.Random) -> str:
        found = list(re.finditer(pattern, moves))
        if not found:
            return moves
        match = rng.choice(found)
        return moves[: match.start()] + new(match[0], rng) + moves[match.end() :]

    return damage


DAMAGES: dict[str, Callable[[str, random.Random], str]] = {
    "sign lost": _one_of(r"(?<=\S)\S", lambda _, rng: ""),
    "sign put in": _one_of(r"\S", lambda sign, rng: sign + rng.choice(_SIGNS)),
    "sign exchanged": _one_of(r"(?<=\S)\S", lambda _, rng: rng.choice(_SIGNS)),
    "two signs turned": _one_of(r"\S\S", lambda signs, rng: signs[::-1]),
    "word lost": _one_of(r"\S+", lambda _, rng: ""),
    "word doubled": _one_of(r"\S+", lambda word, rng: f"{word} {word}"),
    "bracket lost": _one_of(r"[(){}]", lambda _, rng: ""),
    "number": _one_of(r"\d+(?=\.)", lambda number, rng: str(int(number) + rng.choice((-1, 1)))),
    "letter": _one_of(r"[KQRBN](?=[a-hx])", lambda _, rng: rng.choice("KQRBNSDTLP")),
    "result": _one_of(r"(?:1-0|0-1|1/2-1/2|\*)\s*$", lambda _, rng: rng.choice(("1-0", "1/2-1/2", "wins", ""))),
    "end lost": lambda moves, rng: moves[: rng.randrange(2, len(moves))],
}


def is_named(game: str) -> bool:
    """Return True if `RULES` report a finding in `game`."""
    return bool(lint(Document.of(game, host_for("a.pgn")), RULES))


def is_named_elsewhere(game: str) -> bool:
    """Return True if python-chess or pgn-extract reports an error in `game`."""
    try:
        read = chess.pgn.read_game(io.StringIO(game))
    except Exception:
        return True
    if read is None or read.errors:
        return True
    if _EXTRACT is None:
        return False
    said = subprocess.run([_EXTRACT, "-r"], input=game, capture_output=True, text=True, check=False).stderr
    return any(not _NO_ERROR.match(line) for line in said.splitlines())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.solutions.damaged")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("file", nargs="?", type=Path, default=CORPORA / "hhdb-sample.pgn")
    options = parser.parse_args()
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    games = [game for game in _GAME.split(options.file.read_text(encoding="utf-8")) if '"]' in game]
    rng = random.Random(options.seed)
    named = missed = 0
    for _ in range(options.count):
        game, (kind, damage) = rng.choice(games), rng.choice([*DAMAGES.items()])
        end = game.rindex('"]') + 2
        damaged = game[:end] + damage(game[end:].rstrip(), rng) + "\n\n"
        if is_named_elsewhere(damaged):
            named += 1
            if not is_named(damaged):
                missed += 1
                print(f"not named: {kind}\n{damaged[end:].strip()}\n")
    by = "python-chess and pgn-extract name" if _EXTRACT else "python-chess names"
    print(f"{by} {named} of {options.count} damaged games, {named - missed} of them are named here")
    print(f"{sum(map(is_named, games))} of {len(games)} sound games are named")


if __name__ == "__main__":
    main()
