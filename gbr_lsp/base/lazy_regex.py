"""Regular expressions that are compiled when they are first used: compiling all of them takes half of the start-up
time."""

import re
from typing import cast

_METHODS = ("finditer", "findall", "fullmatch", "match", "search", "split", "sub")


class _Later:
    """A placeholder for a compiled expression; it compiles itself at its first use."""

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
    """A regular expression, with its pattern and the methods that search."""
    return cast("re.Pattern[str]", _Later(pattern, flags))
