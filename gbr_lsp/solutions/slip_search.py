"""The cheapest slip that explains why a printed line does not run on.

A line that breaks is read again from up to eight half-moves before the break with one thing changed: a move that
resembles the printed one, a doubled move left out, two moves exchanged, or a half-move put in that was lost. It is
believed only if the line runs on behind it: to its printed end, six half-moves in all, or six half-moves farther.
Without such a change nothing is said, for the words may not be moves at all.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.notation.checks import ALL_MEN
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.legal import LegalMove, checks, legal_moves
from gbr_lsp.solutions.likeness import LIKE, bare, nearest
from gbr_lsp.solutions.line import Line, Node, path_through
from gbr_lsp.solutions.line_end import made_by, may_be_made
from gbr_lsp.solutions.moves import Position
from gbr_lsp.solutions.prose import SECOND_MOVE, ProseItem
from gbr_lsp.solutions.repairs import Repair
from gbr_lsp.solutions.tokens import movetext_tokens

BACK = 8
"""How many half-moves before the break a slip may stand."""
FARTHER = 8
"""So many half-moves behind a break are followed: more prove no more."""
_PROVED, _LOST_PROVED = 6, 5
_ALL = 6
"""A line that runs to its printed end has at least so many half-moves."""
_EARLY = 4
_DOUBLED, _EXCHANGED, _LOST = 1.0, 1.2, 2.6
_SIGN = 0.3
"""What it costs besides that a printed check or capture is none."""
_TAKES = regex("[x:×]")
_MOVES = ("move", "any", "odd")
_MAX_NEXT = 4
"""Maximum number of tokens, with numbers and marks, in which the next move is looked for."""
_MOST_READINGS = 6
"""In so many ways at most tokens are read, in which other numbers are passed over."""
_MAX_GAME_TOKENS = 40
"""Maximum number of tokens that are read after a move of a game that cannot be played."""


class Slip(Enum):
    """What is wrong at a place of a line."""

    WRONG = "another move was meant"
    UNREADABLE = "a move was meant in which another sign stands"
    DOUBLED = "the move stands there twice"
    EXCHANGED = "two moves have changed places"
    MISSING = "a half-move was left out before a number"
    NUMBER = "a letter stands for a digit of a number"


class LineStep(NamedTuple):
    """A position in a line: the half-move due there, and the move that led to it, as printed and in English letters."""

    half: int
    position: Position
    token: ProseItem | None = None
    san: str = ""


class Explained(NamedTuple):
    """A slip that makes a line run on: where it is, the position and half-move before it, and what may be meant.

    `second` is the other one of two moves that have changed places. `depth` is how many half-moves run in all, `end`
    the half-move that is due behind them, `is_whole` whether that is the printed end.
    """

    slip: Slip
    token: ProseItem
    half: int
    before: Position
    repairs: tuple[Repair, ...]
    cost: float
    depth: int
    end: int
    is_whole: bool
    is_legal: bool
    """Whether the printed move is legal, and only what stands behind it is not."""
    second: ProseItem | None = None
    line: tuple[LineStep, ...] = ()
    """The moves as printed, to where they run, the wrong one among them."""

    @property
    def style(self) -> str:
        """A move of the line as it is printed."""
        return next((step.token.text for step in self.line if step.token and step.token.kind == "move"), "")


class _Run(NamedTuple):
    """How far tokens run from a position: the token that stops the line, whether a half-move is lost before it, and
    whether the line runs to its printed end."""

    steps: list[LineStep]
    stop: int | None = None
    is_lost: bool = False
    is_whole: bool = False


class _Reading(NamedTuple):
    """Where a reading of tokens goes on: the steps made, what is due, and whether a move may follow at once."""

    at: int
    steps: tuple[LineStep, ...]
    half: int
    position: Position
    is_due: bool
    is_row: bool


class SlipSearch:
    """The search for a slip behind and before the last step of a line that was followed exactly."""

    def __init__(self, text: str, line: Sequence[LineStep], tokens: Sequence[ProseItem], language: Language) -> None:
        self._text = text
        self._language = language
        self.generations = 0
        """How often the legal moves of a position were made."""
        self._reads_alike = False
        exact = self._run(tokens, 0, line[-1], FARTHER + BACK)
        self._reads_alike = True
        self._line = [*line, *exact.steps]
        self.stop = None if exact.stop is None else tokens[exact.stop]
        """The token at which the line breaks; None where it does not."""
        self.due: int = self._line[-1].half
        """The half-move that is due where the line breaks."""
        self._is_lost = exact.is_lost
        behind = () if exact.stop is None else tokens[exact.stop :]
        back = [step.token for step in self._line[-BACK:] if step.token]
        self._tokens = [*back, *behind]
        self._break = len(back)
        self._depth = len(self._line) - 1

    def best(self) -> Explained | None:
        """The cheapest explanation, with the other moves that may be meant in its place; None where there is none."""
        if self.stop is None:
            return None
        enough = filter(self._is_enough, self._all())
        found = [one._replace(cost=one.cost + _SIGN * self._contradicted(one)) for one in enough]
        if not found:
            return None
        best = min(found, key=lambda one: (-one.depth, one.cost))
        alike = [one for one in found if (one.slip, one.token, one.second) == (best.slip, best.token, best.second)]
        alike.sort(key=lambda one: (-one.depth, one.cost, one.repairs[0].move.san if one.repairs else ""))
        start = self._line[: best.half - self._line[0].half + 1]
        line = (*start[1:], LineStep(best.half + 1, best.before, best.token, self._bare(best.token)), *best.line)
        return best._replace(repairs=tuple(repair for one in alike for repair in one.repairs), line=line)

    def _contradicted(self, one: Explained) -> int:
        """How many printed signs of check and captures behind a slip the line contradicts if it is mended so."""
        if not one.repairs:
            return 0
        first = LineStep(one.half + 1, one.repairs[0].move.after, None if one.slip is Slip.MISSING else one.token)
        before, wrong = one.before, 0
        for step in (first, *one.line):
            if step.token:
                printed = self._text[step.token.span.start : step.token.span.end]
                wrong += not checks(step.position) and "+" in printed
                taken = step.position[0][ALL_MEN].bit_count() < before[1][ALL_MEN].bit_count()
                wrong += not taken and _TAKES.search(printed) is not None
            before = step.position
        return wrong

    def _is_enough(self, one: Explained) -> bool:
        gain = one.depth - self._depth
        if one.slip is Slip.MISSING:
            return gain >= _LOST_PROVED or (one.is_whole and gain >= 3 and one.depth >= 8)
        slip_at = one.half - self._line[0].half
        if slip_at < _EARLY and gain < _EARLY:
            return False
        return gain >= _PROVED or (one.is_whole and one.depth >= _ALL and (gain >= 2 or one.depth >= 8))

    def _all(self) -> Iterator[Explained]:
        tokens = self._tokens
        for back in range(min(BACK, self._break) + 1):
            at = self._break - back
            before = self._line[-1 - back]
            if back < 2 and self._depth - back:
                yield from self._lost(at, before, back)
            if tokens[at].kind not in _MOVES:
                continue
            if before.token and self._bare(tokens[at]) == self._bare(before.token):
                yield self._explained(Slip.DOUBLED, at, before, (), _DOUBLED, self._run(tokens, at + 1, before))
            yield from self._exchanged(at, before, back)
            yield from self._wrong(at, before, back)

    def _wrong(self, at: int, before: LineStep, back: int) -> Iterator[Explained]:
        printed = self._bare(self._tokens[at])
        slip = Slip.UNREADABLE if self._tokens[at].kind == "odd" else Slip.WRONG
        for move in self._legal_before(at + 1, before):
            cost = nearest(printed, before.position, move)
            if cost is None or (back and not cost):
                continue
            run = self._run(self._tokens, at + 1, self._after(before, move))
            yield self._explained(slip, at, before, (Repair(move, cost),), cost, run, extra=1)

    def _exchanged(self, at: int, before: LineStep, back: int) -> Iterator[Explained]:
        tokens = self._tokens
        other = next((place for place in range(at + 1, len(tokens)) if tokens[place].kind != "number"), None)
        if other is None or tokens[other].kind != "move" or tokens[at].kind != "move":
            return
        first = made_by(tokens[other], self._language, before.position)
        second = first and made_by(tokens[at], self._language, first[1])
        if first and second and self._bare(tokens[at]) != self._bare(tokens[other]):
            run = self._run(tokens, other + 1, LineStep(before.half + 2, second[1]))
            one = self._explained(Slip.EXCHANGED, at, before, (), _EXCHANGED, run, extra=2)
            yield one._replace(second=tokens[other])

    def _lost(self, at: int, before: LineStep, back: int) -> Iterator[Explained]:
        if back == 0 and not self._is_lost and self._tokens[at].kind == "number":
            return
        for move in self._legal_before(at, before):
            run = self._run(self._tokens, at, self._after(before, move))
            if run.steps:
                repair = Repair(move, _LOST)
                yield self._explained(Slip.MISSING, at, before, (repair,), _LOST, run, extra=1)

    def _explained(
        self, slip: Slip, at: int, before: LineStep, repairs: tuple[Repair, ...], cost: float, run: _Run, extra: int = 0
    ) -> Explained:
        back = self._break - at
        depth = self._depth - back + extra + len(run.steps)
        end = run.steps[-1].half if run.steps else before.half + extra
        where = slip, self._tokens[at], before.half, before.position
        return Explained(*where, repairs, cost, depth, end, run.is_whole, back > 0, None, tuple(run.steps))

    def _most(self, at: int) -> int:
        """So many half-moves are followed behind a token."""
        return FARTHER + max(0, self._break - at)

    def _legal(self, position: Position) -> list[LegalMove]:
        self.generations += 1
        return legal_moves(position)

    def _legal_before(self, at: int, before: LineStep) -> list[LegalMove]:
        """Return the legal moves at `before`; none if the other side can make the move at `at` after none of them.

        Only the move that must follow directly is looked at; after any other token the list is complete.
        """
        following = [token for token in self._tokens[at : at + _MAX_NEXT] if token.kind != "mark"]
        if following and following[0].kind == "number" and following[0].half == before.half + 1:
            del following[0]
        _, them, _, turn = before.position
        if following and not may_be_made(following[0], self._language, them, white=not turn):
            return []
        return self._legal(before.position)

    def _bare(self, token: ProseItem) -> str:
        return bare(token.text, self._language)

    def _after(self, before: LineStep, move: LegalMove) -> LineStep:
        return LineStep(before.half + 1, move.after)

    def _run(self, tokens: Sequence[ProseItem], at: int, start: LineStep, most: int | None = None) -> _Run:
        """Follows tokens from a position, exactly, as far as they run.

        Numbers say which of them belong to the line. Behind words one that is due may as well begin an alternative that
        is talked about.
        """
        most = self._most(at) if most is None else most
        waiting = [_Reading(at, (), start.half, start.position, is_due=True, is_row=True)]
        best = _Run([])
        for number, reading in enumerate(waiting):
            run, passed = self._read(tokens, reading, most)
            if number == 0 or len(best.steps) < len(run.steps):
                best = run
            waiting += passed[: _MOST_READINGS - len(waiting)]
        return best

    def _read(self, tokens: Sequence[ProseItem], reading: _Reading, most: int) -> tuple[_Run, list[_Reading]]:
        """One reading of tokens, and those in which a number that is due is passed over."""
        at, before, half, position, is_due, is_row = reading
        steps = [*before]
        passed: list[_Reading] = []
        aside = 0
        while at < len(tokens) and len(steps) < most:
            token = tokens[at]
            if token.kind == "number":
                if token.half < SECOND_MOVE <= half:
                    break
                if token.half < half or token.half == aside:
                    # An alternative that is talked about, which its own numbers go on with.
                    aside = token.half
                    is_due = is_row = False
                    at += 1
                    continue
                aside, is_due = 0, token.half == half
                if token.half == half + 1 and is_row:
                    return _Run(steps, at, is_lost=True), passed
                if is_due and not is_row:
                    passed.append(_Reading(at + 1, tuple(steps), half, position, is_due=False, is_row=False))
                is_row = is_due
            elif token.kind in _MOVES and aside:
                aside += 1
            elif token.kind == "odd" and not (is_due and self._may_be_move(token, position)):
                is_due = is_row = False
            elif token.kind in _MOVES:
                counted = 0 if is_due or is_row else _counted(tokens, at, half)
                if is_due or counted:
                    if token.kind == "move":
                        made = made_by(token, self._language, position)
                    else:
                        made = self._any(tokens, at, position) if token.kind == "any" else self._alike(token, position)
                    if made is None and counted == 1:
                        # A square that words name.
                        at += 1
                        continue
                    if made is None:
                        return _Run(steps, at), passed
                    position, half, is_due, is_row = made[1], half + 1, True, True
                    steps.append(LineStep(half, position, token, made[0]))
            elif token.kind != "mark":
                is_due = is_row = False
                aside = 0
            at += 1
        return _Run(steps, is_whole=len(steps) < most), passed

    def _any(self, tokens: Sequence[ProseItem], at: int, position: Position) -> tuple[str, Position] | None:
        """A move of a man of which any move is meant: the first one behind which the next move can be made."""
        letter = self._language.letters.get(tokens[at].text.rstrip(" ~∼"))
        moves = [move for move in self._legal(position) if letter and move.san.startswith(letter)]
        behind = next((token for token in tokens[at + 1 :] if token.kind == "move"), None)
        fitting = (move for move in moves if behind and made_by(behind, self._language, move.after))
        found = next(fitting, next(iter(moves), None))
        return (found.san, found.after) if found else None

    def _may_be_move(self, token: ProseItem, position: Position) -> bool:
        """Whether a word is one slip from a legal move; others are only words."""
        printed = self._bare(token)
        return any(nearest(printed, position, move) is not None for move in self._legal(position))

    def _alike(self, token: ProseItem, position: Position) -> tuple[str, Position] | None:
        """The only move of which the printed one differs in signs that look alike; None where the line breaks there."""
        if not self._reads_alike:
            return None
        printed = self._bare(token)
        costs = [(nearest(printed, position, move), move) for move in self._legal(position)]
        found = [move for cost, move in costs if cost is not None and cost <= LIKE]
        return (found[0].san, found[0].after) if len(found) == 1 else None


def _counted(tokens: Sequence[ProseItem], at: int, half: int) -> int:
    """How many moves in a row from a token on are those before the number behind them; 0 if they are not."""
    end = next((place for place in range(at, len(tokens)) if tokens[place].kind not in _MOVES), len(tokens))
    counts = end < len(tokens) and tokens[end].kind == "number" and tokens[end].half == half + end - at
    return end - at if counts else 0


def explain_game(text: str, line: Line, node: Node, language: Language) -> Explained | None:
    """Return the slip that lets a line of a game run on after a node at which it breaks; None if no single one does."""
    path = [one for one in path_through(line, node)[0][:-1] if one.after and one.san]
    first = (path or [node])[0]
    if node.before is None or first.before is None:
        return None
    steps = [LineStep(first.half, first.before)]
    for one in path:
        if one.after and one.san:
            steps.append(LineStep(one.half + 1, one.after, ProseItem("move", one.san, one.span), one.san))
    tokens = movetext_tokens(text, node.span.start, _MAX_GAME_TOKENS)
    return SlipSearch(text, steps, tokens, language).best()
