"""What people read keeps to the page of style in CONTRIBUTING.md."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click

from gbr_lsp.cli.main import group
from gbr_lsp.rules import RULES

PACKAGE = Path(__file__).parents[2] / "gbr_lsp"
READ_TWICE = re.compile(
    r"\bas the (?:FEN|code|diagram|proof)\b(?! says)|\b(?:is|are) (?:told|said)\b|\btells? of\b|\bthe 9 hides\b"
    r"|\bbehind\b|\bfinds? nothing\b|\b(?:is|are) to be written\b|\bstands? (?:where|twice)\b",
    re.IGNORECASE,
)


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
