"""What differs between hosts stands in `gbr_lsp/hosts`: no other code asks which host a document has."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gbr_lsp.hosts import HOSTS, host_for

PACKAGE = Path(__file__).parents[2] / "gbr_lsp"
MAY = ("hosts", "settings")
_LOOKUPS = ("get", "setdefault", "pop", "startswith", "endswith")
_CALLED_BY = ("name", "languages", "endings", "walked")
_CALLED = rf"\.(?:HOST|{'|'.join(_CALLED_BY)})\b"
NAMES = {host.name for host in HOSTS}


def asks_which_host(source: str) -> list[int]:
    """The lines of a module that compare a host, or its name, languages or endings: in a comparison, as a key, in a
    `match`."""
    tree = ast.parse(source)
    named = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target, value in _assigned(node)
        if isinstance(target, ast.Name) and _is_host(value)
    }
    return sorted({node.lineno for node, used in _asked(tree) if _is_host(used) or getattr(used, "id", None) in named})


def _assigned(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=False)
        else:
            yield target, node.value


def _is_host(node: ast.AST) -> bool:
    """Whether an expression is what a host is called by (`document.host.name`, `host_for(path).endings`), or a host."""
    if not isinstance(node, ast.Attribute):
        return False
    if node.attr == "HOST":
        return True
    of = node.value
    while isinstance(of, ast.Call):
        of = of.func
    said = of.attr if isinstance(of, ast.Attribute) else of.id if isinstance(of, ast.Name) else ""
    return node.attr in _CALLED_BY and "host" in said.lower()


def _asked(tree: ast.AST) -> Iterator[tuple[ast.expr, ast.AST]]:
    """What is compared or looked up, with the expression that does so."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for part in (node.left, *node.comparators):
                yield node, part
                for inner in getattr(part, "elts", ()):
                    yield node, inner
        elif isinstance(node, ast.Subscript):
            yield node, node.slice
        elif isinstance(node, ast.Match):
            yield node.subject, node.subject
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in _LOOKUPS:
            for used in (*node.args, *ast.iter_child_nodes(node.func)):
                yield node, used


def test_no_code_but_hosts_and_settings_asks_which_host_it_is() -> None:
    paths = [path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] not in MAY]
    assert 100 < len(paths)
    texts = {str(path): path.read_text(encoding="utf-8") for path in paths}
    # To parse all of them takes long.
    may_ask = {name: text for name, text in texts.items() if "host" in text.lower() and re.search(_CALLED, text)}
    asking = {name: lines for name, text in may_ask.items() if (lines := asks_which_host(text))}
    assert asking == {}


def test_the_page_on_editors_has_every_language_id() -> None:
    page = (PACKAGE.parent / "docs" / "editors.md").read_text(encoding="utf-8")
    (line,) = (line for line in page.splitlines() if line.startswith("The language ids "))
    known = [name for host in HOSTS if host.folder_endings for name in host.languages if " " not in name]
    assert set(re.findall(r"`(.*?)`", line)) == set(known)


@pytest.mark.parametrize(
    "line",
    [
        'x = document.host.name == "pgn"',
        'x = "pgn" != study.block.host.name',
        'x = document.host.name in ("pgn", "latex")',
        'x = {"pgn": 1}.get(document.host.name, 2)',
        'x = {"pgn": 1}[block.host.name]',
        'x = host_for(task.asked.name).name == "pgn"',
        'host, block = spot.document.host.name, spot.block\nx = host == "plain"',
        "x = document.host is pgn.HOST",
        'match document.host.name:\n    case "pgn":\n        x = 1',
        'x = document.host.name.startswith("p")',
        'x = "latex" in document.host.languages',
        'x = "tex" in host_for(name).endings',
    ],
)
def test_the_question_is_seen_however_it_is_asked(line: str) -> None:
    assert asks_which_host(line) != []


def test_what_a_host_says_is_used_freely() -> None:
    assert asks_which_host('x = document.host.has_records and source.name == "-"\ny = host.name') == []


def test_hosts_are_told_apart_by_language_and_ending() -> None:
    assert len(NAMES) == len(HOSTS)
    for host in HOSTS:
        assert set(host.folder_endings) <= set(host.endings)
        assert {host_for(f"a.{ending}").name for ending in host.endings} == {host.name}
        assert {host_for("a", language).name for language in host.languages} <= {host.name}
    assert len({ending for host in HOSTS for ending in host.endings}) == sum(len(host.endings) for host in HOSTS)
