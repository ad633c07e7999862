"""What the extension for VS Code packs and asks of a Python, beside its own tests."""

import ast
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "vscode-extension"
OPTIONAL = {"bz2", "ctypes", "curses", "dbm", "lzma", "readline", "sqlite3", "ssl", "tkinter", "zlib"}
"""Modules of the standard library that a Python is built without where a library of the system is missing."""


def imported() -> set[str]:
    """Return what the modules that contain a name of `OPTIONAL` import, by the first part of its name."""
    found = set()
    texts = (path.read_text("utf-8") for path in (ROOT / "gbr_lsp").rglob("*.py"))
    for text in texts:
        if not re.search(rf"\b(?:{'|'.join(OPTIONAL)})\b", text):
            continue
        for node in ast.walk(ast.parse(text)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            found |= {name.partition(".")[0] for name in names}
    return found


def test_the_launcher_asks_for_each_module_that_a_python_may_lack() -> None:
    launcher = (EXTENSION / "launcher" / "launch.py").read_text("utf-8")
    (asked,) = re.findall(r"for module in \((.*?)\):", launcher)
    assert {name.strip('"') for name in asked.split(", ")} == imported() & OPTIONAL


def test_the_plain_package_has_nothing_that_was_compiled(tmp_path: Path) -> None:
    """Not even where the extension was built beside the sources that are packed."""
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(ROOT / "gbr_lsp", tmp_path / "gbr_lsp", ignore=ignored)
    wanted = {path.relative_to(tmp_path) for path in (tmp_path / "gbr_lsp").rglob("*.py")}
    for name in ("follow.cpython-312-x86_64-linux-gnu.so", "follow.cp312-win_amd64.pyd", "follow.obj", "follow.o"):
        (tmp_path / "gbr_lsp" / "solutions" / name).write_bytes(b"\x7fELF")
    packed = tmp_path / "packages"
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here")
    script = "const [at, to, from] = process.argv.slice(1); import(at).then(({ own }) => own(to, from))"
    bundle = (ROOT / "web" / "bundle.mjs").as_uri()
    subprocess.run([node, "-e", script, bundle, str(packed), str(tmp_path / "gbr_lsp")], check=True)
    there = {path.relative_to(packed) for path in packed.rglob("*") if path.is_file()}
    assert {path.suffix for path in there} == {".py", ".pyi", ".md", ".json"}
    assert wanted <= there
