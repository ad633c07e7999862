"""What White is to reach in a study: by the code, or by the `Result` of its record, unless something takes it back."""

import re
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.model.records import claimed, heads_record, result_goal
from gbr_lsp.model.study import Study
from gbr_lsp.notation.grammar import UNSOUND_FLAGS
from gbr_lsp.notation.values import Goal

_FIFTY = regex(r"\b(?:50|fifty)[- ]?moves?\b", re.IGNORECASE)


class Aim(NamedTuple):
    """A goal, and whether the fifty-move rule is claimed: studies ignore it otherwise."""

    goal: Goal
    fifty: bool


def aim_of(study: Study) -> Aim | None:
    """What White is to reach; None where that is not said, where the study is known to be unsound, or where a comment
    states another goal (`{stipulation: mate in 24.}`)."""
    if study.occurrence.flags & UNSOUND_FLAGS:
        return None
    result = None
    if study.block.host.has_records:
        if not heads_record(study) and not study.spelled:
            # A comment cites other studies.
            return None
        result = result_goal(study.block)
    said = study.code.stipulation.goal
    if said and result and said is not result:
        # One of them is wrong, and that is told.
        return None
    goal = said or result
    claim = claimed(study)
    if goal is None or (claim and not _FIFTY.search(claim)):
        return None
    return Aim(goal, bool(claim))
