"""The cheapest slip that explains why a printed line does not run.

A line that breaks is read again from up to eight half-moves before the break with one change: a
move that resembles the printed one, a doubled move removed, two moves exchanged, or a lost
half-move inserted. The change is accepted only if the line then runs: to its printed end, six
half-moves in all, or six half-moves farther. Otherwise nothing is reported, for the words may not
be moves at all.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.notation.checks import ALL_MEN
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.legal_moves import LegalMove, is_check, legal_moves
from gbr_lsp.solutions.likeness import LOOK_ALIKE, bare_san, slip_cost
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.line_tokens import movetext_tokens
from gbr_lsp.solutions.movetext import MOVE_KINDS, MoveToken
from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.prose_items import SECOND_MOVE
from gbr_lsp.solutions.slip_explanation import Slip, SlipExplanation
from gbr_lsp.solutions.spelling import may_be_made, play_item, replay_items

MAX_BACK = 8
"""Maximum number of half-moves between a slip and the break."""
MAX_AHEAD = 8
"""Maximum number of half-moves followed after a break; more would be no better evidence."""
_MAX_AHEAD_OF_FIRST = 24
"""Maximum number of further half-moves followed after a slip in the first pair of moves."""
_MIN_GAIN, _MIN_GAIN_IF_LOST = 6, 5
"""Minimum number of half-moves gained by a slip, and by an inserted half-move."""
_MIN_COMPLETE_PLIES = 6
"""Minimum number of half-moves of a line that runs to its printed end."""
_MAX_EARLY_PLIES = 4
_FIRST_PAIR = 2
"""Number of half-moves of move 1."""
_DOUBLED_COST, _EXCHANGED_COST, _LOST_COST = 1.0, 1.2, 2.6
"""Costs of the slips."""
_SIGN_COST = 0.3
"""Additional cost of a printed check or capture that is none."""
_SQUARE = regex("[a-h][1-8]")
_CAPTURE_SIGN = regex("[x:×]")
_MAX_NEXT = 4
"""Maximum number of tokens, numbers and marks included, searched for the next move."""
_MAX_READINGS = 6
"""Maximum number of readings of the tokens, which skip different numbers."""
_MAX_GAME_TOKENS = 40
"""Maximum number of tokens read after the move of a game that cannot be played."""


class _Run(NamedTuple):
    """Run of tokens from a position.

    `moves` have the indexes of their tokens. `stop` is the index of the token that stops it, or None.
    `is_lost` is True if a half-move is missing before that token, `is_complete` if the run reaches the
    printed end.
    """

    moves: list[Node]
    stop: int | None = None
    is_lost: bool = False
    is_complete: bool = False


class _Reading(NamedTuple):
    """State of a reading of tokens: the next index, the moves so far, half-move and position.

    A move may follow at once if `is_due` (its number was read) or `is_row` (a move precedes it).
    """

    at: int
    moves: tuple[Node, ...]
    half: int
    position: Position
    is_due: bool
    is_row: bool


class SlipSearch:
    """Search for a slip around the last move of a line that was followed exactly.

    `line` has the start and the moves up to there, `printed` the token of each of these moves, and
    `tokens` the tokens after them.
    """

    def __init__(
        self,
        text: str,
        line: Sequence[Node],
        printed: Sequence[MoveToken],
        tokens: Sequence[MoveToken],
        language: Language,
    ) -> None:
        self._text = text
        self._language = language
        self.generations = 0
        """The number of positions whose legal moves were generated."""
        self._can_read_alike = False
        exact = self._run(tokens, 0, line[-1], MAX_AHEAD + MAX_BACK)
        self._can_read_alike = True
        self._line = [*line, *exact.moves]
        self._printed = [*printed, *(tokens[move.item] for move in exact.moves)]
        self.stop = None if exact.stop is None else tokens[exact.stop]
        """The token at which the line breaks, or None."""
        self.due: int = self._line[-1].due
        """The half-move due where the line breaks."""
        self._is_lost = exact.is_lost
        last = exact.moves[-1].item + 1 if exact.moves else 0
        self._is_after_words = any(token.kind == "word" for token in tokens[last : exact.stop])
        self._depth = len(self._printed)
        self._break = min(self._depth, MAX_BACK)
        following = () if exact.stop is None else tokens[exact.stop :]
        self._tokens = [*self._printed[-MAX_BACK:], *following]

    def find_best(self) -> SlipExplanation | None:
        """Return the cheapest `SlipExplanation`, with all repairs possible in its place, or None."""
        if self.stop is None:
            return None
        enough = filter(self._is_enough, self._explanations())
        found = [one._replace(cost=one.cost + _SIGN_COST * self._count_contradictions(one)) for one in enough]
        if not found:
            return None
        best = min(found, key=lambda one: (-one.depth, one.cost))
        if self._is_in_first_pair(best) and best.line and not best.is_complete:
            # Checks from another board may run for long.
            rest = self._run(self._tokens, best.line[-1].item + 1, best.line[-1], _MAX_AHEAD_OF_FIRST)
            if not rest.is_complete and len(rest.moves) < _MAX_AHEAD_OF_FIRST:
                return None
        alike = [one for one in found if (one.slip, one.token, one.second) == (best.slip, best.token, best.second)]
        alike.sort(key=lambda one: (-one.depth, one.cost, one.repairs[0].san if one.repairs else ""))
        plies = best.half - self._line[0].due
        wrong = Node(best.token.span, self._bare_san(best.token), best.half, best.before, None)
        return best._replace(
            repairs=tuple(repair for one in alike for repair in one.repairs),
            line=(*self._line[1 : plies + 1], wrong, *best.line),
            tokens=(*self._printed[:plies], best.token, *(self._tokens[move.item] for move in best.line)),
            stop=self.stop,
        )

    def _count_contradictions(self, one: SlipExplanation) -> int:
        """Return the number of printed checks and captures after the slip that the repair `one` contradicts."""
        if not one.repairs:
            return 0
        first = Node(one.token.span, None, one.half, one.before, one.repairs[0].after)
        is_missing = one.slip is Slip.MISSING
        wrong, before = 0, first.position if is_missing else one.before
        for move in one.line if is_missing else (first, *one.line):
            printed = self._text[move.span.start : move.span.end]
            wrong += not is_check(move.position) and "+" in printed
            taken = move.position[0][ALL_MEN].bit_count() < before[1][ALL_MEN].bit_count()
            wrong += not taken and _CAPTURE_SIGN.search(printed) is not None
            before = move.position
        return wrong

    def _is_enough(self, one: SlipExplanation) -> bool:
        """Return True if the slip `one` lets enough half-moves run to be believed."""
        gain = one.depth - self._depth
        if one.slip is Slip.MISSING:
            return gain >= _MIN_GAIN_IF_LOST or (one.is_complete and gain >= 3 and one.depth >= 8)
        if one.is_legal and gain < 2 and self._is_after_words:
            # The move after the words may belong to another line.
            return False
        slip_at = one.half - self._line[0].due
        if slip_at < _MAX_EARLY_PLIES and gain < _MAX_EARLY_PLIES:
            return False
        if self._is_in_first_pair(one) and len(one.line) < MAX_AHEAD and not one.is_complete:
            # A line that stops at its beginning, and soon again, belongs to another board.
            return False
        is_long = one.depth >= _MIN_COMPLETE_PLIES and (gain >= 2 or one.depth >= 8)
        return gain >= _MIN_GAIN or (one.is_complete and is_long)

    def _is_in_first_pair(self, one: SlipExplanation) -> bool:
        return self._line[0].parent is None and one.half - self._line[0].due < _FIRST_PAIR

    def _explanations(self) -> Iterator[SlipExplanation]:
        """Yield a `SlipExplanation` for every slip that is possible from `MAX_BACK` half-moves before the break on."""
        tokens = self._tokens
        for back in range(self._break + 1):
            at = self._break - back
            before = self._line[-1 - back]
            if back < 2 and self._depth - back:
                yield from self._lost_moves(at, before, back)
            if tokens[at].kind not in MOVE_KINDS or (self._is_lost and self._is_after_words):
                continue
            if before.san and self._bare_san(tokens[at]) == self._bare_san(self._printed[self._depth - back - 1]):
                yield self._explanation(Slip.DOUBLED, at, before, (), _DOUBLED_COST, self._run(tokens, at + 1, before))
            yield from self._exchanged_moves(at, before, back)
            yield from self._wrong_moves(at, before, back)

    def _wrong_moves(self, at: int, before: Node, back: int) -> Iterator[SlipExplanation]:
        """Yield a `SlipExplanation` for each move that resembles token `at`, `back` half-moves before the break."""
        printed = self._bare_san(self._tokens[at])
        slip = Slip.UNREADABLE if self._tokens[at].kind == "odd" else Slip.WRONG
        for move in self._legal_before(at + 1, before):
            cost = slip_cost(printed, before.position, move)
            if cost is None or (back and not cost):
                continue
            run = self._run(self._tokens, at + 1, _node_after(before, move))
            yield self._explanation(slip, at, before, (move,), cost, run, extra=1)

    def _exchanged_moves(self, at: int, before: Node, back: int) -> Iterator[SlipExplanation]:
        """Yield a `SlipExplanation` if token `at` and the next move run in the other order."""
        tokens = self._tokens
        other = next((place for place in range(at + 1, len(tokens)) if tokens[place].kind != "number"), None)
        if other is None or tokens[other].kind != "move" or tokens[at].kind != "move":
            return
        made = [*replay_items(before.position, (tokens[other], tokens[at]), self._language)]
        if len(made) == 2 and self._bare_san(tokens[at]) != self._bare_san(tokens[other]):
            (_, between), (san, after) = made
            run = self._run(tokens, other + 1, Node(tokens[at].span, san, before.due + 1, between, after))
            one = self._explanation(Slip.EXCHANGED, at, before, (), _EXCHANGED_COST, run, extra=2)
            yield one._replace(second=tokens[other])

    def _lost_moves(self, at: int, before: Node, back: int) -> Iterator[SlipExplanation]:
        """Yield a `SlipExplanation` for each legal move that may be missing before token `at`."""
        if back == 0 and not self._is_lost and self._tokens[at].kind == "number":
            return
        for move in self._legal_before(at, before):
            run = self._run(self._tokens, at, _node_after(before, move))
            if run.moves:
                yield self._explanation(Slip.MISSING, at, before, (move,), _LOST_COST, run, extra=1)

    def _explanation(
        self, slip: Slip, at: int, before: Node, repairs: tuple[LegalMove, ...], cost: float, run: _Run, extra: int = 0
    ) -> SlipExplanation:
        """Return a `SlipExplanation` for a slip at token `at`; the repaired move itself counts as `extra`."""
        back = self._break - at
        plies = extra + len(run.moves)
        depth, end = self._depth - back + plies, before.due + plies
        where = slip, self._tokens[at], before.due, before.position, repairs, self._language
        return SlipExplanation(*where, cost, depth, end, run.is_complete, back > 0, tuple(run.moves))

    def _legal_moves(self, position: Position) -> list[LegalMove]:
        self.generations += 1
        return legal_moves(position)

    def _legal_before(self, at: int, before: Node) -> list[LegalMove]:
        """Return the legal moves at `before`, or an empty list if token `at` cannot follow any of them.

        Only a token that is a move and must follow directly is checked; before any other token the list
        is complete.
        """
        following = [token for token in self._tokens[at : at + _MAX_NEXT] if token.kind != "mark"]
        if following and following[0].kind == "number" and following[0].half == before.due + 1:
            del following[0]
        _, them, _, turn = before.position
        if following and not may_be_made(following[0], self._language, them, white=not turn):
            return []
        return self._legal_moves(before.position)

    def _bare_san(self, token: MoveToken) -> str:
        return bare_san(token.text, self._language)

    def _run(self, tokens: Sequence[MoveToken], at: int, start: Node, limit: int | None = None) -> _Run:
        """Follow `tokens` exactly from `start`, the first at index `at`; return the longest `_Run`.

        Numbers show which tokens belong to the line. After words a number that is due may also
        begin an alternative, so it is read both ways. `limit` limits the half-moves.
        """
        limit = MAX_AHEAD + max(0, self._break - at) if limit is None else limit
        waiting = [_Reading(at, (), start.due, start.position, is_due=True, is_row=True)]
        best = _Run([])
        for number, reading in enumerate(waiting):
            run, passed = self._read(tokens, reading, limit)
            if number == 0 or len(best.moves) < len(run.moves):
                best = run
            waiting += passed[: _MAX_READINGS - len(waiting)]
        return best

    def _read(self, tokens: Sequence[MoveToken], reading: _Reading, limit: int) -> tuple[_Run, list[_Reading]]:
        """Return the `_Run` of one reading, and the readings that skip a number that is due."""
        at, before, half, position, is_due, is_row = reading
        moves = [*before]
        passed: list[_Reading] = []
        aside = 0
        gap, is_apart = None, False
        while at < len(tokens) and len(moves) < limit:
            token = tokens[at]
            if token.kind == "number":
                if token.half < SECOND_MOVE <= half:
                    break
                if token.half < half or token.half == aside:
                    # An alternative, which its own numbers continue.
                    aside = token.half
                    is_due = is_row = False
                    at += 1
                    continue
                aside, is_due = 0, token.half == half
                if token.half == half + 1 and is_row:
                    return _Run(moves, at, is_lost=True), passed
                if token.half == half + 1 and not is_apart:
                    gap = at if gap is None else gap
                if is_due and not is_row:
                    passed.append(_Reading(at + 1, tuple(moves), half, position, is_due=False, is_row=False))
                is_row = is_due
            elif token.kind in MOVE_KINDS and aside:
                aside += 1
            elif token.kind == "odd" and not (is_due and any(self._costs(token, position))):
                is_due = is_row = False
            elif token.kind in MOVE_KINDS:
                counted = 0 if is_due or is_row else _count_numbered(tokens, at, half)
                if is_due or counted:
                    if token.kind == "move":
                        made = play_item(token, self._language, position)
                    elif token.kind == "any":
                        made = self._play_any(tokens, at, position)
                    else:
                        made = self._play_look_alike(token, position)
                    if made is None and counted == 1:
                        # A square named in words.
                        at += 1
                        continue
                    if made is None:
                        return _Run(moves, at), passed
                    moves.append(Node(token.span, made.san, half, position, made.after, item=at))
                    position, half, is_due, is_row = made.after, half + 1, True, True
                    gap, is_apart = None, False
            elif token.kind != "mark":
                is_apart = is_apart or token.kind == "end"
                is_due = is_row = False
                aside = 0
            at += 1
        end = tokens[moves[-1].item].span.end if moves else tokens[0].span.start if tokens else 0
        if gap is not None and not self._can_read_alike and not _SQUARE.search(self._text, end, tokens[gap].span.start):
            # The half-move before this number may be lost, too.
            return _Run(moves, gap, is_lost=True), passed
        return _Run(moves, is_complete=len(moves) < limit), passed

    def _play_any(self, tokens: Sequence[MoveToken], at: int, position: Position) -> LegalMove | None:
        """Return a move by the man in token `at`, or None.

        A move that lets the next printed move run is preferred.
        """
        letter = self._language.letters.get(tokens[at].text.rstrip(" ~∼"))
        moves = [move for move in self._legal_moves(position) if letter and move.san.startswith(letter)]
        following = next((token for token in tokens[at + 1 :] if token.kind == "move"), None)
        fitting = (move for move in moves if following and play_item(following, self._language, move.after))
        return next(fitting, next(iter(moves), None))

    def _play_look_alike(self, token: MoveToken, position: Position) -> LegalMove | None:
        """Return the only legal move that looks like `token`, or None if there are several."""
        costs = self._costs(token, position) if self._can_read_alike else ()
        found = [move for cost, move in costs if cost <= LOOK_ALIKE]
        return found[0] if len(found) == 1 else None

    def _costs(self, token: MoveToken, position: Position) -> Iterator[tuple[float, LegalMove]]:
        """Yield the cost and the move for each legal move that is one slip away from `token`."""
        printed = self._bare_san(token)
        for move in self._legal_moves(position):
            if (cost := slip_cost(printed, position, move)) is not None:
                yield cost, move


def _node_after(before: Node, move: LegalMove) -> Node:
    return Node(before.span, move.san, before.due, before.position, move.after)


def _count_numbered(tokens: Sequence[MoveToken], at: int, half: int) -> int:
    """Return the number of moves from token `at` to a number that fits; 0 if it does not.

    `half` is the half-move of the first one.
    """
    end = next((place for place in range(at, len(tokens)) if tokens[place].kind not in MOVE_KINDS), len(tokens))
    counts = end < len(tokens) and tokens[end].kind == "number" and tokens[end].half == half + end - at
    return end - at if counts else 0


def explain_game(text: str, node: Node, language: Language) -> SlipExplanation | None:
    """Return the `SlipExplanation` of a PGN line that breaks at `node`, or None."""
    path = [one for one in node.path if one.after and one is not node]
    start = (path or [node])[0]
    if node.before is None or start.before is None:
        return None
    first = Node(start.span, None, start.half - 1, None, start.before)
    printed = [MoveToken("move", one.san or "", one.span) for one in path]
    tokens = movetext_tokens(text, node.span.start, _MAX_GAME_TOKENS)
    return SlipSearch(text, [first, *path], printed, tokens, language).find_best()
