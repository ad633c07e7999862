"""Explanation of a move of a solution: its board, the line to it, and the tables."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.lint.explain_context import Words
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import OwnedBoard
from gbr_lsp.solutions.line import nodes_of
from gbr_lsp.solutions.position import Position

if TYPE_CHECKING:
    from gbr_lsp.model.solution import SolutionOf

_MAX_MOVES = 16
"""Maximum number of half-moves shown before a move."""


class FollowedMove(NamedTuple):
    """A move, or a text in its place, with the moves before it from a board, in SAN or as printed."""

    printed_move: str
    span: Span
    """In the joined text of the blocks."""
    half: int
    before: Position | None
    after: Position | None
    path: tuple[str, ...]
    board: Words
    """The board in words, and its place."""


def move_at(section: Section, span: Span) -> FollowedMove | None:
    """Return the first followed move that `span` touches in `section`, a game or prose, or None."""
    return next(_moves_at(section, span), None)


def move_sections(move: FollowedMove, conventions: Conventions) -> Iterator[tuple[str, Iterable[Words]]]:
    """Yield heading and sentences for each section about `move`."""
    from gbr_lsp.solutions.made_moves import fen_of, made_move

    before, after = move.before, move.after
    if before is None:
        yield "board", ["an earlier move cannot be followed, so no position is known"]
    else:
        yield "board", [f"{fen_of(before, 0, move.half // 2)} before it", move.board]
    shown = move.path[-_MAX_MOVES:]
    halves = range(move.half - len(shown), move.half)
    words = [
        san if number and half % 2 else f"{_number(half)}{san}"
        for number, (half, san) in enumerate(zip(halves, shown, strict=True))
    ]
    dots = "… " if len(shown) < len(move.path) else ""
    yield "line", [f"{dots}{' '.join(words)}" if words else "it is the first move"]
    if before is not None and after is not None:
        yield "move", [made_move(before, after).words]
    yield "tables", _table_sentences(before, after, conventions)


def _table_sentences(before: Position | None, after: Position | None, conventions: Conventions) -> Iterator[str]:
    """Yield the results of the tables before and after the move."""
    tables = conventions.tables
    if tables is None:
        yield "none are set"
        return
    for name, position in (("before", before), ("after", after)):
        outcome = position and tables.outcome(position)
        if position is not None:
            yield f"{name} it: {f'{outcome.value} for White' if outcome else 'no table has this position'}"


def _number(half: int) -> str:
    """Return the move number of a half-move: 24 → `12.`, 25 → `12...`."""
    return f"{half // 2}{'...' if half % 2 else '.'}"


def _moves_at(section: Section, span: Span) -> Iterator[FollowedMove]:
    """Yield the misprints, then the moves of the main lines, that `span` touches."""
    from gbr_lsp.model.assign import assign, twin_solutions
    from gbr_lsp.model.game_solutions import solution_of

    solutions: Sequence[SolutionOf]
    if section.blocks[0].host.has_records:
        game, otherwise = solution_of(section.blocks[0], section.studies), "the initial position"
        solutions = [game] if game and game.has_moves else []
    else:
        solutions, otherwise = [*assign(section), *twin_solutions(section)], "the squares of the code"
    for solution in solutions:
        wrong, board = solution.misprint if solution.problems else None, _board_words(solution.board, otherwise)
        if wrong and _are_touching(wrong.span, span):
            printed = f"{_number(wrong.half) if wrong.san else ''}{section.text[slice(*wrong.span)]}"
            yield FollowedMove(printed, wrong.span, wrong.half, wrong.before, None, wrong.path, board)
    for solution in solutions:
        board = _board_words(solution.board, otherwise)
        for node in nodes_of(solution.line) if solution.is_main else ():
            if _are_touching(node.span, span):
                path = tuple(one.san or "" for one in node.path if one is not node)
                printed = f"{node.number}{solution.text[slice(*node.span)]}"
                yield FollowedMove(printed, node.span, node.half, node.before, node.after, path, board)


def _board_words(owned: OwnedBoard | None, otherwise: str) -> Words:
    """Return the start of a line in words; `otherwise` if the board `owned` is None."""
    return (f"followed from the {owned.name}", owned.place) if owned else f"followed from {otherwise}"


def _are_touching(one: Span, other: Span) -> bool:
    """Return True if the spans overlap; an empty one counts as its first code point."""
    return one.start < max(other.end, other.start + 1) and other.start < max(one.end, one.start + 1)
