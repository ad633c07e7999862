"""The index on disk: one SQLite file in the user's cache folder.

A chunk is stored by the hash of its bytes and of the options of reading. Files with equal chunks
share them, and chunks written before a process was killed remain. A file is stored by its path: its
row has its state at the time of reading and its chunks. The index is only a cache: after any error
nothing is known, and failed writes are dropped.

The name of the index contains a hash of the program's source, so that the data of another version
are never used.
"""

import os
import sys
import time
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from gbr_lsp import __version__
from gbr_lsp.base.regular_file import FileState
from gbr_lsp.database.chunk import ALL_COLUMNS, IndexChunk

if TYPE_CHECKING:
    import sqlite3

_TABLES = (
    "CREATE TABLE file (path BLOB, options BLOB, known BLOB, PRIMARY KEY (path, options)) WITHOUT ROWID",
    "CREATE TABLE part (chunk INTEGER, name TEXT, value BLOB, PRIMARY KEY (name, chunk))",
)
_SUM = 4
"""Number of bytes after each value: its CRC-32 with its key. SQLite does not notice damage on disk."""
_HEAD = "head"
"""The part of a chunk with its length, lines and codes."""

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_HASHED_FOLDERS = (
    "",
    "base",
    "collection",
    "boards",
    "database",
    "edits",
    "hosts",
    "languages",
    "lint",
    "model",
    os.path.join("model", "board_matching"),
    "notation",
    "slips",
    "solutions",
)
"""The folders of all modules that are loaded to read a study for the index."""
_CODE_ENDINGS = (".py", ".pyd", ".so")
_FOLDER_VARIABLES = ("XDG_CACHE_HOME", "ANDROID_DATA", "ANDROID_ROOT")
"""Environment variables that may change the folder of platformdirs."""
_MAX_AGE = 30 * 24 * 3600
"""Seconds after which the unused index of another version is removed."""
_MAX_WAIT = 0.3
"""Maximum seconds to wait for another process that has locked the index."""
_MAX_LOCK_AGE = 60
"""Seconds; no transaction takes longer."""
_RACY = 2_000_000_000
"""Nanoseconds; a file changed within this time before it was read may have changed again in the same tick."""

MAX_PENDING = 16
"""Number of chunks in one commit."""


SINGLE_CHUNK = "whole"
"""The encoding of a file that is read as a whole, and decoded elsewhere."""


class Listing(NamedTuple):
    """The hash of a chunk, and its numbers of bytes, lines and codes."""

    hash: int
    length: int
    lines: int
    codes: int


class IndexedFile(NamedTuple):
    """A file in the index: its state when read, its encoding, and its chunks.

    `is_settled` is True if an equal state proves that the file is unchanged: it had not just been
    written.
    """

    state: FileState
    encoding: str
    chunks: tuple[Listing, ...]
    is_settled: bool

    @property
    def is_games(self) -> bool:
        """True for a file of games, each read separately."""
        return self.encoding != SINGLE_CHUNK


def index_folder() -> str:
    """Return the folder of the index: `GBR_LSP_CACHE`, or one in the user's cache folder."""
    named = os.environ.get("GBR_LSP_CACHE")
    if named:
        return named
    home = os.path.expanduser("~")
    if (
        sys.platform == "linux"
        and os.path.isabs(home)
        and home != "/"
        and os.environ.keys().isdisjoint(_FOLDER_VARIABLES)
    ):
        # The result of platformdirs, whose import takes longer than a search.
        return os.path.join(home, ".cache", "gbr-lsp")
    from platformdirs import user_cache_dir

    return user_cache_dir("gbr-lsp", appauthor=False)


def open_store() -> "Store | None":
    """Return the index, or None if there can be none."""
    try:
        place = index_folder()
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
    """Return the index in the file `path`, or None; remove a damaged one."""
    try:
        import sqlite3  # few connections need an index, and some Pythons lack the module
    except ModuleNotFoundError:
        return None
    try:
        name = path
        if sys.platform == "emscripten":
            from urllib.parse import quote

            _drop_old_lock(path)
            name = f"file:{quote(path)}?vfs=unix-dotfile"
        connection = sqlite3.connect(
            name, timeout=_MAX_WAIT, isolation_level=None, check_same_thread=False, uri=name is not path
        )
        store = Store(connection, path)
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA page_size = 8192")
        connection.text_factory = bytes
        if not _has_tables(connection):
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                if not _has_tables(connection):
                    for table in _TABLES:
                        connection.execute(table)
        return store
    except sqlite3.OperationalError:
        # It is locked or cannot be written.
        return None
    except (sqlite3.Error, ValueError):
        # An SQLite message with bytes that are no text gives ValueError.
        with suppress(OSError):
            os.unlink(path)
        return None


def _drop_old_lock(path: str) -> None:
    """Remove the lock of the index at `path` if its worker was ended while it wrote.

    In a worker (Emscripten) the system does not lock files, so SQLite creates a folder as a lock.
    """
    lock = f"{path}.lock"
    with suppress(OSError):
        if os.stat(lock).st_mtime < time.time() - _MAX_LOCK_AGE:
            os.rmdir(lock)


def _has_tables(connection: "sqlite3.Connection") -> bool:
    """Return True if the tables exist. Raises ValueError for tables of others."""
    found = [sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name")]
    if found and found != [table.encode() for table in _TABLES]:
        raise ValueError(found)
    return bool(found)


class Store:
    """An open index, until it is closed or unreferenced. Threads may share it."""

    def __init__(self, connection: "sqlite3.Connection", path: str) -> None:
        self._connection = connection
        self._path = path
        self._has_looked = False
        self._lock = Lock()

    def indexed_file(self, path: str, options: str) -> IndexedFile | None:
        """Return a file as indexed with `options`, a text of `chunk_reader.key_of`, or None."""
        with self._trying():
            return next((indexed for _, indexed in self._files("path = ? AND options = ?", path, options)), None)
        return None

    def known_chunks(self, hashes: Iterable[int]) -> dict[int, Listing]:
        """Return the chunks of `hashes` that are stored: hash → `Listing`."""
        found = {}
        with self._trying():
            for chunk in hashes:
                row = self._row(chunk, _HEAD)
                if row:
                    found[chunk] = Listing(chunk, *array("q", row))
        return found

    def load_chunk(self, listing: Listing, names: Iterable[str] = ALL_COLUMNS) -> IndexChunk | None:
        """Return a chunk with the columns `names`, or None if it is missing or damaged."""
        columns = {}
        with self._trying():
            for name in names:
                value = self._row(listing.hash, name)
                if value is None:
                    return None
                columns[name] = value
            chunk = IndexChunk(listing.length, listing.lines, listing.codes, columns)
            return chunk if chunk.is_complete else None
        return None

    def keep_chunks(self, chunks: Mapping[int, IndexChunk]) -> None:
        """Store `chunks` by their hashes."""
        parts = [
            (hash, name, _sealed(value, hash, name))
            for hash, chunk in chunks.items()
            for name, value in {_HEAD: array("q", chunk[:3]).tobytes(), **chunk.columns}.items()
        ]
        with self._trying(), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany("INSERT OR REPLACE INTO part VALUES (?, ?, ?)", parts)

    def put_file(
        self, path: str, options: str, state: FileState, read_time: int, encoding: str, chunks: list[Listing]
    ) -> None:
        """Store a file and its chunks; drop missing files and chunks without a file.

        `read_time` is the time of reading in nanoseconds.
        """
        key = os.fsencode(path), os.fsencode(options)
        head = " ".join(map(str, (*state, read_time, encoding)))
        known = head.encode() + b"\n" + array("q", [number for listing in chunks for number in listing]).tobytes()
        with self._trying(), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            old = self._chunks_of("path = ? AND options = ?", path, options)
            self._connection.execute("INSERT OR REPLACE INTO file VALUES (?, ?, ?)", (*key, _sealed(known, *key)))
            for other in self._known_paths():
                if not os.path.exists(other):
                    old |= self._chunks_of("path = ?", other)
                    self._connection.execute("DELETE FROM file WHERE path = ?", (os.fsencode(other),))
            gone = old - self._chunks_of() if old else ()
            parts = ((chunk, name) for chunk in gone for name in (_HEAD, *ALL_COLUMNS))
            self._connection.executemany("DELETE FROM part WHERE chunk = ? AND name = ?", parts)

    def files(self) -> list[tuple[str, int]]:
        """Return the paths of the indexed files, sorted, each with its size in bytes."""
        with self._trying():
            return sorted({(path, indexed.state.size) for path, indexed in self._files()})
        return []

    def _known_paths(self) -> set[str]:
        """Return the paths of the indexed files at the first call, then an empty set.

        Otherwise every `put_file` would look for every file.
        """
        if self._has_looked:
            return set()
        self._has_looked = True
        return {path for path, _ in self._files()}

    def close(self) -> None:
        with suppress(self._connection.Error):
            self._connection.close()

    __del__ = close

    def _chunks_of(self, where: str = "1", *values: str) -> set[int]:
        """Return the hashes of the chunks of the files that satisfy `where`, a SQL condition."""
        return {listing.hash for _, indexed in self._files(where, *values) for listing in indexed.chunks}

    def _files(self, where: str = "1", *values: str) -> Iterator[tuple[str, IndexedFile]]:
        """Yield path and `IndexedFile` of the files that satisfy `where`; skip damaged rows."""
        sql = f"SELECT path, options, known FROM file WHERE {where}"
        for *key, value in self._connection.execute(sql, list(map(os.fsencode, values))).fetchall():
            known = _unsealed(value, *key)
            if known is not None:
                head, _, listed = known.partition(b"\n")
                *times, encoding = head.decode().split(" ")
                *state, read = map(int, times)
                numbers = array("q", listed)
                listings = tuple(Listing(*numbers[at : at + 4]) for at in range(0, len(numbers), 4))
                kept = FileState(*state)
                yield os.fsdecode(key[0]), IndexedFile(kept, encoding, listings, kept.modified_ns + _RACY < read)

    def _row(self, chunk: int, name: str) -> bytes | None:
        """Return the part `name` of a chunk, or None if it is missing or damaged."""
        found = self._connection.execute(
            "SELECT value FROM part WHERE name = ? AND chunk = ?", (name, chunk)
        ).fetchone()
        return _unsealed(found[0], chunk, name) if found else None

    @contextmanager
    def _trying(self) -> Iterator[None]:
        """Suppress errors of SQLite, and admit one thread at a time.

        A connection has only one transaction. A damaged file is removed; the next process creates a
        new one.
        """
        with self._lock:
            try:
                yield
            except self._connection.OperationalError:
                return
            except (self._connection.Error, ValueError, TypeError, OSError):
                with suppress(OSError):
                    os.unlink(self._path)


def _sealed(value: bytes, *key: object) -> bytes:
    """Return `value` followed by its checksum, which reveals damage to it or its key."""
    return value + crc32(value, crc32(repr(key).encode())).to_bytes(_SUM)


def _unsealed(value: object, *key: object) -> bytes | None:
    """Return the value without its checksum, or None if it or its key is damaged."""
    data = value if isinstance(value, bytes) else b""
    return data[:-_SUM] if _sealed(data[:-_SUM], *key) == data else None


def _version() -> int:
    """Return a hash of the code that reads, and of the version of Python.

    For an installed package it uses the times of its folders, which an installer writes; else the
    sizes and times of all files.
    """
    found: list[object] = [sys.hexversion, array("I").itemsize, __version__]
    installed = "site-packages" in _PACKAGE or "dist-packages" in _PACKAGE
    for name in _HASHED_FOLDERS:
        folder = os.path.join(_PACKAGE, name)
        if installed:
            found.append(os.stat(folder).st_mtime_ns)
            continue
        with os.scandir(folder) as entries:
            states = [(entry.name, entry.stat()) for entry in entries if entry.name.endswith(_CODE_ENDINGS)]
        found += sorted((name, status.st_size, status.st_mtime_ns) for name, status in states)
    return crc32(repr(found).encode())


def _drop_old(place: str) -> None:
    """Remove the indexes that have not been used for `_MAX_AGE` seconds."""
    for path in _indexes(place):
        with suppress(OSError):
            if os.stat(path).st_mtime < time.time() - _MAX_AGE:
                os.unlink(path)


def clear_indexes() -> int:
    """Remove every index; return the number of bytes freed. Raises OSError."""
    freed = 0
    for path in _indexes(index_folder()):
        freed += os.stat(path).st_size
        os.unlink(path)
    return freed


def index_size() -> int:
    """Return the size of all indexes in bytes. Raises OSError."""
    return sum(os.stat(path).st_size for path in _indexes(index_folder()))


def _indexes(place: str) -> list[str]:
    """Return the paths of the files of indexes in the folder `place`."""
    try:
        names = os.listdir(place)
    except FileNotFoundError:
        return []
    return [os.path.join(place, name) for name in names if name.startswith("index-") and ".sqlite3" in name]
