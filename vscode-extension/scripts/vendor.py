"""Fills `bundled/`: the launcher, gbr-lsp from the repository's own source, and the pure Python packages it needs.

The build fails where a package is compiled, or where what is installed is not what `packages.txt` pins.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUNDLED = HERE.parent / "bundled"
PACKAGES = BUNDLED / "packages"
PINS = HERE / "packages.txt"

ELSEWHERE = ["colorama"]
"""What click needs on Windows, wherever the extension is built."""

UNUSED = ["bin", "*/py.typed", "*.dist-info/[A-Z]*", "chess/gaviota.py", "chess/polyglot.py", "colorama/tests"]
"""Scripts, types, lists of files, and two modules of chess that no other imports. The licenses stay."""

KEPT = re.compile(r"\.dist-info/(METADATA|LICENSE.*|LICENCE.*|COPYING.*|licenses/.*)$", re.IGNORECASE)
COMPILED = {".so", ".pyd", ".dylib", ".dll", ".pyc", ".a", ".o", ".exe", ".obj"}


def main() -> None:
    shutil.rmtree(BUNDLED, ignore_errors=True)
    PACKAGES.mkdir(parents=True)
    shutil.copy(HERE.parent / "launcher" / "launch.py", BUNDLED)
    install(needed() + ELSEWHERE)
    compare(pinned(), installed())
    prune()
    own()
    refuse_compiled()
    files = [path for path in BUNDLED.rglob("*") if path.is_file()]
    print(f"bundled: {len(files)} files, {sum(path.stat().st_size for path in files) // 1024} kB")


def needed() -> list[str]:
    """The dependencies of the project."""
    with open(ROOT / "pyproject.toml", "rb") as file:
        dependencies: list[str] = tomllib.load(file)["project"]["dependencies"]
    return dependencies


def install(requirements: list[str]) -> None:
    """Installs packages with pip, at the pinned versions."""
    quiet = ["--quiet", "--disable-pip-version-check", "--no-warn-conflicts", "--root-user-action", "ignore"]
    command = [sys.executable, "-m", "pip", "install", *quiet, "--no-compile", "--target", str(PACKAGES)]
    subprocess.run([*command, "--constraint", str(PINS), *requirements], check=True)


def pinned() -> dict[str, str]:
    lines = [line for line in PINS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {canonical(name): version for name, version in (line.split("==") for line in lines)}


def installed() -> dict[str, str]:
    """The version of each package by its name; a compiled one ends the build."""
    found = {}
    for folder in PACKAGES.glob("*.dist-info"):
        name, version = folder.name.removesuffix(".dist-info").rsplit("-", 1)
        found[canonical(name)] = version
        wheel = (folder / "WHEEL").read_text(encoding="utf-8")
        if "Root-Is-Purelib: true" not in wheel:
            sys.exit(f"{name} {version} is not pure Python")
    return found


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def compare(wanted: dict[str, str], found: dict[str, str]) -> None:
    if wanted != found:
        wrong = sorted(set(wanted.items()) ^ set(found.items()))
        sys.exit(f"scripts/packages.txt does not pin what is installed: {wrong}")


def prune() -> None:
    for pattern in UNUSED:
        for path in sorted(PACKAGES.glob(pattern)):
            if KEPT.search(path.as_posix()):
                continue
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for cache in list(PACKAGES.rglob("__pycache__")):
        shutil.rmtree(cache)


def own() -> None:
    """The package of the repository, without what only its own build needs, or has left there."""
    compiled = [f"*{ending}" for ending in COMPILED]
    ignored = shutil.ignore_patterns("__pycache__", "py.typed", "*.c", *compiled)
    shutil.copytree(ROOT / "gbr_lsp", PACKAGES / "gbr_lsp", ignore=ignored)


def refuse_compiled() -> None:
    compiled = [path.relative_to(BUNDLED) for path in BUNDLED.rglob("*") if path.suffix in COMPILED]
    if compiled:
        sys.exit(f"compiled files: {', '.join(map(str, compiled))}")


if __name__ == "__main__":
    main()
