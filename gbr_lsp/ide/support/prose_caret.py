"""The line of moves in prose that a caret continues, and its position.

The caret is among moves if the last thing before it in its block is a move, a move number or the
end of a variation, and a board precedes the line. The text after the caret is not read.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.ide.support.cursor_moves import MovesAt
from gbr_lsp.ide.support.lines import MoveTree
from gbr_lsp.ide.support.prose_lines import typed_lines
from gbr_lsp.ide.support.prose_window import solution_at, window_around
from gbr_lsp.ide.support.surroundings import near_blocks
from gbr_lsp.model.block import Block, readable_text
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.document import Document
from gbr_lsp.model.prose_text import items_of_block, prose_of
from gbr_lsp.model.solution import positions_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions.languages import ENGLISH, Language
from gbr_lsp.solutions.movetext import MOVE_KINDS, MoveToken, TokenKind
from gbr_lsp.solutions.position import Position, position_of
from gbr_lsp.solutions.prose_items import last_bare_number, shifted_items
from gbr_lsp.solutions.prose_text import MAX_DISTANCE
from gbr_lsp.solutions.spelling import languages_in

_FIRST = (2, 3)
"""The half-moves of move number 1."""
_AMONG_MOVES: tuple[TokenKind, ...] = (*MOVE_KINDS, "number", "open", "close", "mark", "label")
"""The kinds of items that a move may follow."""
_SAME_LINE = regex(r"(?:\$[0-9]{1,3}(?![0-9])|(?!\r?\n[ \t]*\r?\n)[^\w.;:])*\Z")
"""The text allowed between a move and the caret: blanks, signs and glyphs, no end of a sentence, no empty line."""
_FIGURINES = frozenset("♔♕♖♗♘♚♛♜♝♞")
_ANY_BARE = 999
"""More than the largest move number: each number without a point may count a move."""


class ProseCaret(NamedTuple):
    """A caret among moves."""

    moves: MovesAt | None = None
    """The line before the caret, with the cursor that the next move is made from.

    None if the position is not known, as after an illegal move.
    """
    is_due: bool = False
    """Whether the caret directly follows a move number that continues a line."""
    next_positions: Sequence[Position] = ()
    """The positions after the moves that the solution has at this position, before and after the caret."""


class _Window(NamedTuple):
    """The text and items around a caret at `offset`. Items count from `shift`."""

    document: Document
    number: int
    offset: int
    shift: int
    text: str
    before: list[MoveToken]
    after: list[MoveToken]
    languages: list[Language]

    @property
    def caret(self) -> int:
        """The caret in `text`."""
        return self.offset - self.shift


def prose_caret(document: Document, offset: int, word: str) -> ProseCaret | None:
    """Return the `ProseCaret` at `offset`, the start of the typed part `word` of a move.

    None if the caret is not among moves.
    """
    number = document.block_number(offset)
    if number and offset == document.starts[number]:
        # A line break ends the block, but not the line of moves.
        number -= 1
    window = _window(document, number, offset, word)
    if window is None:
        return None
    lines, full_tree = _lines(window)
    last, before = window.before[-1].kind, window.before[-2].kind if 1 < len(window.before) else ""
    if lines is None:
        return None
    if lines.next_move_cursor is None:
        is_line = (
            last in MOVE_KINDS or (last == "open" and before in MOVE_KINDS) or (last == "number" and before != "word")
        )
        return ProseCaret() if is_line else None
    position = lines.known(lines.next_move_cursor.node).after
    steps = (step for tree in (lines, full_tree) if tree for step in tree.moves)
    next_positions = [step.after for step in steps if step.after and step.before == position]
    is_due = last == "number" and lines.next(lines.next_move_cursor.node) is None
    return ProseCaret(MovesAt(lines, lines.next_move_cursor, window.shift, window.caret), is_due, next_positions)


def _window(document: Document, number: int, offset: int, word: str) -> _Window | None:
    """Return the `_Window` of a caret, or None if no move can follow."""
    block, at = document.blocks[number], offset - document.starts[number]
    reading = block.contents.reading
    if any(span.touches(at) for span in reading.comments) or not any(span.touches(at) for span in reading.spans):
        return None
    probe = f"{word[0]}a1" if word[:1].isupper() or word[:1] in _FIGURINES else "Ka1"
    text = readable_text(block)[:at]
    own = _items_before(text, probe, _ANY_BARE)
    if not own:
        return None
    first, end = window_around(document, number)
    shift = document.starts[first]
    around = prose_of(document.blocks[first:end], document.conventions)
    start = document.starts[number] - shift
    earlier = [item for item in around.items if item.span.end <= start]
    if last_bare_number(own):
        bare = last_bare_number(earlier)
        own = _items_before(text, probe, bare + 1 if bare else 0)
        if not own:
            return None
    hint = [MoveToken("move", probe, Span(at, at))] if own[-1].kind == "number" or word[:1] in _FIGURINES else []
    after = [item for item in around.items if start + at <= item.span.start]
    languages = _languages(document, around.items, hint)
    return _Window(
        document, number, offset, shift, around.text, [*earlier, *shifted_items(own, start)], after, languages
    )


def _lines(window: _Window) -> tuple[MoveTree | None, MoveTree | None]:
    """Return two `MoveTree`s: up to the caret, and with all that follows; each may be None."""
    lines = None
    begun = _begun(window)
    if begun:
        start, ways = begun
        lines = _followed(window, start, ways)
        if lines and lines.next_move_cursor:
            end = _end_of_line(window)
            inside = [item for item in window.after if item.span.start < end]
            return lines, _followed(window, start, ways, inside)
    solution, _ = solution_at(window.document, window.offset)
    if solution:
        return _followed(
            window, solution.region.start, positions_of(solution.study) if solution.study else [solution.line.position]
        ), solution.tree
    return lines, None


def _followed(
    window: _Window, start: int, ways: Sequence[Position], after: Sequence[MoveToken] = ()
) -> MoveTree | None:
    """Return the `MoveTree` of items from `start` to the caret and of `after`."""
    items = [*(item for item in window.before if start <= item.span.start), *after]
    region = Span(start, items[-1].span.end if after else window.caret)
    return typed_lines(window.text, items, region, ways, window.languages)


def _items_before(text: str, probe: str, bare: int) -> list[MoveToken]:
    """Return the items of `text`; empty unless the move `probe` can follow."""
    *items, last = items_of_block(text + probe, bare) or [MoveToken("end", "", Span(0, 0))]
    if not items or last.kind != "move" or last.span.start != len(text) or items[-1].kind not in _AMONG_MOVES:
        return []
    is_same = items[-1].kind not in MOVE_KINDS or _SAME_LINE.match(text, items[-1].span.end)
    return items if is_same else []


def _languages(document: Document, items: Sequence[MoveToken], hint: Sequence[MoveToken]) -> list[Language]:
    """Return the languages of `items`, likeliest first; those that read `hint`, if any."""
    languages = languages_in([*items, *hint], document.conventions.solution_letters) or [ENGLISH]
    fitting = [one for one in languages for move in hint if any(map(move.text.startswith, one.letters))]
    return fitting or languages


def _begun(window: _Window) -> tuple[int, list[Position]] | None:
    """Return the offset of the first number after the last board, and the possible positions.

    None if there is no such number or position.
    """
    document, offset = window.document, window.offset
    near = near_blocks(document, window.number)
    start = document.starts[near.start]
    known = _last_position(document, document.blocks[near.start : near.stop], offset - start)
    if known is None or MAX_DISTANCE < offset - start - known[0]:
        return None
    end, placement, turn = known
    after = [item for item in window.before if end + start - window.shift <= item.span.start]
    numbers = [at for at, item in enumerate(after) if item.kind == "number" and item.half in _FIRST]
    first = next((at for at in numbers if at + 1 < len(after) and after[at + 1].kind in MOVE_KINDS), None)
    if first is None:
        if numbers != [len(after) - 1]:
            return None
        first = numbers[0]
    white = turn if turn is not None else not after[first].half % 2
    return after[first].span.start, [position_of(placement, white, "KQkq")]


def _last_position(document: Document, blocks: list[Block], offset: int) -> tuple[int, Placement, bool | None] | None:
    """Return end, position and side to move of the last code or board before `offset`.

    None without one, or if it is a code whose position is not known.
    """
    found: list[tuple[int, Placement | None, bool | None]] = []
    section = read_section(blocks, document.conventions)
    for study in section.studies:
        position = study.position or next((one for _, one in study.placements), None)
        found.append((section.span(study.code_place).end, position, study.code.stipulation.turn))
    found += [(section.span(one.place).end, one.board.placement, one.board.turn) for one in section.boards]
    before = [one for one in found if one[0] <= offset]
    end, placement, turn = max(before, key=itemgetter(0), default=(0, None, None))
    return (end, placement, turn) if placement else None


def _end_of_line(window: _Window) -> int:
    """Return the maximum offset of moves after the caret: the next code, board or section."""
    document, offset = window.document, window.offset
    near = near_blocks(document, window.number)
    for number in range(window.number, near.stop):
        block, start = document.blocks[number], document.starts[number]
        spans = [*(board.span for board in block.contents.boards), *(code.span for code in block.contents.codes)]
        places = [start + span.start for span in spans if offset <= start + span.start]
        if places or MAX_DISTANCE < start - offset:
            return min(places, default=start) - window.shift
    return (document.starts[near.stop] if near.stop < len(document.blocks) else document.length) - window.shift
