"""Explanation of the solution followed from a code's board, and of the place where it stops."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Study

if TYPE_CHECKING:
    from gbr_lsp.model.prose_solutions import PrintedSolution

_MIN_PLIES = 2
_QUOTE_LENGTH = 40
"""Number of code points quoted from where a line was lost."""


class Sentence(NamedTuple):
    """A sentence of an explanation, and the document span that it is about."""

    text: str
    span: Span | None = None


_Find = Callable[[], "PrintedSolution | None"]


def solution_sentences(
    section: Section, start: int, study: Study, find: _Find, find_elsewhere: _Find | None = None
) -> Iterator[Sentence]:
    """Yield sentences about the solution of `study` in `section`: its length, and what stops it.

    `start` is the offset of `section` in the document. `find` returns the solution, and
    `find_elsewhere` one in other sections.
    """
    if next(study.placements, None) is None and study.spelled_position is None:
        yield Sentence("none was followed: there is no board to start from")
    elif study.block.host.has_records:
        yield from _game_sentences(study, start + section.offset(study.block))
    else:
        yield from _prose_sentences(section, start, study, find(), find_elsewhere)


def _game_sentences(study: Study, offset: int) -> Iterator[Sentence]:
    """Yield the problems of the moves in the game at `offset`, or a sentence that all can be played."""
    from gbr_lsp.model.game_solutions import is_followed, solutions_of
    from gbr_lsp.solutions.problems import MoveProblem
    from gbr_lsp.solutions.reasons import reason

    solutions = solutions_of([study.block], [study])
    if not is_followed(study, solutions):
        yield Sentence("none was followed: the game has no moves, or they do not start from its board")
        return
    problems = solutions[0].problems
    for node in problems:
        why = node.problem.value if node.problem else ""
        if node.problem is MoveProblem.ILLEGAL and node.before is not None and node.san is not None:
            why = f"not legal: {reason(node.before, node.san)}"
        yield Sentence(f"stopped at {solutions[0].printed_move(node)}: {why}", node.span.shift(offset))
    if not problems:
        yield Sentence("the moves and their variations can all be played")


def _prose_sentences(
    section: Section, start: int, study: Study, solution: "PrintedSolution | None", find_elsewhere: _Find | None
) -> Iterator[Sentence]:
    """Yield the length of the followed line, and what stops it."""
    from gbr_lsp.model.prose_solutions import nearest_beginning

    text = section.text
    if solution is None:
        other = find_elsewhere() if find_elsewhere else None
        if other:
            runs = _half_moves(other.plies)
            yield Sentence(f"not checked, because it is in another section: {runs} from the board", other.span)
        else:
            yield from _best_match(text, start, nearest_beginning(section, study))
        return
    plies = f"{_half_moves(solution.plies)} from the board"
    broken = break_sentence(text, solution)
    if broken:
        yield Sentence(plies, solution.span.shift(start))
        yield Sentence(broken, solution.stop and solution.stop.shift(start))
        return
    if solution.is_complete:
        yield Sentence(f"{plies}, the whole line", solution.span.shift(start))
        return
    yield Sentence(plies, solution.span.shift(start))
    rest = Span(solution.span.end, min(len(text), solution.span.end + _QUOTE_LENGTH))
    yield Sentence(f"stopped before “{_quote(text, rest)}”", rest.shift(start))


def break_sentence(text: str, solution: "PrintedSolution") -> str:
    """Return what stops a line: `read to 7.Kd4; “Td9” is not a move there`.

    An empty text if nothing stops it, or if fewer than two half-moves run. `text` has the solution.
    """
    if solution.stop is None or solution.plies < _MIN_PLIES:
        return ""
    half = solution.half + solution.plies - 1
    last = solution.moves[solution.plies - 1].span
    number = f"{half // 2}{'...' if half % 2 else '.'}"
    return f"read to {number}{_quote(text, last)}; “{_quote(text, solution.stop)}” is not a move there"


def _best_match(text: str, start: int, begun: tuple[Span, int] | None) -> Iterator[Sentence]:
    """Yield why no line belongs to the code.

    `begun` is the best match, its span and half-moves; `start` is the offset of `text`.
    """
    if begun is None:
        yield Sentence("none was found: no move number begins a line near the code")
        return
    span, plies = begun
    rest = Span(span.end, min(len(text), span.end + _QUOTE_LENGTH))
    runs = _half_moves(plies, " of it") if plies else "no move of it can be played"
    words = f"{runs} from the board, up to “{_quote(text, rest)}”"
    yield Sentence(f"no line is known to belong to the code; the best match: {words}", span.shift(start))


def _half_moves(plies: int, of_what: str = "") -> str:
    return f"{plies} half-move{'' if plies == 1 else 's'}{of_what} can be played"


def _quote(text: str, span: Span) -> str:
    return " ".join(text[span.start : span.end].split())
