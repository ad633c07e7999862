"""Every regular expression of the package means the same on every Python that is admitted.

CPython 3.11.0 to 3.11.4 match wrongly, without a word, where more than one character or set is repeated possessively
and where an atomic group could go back (gh-100061, gh-106052). Debian mends some of it in a 3.11.2 that says no more
than its number, so expressions do without, on every interpreter.
"""

import ast
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import gbr_lsp
from tests.base.test_backtracking import expressions

_parser: Any = import_module("re._parser")

ADVICE = r"""
Python 3.11.0 to 3.11.4 match this wrongly. Only one character or one set is repeated possessively: `\w++`, `[^"]*+`.
Begin alternatives with different characters, and repeat what no rest can be mistaken for: `[^"\\]*+(?:\\.[^"\\]*+)*"`.
Say what may not follow: `(?:ab|cd)*(?!ab|cd)` is what `(?:ab|cd)*+` was meant to be. Instead of the group `(?>ab*)`
look ahead and repeat what was seen: `(?=(?P<seen>ab*))(?P=seen)`.
"""

_OF_GROUP = re.compile(r"(?<!\\)\)(?:[*+?]|\{[0-9,]+\})\+|\(\?>")
_BEHIND_VALUE = re.compile(r"(?:[*+?]|\{[0-9,]+\})\+")


def is_right(pattern: str | bytes, flags: int = 0) -> bool:
    """Whether every Python matches an expression as the newest does."""
    return all(_is_right(str(op), value) for op, value in _nodes(_parser.parse(pattern, flags)))


def _nodes(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, _parser.SubPattern):
        yield from value
    if isinstance(value, _parser.SubPattern | tuple | list):
        for one in value:
            yield from _nodes(one)


def _is_right(op: str, value: Any) -> bool:
    if op == "POSSESSIVE_REPEAT":
        repeated = [str(inner) for inner, _ in value[2]]
        return repeated in (["LITERAL"], ["NOT_LITERAL"], ["ANY"], ["IN"])
    return op != "ATOMIC_GROUP"


def compiled() -> Iterator[re.Pattern[str] | re.Pattern[bytes]]:
    """The expressions of modules that are compiled when these are loaded."""
    for name in module_names():
        yield from (value for value in vars(import_module(name)).values() if isinstance(value, re.Pattern))


def module_names() -> Iterator[str]:
    modules = pkgutil.walk_packages(gbr_lsp.__path__, "gbr_lsp.")
    return (module.name for module in modules if not module.name.endswith("__main__"))


@pytest.mark.parametrize(
    "pattern", [r"\w++", r'[^"]*+', r"(?:[ab])?+", r"a{2,3}+", r"(?:a|b)*+", r"(?s).*+", r"(a*b)*"]
)
def test_what_is_right(pattern: str) -> None:
    assert is_right(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?:ab)*+",
        r"(a)?+",
        r"(?:a|bc){2,3}+",
        r"(?>a*b)",
        r"(a)\1++",
        r"(?=x(?:ab)++)",
        r"(?<!a)(b|(?:\r\n)?+)c",
        r"(?<=(?:ab){2}+)c",
    ],
)
def test_what_is_wrong(pattern: str) -> None:
    assert not is_right(pattern)
    assert not is_right(pattern.encode())


def test_every_expression_is_right_on_every_python() -> None:
    every = [*expressions(), *((one.pattern, one.flags) for one in compiled())]
    assert not [pattern for pattern, flags in every if not is_right(pattern, flags)], ADVICE


@pytest.mark.long
def test_every_expression_that_is_made_later_is_right_on_every_python() -> None:
    """The strings in the source; what is put into them is looked at by the other test."""
    wrong = []
    for path in Path(gbr_lsp.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Constant(str() | bytes() as value):
                    text = value if isinstance(value, str) else value.decode("latin-1")
                    wrong += [(path.name, node.lineno, text)] if _OF_GROUP.search(text) else []
                case ast.FunctionDef():
                    made = [one for one in ast.walk(node) if isinstance(one, ast.JoinedStr)]
                    wrong += [(path.name, one.lineno, ast.unparse(one)) for one in made if _repeats_a_value(one)]
    assert not wrong, ADVICE


def _repeats_a_value(made: ast.JoinedStr) -> bool:
    """Whether what is put into a string may be repeated possessively."""
    behind = [
        two for one, two in zip(made.values, made.values[1:], strict=False) if isinstance(one, ast.FormattedValue)
    ]
    return any(isinstance(one, ast.Constant) and _BEHIND_VALUE.match(str(one.value)) for one in behind)
