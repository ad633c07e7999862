"""How files of settings are called, and whether there may be one for a folder, which is known without reading any."""

import os

from gbr_lsp.base.regular_file import open_regular

PYPROJECT = "pyproject.toml"
SETTINGS_NAMES = ("gbr.toml", ".gbr.toml", PYPROJECT)


def may_have_settings(folder: str) -> bool:
    """Whether a file in a folder or above it may have settings; a `pyproject.toml` that does not name us has none."""
    folder = os.path.abspath(folder)
    while True:
        for name in SETTINGS_NAMES:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and (name != PYPROJECT or _has_our_name(path)):
                return True
        parent = os.path.dirname(folder)
        if parent == folder:
            return False
        folder = parent


def _has_our_name(path: str) -> bool:
    try:
        with open(path, "rb", opener=open_regular) as file:
            return b"gbr-lsp" in file.read()
    except OSError:
        return True
