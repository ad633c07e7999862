"""Explanation of the solution followed from a code's board, and of the place where it stops."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.base.text import Span
from gbr_lsp.lint.explain_context import ExplainedDocument, Words, quote
from gbr_lsp.model.study import Study

if TYPE_CHECKING:
    from gbr_lsp.model.solution import SolutionOf

_MIN_PLIES = 2
_QUOTE_LENGTH = 40
"""Number of code points quoted from where a line was lost."""


def solution_sentences(context: ExplainedDocument, study: Study) -> Iterator[Words]:
    """Yield sentences about the solution of `study`: its length, and what stops it."""
    if next(study.placements, None) is None and study.spelled_position is None:
        yield "none was followed: there is no board to start from"
    elif study.block.host.has_records:
        yield from _game_sentences(study)
    else:
        yield from _prose_sentences(context, study)


def _game_sentences(study: Study) -> Iterator[Words]:
    """Yield the problems of the moves in the game of `study`, or a sentence that all can be played."""
    from gbr_lsp.model.disputes import IMPOSSIBLE_POSITION, has_unplayable_board
    from gbr_lsp.model.game_solutions import is_disputed, is_followed, solution_of
    from gbr_lsp.solutions.problems import MoveProblem
    from gbr_lsp.solutions.reasons import reason

    solution = solution_of(study.block, [study])
    why = "the game has no moves, or they do not start from its board"
    if solution and solution.has_moves and is_disputed(study):
        why = IMPOSSIBLE_POSITION if has_unplayable_board(study) else "the code or its board is wrong"
    elif solution and is_followed(study, [solution]):
        for node in solution.problems:
            problem = node.problem.value if node.problem else ""
            if node.problem is MoveProblem.ILLEGAL and node.before is not None and node.san is not None:
                problem = f"not legal: {reason(node.before, node.san)}"
            yield f"stopped at {solution.printed_move(node)}: {problem}", study.place(node.span)
        if not solution.problems:
            yield "the moves and their variations can all be played"
        return
    yield f"none was followed: {why}"


def _prose_sentences(context: ExplainedDocument, study: Study) -> Iterator[Words]:
    """Yield the length of the followed line, and what stops it."""
    from gbr_lsp.model.assign import nearest_beginning

    here = context.solved_section(study.code_place)
    section, text = here.section, here.section.text
    if solution := here.solutions.get(study.code_place):
        plies = f"{_half_moves(solution.plies)} from the board"
        broken = break_sentence(text, solution)
        is_complete = solution.is_complete and not broken
        yield f"{plies}, the whole line" if is_complete else plies, section.place(solution.span)
        if broken and solution.stop:
            yield broken, section.place(solution.stop)
        elif not is_complete:
            rest = _rest(text, solution.span)
            yield f"stopped before “{quote(text, rest)}”", section.place(rest)
        if solution.certainty and (solution.is_certain or not solution.misprint):
            belongs = "belongs" if solution.is_certain else "may not belong"
            yield f"it {belongs} to the code: {solution.certainty.words}"
    elif other := context.document_section.solutions.get(study.code_place):
        place = context.document_section.section.place(other.span)
        yield f"not checked, because it is in another section: {_half_moves(other.plies)} from the board", place
    elif begun := nearest_beginning(section, study):
        span, count = begun
        runs = _half_moves(count, " of it") if count else "no move of it can be played"
        words = f"{runs} from the board, up to “{quote(text, _rest(text, span))}”"
        yield f"no line is known to belong to the code; the best match: {words}", section.place(span)
    else:
        yield "none was found: no move number begins a line near the code"


def _rest(text: str, span: Span) -> Span:
    """Return the span of the text after `span` that is quoted."""
    return Span(span.end, min(len(text), span.end + _QUOTE_LENGTH))


def break_sentence(text: str, solution: "SolutionOf") -> str:
    """Return what stops a line: `read to 7.Kd4; “Td9” is not a move there`.

    An empty text if nothing stops it, or if fewer than two half-moves run. `text` has the solution.
    """
    if solution.stop is None or solution.plies < _MIN_PLIES:
        return ""
    last = solution.moves[-1]
    return f"read to {last.number}{quote(text, last.span)}; “{quote(text, solution.stop)}” is not a move there"


def _half_moves(plies: int, of_what: str = "") -> str:
    return f"{plies} half-move{'' if plies == 1 else 's'}{of_what} can be played"
