"""Opening files that others may exchange meanwhile: a pipe in the place of one would keep its reader waiting."""

import errno
import os
import stat
from contextlib import suppress


def regular(path: str, flags: int) -> int:
    """An `opener` for `open` that refuses pipes and devices, at once. Raises OSError; for folders, `open` does."""
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    kind = os.fstat(descriptor).st_mode
    if stat.S_ISREG(kind) or stat.S_ISDIR(kind):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, "is not a regular file", path)


def identity(path: str) -> str:
    """What is the same for all names of a file: links of both kinds."""
    try:
        with suppress(OSError):
            status = os.stat(path)
            if has_other_names(status):
                return f"{status.st_dev}:{status.st_ino}"
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path


def has_other_names(status: os.stat_result) -> bool:
    """Whether a file has more than one name in its file system."""
    return stat.S_ISREG(status.st_mode) and 1 < status.st_nlink
