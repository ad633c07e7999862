"""Regular expressions that are compiled when they are first used, for compiling all of them is half of a start."""

import re
from typing import cast

_METHODS = ("finditer", "findall", "fullmatch", "match", "search", "split", "sub")


class _Later:
    """What stands for a compiled expression, and becomes as good as one at its first use."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression, with its text and the methods that find."""
    return cast("re.Pattern[str]", _Later(pattern, flags))
