"""Exchanging the names of two files in one step; Python has no function for this."""

import os
import sys

_AT_FDCWD = -100
_EXCHANGE = 2
_SYSTEM_CALLS = {"x86_64": 316, "aarch64": 276}
"""The number of `renameat2`, for C libraries without the function."""


def exchange(path: str, other: str) -> bool:
    """Exchange two files in a folder; return False if the system or the file system cannot."""
    if sys.platform not in ("linux", "darwin"):
        return False
    try:
        import ctypes  # few checks write files

        library = ctypes.CDLL(None)
    except (ImportError, OSError):
        return False
    names = ctypes.c_char_p(os.fsencode(path)), ctypes.c_char_p(os.fsencode(other))
    if sys.platform == "darwin":
        return hasattr(library, "renamex_np") and library.renamex_np(*names, ctypes.c_uint(_EXCHANGE)) == 0
    folder = ctypes.c_int(_AT_FDCWD)
    arguments = folder, names[0], folder, names[1], ctypes.c_uint(_EXCHANGE)
    if hasattr(library, "renameat2"):
        return bool(library.renameat2(*arguments) == 0)
    number = _SYSTEM_CALLS.get(os.uname().machine) if sys.maxsize > 1 << 32 else None
    return number is not None and bool(library.syscall(ctypes.c_long(number), *arguments) == 0)
