"""Slips in the main line of a printed solution, and the findings of `check` on them.

A slip is found if a rule about moves reports a finding in the text. It is found at the move if the
finding overlaps the slip, and right if one of the first three fixes of such a finding restores the
text. A slip that leaves the whole line legal cannot be found and is counted apart.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from gbr_lsp.base.encoding import decode
from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import PlacedFinding, lint
from gbr_lsp.model.assign import assign
from gbr_lsp.model.block import Place
from gbr_lsp.model.document import Document
from gbr_lsp.model.solution import positions_of
from gbr_lsp.solutions.legal_moves import count_playable
from gbr_lsp.solutions.position import Position
from tests.conftest import CORPORA

RULES = frozenset({"illegal-solution", "missing-move", "unreadable-move", "wrong-move-number", "ambiguous-move"})
_LONG_ENOUGH = 8
_TRIES = 20
_UNLIKE = re.compile(r"[+#†‡!?x:=\s]")


class SoundLine(NamedTuple):
    """A document with the main line of one study; `moves` are spans in `text`, `sans` in English."""

    name: str
    text: str
    moves: list[Span]
    sans: list[str]
    start: Position

    def found(self, text: str) -> list[PlacedFinding]:
        """Return the findings about moves in `text`, linted as the file `name`."""
        return lint(Document.of(text, host_for(self.name)), RULES)

    @property
    def letters(self) -> str:
        """The letters of men in the moves, sorted and in the language of `text`."""
        return "".join(sorted({self.text[one.start] for one in self.moves} - set("abcdefghO0")))


class Spoilt(NamedTuple):
    """A text with a slip at `place`; `moves` is the changed line, None if a word is no move now."""

    text: str
    place: Span
    moves: list[str] | None = None


class Verdict(NamedTuple):
    """How the findings report a slip."""

    found: bool
    at_the_move: bool
    right: bool
    findings: int


def lines_of(name: str) -> list[SoundLine]:
    """Return the main lines of the prose file `name` that are read to their end, eight plies or longer."""
    document = Document.of(decode((CORPORA / name).read_bytes()).text, host_for(name))
    studies = list(document.studies())
    found = []
    for study, solution in zip(studies, assign(document.as_section(studies)), strict=True):
        if solution.is_complete and _LONG_ENOUGH <= solution.plies:
            sans, spans = [move.san or "" for move in solution.moves], [move.span for move in solution.moves]
            start = next((one for one in positions_of(study) if count_playable(one, sans) == len(sans)), None)
            if start:
                found.append(SoundLine(name, document.text, spans, sans, start))
    return found


def _replaced(line: SoundLine, span: Span, new: str) -> Spoilt:
    text = line.text[: span.start] + new + line.text[span.end :]
    return Spoilt(text, Span(span.start, span.start + len(new)))


def _with_sign(line: SoundLine, move: int, at: int, new: str) -> Spoilt:
    span = line.moves[move]
    return _replaced(line, span, line.text[span.start : at] + new + line.text[at + 1 : span.end])


def square(line: SoundLine, move: int, rng: random.Random) -> Spoilt | None:
    """Replace the file or rank of the target square of `move` by a neighbor: `Kf3` → `Kf4`."""
    span = line.moves[move]
    places = [at for at in range(*span) if line.text[at] in "abcdefgh12345678"][-2:]
    at = rng.choice(places) if places else span.start
    new = chr(ord(line.text[at]) + rng.choice((-1, 1)))
    if new not in "abcdefgh12345678":
        return None
    san = line.sans[move]
    to = re.search(r"([a-h])([1-8])(?==|$)", san)
    if not to:
        return None
    spoilt = san[: to.start()] + (new + to[2] if new.isalpha() else to[1] + new) + san[to.end() :]
    return _with_sign(line, move, at, new)._replace(moves=[*line.sans[:move], spoilt, *line.sans[move + 1 :]])


def man(line: SoundLine, move: int, rng: random.Random) -> Spoilt | None:
    """Replace the letter of `move` by that of another man: `Rf3` → `Bf3`."""
    span = line.moves[move]
    text = line.text[span.start : span.end]
    letters, english = line.letters, line.sans[move]
    if text[0] not in letters or english[0] not in "KQRBN" or len(letters) < 2:
        return None
    new = rng.choice(letters.replace(text[0], ""))
    pairs = zip(line.moves, line.sans, strict=True)
    meant = next(san[0] for one, san in pairs if line.text[one.start] == new and san[0] in "KQRBN")
    return _with_sign(line, move, span.start, new)._replace(
        moves=[*line.sans[:move], meant + english[1:], *line.sans[move + 1 :]]
    )


def lost(line: SoundLine, move: int, rng: random.Random) -> Spoilt | None:
    """Delete `move`; None for the last one."""
    if len(line.moves) <= move + 1:
        return None
    start, end = line.moves[move]
    made = _replaced(line, Span(start, end + (line.text[end : end + 1] == " ")), "")
    return made._replace(place=Span(start - 6, start + 12))


def doubled(line: SoundLine, move: int, rng: random.Random) -> Spoilt | None:
    """Write `move` twice."""
    span = line.moves[move]
    text = line.text[span.start : span.end]
    return _replaced(line, span, f"{text} {text}")


def exchanged(line: SoundLine, move: int, rng: random.Random) -> Spoilt | None:
    """Swap White's move and Black's answer in the pair of `move`."""
    if move + 1 >= len(line.moves) or not line.start[3]:
        return None
    move -= move % 2
    first, second = line.moves[move], line.moves[move + 1]
    one, other = line.text[first.start : first.end], line.text[second.start : second.end]
    if one == other or first.end > second.start or 200 < second.start - first.end:
        return None
    made = _replaced(line, Span(first.start, second.end), other + line.text[first.end : second.start] + one)
    return made._replace(moves=[*line.sans[:move], line.sans[move + 1], line.sans[move], *line.sans[move + 2 :]])


def letter(line: SoundLine, move: int, rng: random.Random) -> Spoilt | None:
    """Replace a digit of `move` by a letter that looks like it: `Nf5` → `NfS`."""
    likes = {"1": "lI", "5": "S", "8": "B", "6": "b", "2": "Z", "3": "E"}
    places = [at for at in range(*line.moves[move]) if line.text[at] in likes]
    if not places:
        return None
    at = rng.choice(places)
    return _with_sign(line, move, at, rng.choice(likes[line.text[at]]))


def number(line: SoundLine, move: int, rng: random.Random) -> Spoilt | None:
    """Replace a digit of the number before `move` by a letter: `10.` → `1O.`."""
    end = line.moves[move].start
    start = line.moves[move - 1].end if move else max(0, end - 6)
    found = list(re.finditer(r"(?<![\w.])[1-9][0-9](?=\s?[.…])", line.text[start:end]))
    if not found:
        return None
    likes = {"0": "Oo", "1": "lI", "5": "S", "8": "B", "2": "Z"}
    places = [at for at in range(*found[-1].span()) if line.text[start + at] in likes]
    if not places:
        return None
    at = start + rng.choice(places)
    made = _replaced(line, Span(at, at + 1), rng.choice(likes[line.text[at]]))
    return made._replace(place=Span(at - 1, at + 2))


KINDS: dict[str, Callable[[SoundLine, int, random.Random], Spoilt | None]] = {
    "square": square,
    "man": man,
    "lost": lost,
    "doubled": doubled,
    "exchanged": exchanged,
    "letter": letter,
    "number": number,
}


def is_silent(line: SoundLine, spoilt: Spoilt) -> bool:
    """Return True if all moves of `spoilt` are legal from the start of `line`."""
    return spoilt.moves is not None and count_playable(line.start, spoilt.moves) == len(spoilt.moves)


def verdict(line: SoundLine, spoilt: Spoilt) -> Verdict:
    """Lint `spoilt` and compare its first three fixes with the text of `line`."""
    found = line.found(spoilt.text)
    here = [one for one in found if one.span.start <= spoilt.place.end and spoilt.place.start <= one.span.end]
    right = any(
        _bare(_fixed(spoilt.text, one, number)) == _bare(line.text)
        for one in here
        for number in range(min(3, len(one.finding.fixes)))
    )
    return Verdict(bool(found), bool(here), right, len(found))


def _fixed(text: str, placed: PlacedFinding, number: int) -> str:
    place = placed.finding.place
    assert isinstance(place, Place)
    shift = placed.span.start - place.span.start
    for replacement in sorted(placed.finding.fixes[number].edits, key=lambda one: -one.place.span.start):
        span = replacement.place.span.shift(shift)
        text = text[: span.start] + replacement.text + text[span.end :]
    return text


def _bare(text: str) -> str:
    return _UNLIKE.sub("", text)


class Count(NamedTuple):
    """Counts of slips: `made` to `once` exclude the `silent` slips, which leave the line legal."""

    made: int = 0
    found: int = 0
    at: int = 0
    right: int = 0
    once: int = 0
    silent: int = 0

    def __add__(self, other: "Count") -> "Count":  # type: ignore[override]
        return Count(*map(sum, zip(self, other, strict=True)))


def measured(
    lines: Sequence[SoundLine],
    count: int,
    seed: str,
    kinds: Sequence[str] = tuple(KINDS),
    *,
    first: int = 0,
    after: int = 0,
) -> Iterator[tuple[str, SoundLine, Spoilt, Verdict | None]]:
    """Yield up to `count` slips of each kind in each line; the verdict is None if the line stays legal.

    A slip is in one of the moves from number `first` on, and before the last `after` ones.
    """
    for number, line in enumerate(lines):
        for kind in kinds:
            rng = random.Random(f"{seed} {number} {kind}")
            for _ in range(count):
                moves = (rng.randrange(first, len(line.moves) - after) for _ in range(_TRIES))
                made = (KINDS[kind](line, move, rng) for move in moves)
                spoilt = next((one for one in made if one and one.text != line.text), None)
                if spoilt:
                    yield kind, line, spoilt, None if is_silent(line, spoilt) else verdict(line, spoilt)


def foreign(lines: Sequence[SoundLine], count: int, seed: str) -> tuple[int, int]:
    """Return how many of `count` lines are blamed after the board of another study, and `count`."""
    rng = random.Random(seed)
    blamed = 0
    for _ in range(count):
        line, other = rng.sample(lines, 2)
        blamed += bool(line.found(other.text[: other.moves[0].start - 2] + line.text[line.moves[0].start - 2 :]))
    return blamed, count
