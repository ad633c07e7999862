"""The copy of a file while it is overwritten in place, and the completion of an interrupted overwriting.

A copy is a line of JSON with the name of the file and the lengths of both texts, then the new and the old text.
"""

import os
import stat
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import FileIO

from gbr_lsp.base.files import reason_of
from gbr_lsp.cli.checking.drafts import (
    DRAFT,
    close_on_windows,
    lock,
    new_draft,
    open_draft,
    remove_dead,
    remove_draft,
    renamed,
)


def write_copy(target: str, new: bytes, old: bytes) -> str:
    """Write a synced copy next to `target`; return its path, raise OSError."""
    import json  # few files are overwritten

    folder, name = os.path.split(target)
    draft, file = new_draft(folder, 0o600)
    with file:
        try:
            head = json.dumps([name, len(new), len(old)]).encode() + b"\n"
            write_to_start(file, head + new + old)
            close_on_windows(file)
            copy = renamed(draft, "copy")
        except BaseException:
            file.close()
            remove_draft(draft)
            raise
    with suppress(OSError):  # Windows syncs no folders.
        descriptor = os.open(folder or os.curdir, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    return copy


def write_to_start(file: FileIO, content: bytes) -> None:
    """Write `content` to the start of `file`, and to the disk."""
    file.seek(0)
    left = memoryview(content)
    while left:
        left = left[file.write(left) :]
    os.fsync(file.fileno())


def cut(file: FileIO, size: int) -> None:
    """Cut `file` to `size` bytes, also on the disk."""
    file.truncate(size)
    os.fsync(file.fileno())


def finish_interrupted(paths: Iterable[str]) -> dict[str, str]:
    """Complete the overwriting of `paths` that was interrupted, and remove drafts in their folders.

    Only drafts of dead processes are removed. Return messages by path: for one of `paths` the reason
    why it must not be written, for a draft why it stays.
    """
    folders: dict[str, list[str]] = {}
    for path in paths:
        folders.setdefault(os.path.dirname(os.path.realpath(path) if os.path.islink(path) else path), []).append(path)
    return dict(message for folder, inside in folders.items() for message in _finished_folder(folder, inside))


def _finished_folder(folder: str, paths: list[str]) -> Iterator[tuple[str, str]]:
    try:
        drafts = sorted(filter(DRAFT.fullmatch, os.listdir(folder or os.curdir)))
    except (OSError, ValueError):
        return
    for draft in (os.path.join(folder, name) for name in drafts):
        try:
            if draft.endswith("-copy.tmp"):
                yield from _finished_copy(draft, paths)
            elif not remove_dead(draft):
                yield draft, "contains what another program wrote into a file while it was fixed: see if it is missing"
        except (OSError, ValueError) as error:
            yield draft, reason_of(error)


def _finished_copy(copy: str, paths: list[str]) -> Iterator[tuple[str, str]]:
    """Complete the file of `copy` if it is one of `paths`; yield the reason why it cannot be."""
    target, new, old = _read_copy(copy)
    if not os.path.exists(target):
        yield copy, f"contains the text of {os.path.basename(target)}, which is gone"
        return
    path = next((path for path in paths if os.path.exists(path) and os.path.samefile(path, target)), None)
    if path is None:
        return
    with open(target, "r+b", buffering=0) as file:
        if not lock(file):
            return
        content = file.readall()
        if content not in (old, new):
            if not is_partly_written(content, old, new):
                yield path, f"was written in part and then changed: compare it with {copy}, and delete that"
                return
            write_to_start(file, new)
            cut(file, len(new))
        remove_draft(copy)


def _read_copy(path: str) -> tuple[str, bytes, bytes]:
    """Return the file of the copy at `path`, its new and its old text.

    Raises OSError, and ValueError for a copy that another user may have written.
    """
    import json

    with open_draft(path) as file:
        status = os.fstat(file.fileno())
        if hasattr(os, "geteuid") and (status.st_uid, stat.S_IMODE(status.st_mode)) != (os.geteuid(), 0o600):
            raise ValueError("is not a copy of yours, and was not used")
        head, _, texts = file.readall().partition(b"\n")
    with suppress(ValueError, LookupError, TypeError, RecursionError):
        name, new, old = json.loads(head)
        target = os.path.join(os.path.dirname(path), os.path.basename(name))
        # The copy of a file under a link lies next to the file itself.
        is_sound = 0 <= new and 0 <= old and new + old == len(texts) and not os.path.islink(target)
        if is_sound and name == os.path.basename(name):
            return target, texts[:new], texts[new:]
    raise ValueError("is not a copy of a file, and was not used")


def is_partly_written(content: bytes, old: bytes, new: bytes) -> bool:
    """Return True if `content` is `new` in one part and `old` before and after it.

    The text before it is empty, unless writing failed and `old` was being written again.
    """
    start = _common_length(content, old)
    end = start + _common_length(content[start:], new[start:])
    return content == new or content == old[:start] + new[start:end] + old[end:]


def _common_length(text: bytes, other: bytes) -> int:
    """Return the length of the longest common beginning."""
    return bisect_left(range(1, min(len(text), len(other)) + 1), True, key=lambda size: text[:size] != other[:size])
