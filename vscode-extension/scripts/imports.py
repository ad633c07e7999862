"""Import each module of gbr_lsp and chess in a folder of packages, and each module that they import in a function.

    python -I imports.py PACKAGES

It prints the number of modules; a module that is missing ends it with status 1.
"""

import ast
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

EXTRAS = {"cryptography", "docx", "playa", "pypdf"}
"""What the extra `proofs` installs to read PDFs and to mark copies; some are compiled, so the extension has none."""
COMPILED = "gbr_lsp.solutions._follow"
"""Moves in C, which are also there in Python."""
ABSENT = {"win32": {"fcntl", "resource"}}.get(sys.platform, set())
"""Modules of the standard library that the platform lacks."""


def main(packages: Path) -> int:
    """Import all, and return the exit status."""
    sys.path.insert(0, str(packages))
    names = {
        name
        for folder in ("gbr_lsp", "chess")
        for path in (packages / folder).rglob("*.py")
        for name in used(path, packages)
    }
    missing = []
    for name in sorted(names):
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name != COMPILED and (error.name or "").partition(".")[0] not in EXTRAS | ABSENT:
                missing.append(f"{name}: {error}")
    print(*missing, sep="\n", file=sys.stderr)
    print(len(names))
    return int(bool(missing))


def used(path: Path, packages: Path) -> Iterator[str]:
    """Yield the name of the module at `path`, unless it runs a command, and the modules that it imports anywhere."""
    if path.name != "__main__.py":
        yield ".".join(path.relative_to(packages).with_suffix("").parts).removesuffix(".__init__")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
