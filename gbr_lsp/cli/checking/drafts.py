"""Files next to a file that is being written, and what a process that was killed leaves of them.

`.gbr-lsp-ID.tmp` is being written and contains nothing else. `.gbr-lsp-ID-OLD-NEW.tmp` has the old or
the new text, of which OLD and NEW are digests, or one that another program changed. `.gbr-lsp-ID-copy.tmp`
has the old and the new text of a file that is being overwritten: see `copies.py`.
"""

import errno
import os
import re
import sys
from contextlib import suppress
from io import FileIO

from gbr_lsp.base.regular_file import open_regular

_NAME = re.compile(r"(\.gbr-lsp-[0-9a-f]{12})(?:-([0-9a-f]{16})-([0-9a-f]{16})|(-copy))?\.tmp")
_MAX_TRIES = 9
_FLAGS = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


def is_draft(name: str) -> bool:
    """Return True for the name of a file that this module writes."""
    return _NAME.fullmatch(name) is not None


def is_copy(name: str) -> bool:
    """Return True for the name of a copy of a file that is being overwritten."""
    return name.endswith("-copy.tmp")


def new_draft(folder: str, mode: int) -> tuple[str, FileIO]:
    """Create an empty draft in `folder`, locked until it is closed; return its path and the open file."""
    for _ in range(_MAX_TRIES):
        path = os.path.join(folder, f".gbr-lsp-{os.urandom(6).hex()}.tmp")
        file = FileIO(os.open(path, _FLAGS, mode), "r+")
        is_locked = lock(file)
        # Before it was locked, another process may have removed it as one of a dead process.
        if is_locked is None or (is_locked and is_at(file, path)):
            return path, file
        file.close()
        with suppress(OSError):
            os.unlink(path)
    raise OSError(errno.EAGAIN, "another process removes all new files")


def renamed(draft: str, mark: str) -> str:
    """Rename `draft`, which is complete, to the name with `mark`; return its new path."""
    path = draft.removesuffix(".tmp") + f"-{mark}.tmp"
    os.rename(draft, path)
    return path


def mark_of(old: bytes, new: bytes) -> str:
    """Return the mark in the name of a draft that has the text `old` or `new`."""
    return f"{_digest(old)}-{_digest(new)}"


def remove_draft(draft: str) -> bool:
    """Remove `draft` unless it has text that we neither read nor wrote; return True if it is gone."""
    match = _NAME.fullmatch(os.path.basename(draft))
    with suppress(FileNotFoundError):
        if match is None or (match[2] and _digest_of_file(draft) not in match.groups()):
            return False
        os.unlink(draft)
    return True


def remove_dead(draft: str) -> bool:
    """Remove `draft` as `remove_draft` does, unless its process may be alive; return False if it has other text."""
    try:
        with open_draft(draft) as file:
            if not (lock(file) and is_at(file, draft)):
                return True
            close_on_windows(file)
            return remove_draft(draft)
    except (FileNotFoundError, PermissionError):
        return True  # It is gone, or that of another user.


def open_draft(path: str) -> FileIO:
    """Open the regular file `path`, no link, for reading; raise OSError."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    return FileIO(open_regular(path, flags), "r")


def lock(file: FileIO) -> bool | None:
    """Lock `file` until it is closed; return False if another process has locked it, None without locks.

    Without locks on Windows return True: nobody can remove or replace an open file there.
    """
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return None
    return True


def is_at(file: FileIO, path: str) -> bool:
    """Return True if `path` is a name of the open `file`; on Windows an open file keeps its name."""
    if os.name == "nt":
        return True
    try:
        return os.path.samestat(os.fstat(file.fileno()), os.lstat(path))
    except OSError:
        return False


def close_on_windows(*files: FileIO) -> None:
    """Close `files` where an open file cannot be renamed or removed."""
    if os.name == "nt":
        for file in files:
            file.close()


def sync_folder(folder: str) -> None:
    """Write the names in `folder` to the disk, as the system allows."""
    if sys.platform != "win32":
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def _digest(content: bytes) -> str:
    from hashlib import blake2b  # few checks write files

    return blake2b(content, digest_size=8).hexdigest()


def _digest_of_file(path: str) -> str:
    from hashlib import blake2b

    digest = blake2b(digest_size=8)
    with open_draft(path) as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()
