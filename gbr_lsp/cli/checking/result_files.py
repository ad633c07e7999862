"""Writing results: to standard output, or into a file that is written completely or not at all."""

import os
import stat
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO

import click

from gbr_lsp.base.escapes import LINE, LINES, Syntax, escape_text
from gbr_lsp.base.files import reason_of
from gbr_lsp.cli.output import OutputClosed, emit


class NotWritten(ValueError):
    """A file could not be written; the message has the reason, without the file name."""


def write_lines(
    lines: Iterable[str], file: str | None, syntax: Syntax = LINE, *, err: bool = False, color: bool | None = None
) -> None:
    """Write `lines` to `file`, to stdout, or with `err` to stderr; raise ClickException for a file."""
    if file is not None:
        kept = (escape_text(line if color else click.unstyle(line), syntax) for line in lines)
        save(file, "".join(f"{line}\n" for line in kept).encode("utf-8", "backslashreplace"))
    else:
        emit(lines, syntax, err=err)


def write_bytes(content: bytes, file: str | None) -> None:
    """Write `content` to `file` or stdout, to a terminal as text; raise ClickException for a file."""
    if file is not None:
        save(file, content)
        return
    if sys.stdout.isatty():
        emit([content.decode("utf-8", "backslashreplace").removesuffix("\n")], LINES)
        return
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
    except BrokenPipeError:
        raise OutputClosed from None


def save(path: str, content: bytes) -> None:
    """Write `content` to the output file `path`; raise ClickException."""
    try:
        replace_file(path, content)
    except NotWritten as error:
        raise click.ClickException(f"{path}: {error}") from None


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
    """Write `content` into the same file; restore the old content on failure."""
    # A buffer would write the failed content once more, before the old content.
    with open(target, "r+b", buffering=0) as file:
        _lock(file)
        old = file.readall()
        if before is not None and old != before:
            raise NotWritten("has changed since it was read, and was not written")
        try:
            _write_over(file, content)
        except BaseException:
            _write_over(file, old)
            raise


def _lock(file: FileIO) -> None:
    """Lock `file` until it is closed: texts of two processes would mix."""
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NotWritten("is being written by another process") from None
        except OSError:
            pass  # Some file systems have no locks.


def _write_over(file: FileIO, content: bytes) -> None:
    file.seek(0)
    left = memoryview(content)
    while left:
        left = left[file.write(left) :]
    file.truncate()
    os.fsync(file.fileno())


def _swap(target: str, content: bytes, before: bytes | None, status: os.stat_result | None) -> None:
    draft = os.path.join(os.path.dirname(target), f".gbr-lsp-{os.urandom(6).hex()}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:
        with open(os.open(draft, flags, 0o666 if status is None else 0o600), "wb") as file:
            file.write(content)
            file.flush()
            if status is not None:
                _as_before(file.fileno(), draft, status)
                _with_attributes(target, file.fileno())
            os.fsync(file.fileno())
        if before is not None:
            with open(target, "rb") as old:
                if old.read() != before:
                    raise NotWritten("has changed since it was read, and was not written")
        os.replace(draft, target)
    except BaseException:
        # No draft is left, whatever the reason.
        if os.path.lexists(draft):
            os.unlink(draft)
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
