"""A naive matcher for the parse trees of regular expressions, which counts its steps; and test strings.

`re` does not report its work. This matcher tries the same readings in the same order, so its steps
grow with a text like the work of `re`.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from importlib import import_module
from random import Random
from typing import Any

_parser: Any = import_module("re._parser")
_compiler: Any = import_module("re._compiler")

_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_OFTEN = 8
"""A repeat with a higher maximum counts as unlimited."""

_ALPHABET = [*map(chr, (9, 10, 13, *range(32, 127), 0xA0, 0xBD, 0xE9, 0x2013, 0x2026, 0x265A))]

Node = tuple[Any, Any]
After = Callable[[int], bool]
"""Returns True if the rest of an expression matches from an offset."""


class TooManySteps(Exception):
    """The matcher exceeded its maximum of steps."""


class Backtracking:
    """A parsed regular expression."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.tree = _parser.parse(pattern, flags)
        self._leaves: dict[int, re.Pattern[str]] = {}
        self._states: dict[int, Any] = {}
        """Parser states with the flags of groups such as `(?-i:…)`, by the `id` of each node in them."""
        for op, value in _nodes(self.tree):
            if str(op) == "SUBPATTERN" and (value[1] or value[2]):
                state = copy(self.tree.state)
                state.flags = (state.flags | value[1]) & ~value[2]
                self._states |= {id(node): state for node in _nodes(value[3])}

    def match(self, text: str, most: int, start: int = 0) -> tuple[int | None, int]:
        """Return the end of a match of `text` at `start`, or None, and the number of steps.

        Raises TooManySteps after `most` steps.
        """
        run = _Run(self, text, most)
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(200_000)
        try:
            return run.end(self.tree, start), run.steps
        finally:
            sys.setrecursionlimit(before)

    def leaf(self, node: Node) -> re.Pattern[str]:
        """Return a compiled pattern for `node`, a single character or an anchor."""
        if id(node) not in self._leaves:
            self._leaves[id(node)] = _compiler.compile(
                _parser.SubPattern(self._states.get(id(node), self.tree.state), [node])
            )
        return self._leaves[id(node)]

    def characters(self, node: Node) -> list[str]:
        """Return characters that match `node`, at least one."""
        leaf = self.leaf(node)
        usual = [one for one in _ALPHABET if leaf.match(one)]
        return usual or [next(one for one in map(chr, range(sys.maxunicode)) if leaf.match(one))]


class _Run:
    def __init__(self, expression: Backtracking, text: str, most: int) -> None:
        self.expression, self.text, self.most = expression, text, most
        self.groups: dict[int, str | None] = {}
        self.steps = 0

    def end(self, nodes: Iterable[Node], start: int) -> int | None:
        """Return the end of the first match at `start`, or None; no later failure backtracks into it."""
        ends: list[int] = []

        def ended(offset: int) -> bool:
            ends.append(offset)
            return True

        return ends[0] if self._all(list(nodes), 0, start, ended) else None

    def _all(self, nodes: list[Node], which: int, start: int, after: After) -> bool:
        if which == len(nodes):
            return after(start)
        return self._one(nodes[which], start, lambda offset: self._all(nodes, which + 1, offset, after))

    def _one(self, node: Node, start: int, after: After) -> bool:
        self.steps += 1
        if self.most < self.steps:
            raise TooManySteps
        op, value = node
        match str(op):
            case "BRANCH":
                for nodes in value[1]:  # noqa: SIM110  # `any` would use the stack of the interpreter
                    if self._all(list(nodes), 0, start, after):
                        return True
                return False
            case "SUBPATTERN":
                return self._group(value[0], value[3], start, after)
            case "MAX_REPEAT" | "MIN_REPEAT":
                return self._repeated(str(op) == "MAX_REPEAT", value, start, after)
            case "POSSESSIVE_REPEAT":
                return self._possessive(value, start, after)
            case "ATOMIC_GROUP":
                end = self.end(value, start)
                return end is not None and after(end)
            case "ASSERT" | "ASSERT_NOT":
                direction, nodes = value
                place = start if direction == 1 else start - nodes.getwidth()[0]
                is_there = 0 <= place and self.end(nodes, place) is not None
                return is_there == (str(op) == "ASSERT") and after(start)
            case "GROUPREF":
                again = self.groups.get(value)
                return again is not None and self.text.startswith(again, start) and after(start + len(again))
            case "GROUPREF_EXISTS":
                group, nodes, others = value
                chosen = nodes if self.groups.get(group) is not None else others or []
                return self._all(list(chosen), 0, start, after)
            case _:
                found = self.expression.leaf(node).match(self.text, start)
                return found is not None and after(found.end())

    def _group(self, group: int | None, nodes: Iterable[Node], start: int, after: After) -> bool:
        before = self.groups.get(group or 0)

        def ended(offset: int) -> bool:
            if group is not None:
                self.groups[group] = self.text[start:offset]
            if after(offset):
                return True
            if group is not None:
                self.groups[group] = before
            return False

        return self._all(list(nodes), 0, start, ended)

    def _repeated(self, greedy: bool, value: Any, start: int, after: After) -> bool:
        least, most, nodes = int(value[0]), int(value[1]), list(value[2])

        def again(count: int, offset: int) -> bool:
            # An empty match is not repeated.
            def next_(end: int) -> bool:
                return (offset < end or count < least) and again(count + 1, end)

            if not greedy and least <= count and after(offset):
                return True
            if count < most and self._all(nodes, 0, offset, next_):
                return True
            return greedy and least <= count and after(offset)

        return again(0, start)

    def _possessive(self, value: Any, start: int, after: After) -> bool:
        least, most, nodes = value
        count, offset = 0, start
        while count < int(most):
            end = self.end(nodes, offset)
            if end is None or (end == offset and least <= count):
                break
            count, offset = count + 1, end
        return least <= count and after(offset)


def spoiled(expression: Backtracking, seed: int, times: int) -> str:
    """Return a string that `expression` starts to match: one repeat occurs `times` times, the end is spoiled.

    The same `seed` makes the same choices for any `times`.
    """
    return _Strings(expression, Random(seed), times).made()


class _Strings:
    def __init__(self, expression: Backtracking, random: Random, times: int) -> None:
        self.expression, self.random, self.times = expression, random, times
        self.groups: dict[int | None, str] = {}
        repeats = [node for node in _nodes(expression.tree) if str(node[0]) in _REPEATS and _OFTEN < int(node[1][1])]
        self.repeated = random.choice(repeats) if repeats else None
        self.is_cut, self.is_over = random.random() < 0.5, False

    def made(self) -> str:
        return self._of(self.expression.tree) + self.random.choice(["", "x", "!", "0", "\n", '"', "_", "("])

    def _of(self, nodes: Iterable[Node]) -> str:
        return "".join(self._one(node) for node in nodes if not self.is_over)

    def _one(self, node: Node) -> str:
        op, value = node
        match str(op):
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                return self.random.choice(self.expression.characters(node))
            case "BRANCH":
                return self._of(self.random.choice(value[1]))
            case "SUBPATTERN":
                self.groups[value[0]] = self._of(value[3])
                return self.groups[value[0]]
            case "ATOMIC_GROUP":
                return self._of(value)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                return self._repeat(node)
            case "GROUPREF":
                return self.groups.get(value, "")
            case "GROUPREF_EXISTS":
                return self._of(value[1] if self.groups.get(value[0]) else value[2] or [])
            case "ASSERT" if any(one is self.repeated for one in _nodes(value[1])):
                ahead = self._of(value[1])
                self.is_over = True
                return ahead
            case _:
                return ""

    def _repeat(self, node: Node) -> str:
        least, most, nodes = int(node[1][0]), int(node[1][1]), node[1][2]
        if node is not self.repeated:
            return self._of(nodes) * min(most, max(least, self.random.choice([0, 1, 1, 2])))
        self.repeated = None
        unit = "".join(self._of(nodes) for _ in range(self.random.choice([1, 1, 2, 3])))
        self.is_over = self.is_cut
        return unit * min(most, self.times)


def _nodes(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield all nodes of a tree, nested ones included; of assertions only those in lookaheads."""
    for node in nodes:
        yield node
        op, value = node
        match str(op):
            case "BRANCH":
                inner = value[1]
            case "SUBPATTERN":
                inner = [value[3]]
            case "ATOMIC_GROUP":
                inner = [value]
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                inner = [value[2]]
            case "ASSERT" if value[0] == 1:
                inner = [value[1]]
            case "GROUPREF_EXISTS":
                inner = [one for one in value[1:] if one]
            case _:
                inner = []
        for one in inner:
            yield from _nodes(one)
