"""The goal of White in a study, from its code or `Result` tag."""

import re
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.model.records import claimed_goal, is_record_head, result_goal
from gbr_lsp.model.study import Study
from gbr_lsp.notation.grammar import UNSOUND_FLAGS
from gbr_lsp.notation.values import Goal

_FIFTY = regex(r"\b(?:50|fifty)[- ]?moves?\b", re.IGNORECASE)


class Aim(NamedTuple):
    """The goal of a study, and whether a comment claims the fifty-move rule.

    Without such a comment, studies ignore the rule.
    """

    goal: Goal
    has_fifty_rule: bool


def aim_of(study: Study) -> Aim | None:
    """Return the `Aim` of `study`, or None if its goal is not known.

    It is None if no goal is stated, code and `Result` disagree, the study is known to be unsound,
    or a comment states another goal (`{stipulation: mate in 24.}`).
    """
    if study.occurrence.flags & UNSOUND_FLAGS:
        return None
    result = None
    if study.block.host.has_records:
        if not is_record_head(study) and not study.spelled_position:
            # Codes in comments cite other studies.
            return None
        result = result_goal(study.block)
    stated = study.code.stipulation.goal
    if stated and result and stated is not result:
        # One of them is wrong, and a rule reports it.
        return None
    goal = stated or result
    claim = claimed_goal(study)
    if goal is None or (claim and not _FIFTY.search(claim)):
        return None
    return Aim(goal, bool(claim))
