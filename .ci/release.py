"""The version of a release, its addresses and its notes.

    python .ci/release.py check [TAG]           all versions are one, that of the tag if there is one
    python .ci/release.py notes                 the newest part of CHANGELOG.md
    python .ci/release.py stamp TAG ADDRESS     writes the version of a tag and the address of the repository

The version stands in `gbr_lsp/__init__.py`; `stamp` writes all other places after it. No address is known in this tree:
a release has that of the repository it is made in, in `[project.urls]`, which the reports read.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_NUMBER = r"[0-9]+\.[0-9]+\.[0-9]+"
PLACES = {
    "gbr_lsp/__init__.py": rf'(?m)^(__version__ = ")({_NUMBER})(")$',
    "pyproject.toml": rf'(?m)^(version = ")({_NUMBER})(")$',
    "CITATION.cff": rf"(?m)^(version: )({_NUMBER})()$",
    "vscode-extension/package.json": rf'(?m)^(  "version": ")({_NUMBER})(",)$',
    "vscode-extension/package-lock.json": rf'(?m)^(  "version": ")({_NUMBER})(",)$',
}
"""Where the version stands, and how."""


def versions(root: Path) -> dict[str, str]:
    """The version in each place."""
    found = {}
    for name, pattern in PLACES.items():
        match = re.search(pattern, (root / name).read_text(encoding="utf-8"))
        found[name] = match[2] if match else "none"
    return found


def different(root: Path, tag: str = "") -> list[str]:
    """What is wrong with the versions, a line each."""
    known = versions(root)
    wanted = tag.removeprefix("v") or known["gbr_lsp/__init__.py"]
    return [f"{name} has version {one}, not {wanted}" for name, one in known.items() if one != wanted]


def notes(root: Path) -> str:
    """The newest part of the changelog, without its heading."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    parts = re.split(r"(?m)^## .*$", text)
    return f"{parts[1].strip()}\n"


def stamp(root: Path, tag: str, address: str) -> None:
    """Writes the version and the addresses. Raises ValueError where one is none."""
    version = tag.removeprefix("v")
    if not re.fullmatch(_NUMBER, version):
        raise ValueError(f"{tag!r} is no tag of a version, such as v0.1.0")
    if not re.fullmatch(r"https://[\w./~-]+", address):
        raise ValueError(f"{address!r} is no address of a repository")
    for name, pattern in PLACES.items():
        path = root / name
        path.write_text(
            re.sub(pattern, rf"\g<1>{version}\g<3>", path.read_text(encoding="utf-8"), count=1), encoding="utf-8"
        )
    path = root / "pyproject.toml"
    text = re.sub(r"(?ms)^\[project\.urls\]\n.*?\n(?=\[)", "", path.read_text(encoding="utf-8"))
    urls = {
        "Homepage": address,
        "Documentation": f"{address}/blob/v{version}/docs",
        "Rules": f"{address}/blob/v{version}/gbr_lsp/rules/pages",
        "Changelog": f"{address}/blob/v{version}/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }
    lines = "".join(f'{name} = "{url}"\n' for name, url in urls.items())
    path.write_text(
        text.replace("[project.scripts]\n", f"[project.urls]\n{lines}\n[project.scripts]\n", 1), encoding="utf-8"
    )
    path = root / "vscode-extension" / "package.json"
    package = json.loads(path.read_text(encoding="utf-8"))
    package["repository"] = {"type": "git", "url": address}
    path.write_text(json.dumps(package, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    match arguments:
        case ["check", *tag]:
            wrong = different(ROOT, *tag)
            print(*wrong, sep="\n", file=sys.stderr)
            return int(bool(wrong))
        case ["notes"]:
            print(notes(ROOT), end="")
        case ["stamp", tag, address]:
            stamp(ROOT, tag, address)
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
