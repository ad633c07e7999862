"""How this program was installed: from a folder, from a package index, or not by pip at all."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

_ROOT = Path(__file__).resolve().parents[2]
"""The folder that contains the package: a clone, or a folder of installed packages."""
NAME = "gbr-lsp"
_CLONE_COMMAND = "python3 -m pip install '.[{extra}]'"


def missing_reader_hint(extra: str) -> str:
    """Return what follows the name of a file that only the readers in `extra` can read, such as `"pdf"`.

    It ends with a shell command that installs them, after a colon.
    """
    requirement = _requirement(extra, _ROOT)
    if requirement is None:
        return (
            f"cannot be read by this copy of {NAME}, which has no readers for PDF and Word files. "
            "Restart the server after you have run, in a clone of the repository: "
            f"{_CLONE_COMMAND.format(extra='proofs')}"
        )
    return f"needs a reader: {_command(requirement)}"


def install_command(extra: str) -> str:
    """Return the shell command that adds `extra` to this installation, or one that works in a clone."""
    requirement = _requirement(extra, _ROOT)
    return _CLONE_COMMAND.format(extra=extra) if requirement is None else _command(requirement)


def _command(requirement: str) -> str:
    """Return the shell command that installs `requirement` for the Python that runs this program."""
    python = sys.executable or "python3"
    words = [python, "-m", "pip", "install", requirement]
    if _installer() == "uv":  # its environments have no pip
        words = ["uv", "pip", "install", "--python", python, requirement]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _requirement(extra: str, root: Path) -> str | None:
    """Return what pip has to install for `extra`, or None if pip did not install the package in `root`.

    A package that was installed from a folder, an archive or a repository is installed from there again
    (`direct_url.json`, PEP 610). Without such a record, it came from a package index.
    """
    if (root / "pyproject.toml").is_file():
        return f"{root}[{extra}]"
    metadata = _metadata(root)
    if metadata is None:
        return None
    if "direct_url.json" not in metadata:
        return f"{NAME}[{extra}]"
    try:
        source = json.loads(metadata["direct_url.json"])
        url = source["url"]
    except (ValueError, TypeError, KeyError):
        return None
    if "dir_info" in source:
        folder = Path(url2pathname(urlsplit(url).path))
        return f"{folder}[{extra}]" if (folder / "pyproject.toml").is_file() else None
    if "vcs_info" in source:
        url = f"{source['vcs_info'].get('vcs', 'git')}+{url}"
    return f"{NAME}[{extra}] @ {url}"


def _installer() -> str:
    """Return the name of the program that installed the package, or an empty string."""
    return (_metadata(_ROOT) or {}).get("INSTALLER", "").strip()


def _metadata(root: Path) -> dict[str, str] | None:
    """Return the files `direct_url.json` and `INSTALLER` of the package that is installed in `root`, or None."""
    from importlib.metadata import distributions

    for distribution in distributions(name=NAME, path=[str(root)]):
        texts = {name: distribution.read_text(name) for name in ("direct_url.json", "INSTALLER")}
        return {name: text for name, text in texts.items() if text is not None}
    return None
