"""The goal of White in a study, from its code or `Result` tag."""

import re
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.model.records import claimed, heads_record, result_goal
from gbr_lsp.model.study import Study
from gbr_lsp.notation.grammar import UNSOUND_FLAGS
from gbr_lsp.notation.values import Goal

_FIFTY = regex(r"\b(?:50|fifty)[- ]?moves?\b", re.IGNORECASE)


class Aim(NamedTuple):
    """A goal, and whether the fifty-move rule counts: studies ignore it unless it is claimed."""

    goal: Goal
    fifty: bool


def aim_of(study: Study) -> Aim | None:
    """Return the `Aim` of `study`, or None if its goal is not known.

    It is None if no goal is stated, code and `Result` disagree, the study is known to be unsound,
    or a comment states another goal (`{stipulation: mate in 24.}`).
    """
    if study.occurrence.flags & UNSOUND_FLAGS:
        return None
    result = None
    if study.block.host.has_records:
        if not heads_record(study) and not study.spelled:
            # Codes in comments cite other studies.
            return None
        result = result_goal(study.block)
    said = study.code.stipulation.goal
    if said and result and said is not result:
        # One of them is wrong, and a rule reports it.
        return None
    goal = said or result
    claim = claimed(study)
    if goal is None or (claim and not _FIFTY.search(claim)):
        return None
    return Aim(goal, bool(claim))
