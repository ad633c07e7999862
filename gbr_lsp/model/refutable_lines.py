"""A first look at lines of prose that may refute their goal without tables.

Without tables, only mate, stalemate and bare kings decide, on a goal or on a try. Few lines end
like that. This module imports nothing that judges, because most texts need no more than this look. In
doubt, a line may refute.
"""

from collections.abc import Iterable

from gbr_lsp.model.aim import aim_of
from gbr_lsp.model.line_claims import LineClaim
from gbr_lsp.model.study import Study
from gbr_lsp.model.variations_in_prose import SolutionProse, line_with_variations
from gbr_lsp.notation.values import Goal
from gbr_lsp.solutions.goal_outcomes import may_be_wrong
from gbr_lsp.solutions.line import Line, variations_of
from gbr_lsp.solutions.replay import LineEnd


def doubtful_lines(lines: Iterable[tuple[Study, LineClaim]]) -> list[tuple[Study, LineClaim]]:
    """Return the pairs of `lines` whose goal or try may be refuted without tables.

    A pair is a study and its main line. Codes may share a line.
    """
    known: dict[tuple[int, Goal], bool] = {}
    found = []
    for study, main in lines:
        aim = aim_of(study)
        if aim:
            key = id(main.line), aim.goal
            if key not in known:
                prose = SolutionProse(main.prose, main.language, aim.goal)
                known[key] = may_be_refuted(prose, line_with_variations(prose, main.line.moves))
            if known[key]:
                found.append((study, main))
    return found


def may_be_refuted(prose: SolutionProse, line: Line) -> bool:
    """Return True if the main line `line` or its variations may refute the goal, or a try, without tables."""
    return _is_doubtful(prose, line, is_main=True) or any(
        _is_doubtful(prose, variation, is_main=False) for variation in variations_of(line)
    )


def _is_doubtful(prose: SolutionProse, line: Line, *, is_main: bool) -> bool:
    """Return True if the end of `line` may refute the goal of `prose`, or a try."""
    end = line[-1].after or line[-1].before
    # Few lines end without a legal move, and only in those it matters whether a move is marked.
    return (
        end is not None
        and may_be_wrong([LineEnd(end, is_tried=None, is_main=is_main)], prose.goal)
        and (
            may_be_wrong([LineEnd(end, is_tried=False, is_main=is_main)], prose.goal)
            or any(prose.is_mistake(move.span) for move in line if move.by_white)
        )
    )
