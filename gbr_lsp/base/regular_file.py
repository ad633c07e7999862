"""Files that others may exchange or change meanwhile: a pipe in the place of one would keep its reader waiting."""

import errno
import os
import stat
from contextlib import suppress
from typing import NamedTuple


def open_regular(path: str, flags: int) -> int:
    """An `opener` for `open` that refuses pipes and devices, at once. Raises OSError; for folders, `open` does."""
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    kind = os.fstat(descriptor).st_mode
    if stat.S_ISREG(kind) or stat.S_ISDIR(kind):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, "is not a regular file", path)


class FileState(NamedTuple):
    """The status of a file by which changes are noticed: bytes, the times at which the file was modified and its status
    was changed, in nanoseconds, the inode, and the mode. The second time cannot be set back, but clocks are coarse."""

    size: int
    modified_ns: int
    changed_ns: int
    inode: int
    mode: int

    @classmethod
    def of(cls, status: os.stat_result) -> "FileState":
        return cls(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_mode)


def state_of(path: str) -> FileState:
    """The state of a file. Raises OSError, and ValueError where that is no path."""
    return FileState.of(os.stat(path))


def state_if_any(path: str) -> FileState | None:
    """The state of a file; None where there is none."""
    try:
        return state_of(path)
    except (OSError, ValueError):
        return None


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
