"""Explanation of a move of a solution: its board, the line to it, and the tables."""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.lint.explain_solution import Sentence
from gbr_lsp.model.block import Place
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.section import Section
from gbr_lsp.solutions.line import Line, nodes_of, path_through
from gbr_lsp.solutions.position import Position

_MAX_MOVES = 16
"""Maximum number of half-moves shown before a move."""


class FollowedMove(NamedTuple):
    """A move, or a text in its place, with the moves before it from a board.

    `path` has these moves in SAN or as printed; `board` is the name of the board, `place` its
    place.
    """

    printed_move: str
    span: Span
    """In the joined text of the blocks."""
    half: int
    before: Position | None
    after: Position | None
    path: tuple[str, ...]
    board: str
    place: Place | None


def move_at(section: Section, span: Span) -> FollowedMove | None:
    """Return the first followed move that `span` touches in `section`, a game or prose, or None."""
    read = _moves_in_game if section.blocks[0].host.has_records else _moves_in_prose
    return next(read(section, span), None)


def move_sections(
    move: FollowedMove, conventions: Conventions, at: Span | None
) -> Iterator[tuple[str, list[Sentence]]]:
    """Yield heading and sentences for each section about `move`; `at` is the span of its board."""
    from gbr_lsp.solutions.made_moves import fen_of, made_move

    before, after = move.before, move.after
    if before is None:
        yield "board", [Sentence("an earlier move cannot be followed, so no position is known")]
    else:
        fen = fen_of(before, 0, move.half // 2)
        yield "board", [Sentence(f"{fen} before it"), Sentence(f"followed from {move.board}", at)]
    shown = move.path[-_MAX_MOVES:]
    first = move.half - len(shown)
    words = [
        f"{'' if place and (first + place) % 2 else _number(first + place)}{san}" for place, san in enumerate(shown)
    ]
    dots = "… " if len(shown) < len(move.path) else ""
    yield "line", [Sentence(f"{dots}{' '.join(words)}" if words else "it is the first move")]
    if before is not None and after is not None:
        yield "move", [Sentence(made_move(before, after).words)]
    yield "tables", list(_table_sentences(before, after, conventions))


def _table_sentences(before: Position | None, after: Position | None, conventions: Conventions) -> Iterator[Sentence]:
    """Yield the results of the tables before and after the move."""
    tables = conventions.tables
    if tables is None:
        yield Sentence("none are set")
        return
    for name, position in (("before", before), ("after", after)):
        outcome = position and tables.outcome(position)
        if position is not None:
            yield Sentence(f"{name} it: {f'{outcome.value} for White' if outcome else 'no table has this position'}")


def _number(half: int) -> str:
    """Return the move number of a half-move: 24 → `12.`, 25 → `12...`."""
    return f"{half // 2}{'...' if half % 2 else '.'}"


def _moves_in_game(section: Section, span: Span) -> Iterator[FollowedMove]:
    """Yield the moves of a game that `span` touches."""
    from gbr_lsp.model.game_solutions import solution_of

    block = section.blocks[0]
    solution = solution_of(block, section.studies)
    if solution is None or not solution.has_moves:
        return
    name = f"the {solution.board.name}" if solution.board else "the initial position"
    place = solution.board.place if solution.board else None
    yield from _moves_in_line(solution.line, span, block.text, name, place)


def _moves_in_prose(section: Section, span: Span) -> Iterator[FollowedMove]:
    """Yield the misprints, then the moves of the main lines in prose, that `span` touches."""
    from gbr_lsp.model.aim import aim_of
    from gbr_lsp.model.prose_misprints import section_lines
    from gbr_lsp.model.prose_moves import ProseMoves
    from gbr_lsp.notation.values import Goal

    lines = section_lines(section)
    for wrong, board in ((one.line_misprint, one.board) for one in lines.misprints):
        if not _are_touching(wrong.span, span):
            continue
        name = f"the {board.name}" if board else "the squares of the code"
        place = board.place if board else None
        printed = section.text[slice(*wrong.span)]
        printed = f"{_number(wrong.half)}{printed}" if wrong.san else printed
        yield FollowedMove(printed, wrong.span, wrong.half, wrong.before, None, wrong.path, name, place)
    for study, main in lines.main_lines:
        aim = aim_of(study)
        moves = ProseMoves(section, main, aim.goal if aim else Goal.WIN)
        owned = next((owned for owned, _ in study.placements), None)
        name = f"the {owned.board.name}" if owned else "the squares of the code"
        yield from _moves_in_line(moves.line, span, moves.text, name, owned.place if owned else None)


def _moves_in_line(line: Line, span: Span, text: str, name: str, place: Place | None) -> Iterator[FollowedMove]:
    """Yield the moves of `line` that `span` touches; `name` and `place` are those of the board."""
    for node in nodes_of(line):
        if not _are_touching(node.span, span):
            continue
        yield FollowedMove(
            f"{node.number}{text[node.span.start : node.span.end]}",
            node.span,
            node.half,
            node.before,
            node.after,
            tuple(one.san for one in path_through(line, node)[0][:-1] if one.san),
            name,
            place,
        )


def _are_touching(one: Span, other: Span) -> bool:
    """Return True if the spans overlap; an empty one counts as its first code point."""
    return one.start < max(other.end, other.start + 1) and other.start < max(one.end, one.start + 1)
