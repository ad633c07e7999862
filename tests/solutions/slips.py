"""Slips put into the main lines of real solutions in prose, and what is said of them.

    python -m tests.solutions.slips [--count 3] [--seed 1]

For each kind: how many slips were made, the percent of them that is named, named at the move, and with the right move
among the first three fixes. Then how many lines of other studies are blamed. The text is that of a printed issue, and
the records of a database written as prose.
"""

import argparse
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from gbr_lsp.base.encoding import decode
from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.model.document import Document
from gbr_lsp.model.printed import FollowedLine, followed_in, printed_solutions
from gbr_lsp.model.prose_text import prose_of
from gbr_lsp.model.start_positions import positions_of
from gbr_lsp.solutions.main_line import ProseText
from gbr_lsp.solutions.misprints import Slip
from gbr_lsp.solutions.moves import Position
from gbr_lsp.solutions.prose import items_of
from tests.conftest import CORPORA


class SoundLine(NamedTuple):
    """A text with the main line of a study: the studies of the text, their offsets and positions, which of them it is,
    and the moves of the line."""

    text: str
    studies: list[tuple[int, list[Position]]]
    number: int
    moves: list[Span]

    def followed(self, text: str) -> FollowedLine:
        """What is made of the line in a text that differs from its own in one place."""
        same = next((at for at, (one, other) in enumerate(zip(self.text, text, strict=False)) if one != other), 0)
        longer = len(text) - len(self.text)
        studies = [(offset + longer * (same < offset), ways) for offset, ways in self.studies]
        return followed_in(ProseText(text, items_of(text)), studies)[self.number]


class Spoilt(NamedTuple):
    """A text with a slip: where it stands, and what stood there."""

    text: str
    place: Span
    right: str


def sound_lines(name: str) -> list[SoundLine]:
    """The main lines of a file that are followed to their end; records as prose."""
    document = Document.of(decode((CORPORA / name).read_bytes()).text, host_for(name))
    studies = list(document.studies())
    if not document.host.holds_records:
        text = prose_of(document.blocks, document.conventions).text
        offsets = document.offsets()
        asked = [(offsets[study.block], positions_of(study)) for study in studies]
        return [
            SoundLine(text, asked, number, [move.span for move in solution.moves])
            for number, solution in enumerate(printed_solutions(document, studies))
            if solution and solution.complete
        ]
    found = []
    for study in studies:
        movetext = re.sub(r"\{[^}]*\}|\$\d+", "", study.block.text.rpartition('"]')[2])
        while "(" in movetext and (shorter := re.sub(r"\([^()]*\)", "", movetext)) != movetext:
            movetext = shorter
        moves = re.sub(r"(\d\.)\s+", r"\1", re.sub(r"(?<=\S)\s+\d+\.\.\.", " ", movetext))
        text = f"No. 1\n\n{' '.join(moves.split())}\n"
        line = SoundLine(text, [(0, positions_of(study))], 0, [])
        solution = line.followed(text).solution
        if solution and solution.complete:
            found.append(line._replace(moves=[move.span for move in solution.moves]))
    return found


def _replaced(line: SoundLine, span: Span, new: str) -> Spoilt:
    text = line.text[: span.start] + new + line.text[span.end :]
    return Spoilt(text, Span(span.start, span.start + len(new)), line.text[span.start : span.end])


def square(line: SoundLine, move: int, rng: random.Random) -> Spoilt | None:
    """A file or rank of the square is the next one on the keyboard."""
    span = line.moves[move]
    places = [at for at, char in enumerate(line.text[span.start : span.end]) if char in "abcdefgh12345678"][-2:]
    at = rng.choice(places) + span.start
    new = chr(ord(line.text[at]) + rng.choice((-1, 1)))
    return (
        _replaced(line, span, line.text[span.start : at] + new + line.text[at + 1 : span.end])
        if new in "abcdefgh12345678"
        else None
    )


def letter(line: SoundLine, move: int, rng: random.Random) -> Spoilt | None:
    """The letter of another man."""
    span = line.moves[move]
    text = line.text[span.start : span.end]
    letters = "KQRBS" if "S" in "".join(line.text[one.start] for one in line.moves) else "KQRBN"
    return _replaced(line, span, rng.choice(letters.replace(text[0], "")) + text[1:]) if text[0] in letters else None


def doubled(line: SoundLine, move: int, rng: random.Random) -> Spoilt | None:
    """The move stands there twice."""
    span = line.moves[move]
    text = line.text[span.start : span.end]
    made = _replaced(line, span, f"{text} {text}")
    return made._replace(place=Span(span.start, made.place.end), right="")


def lost(line: SoundLine, move: int, rng: random.Random) -> Spoilt | None:
    """The move is not there."""
    span = line.moves[move]
    made = _replaced(line, span, "")
    return made._replace(place=Span(span.start, span.start + 12))


KINDS: dict[str, Callable[[SoundLine, int, random.Random], Spoilt | None]] = {
    "square": square,
    "letter": letter,
    "doubled": doubled,
    "lost": lost,
}


class Verdict(NamedTuple):
    """What is said of a slip."""

    named: bool
    at_the_move: bool
    right: bool


def verdict(line: SoundLine, kind: str, spoilt: Spoilt) -> Verdict:
    """What is said of a slip of a kind in a line."""
    wrong = line.followed(spoilt.text).misprint
    if wrong is None:
        return Verdict(named=False, at_the_move=False, right=False)
    at = wrong.span.start <= spoilt.place.end and spoilt.place.start <= wrong.span.end
    right = re.sub("[x=+#:!?]", "", spoilt.right).replace("S", "N")
    offered = [re.sub("[x=+#]", "", repair.move.san) for repair in wrong.repairs[:3]]
    return Verdict(True, at, at and (right in offered or (kind == "doubled" and wrong.slip is Slip.DOUBLED)))


def slips(lines: Sequence[SoundLine], count: int, seed: str) -> Iterator[tuple[str, Verdict]]:
    """So many slips of each kind in each line."""
    for number, line in enumerate(lines):
        for kind, make in KINDS.items():
            rng = random.Random(f"{seed} {number} {kind}")
            for _ in range(count):
                spoilt = make(line, rng.randrange(len(line.moves) - (kind == "lost")), rng)
                if spoilt:
                    yield kind, verdict(line, kind, spoilt)


def foreign(lines: Sequence[SoundLine], count: int, seed: str) -> tuple[int, int]:
    """How many lines are blamed when they stand beside the board of another study, and how many were tried."""
    rng = random.Random(seed)
    blamed = 0
    for _ in range(count):
        line, other = rng.sample(lines, 2)
        blamed += line._replace(studies=other.studies).followed(line.text).misprint is not None
    return blamed, count


def foreign_before(lines: Sequence[SoundLine], count: int, seed: str) -> tuple[int, int]:
    """How many lines are blamed when they stand behind a study with its own line and before the board of a third."""
    rng = random.Random(seed)
    blamed = 0
    for _ in range(count):
        own, line, other = rng.sample(lines, 3)
        text = f"{own.text}\n{line.text}\n"
        studies = [*own.studies, (len(text), other.studies[0][1])]
        blamed += any(one.misprint for one in followed_in(ProseText(text, items_of(text)), studies))
    return blamed, count


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.solutions.slips")
    parser.add_argument("--count", type=int, default=3)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for name in ("eg190-p1-18.txt", "hhdb-sample.pgn"):
        lines = sound_lines(name)
        blamed = sum(bool(line.followed(line.text).misprint) for line in lines)
        print(f"{name}: {len(lines)} lines, {blamed} of them blamed without a slip")
        print(f"{'kind':<10}{'slips':>7}{'named %':>9}{'at it %':>9}{'right %':>9}")
        count: Counter[tuple[str, str]] = Counter()
        for kind, said in slips(lines, options.count, options.seed):
            for row in (kind, "all"):
                count[row, "slips"] += 1
                count.update((row, key) for key, value in said._asdict().items() if value)
        for row in (*KINDS, "all"):
            made = max(1, count[row, "slips"])
            shares = "".join(f"{100 * count[row, key] / made:>9.1f}" for key in ("named", "at_the_move", "right"))
            print(f"{row:<10}{made:>7}{shares}")
        if name.endswith("pgn"):
            blamed, tried = foreign(lines, 500, options.seed)
            print(f"beside the board of another study: {blamed} of {tried} blamed")
            blamed, tried = foreign_before(lines, 500, options.seed)
            print(f"between two other studies: {blamed} of {tried} blamed")
        print()


if __name__ == "__main__":
    main()
