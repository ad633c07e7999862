"""Names of settings files, and a test whether any may apply to a folder."""

import os

from gbr_lsp.base.regular_file import open_regular, with_folders

PYPROJECT = "pyproject.toml"
SETTINGS_NAMES = ("gbr.toml", ".gbr.toml", PYPROJECT)


def may_have_settings(folder: str) -> bool:
    """Return True if a file in `folder` or above it may have settings for us.

    Only `pyproject.toml` is opened: it must contain `gbr-lsp`.
    """
    for outer in with_folders(os.path.abspath(folder)):
        for name in SETTINGS_NAMES:
            path = os.path.join(outer, name)
            if os.path.isfile(path) and (name != PYPROJECT or _has_our_name(path)):
                return True
    return False


def _has_our_name(path: str) -> bool:
    try:
        with open(path, "rb", opener=open_regular) as file:
            return b"gbr-lsp" in file.read()
    except OSError:
        return True
