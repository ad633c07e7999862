"""Replacing a file completely or not at all, even if the process is killed."""

import os
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO

from gbr_lsp.base.files import reason_of
from gbr_lsp.cli.checking.copies import cut, write_copy, write_to_start
from gbr_lsp.cli.checking.drafts import (
    close_on_windows,
    digest,
    has_content,
    is_at,
    lock,
    new_draft,
    remove_draft,
    renamed,
)
from gbr_lsp.cli.checking.exchange import exchange

_CHANGED = "has changed since it was read, and was not written"


class NotWritten(ValueError):
    """A file could not be written; the message has the reason, without the file name."""


def replace_file(path: str, content: bytes, old_content: bytes | None = None) -> None:
    """Replace the file `path` completely or not at all; keep owner, permissions and links.

    If `old_content` is given, the file must contain it now. A terminal, pipe or other special file is
    written into, unless `old_content` is given. Raises NotWritten.
    """
    try:
        target = os.path.realpath(path)
        status = os.stat(path) if old_content is not None or os.path.exists(path) else None
        if status is not None and not stat.S_ISREG(status.st_mode):
            if old_content is not None:
                raise NotWritten("is not a regular file")
            with open(path, "wb") as file:
                file.write(content)
            return
        if status is not None and not os.access(target, os.W_OK):
            # The folder allows it, but the file is write-protected, and must not be changed.
            raise NotWritten("permission denied")
        with _signals_held():
            if status is None or status.st_nlink == 1:
                try:
                    _swap(target, content, old_content, status)
                    return
                except PermissionError:
                    if status is None:
                        raise
            # Only the file itself is writable, or it has other names, or another owner who must stay.
            _overwrite(target, content, old_content)
    except (OSError, ValueError) as error:
        raise NotWritten(reason_of(error)) from None


_ENDING = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""The signals that end a process; a system has only some of these."""


@contextmanager
def _signals_held() -> Iterator[None]:
    """Delay signals that end the process, so that the block finishes."""
    import signal  # few checks write files

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {int(number): signal.getsignal(number) for number in signal.Signals if number.name in _ENDING}
    try:
        for number in before:
            signal.signal(number, lambda number, frame: came.append(number))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)


def _overwrite(target: str, content: bytes, before: bytes | None) -> None:
    """Write `content` into the same file, with a copy of both texts next to it; restore the old one on failure."""
    # A buffer would write the failed content once more, before the old content.
    with open(target, "r+b", buffering=0) as file:
        _lock(file)
        old = file.readall()
        if before is not None and old != before:
            raise NotWritten(_CHANGED)
        try:
            copy = write_copy(target, content, old)
        except OSError as error:
            raise NotWritten(f"{reason_of(error)}: no copy can be kept in its folder while it is overwritten") from None
        try:
            write_to_start(file, content)
        except BaseException:
            # If this fails too, the copy stays.
            write_to_start(file, old)
            cut(file, len(old))
            remove_draft(copy)
            raise
        cut(file, len(content))
        with suppress(OSError):
            remove_draft(copy)


def _lock(file: FileIO) -> None:
    """Lock `file` until it is closed: texts of two processes would mix."""
    if lock(file) is False:
        raise NotWritten("is being written by another process")


def _swap(target: str, content: bytes, before: bytes | None, status: os.stat_result | None) -> None:
    """Write `content` into a new file with the name `target`."""
    draft, file = new_draft(os.path.dirname(target), 0o666 if status is None else 0o600)
    with file:
        try:
            if status is not None:
                _as_before(file.fileno(), draft, status)
                _with_attributes(target, file.fileno())
            write_to_start(file, content)
            if before is None:
                close_on_windows(file)
                os.replace(draft, target)
                return
            with open(target, "rb", buffering=0) as old:
                _lock(old)
                if not is_at(old, target) or old.readall() != before:
                    raise NotWritten(_CHANGED)
                close_on_windows(file, old)
                draft = renamed(draft, f"{digest(before)}-{digest(content)}")
                if not exchange(draft, target):
                    os.replace(draft, target)
                elif not has_content(draft, before):
                    # Another program wrote into the old file after it was compared.
                    exchange(draft, target)
                    with suppress(OSError):
                        if remove_draft(draft):
                            raise NotWritten(_CHANGED)
                    raise NotWritten(f"has changed meanwhile: compare it with {draft}")
                else:
                    with suppress(OSError):
                        remove_draft(draft)
        except BaseException:
            file.close()
            # No draft is left, whatever the reason, unless another program wrote into it.
            with suppress(OSError):
                remove_draft(draft)
            raise


def _with_attributes(target: str, descriptor: int) -> None:
    """Copy the extended attributes of `target` to `descriptor`, as the system allows."""
    if sys.platform == "linux":
        with suppress(OSError):
            for name in os.listxattr(target):
                with suppress(OSError):
                    os.setxattr(descriptor, name, os.getxattr(target, name))


def _as_before(descriptor: int, draft: str, status: os.stat_result) -> None:
    """Give a file the owner, group and permissions in `status`; raise PermissionError."""
    if hasattr(os, "fchown"):
        own = os.fstat(descriptor)
        if (own.st_uid, own.st_gid) != (status.st_uid, status.st_gid):
            try:
                os.fchown(descriptor, status.st_uid, status.st_gid)
            except OSError as error:
                raise PermissionError(*error.args) from None
        os.fchmod(descriptor, stat.S_IMODE(status.st_mode))
    else:
        os.chmod(draft, stat.S_IMODE(status.st_mode))
