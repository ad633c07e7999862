"""The version of a release, its addresses and its notes.

    python .ci/release.py check [TAG]   compare all versions, also with TAG; with TAG, require the project's address
    python .ci/release.py notes         print the newest part of CHANGELOG.md
    python .ci/release.py address       print the project's address, or nothing
    python .ci/release.py stamp TAG     write the version of TAG, and the addresses of the project

The version is in `gbr_lsp/__init__.py`; `stamp` writes it to all other places. The project's address is `address` in
the table `[tool.release]` of pyproject.toml: `stamp` makes `[project.urls]` from it, from which reports link to the
pages of rules, and `repository` and `bugs` of the extension. The page and the documentation link to it, if it is there.
"""

import json
import re
import sys
import tomllib
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


def address(root: Path) -> str:
    """Return the project's address from pyproject.toml, without a slash at its end, or "". Raise ValueError."""
    tools = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8")).get("tool", {})
    written: str = tools.get("release", {}).get("address", "")
    if written and not re.fullmatch(r"https://[\w./~-]+", written):
        raise ValueError(f"`address` under [tool.release] in pyproject.toml is not an https address: {written!r}")
    return written.rstrip("/")


def required_address(root: Path) -> str:
    """Return the project's address. Raise ValueError if there is none, or one that no release can have."""
    found = address(root)
    if not found:
        raise ValueError("a release needs the project's address: set `address` under [tool.release] in pyproject.toml")
    return found


def stamp(root: Path, tag: str) -> None:
    """Write the version of `tag` and the addresses. Raise ValueError, and write nothing, if either is unfit."""
    version = tag.removeprefix("v")
    if not re.fullmatch(_NUMBER, version):
        raise ValueError(f"{tag!r} is not the tag of a version, such as v0.1.0")
    home = required_address(root)
    for name, pattern in PLACES.items():
        path = root / name
        path.write_text(
            re.sub(pattern, rf"\g<1>{version}\g<3>", path.read_text(encoding="utf-8"), count=1), encoding="utf-8"
        )
    path = root / "pyproject.toml"
    text = re.sub(r"(?ms)^\[project\.urls\]\n.*?\n(?=\[)", "", path.read_text(encoding="utf-8"))
    urls = {
        "Homepage": home,
        "Documentation": f"{home}/blob/v{version}/docs",
        "Rules": f"{home}/blob/v{version}/gbr_lsp/rules/pages",
        "Changelog": f"{home}/blob/v{version}/CHANGELOG.md",
        "Issues": f"{home}/issues",
    }
    lines = "".join(f'{name} = "{url}"\n' for name, url in urls.items())
    path.write_text(
        text.replace("[project.scripts]\n", f"[project.urls]\n{lines}\n[project.scripts]\n", 1), encoding="utf-8"
    )
    path = root / "vscode-extension" / "package.json"
    package = json.loads(path.read_text(encoding="utf-8"))
    package["repository"] = {"type": "git", "url": home}
    package["bugs"] = {"url": urls["Issues"]}
    path.write_text(json.dumps(package, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Run a command, and return the exit status."""
    try:
        match arguments:
            case ["check"] | ["check", ""]:
                wrong = different(ROOT)
            case ["check", tag]:
                wrong = different(ROOT, tag)
                required_address(ROOT)
            case ["notes"]:
                wrong = []
                print(notes(ROOT), end="")
            case ["address"]:
                wrong = []
                print(address(ROOT))
            case ["stamp", tag]:
                wrong = []
                stamp(ROOT, tag)
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except ValueError as error:
        wrong = [str(error)]
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
