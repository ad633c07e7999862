"""The tree of a PGN game, read tolerantly: every problem of the movetext is a node of it.

A slip is reported once: behind a move that cannot be followed, the rest of the line is not judged. What cannot be known
is left alone, such as a castling that the board neither allows nor forbids. A game in the letters of another language
is read in those.
"""

from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.solutions.languages import ENGLISH, Language, languages_of
from gbr_lsp.solutions.line import Line, Node, nodes_of, problems_of
from gbr_lsp.solutions.moves import AMBIGUOUS, CASTLES, Position, has_pawns_at_the_ends, passed, play
from gbr_lsp.solutions.movetext import OPEN, MovetextPart, PartKind, parts_of, said
from gbr_lsp.solutions.problems import MoveProblem
from gbr_lsp.solutions.replay import Start, en_passant, position_at
from gbr_lsp.solutions.san import CASTLING, FROM_TO, MOVES, is_move

_STRUCTURE = (MoveProblem.UNCLOSED, MoveProblem.UNOPENED)


class Game(NamedTuple):
    """The moves of a PGN game: its main line, and the language of its letters."""

    line: Line
    language: Language

    @property
    def problems(self) -> list[Node]:
        """The nodes with a problem, in order; behind a bracket that is not closed only problems of brackets."""
        found = problems_of(self.line)
        opened = next((node.span for node in found if node.problem in _STRUCTURE), None)
        return [node for node in found if opened is None or node.span <= opened or node.problem in _STRUCTURE]


def read_game(text: str, start: Start) -> Game:
    """The tree of a game, tags included; never raises. Without a turn, that which reads farther is taken."""
    parts = list(parts_of(text))
    turns = [start.turn] if start.turn is not None else _turns(parts)
    best = Game(_Reader(parts, start, turns[0], ENGLISH).read(), ENGLISH)
    words = [part.text for part in parts if part.kind in (PartKind.MOVE, PartKind.WORD)]
    readings = [(ENGLISH, turn) for turn in turns[1:]]
    if _lost_at(best) is not None:
        readings += [
            (language, turn)
            for language in languages_of([word for word in words if _may_be_move(word)])
            for turn in turns
        ]
    for language, turn in readings:
        lost = _lost_at(best)
        if lost is None:
            break
        other = Game(_Reader(parts, start, turn, language).read(), language)
        farther = _lost_at(other)
        if farther is None or lost < farther:
            best = other
    return best


def _turns(parts: list[MovetextPart]) -> list[bool]:
    """Who may move first, the likelier color first."""
    number = next((part for part in parts if part.kind is PartKind.NUMBER), None)
    black = number is not None and said(number.text)[1] is True
    return [not black, black]


def _may_be_move(word: str) -> bool:
    return any(file + rank in word for file in "abcdefgh" for rank in "12345678" if file in word)


def _lost_at(game: Game) -> int | None:
    """Where the first move stands that cannot be made; None where there is none."""
    problems = (node for node in nodes_of(game.line) if node.problem and node.problem not in _STRUCTURE)
    return min((node.span.start for node in problems), default=None)


class _Open(NamedTuple):
    """A line that waits for the end of a variation."""

    line: Line
    last: Node | None
    now: Position | None
    half: int
    unsure: bool
    bracket: Span


class _Reader:
    """Makes the tree of one game, from the parts of its text."""

    def __init__(self, parts: list[MovetextPart], start: Start, turn: bool, language: Language) -> None:
        self.parts = parts
        self.start = start
        self.language = language
        self.first = position_at(start, turn)
        self.now: Position | None = self.first
        self.half = 2 if turn else 3
        """The half-move that is due."""
        self.counted = False
        """Whether a number has said so."""
        self.shifts = {0}
        """By how much the numbers may differ from what is due, after numbers that were wrong."""
        self.unsure = False
        """Whether a text that was not read may have been a move."""
        self.line: Line = []
        self.last: Node | None = None
        """The last move of the line."""
        self.open: list[_Open] = []

    def read(self) -> Line:
        before: Span | None = None
        for behind, part in enumerate(self.parts, 1):
            if part.kind is PartKind.NUMBER:
                if before and part.span.start - before.end <= 1:
                    self.add(part.span, None, MoveProblem.SECOND_NUMBER if self.now else None)
                else:
                    self.number(part, behind)
            elif part.kind is PartKind.MOVE:
                self.move(part, self.language.english(part.text))
            elif part.kind is PartKind.WORD:
                english = self.language.english(part.text)
                self.move(part, english if english is not None and is_move(english) else None)
            elif part.kind is PartKind.UNCLOSED:
                self.add(part.span, None, MoveProblem.UNCLOSED)
            elif part.kind is PartKind.BRACKET:
                self.bracket(part)
            before = part.span if part.kind is PartKind.NUMBER else None
        while self.open:
            bracket = self.open[-1].bracket
            self.close()
            self.add(bracket, None, MoveProblem.UNCLOSED)
        return self.line

    def add(self, span: Span, san: str | None, problem: MoveProblem | None, after: Position | None = None) -> None:
        node = Node(span, san, self.half, self.now, after, problem, [])
        self.line.append(node)
        if san is not None:
            self.last = node

    def bracket(self, part: MovetextPart) -> None:
        if part.text != OPEN:
            if self.open:
                empty, bracket = not self.line, self.open[-1].bracket
                self.close()
                if empty:
                    self.add(bracket, None, MoveProblem.EMPTY)
            else:
                self.add(part.span, None, MoveProblem.UNOPENED)
            return
        last = self.last
        self.open.append(_Open(self.line, last, self.now, self.half, self.unsure, part.span))
        self.line, self.last = [], None
        if last is None:
            self.now = None
        else:
            last.variations.append(self.line)
            self.now, self.half = last.before, last.half
        self.unsure = self.now is None

    def close(self) -> None:
        self.line, self.last, self.now, self.half, self.unsure, _ = self.open.pop()

    def number(self, part: MovetextPart, behind: int) -> None:
        """Reads a move number; `behind` is the index of the part after it."""
        value, black = said(part.text)
        if black is None:
            black = self.half % 2 == 1
        half = 2 * value + black
        if not self.counted:
            # A line in which Black moves first may begin with `1.` as with `1...`.
            self.half = 2 * value + self.half % 2
            self.shifts = {half - self.half}
            self.counted = True
            return
        shift = half - self.half
        if self.now is None:
            return
        if shift in self.shifts:
            self.unsure = self.unsure and shift != 0
            return
        if self.unsure:
            # The text that was not read was a move, and what it was is not known.
            self.lose()
            return
        if shift == 1 and not self._is_legal_next(behind):
            self.add(part.span, None, MoveProblem.MISSING)
            self.lose()
            return
        self.add(part.span, None, MoveProblem.NUMBER)
        self.shifts.add(shift)
        # Where moves were left out, the next is no error of its own.
        self.unsure = True

    def _is_legal_next(self, behind: int) -> bool:
        """Whether the part with that index is a move that the side that is to move can make."""
        word = self.parts[behind].text if behind < len(self.parts) else ""
        move = self.now and MOVES[self.now[3]][self.language.english(word) or ""]
        return bool(self.now and move and play(self.now, move))

    def lose(self) -> None:
        self.now = None

    def move(self, part: MovetextPart, san: str | None) -> None:
        if san is None:
            self.unreadable(part)
            return
        if self.now is None:
            self.add(part.span, san, None)
            self.half += 1
            return
        move = MOVES[self.now[3]][san]
        after = None if move is None else play(self.now, move)
        if after is not None and after is not AMBIGUOUS:
            self.add(part.span, san, None, after)
            self.now = after
        else:
            problem = MoveProblem.AMBIGUOUS if after is AMBIGUOUS else MoveProblem.ILLEGAL
            excused = self.unsure or (problem is MoveProblem.ILLEGAL and self.excuses(san))
            self.add(part.span, san, None if excused else problem)
            self.lose()
        self.half += 1

    def unreadable(self, part: MovetextPart) -> None:
        last = self.line[-1] if self.line else None
        if part.text == "}":
            if last and last.problem is MoveProblem.UNREADABLE:
                self.line.pop()
            self.add(part.span, None, MoveProblem.UNOPENED)
            return
        if last and last.problem is MoveProblem.UNREADABLE and part.span.start - last.span.end <= 1:
            # Words behind each other are one text.
            self.line[-1] = last._replace(span=Span(last.span.start, part.span.end))
            return
        self.add(part.span, None, None if self.now is None else MoveProblem.UNREADABLE)
        self.unsure = True

    def excuses(self, san: str) -> bool:
        """Whether something that is not known could make a move legal."""
        now = self.now
        assert now
        us, them, _, turn = now
        move = MOVES[turn][san]
        if move is None or has_pawns_at_the_ends(self.first):
            return True
        if move.piece_type in (CASTLING, FROM_TO) and not _castling_fits(self.start.castling, self.first):
            return True
        if now is self.first and en_passant(self.start.en_passant, now) is None and move.to & passed(now):
            return play((us, them, move.to, turn), move) is not None
        return False


def _castling_fits(field: str | None, position: Position) -> bool:
    """Whether a field grants what the board has kings and rooks at home for, by the letters KQkq."""
    us, them, _, _ = position
    return field is None or field == "-" or len(field) == (us[CASTLES] | them[CASTLES]).bit_count()
