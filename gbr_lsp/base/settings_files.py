"""How files of settings are called, and whether there may be one for a folder, which is known without reading any."""

import os

from gbr_lsp.base.regular_file import regular

PYPROJECT = "pyproject.toml"
NAMES = ("gbr.toml", ".gbr.toml", PYPROJECT)


def may_have_settings(folder: str) -> bool:
    """Whether a file in a folder or above it may have settings; a `pyproject.toml` that does not name us has none."""
    folder = os.path.abspath(folder)
    while True:
        for name in NAMES:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and (name != PYPROJECT or _names_us(path)):
                return True
        outer = os.path.dirname(folder)
        if outer == folder:
            return False
        folder = outer


def _names_us(path: str) -> bool:
    try:
        with open(path, "rb", opener=regular) as file:
            return b"gbr-lsp" in file.read()
    except OSError:
        return True
