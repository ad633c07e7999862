"""The tree of a PGN game, read tolerantly: every problem of the movetext is a node.

A slip is reported once: after a move that cannot be followed, the rest of the line is not judged.
What cannot be known is accepted, such as castling that the board neither allows nor forbids. A game
in the letters of another language is read in that language.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.solutions.languages import ENGLISH, Language, languages_of
from gbr_lsp.solutions.line import Line, Node, nodes_of
from gbr_lsp.solutions.movetext import MoveToken, TokenKind, game_parts, has_two_dots, parse_number
from gbr_lsp.solutions.position import AMBIGUOUS, CASTLES, Position, has_pawns_at_the_ends, passed_squares, play
from gbr_lsp.solutions.problems import MoveProblem
from gbr_lsp.solutions.replay import Start, en_passant, position_at
from gbr_lsp.solutions.san import CASTLING, FROM_TO, MOVES, is_move

MAX_PARTS = 50_000
"""Maximum number of numbers, moves, words and brackets read of a game. Games that are played or
analyzed have far fewer."""
_MOVE_KINDS: tuple[TokenKind, ...] = ("move", "word")
_BRACKET_PROBLEMS = (MoveProblem.UNCLOSED, MoveProblem.UNOPENED)
_PROBLEMS_WITHOUT_MOVE = (*_BRACKET_PROBLEMS, MoveProblem.UNREAD)
_PROBLEMS_OF_NO_LANGUAGE = (*_PROBLEMS_WITHOUT_MOVE, MoveProblem.NUMBER, MoveProblem.SECOND_NUMBER)
"""Problems that no language of the letters causes or removes."""


class Game(NamedTuple):
    """Moves of a PGN game: the main line, the language of its letters, and the starts of its lines.

    `root` is the start of the main line, `starts` are those of the variations, in order. The span of a start
    is the text in the brackets; its problem is `UNCLOSED` if the second bracket is missing.
    """

    line: Line
    language: Language
    root: Node
    starts: Sequence[Node]
    next_start: int | None = None
    """The offset of another game on the last line, after the result."""

    @property
    def is_read_to_end(self) -> bool:
        """Return True if the game was read to its end."""
        return not self.line or self.line[-1].problem is not MoveProblem.UNREAD

    @property
    def can_be_played(self) -> bool | None:
        """Whether all moves are legal; None if some are not followed, such as after one that is ambiguous."""
        problems = {node.problem for node in self.problems}
        if MoveProblem.ILLEGAL in problems:
            return False
        lost = {MoveProblem.AMBIGUOUS, MoveProblem.UNREADABLE, MoveProblem.MISSING, MoveProblem.UNREAD}
        return None if problems & lost else True

    @property
    def problems(self) -> list[Node]:
        """Return the nodes with a problem, as a list of `Node` sorted by offset.

        After a bracket that is not closed only problems of brackets count.
        """
        found = sorted((node for node in nodes_of(self.line) if node.problem), key=lambda node: node.span)
        opened = next((node.span for node in found if node.problem in _BRACKET_PROBLEMS), None)
        return [
            node for node in found if opened is None or node.span <= opened or node.problem in _PROBLEMS_WITHOUT_MOVE
        ]


def read_game(text: str, start: Start, offset: int = 0) -> Game:
    """Return the first `Game` from `offset` on in `text`, tags included, from the board `start`; never raises.

    If `start` has no turn, the turn that lets more moves run is used. After `MAX_PARTS` parts the
    rest is not read.
    """
    # The last part shows that there are more.
    parts, _, next_start = game_parts(text, offset, MAX_PARTS + 1)
    turns = [start.turn] if start.turn is not None else _turns(parts)
    words = {part.text for part in parts if part.kind in _MOVE_KINDS}
    language = ENGLISH
    reader = _Reader(parts, start, turns[0], _translations(words, ENGLISH))
    game = reader.read(ENGLISH)
    lost, tried = reader.failure, [(turns[0], reader.english)]
    best: _Reader | None = None
    for other, turn in product([ENGLISH, *languages_of(list(filter(_may_be_move, words)))], turns):
        if lost is None:
            break
        reader = _Reader(parts, start, turn, _translations(words, other))
        # Most languages have most letters in common.
        if (turn, reader.english) not in tried:
            tried.append((turn, reader.english))
            farther = reader.find_failure()
            if farther is None or lost < farther:
                lost, language = farther, other
                best = _Reader(parts, start, turn, reader.english)
    return (best.read(language) if best else game)._replace(next_start=next_start)


def _translations(words: set[str], language: Language) -> dict[str, str | None]:
    """Return the words in English letters, by word; None for a word that `language` cannot read."""
    return {word: language.to_english(word) for word in words}


def _turns(parts: list[MoveToken]) -> list[bool]:
    """Return both colors, True for White, the likelier one to move first at the front."""
    number = next((part for part in parts if part.kind == "number"), None)
    black = number is not None and parse_number(number.text)[1] is True
    return [not black, black]


def _may_be_move(word: str) -> bool:
    return any(file + rank in word for file in "abcdefgh" for rank in "12345678" if file in word)


class _OpenLine(NamedTuple):
    """Line that waits for the end of a variation."""

    line: Line
    end: Node
    position: Position | None
    half: int
    is_unsure: bool
    bracket: Span
    start: Node
    """The start of the variation."""


class _Reader:
    """Reader that builds the tree of one game from the parts of its text."""

    def __init__(self, parts: list[MoveToken], start: Start, turn: bool, english: Mapping[str, str | None]) -> None:
        self.parts = parts
        self.start = start
        self.english = english
        """The words of the game in English letters; None for a word that the language cannot
        read."""
        self.first_position = position_at(start, turn)
        self.position: Position | None = self.first_position
        self.half = 2 if turn else 3
        """The half-move that is due."""
        self.has_number = False
        """Whether a number was read."""
        self.shifts = {0}
        """The accepted differences between a number and the one due, after wrong numbers."""
        self.is_unsure = False
        """Whether a text that was not read may have been a move."""
        # A caret at the start of the first number is before its move; directly at a move it would be after it.
        at = parts[0].span.start - (parts[0].kind in _MOVE_KINDS) if parts else 0
        self.root = Node(Span(at, at), None, self.half - 1, None, self.first_position)
        self.starts: list[Node] = []
        self.line: Line = []
        self.end: Node = self.root
        """The last move of the line, or its start."""
        self.open_lines: list[_OpenLine] = []
        self.failure: int | None = None
        """The offset of the first move that cannot be made."""

    def read(self, language: Language) -> Game:
        """Return the `Game`, and set `failure` to the offset of the first impossible move."""
        for _ in self.steps():
            pass
        if MAX_PARTS < len(self.parts):
            while self.open_lines:
                self.close()
            self.add(self.parts[MAX_PARTS].span, None, MoveProblem.UNREAD)
        while self.open_lines:
            bracket = self.open_lines[-1].bracket
            self.close()
            self.add(bracket, None, MoveProblem.UNCLOSED)
        return Game(self.line, language, self.root, self.starts)

    def find_failure(self) -> int | None:
        """Return the offset of the first impossible move, or None; nothing after it is read."""
        for part in self.steps():
            # A word may turn out to be the end of a comment.
            if self.failure is not None and part.kind != "word":
                break
        return self.failure

    def steps(self) -> Iterator[MoveToken]:
        """Read part by part; yield each part before it is read."""
        before: Span | None = None
        for following, part in enumerate(self.parts[:MAX_PARTS], 1):
            yield part
            if part.kind == "number":
                if before and part.span.start - before.end <= 1:
                    self.add(part.span, None, MoveProblem.SECOND_NUMBER if self.position else None)
                else:
                    self.read_number(part, following)
            elif part.kind == "move":
                self.read_move(part, self.english[part.text])
            elif part.kind == "word":
                english = self.english[part.text]
                self.read_move(part, english if english is not None and is_move(english) else None)
            elif part.kind == "unclosed":
                self.add(part.span, None, MoveProblem.UNCLOSED)
            elif part.kind == "open" or part.kind == "close":
                self.read_bracket(part)
            before = part.span if part.kind == "number" else None

    def add(self, span: Span, san: str | None, problem: MoveProblem | None, after: Position | None = None) -> None:
        node = Node(span, san, self.half, self.position, after, problem, parent=self.end)
        self.line.append(node)
        if san is not None:
            if self.end.san is None:
                self.end.half = self.half - 1
            self.end = node
        if problem and self.failure is None and problem not in _PROBLEMS_OF_NO_LANGUAGE:
            # A language that makes the move ambiguous reads farther than a language that makes it illegal.
            self.failure = span.start + (problem is MoveProblem.AMBIGUOUS)

    def read_bracket(self, part: MoveToken) -> None:
        if part.kind == "close":
            if self.open_lines:
                empty, bracket, opened = not self.line, self.open_lines[-1].bracket, self.open_lines[-1].start
                opened.span, opened.problem = Span(opened.span.start, part.span.start), None
                self.close()
                if empty:
                    self.add(bracket, None, MoveProblem.EMPTY)
            else:
                self.add(part.span, None, MoveProblem.UNOPENED)
            return
        last, inside = self.end, Span(part.span.end, part.span.end)
        before, half = (last, last.half) if last.san is None else (last.parent, last.half - 1)
        start = Node(inside, None, half, last.before, None, MoveProblem.UNCLOSED, parent=before)
        self.starts.append(start)
        self.open_lines.append(_OpenLine(self.line, last, self.position, self.half, self.is_unsure, part.span, start))
        self.line, self.end = [], start
        if last.san is None:
            self.position = None
        else:
            last.add_variation(self.line)
            self.position, self.half = last.before, last.half
        self.is_unsure = self.position is None

    def close(self) -> None:
        self.line, self.end, self.position, self.half, self.is_unsure, *_ = self.open_lines.pop()

    def read_number(self, part: MoveToken, following: int) -> None:
        """Read a move number; `following` is the index of the next part."""
        value, black = parse_number(part.text)
        if black is None or (has_two_dots(part.text) and self._is_legal_next(following)):
            black = self.half % 2 == 1
        half = 2 * value + black
        if not self.has_number:
            # If Black moves first, the line may begin with `1.` or with `1...`.
            self.half = 2 * value + self.half % 2
            self.shifts = {half - self.half}
            self.has_number = True
            return
        shift = half - self.half
        if self.position is None:
            return
        if shift in self.shifts:
            self.is_unsure = self.is_unsure and shift != 0
            return
        if self.is_unsure:
            # The unread text was a move, and it is unknown which.
            self.position = None
            return
        if shift == 1 and not self._is_legal_next(following):
            self.add(part.span, None, MoveProblem.MISSING)
            self.position = None
            return
        self.add(part.span, None, MoveProblem.NUMBER)
        self.shifts.add(shift)
        # If moves were left out, the next number is no error of its own.
        self.is_unsure = True

    def _is_legal_next(self, following: int) -> bool:
        """Return True if part number `following` is a legal move for the side to move."""
        word = self.parts[following].text if following < len(self.parts) else ""
        if self.position is None:
            return False
        _, _, _, turn = self.position
        move = MOVES[turn][self.english.get(word) or ""]
        return bool(move and play(self.position, move))

    def read_move(self, part: MoveToken, san: str | None) -> None:
        if san is None:
            self.read_unreadable(part)
            return
        if self.position is None:
            self.add(part.span, san, None)
            self.half += 1
            return
        _, _, _, turn = self.position
        move = MOVES[turn][san]
        after = None if move is None else play(self.position, move)
        if after is not None and after is not AMBIGUOUS:
            self.add(part.span, san, None, after)
            self.position = after
        else:
            problem = MoveProblem.AMBIGUOUS if after is AMBIGUOUS else MoveProblem.ILLEGAL
            excused = self.is_unsure or (problem is MoveProblem.ILLEGAL and self.is_excused(san))
            self.add(part.span, san, None if excused else problem)
            self.position = None
        self.half += 1

    def read_unreadable(self, part: MoveToken) -> None:
        last = self.line[-1] if self.line else None
        if part.text == "}":
            if last and last.problem is MoveProblem.UNREADABLE:
                self.line.pop()
                self.failure = None if self.failure == last.span.start else self.failure
            self.add(part.span, None, MoveProblem.UNOPENED)
            return
        if last and last.problem is MoveProblem.UNREADABLE and part.span.start - last.span.end <= 1:
            # Consecutive words are one text.
            last.span = Span(last.span.start, part.span.end)
            return
        self.add(part.span, None, None if self.position is None else MoveProblem.UNREADABLE)
        self.is_unsure = True

    def is_excused(self, san: str) -> bool:
        """Return True if something unknown could make the illegal move `san` legal."""
        now = self.position
        assert now
        us, them, _, turn = now
        move = MOVES[turn][san]
        if move is None or has_pawns_at_the_ends(self.first_position):
            return True
        if move.piece_type in (CASTLING, FROM_TO) and not _has_all_castling(self.start.castling, self.first_position):
            return True
        has_unknown_square = now is self.first_position and en_passant(self.start.en_passant, now) is None
        if has_unknown_square and move.to & passed_squares(now):
            return play((us, them, move.to, turn), move) is not None
        return False


def _has_all_castling(field: str | None, position: Position) -> bool:
    """Return True if `field` grants all castling that kings and rooks at home allow.

    `field` has letters of `KQkq`; None and `-` always fit.
    """
    us, them, _, _ = position
    return field is None or field == "-" or len(field) == (us[CASTLES] | them[CASTLES]).bit_count()
