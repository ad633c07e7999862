"""The index on disk: one file of SQLite in the user's cache folder.

A chunk is kept under the hash of its bytes and of how they are read, so that files which share chunks share them here,
and whatever was built before a process was killed is there. A file is known by its path; its row says in which state
it was read, and which chunks it has. The index is only a cache: after any error the answer is that nothing is known,
and what cannot be written is not kept.

The name of the index has a hash of the program's source in it, so that what another version has read is never used.
"""

import os
import sqlite3
import sys
import time
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Lock
from typing import NamedTuple
from zlib import crc32

from gbr_lsp import __version__
from gbr_lsp.database.chunk import ALL, IndexChunk

_SCHEMA = """
CREATE TABLE IF NOT EXISTS file (
    path TEXT, options TEXT, size INTEGER, modified INTEGER, inode INTEGER, read INTEGER, encoding TEXT, chunks BLOB,
    PRIMARY KEY (path, options)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS part (chunk INTEGER, name TEXT, value BLOB, PRIMARY KEY (name, chunk));
"""
_SUM = 4
"""How many bytes behind each value are its CRC-32."""
_HEAD = "head"
"""The part of a chunk that has its length, its lines and its codes."""

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_OF_READING = (
    "",
    "base",
    "collection",
    "boards",
    "database",
    "edits",
    "hosts",
    "lint",
    "model",
    "notation",
    "solutions",
)
_ELSEWHERE = ("XDG_CACHE_HOME", "ANDROID_DATA", "ANDROID_ROOT")
"""Variables of the environment with which platformdirs may name another folder."""
_OLD = 30 * 24 * 3600
"""Seconds after which the unused index of another version is removed."""
_PATIENCE = 0.3
"""How many seconds are waited for another process that has locked the index."""
_RACY = 2_000_000_000
"""A file that was changed less than so many nanoseconds before it was read may have changed again in the same tick."""

MOST = 16
"""How many chunks are kept with each commit."""


WHOLE = "whole"
"""The encoding of a file that is read as a whole, which is decoded elsewhere."""


class State(NamedTuple):
    """The status of a file by which changes are noticed: bytes, the time of modification in nanoseconds, the inode."""

    size: int
    modified: int
    inode: int


class Listing(NamedTuple):
    """The hash of a chunk, and the numbers of its bytes, lines and codes."""

    hash: int
    length: int
    lines: int
    codes: int


class Indexed(NamedTuple):
    """A file in the index: its state when it was read, its encoding and its chunks in order.

    `is_settled` says whether an equal state proves that the file is unchanged; it had not just been written.
    """

    state: State
    encoding: str
    chunks: tuple[Listing, ...]
    is_settled: bool

    @property
    def is_games(self) -> bool:
        """Whether it is a file of games, each of which was read by itself."""
        return self.encoding != WHOLE


def folder() -> str:
    """The folder of the index: `GBR_LSP_CACHE`, else the user's folder for caches."""
    named = os.environ.get("GBR_LSP_CACHE")
    if named:
        return named
    home = os.path.expanduser("~")
    if sys.platform == "linux" and os.path.isabs(home) and home != "/" and os.environ.keys().isdisjoint(_ELSEWHERE):
        # What platformdirs says; to import it takes longer than a search.
        return os.path.join(home, ".cache", "gbr-lsp")
    from platformdirs import user_cache_dir

    return user_cache_dir("gbr-lsp", appauthor=False)


def state_of(path: str) -> State:
    """The state of a file. Raises OSError."""
    status = os.stat(path)
    return State(status.st_size, status.st_mtime_ns, status.st_ino)


def open_store() -> "Store | None":
    """The index; None where there can be none."""
    try:
        place = folder()
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with suppress(FileExistsError):
            os.mkdir(place, 0o700)
        path = os.path.join(place, f"index-{_version():08x}.sqlite3")
        if not os.path.exists(path):
            _drop_old(place)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except (OSError, RuntimeError):
        return None
    return _opened(path) or _opened(path)


def _opened(path: str) -> "Store | None":
    """The index in a file; one that is damaged is removed."""
    try:
        connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA page_size = 8192")
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] < 2:
            connection.executescript(_SCHEMA)
        return Store(connection, path)
    except sqlite3.OperationalError:
        # It is locked, or cannot be written.
        return None
    except sqlite3.Error:
        with suppress(OSError):
            os.unlink(path)
        return None


class Store:
    """An index that is open. Threads may share it."""

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self._connection = connection
        self._path = path
        self._has_looked = False
        self._lock = Lock()

    def indexed(self, path: str, options: str) -> Indexed | None:
        """What is known of a file that is read with some options, as `read.key_of` writes them."""
        with self._trying():
            row = self._connection.execute(
                "SELECT size, modified, inode, read, encoding, chunks FROM file WHERE path = ? AND options = ?",
                (path, options),
            ).fetchone()
            if row:
                size, modified, inode, read, encoding, chunks = row
                numbers = array("q", chunks)
                listings = tuple(Listing(*numbers[at : at + 4]) for at in range(0, len(numbers), 4))
                return Indexed(State(size, modified, inode), encoding, listings, modified + _RACY < read)
        return None

    def known(self, hashes: Iterable[int]) -> dict[int, Listing]:
        """Which of some chunks are kept, by hash."""
        found = {}
        with self._trying():
            for chunk in hashes:
                row = self._row(chunk, _HEAD)
                if row:
                    found[chunk] = Listing(chunk, *array("q", row))
        return found

    def chunk(self, listing: Listing, names: Iterable[str] = ALL) -> IndexChunk | None:
        """Some columns of a chunk; None where it is not kept any more, or damaged."""
        columns = {}
        with self._trying():
            for name in names:
                value = self._row(listing.hash, name)
                if value is None:
                    return None
                columns[name] = value
            chunk = IndexChunk(listing.length, listing.lines, listing.codes, columns)
            return chunk if chunk.is_whole else None
        return None

    def keep(self, chunks: Mapping[int, IndexChunk]) -> None:
        """Keeps chunks by their hashes."""
        parts = [
            (hash, name, value + crc32(value).to_bytes(_SUM))
            for hash, chunk in chunks.items()
            for name, value in _parts_of(chunk)
        ]
        with self._trying(), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany("INSERT OR REPLACE INTO part VALUES (?, ?, ?)", parts)

    def put(self, path: str, options: str, state: State, read: int, encoding: str, chunks: list[Listing]) -> None:
        """Keeps what is known of a file; drops files that no longer exist, and chunks that no file has any more."""
        listed = array("q", [number for listing in chunks for number in listing]).tobytes()
        with self._trying(), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            old = self._of_files("path = ? AND options = ?", (path, options))
            self._connection.execute(
                "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (path, options, *state, read, encoding, listed),
            )
            for (other,) in self._known_paths():
                if not os.path.exists(other):
                    old |= self._of_files("path = ?", (other,))
                    self._connection.execute("DELETE FROM file WHERE path = ?", (other,))
            gone = old - self._of_files("1", ()) if old else ()
            self._connection.executemany("DELETE FROM part WHERE chunk = ? AND name = ?", _named(gone))

    def files(self) -> list[tuple[str, int]]:
        """The files that are known, with their bytes."""
        with self._trying():
            return self._connection.execute("SELECT DISTINCT path, size FROM file ORDER BY path").fetchall()
        return []

    def _known_paths(self) -> list[tuple[str]]:
        """The files that are known, at the first call only; otherwise each file would be looked for at every `put`."""
        if self._has_looked:
            return []
        self._has_looked = True
        return self._connection.execute("SELECT DISTINCT path FROM file").fetchall()

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._connection.close()

    def _of_files(self, where: str, values: tuple[str, ...]) -> set[int]:
        rows = self._connection.execute(f"SELECT chunks FROM file WHERE {where}", values).fetchall()
        return {number for (chunks,) in rows for number in array("q", chunks)[::4]}

    def _row(self, chunk: int, name: str) -> bytes | None:
        found = self._connection.execute(
            "SELECT value FROM part WHERE name = ? AND chunk = ?", (name, chunk)
        ).fetchone()
        value: bytes = found[0] if found else b""
        # SQLite does not notice where a value is damaged on the disk.
        sound = _SUM <= len(value) and crc32(value[:-_SUM]).to_bytes(_SUM) == value[-_SUM:]
        return value[:-_SUM] if sound else None

    @contextmanager
    def _trying(self) -> Iterator[None]:
        """Suppresses errors of SQLite, and lets one thread in at a time, for a connection has one transaction.

        A damaged file is removed; the next process makes a new one.
        """
        with self._lock:
            try:
                yield
            except sqlite3.OperationalError:
                return
            except (sqlite3.Error, ValueError, TypeError, OSError):
                with suppress(OSError):
                    os.unlink(self._path)


def _parts_of(chunk: IndexChunk) -> Iterator[tuple[str, bytes]]:
    yield _HEAD, array("q", [chunk.length, chunk.lines, chunk.codes]).tobytes()
    yield from chunk.columns.items()


def _named(chunks: Iterable[int]) -> Iterator[tuple[int, str]]:
    return ((chunk, name) for chunk in chunks for name in (_HEAD, *ALL))


def _version() -> int:
    """A hash of the code that reads, and of the version of Python.

    Of an installed package the times of its folders count, for an installer writes them; else those of all files.
    """
    found: list[object] = [sys.hexversion, array("I").itemsize, __version__]
    installed = "site-packages" in _PACKAGE or "dist-packages" in _PACKAGE
    for name in _OF_READING:
        folder = os.path.join(_PACKAGE, name)
        if installed:
            found.append(os.stat(folder).st_mtime_ns)
            continue
        with os.scandir(folder) as entries:
            states = [(entry.name, entry.stat()) for entry in entries if entry.name.endswith(".py")]
        found += sorted((name, status.st_size, status.st_mtime_ns) for name, status in states)
    return crc32(repr(found).encode())


def _drop_old(place: str) -> None:
    """Removes the indexes of versions that have not been used for long."""
    for path in _indexes(place):
        with suppress(OSError):
            if os.stat(path).st_mtime < time.time() - _OLD:
                os.unlink(path)


def clear() -> int:
    """Removes every index, and returns how many bytes that frees. Raises OSError."""
    freed = 0
    for path in _indexes(folder()):
        freed += os.stat(path).st_size
        os.unlink(path)
    return freed


def size() -> int:
    """The size of all indexes in bytes. Raises OSError."""
    return sum(os.stat(path).st_size for path in _indexes(folder()))


def _indexes(place: str) -> list[str]:
    try:
        names = os.listdir(place)
    except FileNotFoundError:
        return []
    return [os.path.join(place, name) for name in names if name.startswith("index-") and ".sqlite3" in name]
