"""Walking folders for the files that are checked: it follows git's ignore rules, and can be stopped between folders.

`cli/` walks the paths of a command, `lsp/` the folders of a workspace.
"""

import os
import re
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple, Protocol

from gbr_lsp.base.files.gitignore import Ignored
from gbr_lsp.base.files.globs import Globs
from gbr_lsp.base.regular_file import regular

_MOST_DATA = 4_000_000
"""How many bytes a file of data may have; larger ones are read only if they are named."""
_LIKE_CLASS = rb"\.(?<=[0-9]{4}\.)[0-9]{2}(?![0-9])"
_LIKE_KINGS = rb"[a-h][1-8][/,;|\t\" -]{0,3}[a-h][1-8](?![0-9A-Za-z])"
_BESIDE = 12
"""How many bytes from its point the kings of a class end at most."""

_NEVER = (".git", ".hg", ".jj", ".svn")


class Wanted(Protocol):
    """What the settings of a folder include and exclude."""

    @property
    def include(self) -> Globs | None: ...

    @property
    def exclude(self) -> Globs | None: ...


class Everything(NamedTuple):
    """The default: every file of a known kind."""

    include: Globs | None = None
    exclude: Globs | None = None


class Visited(NamedTuple):
    """A folder that was walked: its files sorted by name, or the reason why it could not be read."""

    folder: str
    files: tuple[str, ...] = ()
    trouble: str | None = None


def walk(
    top: str,
    endings: Collection[str],
    wanted: Callable[[str], Wanted] = lambda folder: Everything(),
    most: int | None = None,
    accepts: Callable[[str], bool] = lambda path: True,
) -> Iterator[Visited]:
    """The folders from `top` on, one a step, each before those in it; paths start as `top` does.

    The folder itself is read even if git or a setting excludes it; its entries are tested one by one. Links to
    folders are not followed, so there are no loops; links to files count as files; pipes, sockets and devices are never
    among them. Where no setting says which files, those whose names end in a point and one of `endings` are found. Not
    more than `most` files are found, and of those found by their
    endings only such as `accepts` takes. Nothing is raised but what `wanted` raises.
    """
    if ".." not in top.split(os.sep):
        top = os.path.normpath(top)
    found = 0
    start = os.path.abspath(top)
    try:
        waiting = [(top, start, Ignored.above(start))]
    except ValueError as error:
        yield Visited(top, trouble=why(error))
        return
    while waiting and (most is None or found < most):
        shown, folder, ignored = waiting.pop()
        try:
            with os.scandir(shown) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
            ignored = ignored.within(folder)
        except (OSError, ValueError) as error:
            yield Visited(shown, trouble=why(error))
            continue
        folders, files = _sorted_out(listed, (endings, accepts), (folder, ignored), wanted(folder))
        below = "" if shown == os.curdir else shown
        if most is not None:
            files = files[: most - found]
        found += len(files)
        waiting += [(os.path.join(below, name), os.path.join(folder, name), ignored) for name in reversed(folders)]
        yield Visited(shown, tuple(os.path.join(below, name) for name in files))


def finds(
    top: str,
    path: str,
    endings: Collection[str],
    wanted: Callable[[str], Wanted] = lambda folder: Everything(),
    accepts: Callable[[str], bool] = lambda path: True,
) -> bool:
    """Whether `walk` finds a file, or reads a folder, from a folder on; both are absolute."""
    try:
        folder, ignored = top, Ignored.above(top)
        names = os.path.relpath(path, top).split(os.sep)
        for depth, name in enumerate(names, 1):
            ignored, said = ignored.within(folder), wanted(folder)
            entry = os.path.join(folder, name)
            is_folder = os.path.isdir(entry) and not os.path.islink(entry)
            if not is_folder and (depth < len(names) or not _is_text(entry, endings, said.include)):
                return False
            if not is_folder and not os.path.isfile(entry):
                return False
            if not _is_taken(entry, ignored, said, accepts, is_folder=is_folder):
                return False
            folder = entry
        return True
    except ValueError:
        return False  # Patterns that are not read: `walk` says so.


def may_be_scanned(folder: str) -> bool:
    """Whether a folder may be walked unasked: not a root, not the user's home or a folder above it, not `.git`."""
    folder = os.path.normcase(os.path.realpath(folder))
    if os.path.dirname(folder) == folder or ".git" in folder.split(os.sep):
        return False
    home = os.path.normcase(os.path.realpath(os.path.expanduser("~")))
    return home != folder and not home.startswith(folder + os.sep)


def may_hold_codes(path: str, words: tuple[bytes, ...], never: tuple[bytes, ...], *, columns: bool) -> bool:
    """Whether a file is small enough and has what looks like a class, and one of some words or two squares beside it.

    With `columns` the squares may stand anywhere. A file with one of `never` is none.
    """
    try:
        descriptor = regular(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError):
        return False
    try:
        size = os.fstat(descriptor).st_size
        content = os.read(descriptor, size) if size <= _MOST_DATA else b""
    except OSError:
        return False
    finally:
        os.close(descriptor)
    kings = re.compile(_LIKE_KINGS)
    classes = [found.start() for found in re.finditer(_LIKE_CLASS, content)]
    if not classes or any(mark in content for mark in never):
        return False
    lowered = content.lower()
    if any(word in lowered for word in words):
        return True
    if columns:
        return kings.search(content) is not None
    return any(kings.search(content, max(0, at - _BESIDE), at + _BESIDE) for at in classes)


def why(error: Exception) -> str:
    """The message of an error about a path, without the path."""
    return (getattr(error, "strerror", None) or str(error)).lower()


def _sorted_out(
    listed: list["os.DirEntry[str]"],
    usual: tuple[Collection[str], Callable[[str], bool]],
    where: tuple[str, Ignored],
    wanted: Wanted,
) -> tuple[list[str], list[str]]:
    """The names of the folders to walk and of the files to read."""
    folder, ignored = where
    folders: list[str] = []
    files: list[str] = []
    for entry in listed:
        path = os.path.join(folder, entry.name)
        try:
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not (_is_text(path, usual[0], wanted.include) and entry.is_file()):
                continue
        except OSError:
            continue
        if _is_taken(path, ignored, wanted, usual[1], is_folder=is_folder):
            (folders if is_folder else files).append(entry.name)
    return folders, files


def _is_taken(path: str, ignored: Ignored, wanted: Wanted, accepts: Callable[[str], bool], *, is_folder: bool) -> bool:
    """Whether a folder is walked, or a file whose name is one that is looked for is found."""
    if (is_folder and os.path.basename(path) in _NEVER) or ignored.covers(path, is_folder=is_folder):
        return False
    if wanted.exclude and wanted.exclude.verdict(path, is_folder=is_folder):
        return False
    return is_folder or wanted.include is not None or accepts(path)


def _is_text(path: str, endings: Collection[str], include: Globs | None) -> bool:
    if include is not None:
        return include.covers(path)
    return path.rpartition(".")[2].lower() in endings
