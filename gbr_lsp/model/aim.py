"""The goal of White in a study, from its code or `Result` tag."""

import re
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.model.block import Block
from gbr_lsp.model.study import Study
from gbr_lsp.notation.grammar import GOAL_OF_RESULT, UNSOUND_FLAGS
from gbr_lsp.notation.values import Goal

_STIPULATION = regex(r"stipulation:\s*(?P<goal>[^.}]*)", re.IGNORECASE)
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
        if not study.is_record_head and not study.spelled_position:
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


def is_other_goal(study: Study, stated: Goal) -> bool:
    """Return True if `stated` differs from the goal of the code.

    A study known to be unsound claims no goal.
    """
    aim = aim_of(study)
    return aim is not None and study.code.stipulation.goal is not None and aim.goal is not stated


def result_goal(block: Block) -> Goal | None:
    """Return the goal in the `Result` of a game, or None: `1-0` → win."""
    tag = block.contents.reading.tags.get("Result")
    return GOAL_OF_RESULT.get(block.text[tag.start : tag.end].strip()) if tag else None


def claimed_goal(study: Study) -> str | None:
    """Return the goal in a stipulation comment of the game, `mate in 24`, or None."""
    if not study.block.host.has_records:
        return None
    found = (_STIPULATION.search(study.block.text, *span) for span in study.block.contents.reading.comments)
    return next((one["goal"].strip() for one in found if one), None)


def is_taken_back(study: Study) -> bool:
    """Return True if the code is flagged as unsound or a comment states another goal."""
    return bool(study.occurrence.flags & {"U3", "U4"}) or claimed_goal(study) is not None
