"""Which sentence states the goal of which study, such as *White to play and win.* on a line of its own."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

from gbr_lsp.model.block import TWIN, Block, Place
from gbr_lsp.model.study import GoalSentence, Study
from gbr_lsp.model.versions import versions_in
from gbr_lsp.notation.sentences import goal_sentences
from gbr_lsp.notation.values import Goal

_MAX_APART = 1500
"""Maximum number of code points between a code and its sentence: a diagram may be between them."""


def with_goal_sentences(section: Sequence[Block], studies: list[Study]) -> list[Study]:
    """Return the studies of a section, each with the sentence that states its goal.

    Codes and sentences must take turns, so that each sentence can be of one code only. If the sentences contradict
    their codes, but not the codes after those, they head these. A sentence may also be about a board without a code, a
    twin or another version.
    """
    if not studies or studies[0].block.host.holds_records:
        return studies
    owned = {id(one.board) for study in studies for one in study.boards}
    if any(id(board) not in owned for block in section for board in block.found.boards):
        return studies
    starts = dict(zip(section, accumulate((len(block.text) for block in section), initial=0), strict=False))
    found = [
        (starts[block] + span.start, GoalSentence(Place(block, span), goal))
        for block in section
        if block.has_remarks
        for span, goal in goal_sentences(block.text)
    ]
    if len(found) != len(studies):
        return studies
    codes = [starts[study.block] + study.occurrence.span.start for study in studies]
    in_turn = [at for pair in zip(codes, (at for at, _ in found), strict=True) for at in pair]
    if codes[0] > found[0][0]:
        in_turn = [at for pair in zip((at for at, _ in found), codes, strict=True) for at in pair]
    if not all(one < other for one, other in pairwise(in_turn)):
        return studies
    goals = [study.code.stipulation.goal for study in studies]
    stated = [sentence.goal for _, sentence in found]
    if 1 < len(goals) and not _agree(goals, stated) and (_agree(goals[1:], stated) or _agree(goals, stated[1:])):
        return studies
    text = "".join(block.text for block in section)
    return [
        study._replace(sentence=sentence) if _is_near(text, min(code, at), max(code, at)) else study
        for study, code, (at, sentence) in zip(studies, codes, found, strict=True)
    ]


def _agree(goals: Sequence[Goal | None], stated: Sequence[Goal]) -> bool:
    """Return True if no sentence states another goal than the code at its place; longer rests are left out."""
    return all(goal in (None, other) for goal, other in zip(goals, stated, strict=False))


def _is_near(text: str, start: int, end: int) -> bool:
    """Return True if a code and a sentence, at offsets `start` and `end`, are near and no twin is between."""
    between = text[start:end]
    return len(between) <= _MAX_APART and not TWIN.search(between) and next(versions_in(between), None) is None
