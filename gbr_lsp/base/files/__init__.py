"""Walking folders for files to check, with git's ignore rules, one folder a step.

`cli/` walks the paths of a command, `lsp/` the folders of a workspace.
"""

import os
import re
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple, Protocol

from gbr_lsp.base.files.gitignore import IgnoreRules
from gbr_lsp.base.files.globs import Globs
from gbr_lsp.base.regular_file import open_regular

_MAX_DATA_SIZE = 4_000_000
"""Maximum size in bytes of a data file, unless the user names it."""
_CLASS_SHAPE = rb"\.(?<=[0-9]{4}\.)[0-9]{2}(?![0-9])"
_KINGS_SHAPE = rb"[a-h][1-8][/,;|\t\" -]{0,3}[a-h][1-8](?![0-9A-Za-z])"
_MAX_KINGS_DISTANCE = 12
"""Maximum distance in bytes from the point of a class to the far end of its kings."""

_SKIPPED_FOLDERS = (".git", ".hg", ".jj", ".svn")


class FileFilter(Protocol):
    """The files that the settings of a folder include and exclude."""

    @property
    def include(self) -> Globs | None: ...

    @property
    def exclude(self) -> Globs | None: ...


class AllFiles(NamedTuple):
    """The default filter: every file of a known kind."""

    include: Globs | None = None
    exclude: Globs | None = None


class VisitedFolder(NamedTuple):
    """A walked folder: the sorted paths of its files, or why it was not read."""

    folder: str
    files: tuple[str, ...] = ()
    problem: str | None = None


def walk(
    top: str,
    known_endings: Collection[str],
    filter_for: Callable[[str], FileFilter] = lambda folder: AllFiles(),
    max_files: int | None = None,
    is_accepted: Callable[[str], bool] = lambda path: True,
) -> Iterator[VisitedFolder]:
    """Yield a `VisitedFolder` for `top` and all folders below it, each before its subfolders.

    `top` is read even if git or a setting excludes it; its entries are tested one by one. Paths
    start with `top`. Links to folders are not followed, links to files count as files. Pipes,
    sockets and devices are left out.

    Without an `include` setting, a file is found if its ending is in `known_endings` and
    `is_accepted` returns True. At most `max_files` files are found in all. Raises only what
    `filter_for` raises.
    """
    if ".." not in top.split(os.sep):
        top = os.path.normpath(top)
    file_count = 0
    absolute_top = os.path.abspath(top)
    try:
        queue = [(top, absolute_top, IgnoreRules.from_parents(absolute_top))]
    except ValueError as error:
        yield VisitedFolder(top, problem=reason_of(error))
        return
    while queue and (max_files is None or file_count < max_files):
        shown_path, folder, ignores = queue.pop()
        try:
            with os.scandir(shown_path) as entries:
                sorted_entries = sorted(entries, key=lambda entry: entry.name)
            ignores = ignores.for_entries(folder)
        except (OSError, ValueError) as error:
            yield VisitedFolder(shown_path, problem=reason_of(error))
            continue
        folders, files = _split_entries(
            sorted_entries, (known_endings, is_accepted), (folder, ignores), filter_for(folder)
        )
        prefix = "" if shown_path == os.curdir else shown_path
        if max_files is not None:
            files = files[: max_files - file_count]
        file_count += len(files)
        queue += [(os.path.join(prefix, name), os.path.join(folder, name), ignores) for name in reversed(folders)]
        yield VisitedFolder(shown_path, tuple(os.path.join(prefix, name) for name in files))


def is_found(
    top: str,
    path: str,
    known_endings: Collection[str],
    filter_for: Callable[[str], FileFilter] = lambda folder: AllFiles(),
    is_accepted: Callable[[str], bool] = lambda path: True,
) -> bool:
    """Return True if `walk(top)` would find the file or read the folder `path`; both are absolute."""
    try:
        folder, ignores = top, IgnoreRules.from_parents(top)
        names = os.path.relpath(path, top).split(os.sep)
        for depth, name in enumerate(names, 1):
            ignores, file_filter = ignores.for_entries(folder), filter_for(folder)
            entry = os.path.join(folder, name)
            is_folder = os.path.isdir(entry) and not os.path.islink(entry)
            is_text = depth == len(names) and _has_text_name(entry, known_endings, file_filter.include)
            if not is_folder and not (is_text and os.path.isfile(entry)):
                return False
            if not _is_selected(entry, ignores, file_filter, is_accepted, is_folder=is_folder):
                return False
            folder = entry
        return True
    except ValueError:
        return False  # A file of patterns is too large; `walk` reports it.


def may_be_scanned(folder: str) -> bool:
    """Return True if `folder` may be walked without a request by the user.

    False for a root, the user's home, a folder above it, and everything in `.git`.
    """
    folder = os.path.normcase(os.path.realpath(folder))
    if os.path.dirname(folder) == folder or ".git" in folder.split(os.sep):
        return False
    home = os.path.normcase(os.path.realpath(os.path.expanduser("~")))
    return home != folder and not home.startswith(folder + os.sep)


def may_hold_codes(path: str, words: tuple[bytes, ...], exclusions: tuple[bytes, ...], *, has_columns: bool) -> bool:
    """Return True if the data file at `path` is small and seems to contain codes.

    It must contain the shape of a class, and one of `words` or a pair of squares next to the class.
    With `has_columns` the squares may be anywhere. A file that contains one of `exclusions` is
    rejected.
    """
    try:
        descriptor = open_regular(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError):
        return False
    try:
        size = os.fstat(descriptor).st_size
        content = os.read(descriptor, size) if size <= _MAX_DATA_SIZE else b""
    except OSError:
        return False
    finally:
        os.close(descriptor)
    kings = re.compile(_KINGS_SHAPE)
    classes = [match.start() for match in re.finditer(_CLASS_SHAPE, content)]
    if not classes or any(exclusion in content for exclusion in exclusions):
        return False
    lowercase = content.lower()
    if any(word in lowercase for word in words):
        return True
    if has_columns:
        return kings.search(content) is not None
    return any(
        kings.search(content, max(0, offset - _MAX_KINGS_DISTANCE), offset + _MAX_KINGS_DISTANCE) for offset in classes
    )


def reason_of(error: Exception) -> str:
    """Return the message of `error` as text in lower case, without the path."""
    return (getattr(error, "strerror", None) or str(error)).lower()


def _split_entries(
    entries: list["os.DirEntry[str]"],
    defaults: tuple[Collection[str], Callable[[str], bool]],
    location: tuple[str, IgnoreRules],
    file_filter: FileFilter,
) -> tuple[list[str], list[str]]:
    """Return (folders to walk, files to read), lists of names as sorted in `entries`.

    `defaults` are the known endings and a function that accepts paths; `location` is the folder and its rules.
    """
    folder, ignores = location
    folders: list[str] = []
    files: list[str] = []
    for entry in entries:
        path = os.path.join(folder, entry.name)
        try:
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not (_has_text_name(path, defaults[0], file_filter.include) and entry.is_file()):
                continue
        except OSError:
            continue
        if _is_selected(path, ignores, file_filter, defaults[1], is_folder=is_folder):
            (folders if is_folder else files).append(entry.name)
    return folders, files


def _is_selected(
    path: str, ignores: IgnoreRules, file_filter: FileFilter, is_accepted: Callable[[str], bool], *, is_folder: bool
) -> bool:
    """Return True if git, the settings and `is_accepted` allow `path`."""
    if (is_folder and os.path.basename(path) in _SKIPPED_FOLDERS) or ignores.is_ignored(path, is_folder=is_folder):
        return False
    if file_filter.exclude and file_filter.exclude.decision(path, is_folder=is_folder):
        return False
    return is_folder or file_filter.include is not None or is_accepted(path)


def _has_text_name(path: str, known_endings: Collection[str], include: Globs | None) -> bool:
    if include is not None:
        return include.has_match(path)
    return path.rpartition(".")[2].lower() in known_endings
