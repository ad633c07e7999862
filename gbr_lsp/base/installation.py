"""Origin of this installation: a folder, a package index, or no use of pip at all."""

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


def missing_reader_hint() -> str:
    """Return a hint, as text, to install the reader of PDF files.

    It follows the name of a file in a message, and ends with a colon and a shell command.
    """
    requirement = _requirement("pdf", _ROOT)
    if requirement is None:
        return (
            f"cannot be read by this copy of {NAME}, which has no reader for PDF files. "
            "Restart the server after you have run, in a clone of the repository: "
            f"{_CLONE_COMMAND.format(extra='pdf')}"
        )
    return f"needs a reader: {_command(requirement)}"


def install_command(extra: str) -> str:
    """Return the shell command that adds `extra` to this installation, or a command for a clone."""
    requirement = _requirement(extra, _ROOT)
    return _CLONE_COMMAND.format(extra=extra) if requirement is None else _command(requirement)


def _command(requirement: str) -> str:
    """Return the shell command that installs `requirement` for the running Python."""
    python = sys.executable or "python3"
    words = [python, "-P", "-m", "pip", "install", requirement]  # -P: imports nothing from the working folder
    if (_metadata(_ROOT) or {}).get("INSTALLER", "").strip() == "uv":  # its environments have no pip
        words = ["uv", "pip", "install", "--python", python, requirement]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _requirement(extra: str, root: Path) -> str | None:
    """Return the requirement that adds `extra` to the package in `root`: `gbr-lsp[pdf]`, or None.

    A package installed from a folder, archive or repository is installed from the same source again
    (`direct_url.json`, PEP 610). Without such a record, it came from a package index. None if pip
    did not install it, or if its source is gone.
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


def _metadata(root: Path) -> dict[str, str] | None:
    """Return the texts of `direct_url.json` and `INSTALLER` by name, those that exist.

    None if no metadata of the package is in `root`.
    """
    from importlib.metadata import distributions

    for distribution in distributions(name=NAME, path=[str(root)]):
        texts = {name: distribution.read_text(name) for name in ("direct_url.json", "INSTALLER")}
        return {name: text for name, text in texts.items() if text is not None}
    return None
