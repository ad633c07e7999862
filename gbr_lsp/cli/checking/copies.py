"""The copy of a file while it is overwritten in place, and the completion of an interrupted overwriting.

A copy is a line of JSON with the name of the file and two lengths, then the new and the old text.
"""

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import FileIO
from typing import NamedTuple

from gbr_lsp.base.files import reason_of
from gbr_lsp.cli.checking.drafts import (
    close_on_windows,
    is_copy,
    is_draft,
    lock,
    new_draft,
    open_draft,
    remove_dead,
    remove_draft,
    renamed,
    sync_folder,
)  # fmt: skip


class _Copy(NamedTuple):
    """The texts in a copy, and the path of the file next to it."""

    file: str
    new: bytes
    old: bytes


def write_copy(target: str, new: bytes, old: bytes) -> str:
    """Write a synced copy next to `target`; return its path, raise OSError."""
    import json  # few files are overwritten

    folder, name = os.path.split(target)
    draft, file = new_draft(folder, 0o600)
    with file:
        try:
            head = json.dumps({"file": name, "new": len(new), "old": len(old)}).encode() + b"\n"
            write_to_start(file, head + new + old)
            close_on_windows(file)
            copy = renamed(draft, "copy")
        except BaseException:
            file.close()
            remove_draft(draft)
            raise
    sync_folder(folder)
    return copy


def write_to_start(file: FileIO, content: bytes) -> None:
    """Write `content` to the start of `file`, and to the disk."""
    file.seek(0)
    left = memoryview(content)
    while left:
        left = left[file.write(left) :]
    os.fsync(file.fileno())


def write_over(file: FileIO, content: bytes) -> None:
    """Write `content` as the whole of `file`, and to the disk."""
    write_to_start(file, content)
    cut(file, len(content))


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
    real_folders: dict[str, str] = {}
    for path in paths:
        with suppress(OSError, ValueError):
            folder = os.path.dirname(os.path.realpath(path) if os.path.islink(path) else path)
            if folder not in real_folders:
                real_folders[folder] = os.path.realpath(folder)
            folders.setdefault(real_folders[folder], []).append(path)
    return dict(message for folder, inside in folders.items() for message in _finished_folder(folder, inside))


def _finished_folder(folder: str, paths: list[str]) -> Iterator[tuple[str, str]]:
    try:
        drafts = sorted(name for name in os.listdir(folder) if is_draft(name))
    except OSError:
        return
    for name in drafts:
        draft = os.path.join(folder, name)
        try:
            if is_copy(name):
                yield from _finished_copy(draft, paths)
            elif not remove_dead(draft):
                yield draft, "contains what another program wrote into a file while it was fixed: see if it is missing"
        except (OSError, ValueError) as error:
            yield draft, reason_of(error)


def _finished_copy(path: str, paths: list[str]) -> Iterator[tuple[str, str]]:
    """Complete the file of the copy at `path`, if it is one of `paths`; yield the reason why it cannot be."""
    try:
        copy = _read_copy(path)
    except FileNotFoundError:
        return
    if not os.path.exists(copy.file):
        yield path, f"contains the text of {os.path.basename(copy.file)}, which is gone"
        return
    name = next((name for name in paths if os.path.exists(name) and os.path.samefile(name, copy.file)), None)
    if name is None:
        return
    with open(copy.file, "r+b", buffering=0) as file:
        if not lock(file):
            return
        content = file.readall()
        if content not in (copy.old, copy.new):
            if not is_partly_written(content, copy.old, copy.new):
                yield name, f"was written in part and then changed: compare it with {path}, and delete that"
                return
            write_over(file, copy.new)
        remove_draft(path)


def _read_copy(path: str) -> _Copy:
    """Return the copy at `path`; raise OSError, or ValueError for one that another user may have written."""
    import json

    with open_draft(path) as file:
        status = os.fstat(file.fileno())
        if hasattr(os, "geteuid") and (status.st_uid, stat.S_IMODE(status.st_mode)) != (os.geteuid(), 0o600):
            raise ValueError("is not a copy of yours, and was not used")
        head, _, texts = file.readall().partition(b"\n")
    try:
        fields = json.loads(head)
        name, new, old = fields["file"], int(fields["new"]), int(fields["old"])
        is_valid = name == os.path.basename(name) and 0 <= new and 0 <= old and new + old == len(texts)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        is_valid = False
    if not is_valid:
        raise ValueError("is not a copy of a file, and was not used")
    return _Copy(os.path.join(os.path.dirname(path), name), texts[:new], texts[new:])


def is_partly_written(content: bytes, old: bytes, new: bytes) -> bool:
    """Return True if `content` is `new` in one part and `old` before and after it.

    The text before it is empty, unless writing failed and `old` was being written again.
    """
    start = _common_length(content, old)
    end = start + _common_length(content[start:], new[start:])
    return content == new or content == old[:start] + new[start:end] + old[end:]


def _common_length(text: bytes, other: bytes) -> int:
    """Return the length of the longest common beginning."""
    low, high = 0, min(len(text), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if text[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
