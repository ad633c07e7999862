"""Every name in backticks, and after "Raises", in a docstring of the package exists."""

import ast
import builtins
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lsprotocol import types

PACKAGE = Path(__file__).parents[2] / "gbr_lsp"
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
NAME = re.compile(
    r"(?<!`)`(?P<quoted>[a-z]+(?:_[a-z]+)*|_?[A-Z][a-z]+(?:[A-Z][a-z]+)+|[A-Za-z]\w*\.[a-z_]{3,})`(?!`)"
    r"|Raises:? `?(?P<raised>[A-Z]\w+)"
)
EXAMPLES = frozenset(
    ["compact", "dotted", "ef", "identical", "like_this", "mirrored", "null", "patch", "pl", "prefixed", "src", "true"]
)
"""Words in backticks that are text and not names."""


@cache
def names_in(tree: ast.AST) -> frozenset[str]:
    """Return the identifiers in `tree`, and the words of its texts that are not docstrings."""
    found: set[str] = set()
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        shown = [getattr(node, name, None) for name in ("id", "attr", "arg", "name", "asname", "module")]
        if isinstance(node, ast.Constant) and id(node) not in documentation:
            shown += re.findall(r"\w+", str(node.value))
        found.update(part for one in shown if isinstance(one, str) for part in one.split("."))
    return frozenset(found)


def docstrings(tree: ast.Module) -> Iterator[tuple[str, str, ast.AST]]:
    """Yield each docstring with the name of its definition, and the node whose names it may use."""
    yield "", ast.get_docstring(tree) or "", tree
    scopes: list[ast.Module | ast.ClassDef] = [tree]
    scopes += [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for scope in scopes:
        for node in scope.body:
            if isinstance(node, DEFINITIONS):
                yield node.name, ast.get_docstring(node) or "", node if scope is tree else scope


def test_names_in_docstrings_exist() -> None:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}
    holders = defaultdict[str, list[ast.AST]](list)
    known = {*dir(builtins), *dir(types), *sys.stdlib_module_names, *(path.stem for path in trees)}
    for path, tree in trees.items():
        holders[path.stem].append(tree)
        for node in (node for node in ast.walk(tree) if isinstance(node, DEFINITIONS)):
            known.add(node.name)
            if isinstance(node, ast.ClassDef):
                holders[node.name].append(node)
        known.update(*(names_in(node) for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)))
    stale = []
    for path, tree in trees.items():
        outside = [node for node in tree.body if not isinstance(node, DEFINITIONS)]
        for definition, text, own in docstrings(tree):
            for match in NAME.finditer(text):
                holder, _, member = (match["quoted"] or match["raised"]).rpartition(".")
                is_known = not holder and (member in known or member in EXAMPLES)
                if is_known or holder in sys.stdlib_module_names or (holder and holder not in holders):
                    continue
                if not any(member in names_in(node) for node in (holders[holder] if holder else (own, *outside))):
                    stale.append(f"{path.relative_to(PACKAGE)}: {definition}: {match[0]}")
    assert not stale, "\n".join(stale)
