"""Patterns of paths as `.gitignore` has them, relative to a folder; the last one that fits has the last word.

Theory of operation. A pattern is tried on one entry of a folder, as git does: what lies in a folder that is left out is
never looked at. One without a slash, but for a slash at its end, fits names at any depth; any other fits the path
from the folder on. `*` and `?` stop at slashes, `**` between slashes does not. Names are matched as code points, where
git has bytes. The tests hold this to git itself.
"""

import os
import re
from functools import lru_cache
from typing import NamedTuple

PATTERN = (
    r"^(?!!(?![\s\S]))!?(?:[^\u0000-\u001f\\\[]|\\[^\u0000-\u001f]|"
    r"\[(?:[!^](?:\]|{one})|\]|(?![!^]){one})(?:{one})*\])+(?![\s\S])"
).replace("{one}", r"(?:\[:[a-z]*:\]|\\[^\u0000-\u001f]|[^\u0000-\u001f\\\]])")
"""What a pattern looks like, for Python's `re` and for a JSON schema alike: every bracket and escape is complete."""

_TOKEN = re.compile(
    r"(?P<stars>\*+)|(?P<any>\?)|\\(?P<escaped>.)|\[(?P<not>[!^])?(?P<set>(?:\])?(?:\[:[a-z]*:\]|\\.|[^\]\\])*)\]"
    r"|(?P<plain>[^\\\[])",
    re.DOTALL,
)
_MEMBER = re.compile(r"\[:(?P<posix>[a-z]*):\]|(?P<low>\\.|[^\\])-(?P<high>\\.|[^\\])|(?P<one>\\.|[^\\])", re.DOTALL)
_POSIX = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r" \t-\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
_NOTHING = "(?!)"


class Globs(NamedTuple):
    """Patterns, and the absolute folder that they are relative to."""

    folder: str
    patterns: tuple[str, ...]

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """What the last pattern that fits an entry says of it; None where none fits. The path is absolute."""
        below = _below(self.folder, path)
        return None if below is None else self._verdict(below, is_folder)

    def covers(self, path: str, *, is_folder: bool = False) -> bool:
        """Whether the patterns take in an absolute path, or a folder that it lies in."""
        below = _below(self.folder, path)
        if below is None:
            return False
        slashes = [index for index, sign in enumerate(below) if sign == "/"]
        return any(self._verdict(below[:end], True) for end in slashes) or bool(self._verdict(below, is_folder))

    def _verdict(self, below: str, is_folder: bool) -> bool | None:
        name = below.rpartition("/")[2]
        for pattern in reversed(self.patterns):
            glob = _compiled(pattern)
            if (is_folder or not glob.folders_only) and glob.expression.fullmatch(below if glob.anchored else name):
                return not glob.negated
        return None


class _Glob(NamedTuple):
    expression: re.Pattern[str]
    anchored: bool
    folders_only: bool
    negated: bool


@lru_cache(4096)
def _compiled(pattern: str) -> _Glob:
    """A pattern that is not complete fits nothing, as with git."""
    negated = pattern.startswith("!")
    body = pattern[negated:]
    folders_only = body.endswith("/")
    body = body[: len(body) - folders_only]
    anchored = "/" in body
    expression = _expression(body.removeprefix("/"), anchored=anchored)
    return _Glob(re.compile(expression, re.DOTALL), anchored, folders_only, negated)


def _expression(body: str, *, anchored: bool) -> str:
    """A regular expression for a pattern without its sign and its slash at the end."""
    parts: list[str] = []
    star = None
    at = 0
    while at < len(body):
        token = _TOKEN.match(body, at)
        if token is None:
            return _NOTHING
        at = token.end()
        if not token["stars"]:
            parts.append(_one(token))
            continue
        deep = anchored and 1 < len(token["stars"]) and body[: token.start()][-1:] in ("", "/")
        if deep and body[at : at + 1] in ("", "/"):
            star = None
            parts.append("(?:.*/)?" if body[at:] else ".*")
            at += 1
            continue
        if star is not None:
            # The first place where the signs between two stars fit is as good as any other: no need to come back.
            parts[star:] = ["(?>[^/]*?", *parts[star + 1 :], ")"]
        star = len(parts)
        parts.append("[^/]*")
    return "".join(parts)


def _one(token: re.Match[str]) -> str:
    """The expression for one sign of a name."""
    if token["any"]:
        return "[^/]"
    sign = token["escaped"] or token["plain"]
    if sign:
        return re.escape(sign)
    if not token["set"]:
        return _NOTHING
    members = []
    for member in _MEMBER.finditer(token["set"]):
        if member["posix"] is not None:
            if member["posix"] not in _POSIX:
                return _NOTHING
            members.append(_POSIX[member["posix"]])
        elif member["one"]:
            members.append(_literal(member["one"]))
        elif member["low"][-1] <= member["high"][-1]:
            members.append(f"{_literal(member['low'])}-{_literal(member['high'])}")
        else:
            members.append(_literal(member["low"]))
    return f"(?!/)[{'^' if token['not'] else ''}{''.join(members)}]"


def _literal(sign: str) -> str:
    """A sign within brackets; every one that might mean something there is escaped."""
    return re.sub(r"[\\\[\]^&|~-]", r"\\\g<0>", sign[-1])


def _below(folder: str, path: str) -> str | None:
    """The path from a folder on, with slashes; None for what is not below it."""
    start = folder if folder.endswith(os.sep) else folder + os.sep
    if not path.startswith(start):
        return None
    return path[len(start) :].replace(os.sep, "/") or None
