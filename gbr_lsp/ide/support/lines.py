"""The tree of the moves of a text: the position at each offset, and its neighbors.

Every place of the text belongs to a cursor: the node of the last move, or of the start of a line. A stop
changes the cursor; a caret has the cursor of the last stop before it. So a caret that touches a move is
after that move, and in blanks, comments and signs it stays after the last move.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.made_moves import MoveDescription, fen_of, is_irreversible, made_move
from gbr_lsp.solutions.movetext import MoveToken
from gbr_lsp.solutions.nags import MoveGlyph, glyphs_of
from gbr_lsp.solutions.position import Position, position_key

_BLANKS = regex(r"\s*+")


class Cursor(NamedTuple):
    """A place after `node`; `lost_reason` is why the position is not known."""

    node: Node
    lost_reason: str | None = None


class Stop(NamedTuple):
    """An offset at which `cursor` becomes valid."""

    offset: int
    cursor: Cursor
    is_move: bool = False
    """True if a move, or a word in place of a move, begins there."""


class MoveTree:
    """The moves of a game or solution; offsets count from the start of `text`.

    `root` is the start of the main line. `moves` are all moves, each after its parent; of several with the
    same parent, the first one continues its line. `starts` are the starts of the variations of a game.
    `span` contains the moves; outside it there is no cursor. `clock` is the half-move clock of the FEN at the
    start.
    """

    def __init__(
        self,
        text: str,
        root: Node,
        moves: Sequence[Node],
        stops: list[Stop],
        span: Span,
        language: Language,
        *,
        starts: Sequence[Node] = (),
        clock: int = 0,
    ) -> None:
        self.text = text
        self.root = root
        self.moves = moves
        self.span = span
        self.language = language
        self.starts = starts
        self.clock = clock
        self.is_in_prose = False
        self.items: Sequence[MoveToken] = ()
        """In prose, the items of the text, with others around them."""
        self.next_move_cursor: Cursor | None = None
        """In prose, the cursor for a move after the last item; None after words and after an illegal move."""
        stops = sorted(stops, key=lambda stop: stop.offset)
        self._offsets = [stop.offset for stop in stops]
        self.stops = stops

    def cursor_at(self, offset: int) -> Cursor | None:
        """Return the cursor of a caret, or None outside the moves."""
        found = bisect_right(self._offsets, offset)
        return self.stops[found - 1].cursor if found and self.span.touches(offset) else None

    def cursor_before(self, offset: int) -> Cursor | None:
        """Return the cursor before a move that begins or is typed at `offset`, or None."""
        found = bisect_right(self._offsets, offset)
        while found and self.stops[found - 1].offset == offset and self.stops[found - 1].is_move:
            found -= 1
        return self.stops[found - 1].cursor if found and self.span.touches(offset) else None

    def place(self, node: Node) -> Node:
        """Return the last move up to `node`, perhaps before the variation that it starts, or the root."""
        while node.san is None and node.parent:
            node = node.parent
        return node

    def known(self, node: Node) -> Node:
        """Return the last node up to `node` after which the position is known, or else the root."""
        return self._known.get(self.place(node), self.root)

    def fen(self, node: Node) -> str | None:
        """Return the last known position up to `node` as a FEN of six fields; None if a king is missing."""
        known = self.known(node)
        return fen_of(known.after, self._clocks.get(known, self.clock), known.due // 2) if known.after else None

    def text_of(self, move: Node) -> str:
        """Return the text of `move`."""
        return self.text[move.span.start : move.span.end]

    def numbered(self, move: Node) -> str:
        """Return the text of `move` after its number: `12.Kd4`, `12…Kd4`."""
        return f"{move.short_number}{self.text_of(move)}"

    def made(self, node: Node) -> MoveDescription | None:
        """Return the `MoveDescription` of a legal move, with its SAN in the letters of the text, or None."""
        if node.before is None or node.after is None:
            return None
        made = made_move(node.before, node.after)
        return made._replace(san=self.language.from_english(made.san, white=node.by_white))

    def previous(self, node: Node) -> Span | None:
        """Return the span one move before `node`, a move or the start, or None."""
        here = self.place(node)
        if here.parent is None:
            return None
        before = self.place(here.parent)
        return self.first if before is self.root else before.span

    def next(self, node: Node) -> Node | None:
        """Return the next move of the line, or None at its end."""
        return self._following.get(node)

    def rest(self, node: Node) -> list[Node]:
        """Return the moves of the line after `node`."""
        found = [node]
        while following := self.next(found[-1]):
            found.append(following)
        return found[1:]

    @property
    def first(self) -> Span:
        """The empty span before the first move of the main line."""
        start = max(self.root.span.start, self.span.start)
        return Span(start, start)

    def last(self, node: Node) -> Span | None:
        """Return the span of the last move of the line, or None without moves."""
        last = [node, *self.rest(node)][-1]
        return None if last.san is None else last.span

    def choices(self, node: Node) -> list[Node]:
        """Return the moves printed at the position of `node`, the line's own first."""
        return self._choices.get(self.place(node), [])

    def spans_of_moves_to(self, position: Position) -> list[Span]:
        """Return the spans of the moves that reach `position`, sorted."""
        wanted = position_key(position)
        return sorted({node.span for node in self.moves if node.after and position_key(node.after) == wanted})

    @cached_property
    def glyphs(self) -> list[MoveGlyph]:
        """The annotation glyphs among the moves of a game, in order; empty in prose."""
        return [] if self.is_in_prose else list(glyphs_of(self.text, self.span.start))

    def glyphs_after(self, move: Node) -> list[MoveGlyph]:
        """Return the glyphs of `move`, which follow it with only blanks between."""
        found, end = [], move.span.end
        first = bisect_left(self.glyphs, end, key=lambda one: one.span.start)
        for number in range(first, len(self.glyphs)):
            glyph = self.glyphs[number]
            if not _BLANKS.fullmatch(self.text, end, glyph.span.start):
                break
            found.append(glyph)
            end = glyph.span.end
        return found

    @cached_property
    def _known(self) -> dict[Node, Node]:
        """The last node with a known position, by the node at its end."""
        found: dict[Node, Node] = {}
        for node in self.moves:
            before = self.place(node.parent) if node.parent else self.root
            found[node] = found.get(before, self.root) if node.after is None else node
        return found

    @cached_property
    def _clocks(self) -> dict[Node, int]:
        """The number of half-moves since the last capture or pawn move, by node."""
        found: dict[Node, int] = {}
        for node in self.moves:
            found[node] = found.get(self.place(node.parent), self.clock) if node.parent else self.clock
            if node.before is not None and node.after is not None:
                found[node] = 0 if is_irreversible(node.before, node.after) else found[node] + 1
        return found

    @cached_property
    def _following(self) -> dict[Node, Node]:
        """The next move of the line, by the node before it."""
        return {node.parent: node for node in reversed(self.moves) if node.parent}

    @cached_property
    def _choices(self) -> dict[Node, list[Node]]:
        """The moves at a position, by the node of the position."""
        found: dict[Node, list[Node]] = {}
        for node in self.moves:
            if node.parent:
                found.setdefault(self.place(node.parent), []).append(node)
        return found


def start_of_line(node: Node) -> Node:
    """Return the start of the line that contains `node`: of a variation in a game, or of the main line."""
    return next(one for one in node.path_back() if one.san is None)


def bracket_of(start: Node) -> Span | None:
    """Return the span of the variation from `start` with its parentheses; None if not closed, and of a main line."""
    is_closed = start.parent is not None and start.problem is None
    return Span(start.span.start - 1, start.span.end + 1) if is_closed else None
