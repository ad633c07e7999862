"""Opening, status, identity and folders of files; a pipe in place of a file must not block."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple


def open_regular(path: str, flags: int) -> int:
    """Return a descriptor of `path`, opened with `flags` and without blocking: an opener for `open`.

    Raises OSError, also for pipes and devices.
    """
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    kind = os.fstat(descriptor).st_mode
    if stat.S_ISREG(kind) or stat.S_ISDIR(kind):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, "is not a regular file", path)


def with_folders(path: str) -> Iterator[str]:
    """Yield `path` and the folders that contain it: `/a/b` → `/a/b`, `/a`, `/`."""
    while path:
        yield path
        outer = os.path.dirname(path)
        path = "" if outer == path else outer


class FileState(NamedTuple):
    """The size, times, inode and mode of a file, which reveal changes; times in nanoseconds.

    `changed_ns`, the time of the last change of the status, cannot be set back, but clocks are
    coarse.
    """

    size: int
    modified_ns: int
    changed_ns: int
    inode: int
    mode: int

    @classmethod
    def of(cls, status: os.stat_result) -> "FileState":
        return cls(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_mode)


def state_of(path: str) -> FileState:
    """Return the `FileState` of `path`. Raises OSError, and ValueError for an invalid path."""
    return FileState.of(os.stat(path))


def state_if_any(path: str) -> FileState | None:
    """Return the `FileState` of `path`, or None if it has none."""
    try:
        return state_of(path)
    except (OSError, ValueError):
        return None


def identity(path: str) -> str:
    """Return `device:inode` for a file with hard links, else its real path; `path` on errors."""
    try:
        with suppress(OSError):
            status = os.stat(path)
            if has_other_names(status):
                return f"{status.st_dev}:{status.st_ino}"
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path


def has_other_names(status: os.stat_result) -> bool:
    """Return True for a regular file with more than one hard link."""
    return stat.S_ISREG(status.st_mode) and 1 < status.st_nlink
