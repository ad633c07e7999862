"""What code actions are for; the server announces it before any is asked for."""

from enum import Enum


class ActionKind(Enum):
    """The purpose of an action."""

    FIX = "quickfix"
    REWRITE = "rewrite"
    INSERT = "insert"
    IGNORE = "ignore"
    FIX_ALL = "fix all"
