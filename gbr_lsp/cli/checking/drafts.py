"""Files next to a file that is being written, and their removal after the process was killed.

* `.gbr-lsp-ID.tmp` is being written, and has only our text.
* `.gbr-lsp-ID-OLD-NEW.tmp` has the old or the new text, whose digests are OLD and NEW. If it has
  another text, a program has changed it.
* `.gbr-lsp-ID-copy.tmp` has both texts of a file that is being overwritten: see `copies.py`.
"""

import errno
import os
import re
import sys
from contextlib import suppress
from io import FileIO

from gbr_lsp.base.regular_file import open_regular

DRAFT = re.compile(r"\.gbr-lsp-[0-9a-f]{12}(?:-([0-9a-f]{16})-([0-9a-f]{16})|-copy)?\.tmp")
_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
_MAX_TRIES = 9


def new_draft(folder: str, mode: int) -> tuple[str, FileIO]:
    """Create an empty draft in `folder`, locked until it is closed; return its path and the open file."""
    for _ in range(_MAX_TRIES):
        path = os.path.join(folder, f".gbr-lsp-{os.urandom(6).hex()}.tmp")
        file = FileIO(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _FLAGS, mode), "r+")
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


def remove_draft(draft: str) -> bool:
    """Remove `draft` unless it has text that we neither read nor wrote; return True if it is gone."""
    match = DRAFT.fullmatch(os.path.basename(draft))
    with suppress(FileNotFoundError):
        if match is None:
            return False
        if match[1]:
            with open_draft(draft) as file:
                if digest(file.readall()) not in match.groups():
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
    return FileIO(open_regular(path, os.O_RDONLY | _FLAGS), "r")


def has_content(path: str, content: bytes) -> bool:
    """Return True if `path` is a regular file with `content`."""
    with suppress(OSError), open_draft(path) as file:
        return file.readall() == content
    return False


def digest(content: bytes) -> str:
    """Return a digest of `content` for the name of a draft."""
    from hashlib import blake2b  # few checks write files

    return blake2b(content, digest_size=8).hexdigest()


def lock(file: FileIO) -> bool | None:
    """Lock `file` until it is closed; return False if another process has locked it, None without locks.

    On Windows return True: nobody can remove or replace an open file.
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
    try:
        return os.name == "nt" or os.path.samestat(os.fstat(file.fileno()), os.lstat(path))
    except OSError:
        return False


def close_on_windows(*files: FileIO) -> None:
    """Close `files` where an open file cannot be renamed or removed."""
    for file in files if os.name == "nt" else ():
        file.close()
