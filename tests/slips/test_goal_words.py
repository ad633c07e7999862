"""The goal that the words behind a printed solution tell, on the main lines of real studies."""

import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import chess.pgn

from tests.slips.measure import judge

_SAID = {
    "+": (". and White wins.", " wins.", " 1-0\n", ", und Weiß gewinnt.", " wint.", ". White wins.", " and wins."),
    "=": (" draws.", ", draw.", " 1/2-1/2\n", " remis.", " with a draw.", " remise.", " and White draws."),
}
_BLACK_LAST = {"+": (". White wins.", " 1-0\n", " and White wins."), "=": _SAID["="]}


def _documents(path: Path, rng: random.Random) -> Iterator[tuple[str, str]]:
    """A sound document of each study, and one that claims the other goal."""
    with path.open(encoding="utf-8", errors="replace") as file:
        while game := chess.pgn.read_game(file):
            code = re.fullmatch(r"\(([+=])(\d{4}\.\d\d)([a-h]\d[a-h]\d)\)", game.headers.get("Black", ""))
            moves = list(game.mainline_moves())
            if not code or len(moves) < 6 or game.board().turn is chess.BLACK:
                continue
            line = game.board().variation_san(moves)
            sign = code[1]
            board = game.end().board()
            words = rng.choice((_SAID if board.turn is chess.BLACK else _BLACK_LAST)[sign]).removeprefix(".")
            for goal in (sign, "=" if sign == "+" else "+"):
                head = f"# Study\n\n{goal}{code[2]}{code[3]} `{game.board().fen()}`\n\n{line}"
                yield "sound" if goal == sign else "exchanged", f"{head}{words}\n"


def test_the_words_behind_a_solution_convict_only_another_goal(corpora: Path) -> None:
    rng = random.Random(7)
    tried = missed = 0
    for kind, text in islice(_documents(corpora / "hhdb-sample.pgn", rng), 60):
        found = [item.finding.rule for item in judge(text, "a.md")[1]]
        if kind == "sound":
            assert found == [], text
        else:
            tried += 1
            missed += found != ["stipulation-mismatch"]
    assert 20 < tried
    assert missed == 0
