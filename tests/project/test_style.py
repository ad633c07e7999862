"""What people read keeps to the page of style in CONTRIBUTING.md."""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

from gbr_lsp.cli.main import group
from gbr_lsp.rules import RULES

PACKAGE = Path(__file__).parents[2] / "gbr_lsp"
READ_TWICE = re.compile(
    r"\bas the (?:FEN|code|diagram|proof)\b(?! says)|\b(?:is|are) (?:told|said)\b|\btells? of\b|\bthe 9 hides\b"
    r"|\bbehind\b|\bfinds? nothing\b|\b(?:is|are) to be written\b|\bstands? (?:where|twice)\b",
    re.IGNORECASE,
)

ODD = re.compile(
    r"\b(?:behind|beside|stands?|stood|standing|tells?|told|says?|said|asked|(?:go|goes|going) on)\b"
    r"|\b(?:at|by|for|from|in|of|on|to|with) wh(?:ich|om)\b"
    r"|\bso (?:few|far|long|many|much)\b"
    r"|\bwhere (?:there (?:is|are) no|no(?:thing|ne)\b|they|it is)"
    r"|\bwhat (?:is|are|has|have|was|stands|it)\b",
    re.IGNORECASE,
)
"""Turns of phrase that were frequent here and that readers had to read twice."""
ODD_NAME = re.compile(
    r"(?:^|_)(?:most|fewest|told|tells?|said|says|asked|behind|beside|stands|goes|whole)(?:_|$)", re.IGNORECASE
)
LIMITS = {
    "api": (0, 1),
    "cli": (13, 3),
    "collection": (2, 0),
    "ide": (1, 0),
    "lint": (1, 1),
    "lsp": (2, 0),
    "model": (4, 0),
    "notation": (4, 0),
    "proofs": (1, 0),
    "settings": (1, 0),
    "solutions": (8, 1),
}
"""Maximum numbers of odd turns and of odd names in each package, (0, 0) for all others. A limit may only fall."""


def _texts(source: str) -> Iterator[str]:
    """Yield the docstrings of a module, those of attributes too, and its comments."""
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for one in body if isinstance(body, list) else ():
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str):
                yield one.value.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def _names(source: str) -> set[str]:
    """Return the names that a module defines: functions, classes, parameters and variables."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names


def _strings(path: Path) -> Iterator[str]:
    """The texts in a module, but for its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.value


def _helps() -> Iterator[tuple[str, str]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command
        yield name, command.get_help(click.Context(command, info_name=name))


def test_no_pattern_that_is_read_twice() -> None:
    """Neither in messages and titles of fixes, nor in help texts, nor on the pages of rules."""
    pages = [(name, rule.page) for name, rule in RULES.items()]
    modules = {import_module(rule.module).__file__ or "" for rule in RULES.values()}
    paths = [*map(Path, sorted(modules)), *sorted((PACKAGE / "model").rglob("*.py"))]
    texts = [(path.name, text) for path in paths for text in _strings(path) if " " in text]
    assert len(texts) > 200
    found = [(name, hit[0]) for name, text in [*texts, *_helps(), *pages] if (hit := READ_TWICE.search(text))]
    assert found == []


def test_the_page_of_style_shows_the_pairs_that_the_patterns_come_from() -> None:
    page = (PACKAGE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Words")[2]
    rows = re.findall(r"^\| (?!before|---)(.+?) \| (.+?) \|$", page.partition("\n## ")[0], re.MULTILINE)
    assert len(rows) >= 20
    assert [after for _, after in rows if READ_TWICE.search(after)] == []
    assert sum(bool(READ_TWICE.search(before)) for before, _ in rows) >= 5


def test_docstrings_comments_and_names_are_plain() -> None:
    """Pages of rules are read by `test_no_pattern_that_is_read_twice`."""
    turns, names = Counter[str](), Counter[str]()
    for path in PACKAGE.rglob("*.py"):
        package, source = path.relative_to(PACKAGE).parts[0].removesuffix(".py"), path.read_text(encoding="utf-8")
        texts = list(_texts(source))
        turns[package] += sum(len(ODD.findall(text)) for text in texts[package == "rules" :])
        names[package] += sum(bool(ODD_NAME.search(name)) for name in _names(source))
    found = {package: (turns[package], names[package]) for package in turns if turns[package] or names[package]}
    assert found.keys() <= LIMITS.keys()
    worse = {
        package: each
        for package, each in found.items()
        if any(a > b for a, b in zip(each, LIMITS[package], strict=True))
    }
    assert not worse, "write it anew in plain English; see CONTRIBUTING.md"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The lines of which one breaks off, where there is none", 2),
        ("What stands behind a code, and is told beside it", 4),
        ("Return the spans of `text` that contain a class, sorted by offset", 0),
    ],
)
def test_odd_turns_are_found(text: str, count: int) -> None:
    assert len(ODD.findall(text)) == count
