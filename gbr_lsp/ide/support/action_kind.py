"""The kinds of code actions, which the server announces at the start."""

from enum import Enum


class ActionKind(Enum):
    """The purpose of an action."""

    FIX = "quickfix"
    REWRITE = "rewrite"
    INSERT = "insert"
    IGNORE = "ignore"
    FIX_ALL = "fix all"
