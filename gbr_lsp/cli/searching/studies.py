"""The codes of files that match a condition, from the index if it is fresh, otherwise from the files.

A search within the index imports no module that reads texts, which would take longer than it.
"""

import gc
import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from gbr_lsp.base.file_parts import FileChanged
from gbr_lsp.base.regular_file import identity, state_of
from gbr_lsp.cli.output import print_message
from gbr_lsp.cli.searching.hits import FileQuery, Hit, Target, columns_for, hits_in, hits_in_index
from gbr_lsp.collection.columns import ALL_FACTS, PLAIN_COLUMNS, field_with
from gbr_lsp.collection.conditions import Cell, Condition, Every, rules_in
from gbr_lsp.collection.facts import ROLE
from gbr_lsp.collection.fields import BadField, fen_board
from gbr_lsp.collection.search import NO_TRANSFORMS, BadQuery, Options, Query, read_either_side
from gbr_lsp.database import lookup
from gbr_lsp.database.chunk import ALL_COLUMNS, CODE_TEXT, DETAILS, FINDINGS, PLACES, IndexChunk
from gbr_lsp.database.lookup import LocatedChunk, StaleIndex
from gbr_lsp.database.store import Store, open_store

if TYPE_CHECKING:
    from gbr_lsp.cli.files import Source
    from gbr_lsp.cli.folder_settings import FolderSettings
    from gbr_lsp.database.chunk_reader import FilePart, ReadOptions

_Made = TypeVar("_Made")

DEFAULT_KEY = "modern 0 KDTLSB auto"
"""The key of files without settings; see `key_of`."""

_MIN_PARALLEL_BYTES = 4_000_000
"""Minimum size in bytes that justifies starting processes."""


class Studies:
    """The codes in files; unreadable files are reported on stderr, and set `has_failed`."""

    def __init__(
        self,
        paths: tuple[str, ...],
        stdin_name: str | None,
        *,
        jobs: int,
        cache: bool,
        on_trouble: Callable[[str, str], None] | None = None,
    ) -> None:
        self._paths = paths
        self._stdin_name = stdin_name
        self._jobs = jobs
        self._report = on_trouble or (lambda name, trouble: print_message(f"{name}: {trouble}"))
        self._folders: FolderSettings | None = None
        self._reported: set[Target] = set()
        self._sources: dict[Target, Source] = {}
        self.store: Store | None = open_store() if cache else None
        self.has_failed = False

    def hits(
        self, condition: Condition, names: Iterable[str] = ALL_COLUMNS, max_hits: int | None = None
    ) -> Iterator[Hit]:
        """Yield the codes that match `condition`, by file, in order.

        `names` are the columns shown of a hit; no others are loaded from the index. `max_hits` is the
        number of hits needed of a file; there may be more.
        """
        wanted = (PLACES, *names)
        for target in self.targets():
            yield from self.hits_in(target, condition, wanted, max_hits)

    def targets(self) -> list[Target]:
        """Return the files of the paths, sorted by name, each once."""
        if all(os.path.isfile(path) for path in self._paths):
            by_identity: dict[str, Target] = {}
            for path in self._paths:
                by_identity.setdefault(identity(path), Target(path, path))
            return sorted(by_identity.values())
        listed = self._settings().requests(self._paths, self._stdin_name)
        return [Target(request.name, request.path, request.trouble) for request in listed]

    def hits_in(
        self, target: Target, condition: Condition, names: Iterable[str] = ALL_COLUMNS, max_hits: int | None = None
    ) -> Iterator[Hit]:
        """Yield the codes of one file that match `condition`, in order; the search may end after `max_hits`."""
        if target.path is None or target.trouble:
            yield from self._found_in_text(target, condition)
            return
        try:
            key = self._key(target)
            if FINDINGS in columns_for(condition):
                yield from self._found_by_rules(target, key, condition, {*columns_for(condition), *names} - {FINDINGS})
                return
            indexed = lookup.fresh_file(self.store, target.path, key)
            given = 0
            if indexed and self.store:
                with open(target.path, "rb") as file:
                    try:
                        query = FileQuery(condition, names, max_hits, self.processes)
                        for hit in hits_in_index(target, self.store, indexed, query, file):
                            yield hit
                            given += 1
                        return
                    except StaleIndex:
                        # The index is damaged. All hits were compared with the file, so reading finds the same.
                        if given and state_of(target.path) != indexed.state:
                            raise FileChanged from None
            found = self._found_in_file(target, key, condition, {*columns_for(condition), *names})
            yield from islice(found, given, None)
        except (OSError, ValueError) as error:
            self._complain(target, error)

    def chunks(self, target: Target, names: Iterable[str] = ALL_FACTS) -> Iterator[LocatedChunk]:
        """Yield the chunks of a file with at least the columns `names`; failures are reported on stderr."""
        if target.path is None or target.trouble:
            yield from self._text_chunks(target)
            return
        try:
            key = self._key(target)
            indexed = lookup.fresh_file(self.store, target.path, key)
            loaded = list(lookup.load_chunks(self.store, indexed, names)) if indexed and self.store else None
        except (OSError, StaleIndex):
            loaded = None
        if loaded is not None:
            yield from loaded
            return
        try:
            yield from self._read(target, self._key(target), tuple(names))
        except (OSError, ValueError) as error:
            self._complain(target, error)

    @property
    def lacks_paths(self) -> bool:
        """True if one of the paths does not exist."""
        return not all(path == "-" or os.path.lexists(path) for path in self._paths)

    def field_of(self, word: str) -> str | None:
        """Return the field of a word in plain words: see `field_with`."""
        names = tuple(PLAIN_COLUMNS.values())
        chunks = (located.chunk for target in self.targets() for located in self.chunks(target, names))
        return field_with(word, (chunk.columns for chunk in chunks if chunk.codes))

    def board_at(self, path: str, line: int) -> str | None:
        """Return the squares of the study at `line` of a file, counted from 1, or None.

        In a file of games it is the study of the game, elsewhere the last one above the line.
        """
        last, lines = None, 0
        for located in self.chunks(Target(path, path), [*ALL_FACTS, PLACES, CODE_TEXT, DETAILS]):
            for entry in located.chunk.entries(range(located.chunk.codes)):
                if line <= located.first_row + entry.spot.first_row:
                    return last
                if entry.facts.squares.strip():
                    last = entry.facts.squares
            lines = located.first_row + located.chunk.lines + 1
        return last if line <= lines else None

    def _found_in_file(self, target: Target, key: str, condition: Condition, names: Collection[str]) -> Iterator[Hit]:
        with open(target.path or "", "rb") as file:
            for located in self._read(target, key, names):
                yield from hits_in(target, located, condition, file)

    def _found_by_rules(self, target: Target, key: str, condition: Condition, names: Collection[str]) -> Iterator[Hit]:
        """Yield the hits of a condition about findings: the file is linted."""
        with open(target.path or "", "rb") as file:
            chunks = list(self._read(target, key, names))
            for located, column in zip(chunks, self._findings(target, chunks, rules_in(condition)), strict=True):
                located.chunk.put_findings(column)
                yield from hits_in(target, located, condition, file)

    def _findings(self, target: Target, chunks: list[LocatedChunk], rules: frozenset[str]) -> Iterable[bytes]:
        """Yield the column of findings of each chunk, found by the rules of the settings and by `rules`."""
        from gbr_lsp.cli.files import FileRequest
        from gbr_lsp.database.chunk_reader import FilePart
        from gbr_lsp.database.study_findings import column_of_document, column_of_part
        from gbr_lsp.lint.engine import rules_of

        request = FileRequest(target.name, target.path)
        selected = rules_of(self._settings().settings_for(request)) | rules
        if chunks and chunks[0].is_games and target.path:
            options = self._options(target)
            parts = [
                FilePart(target.path, one.start, one.start + one.chunk.length, options._replace(encoding=one.encoding))
                for one in chunks
            ]
            return self._work(os.stat(target.path).st_size, partial(column_of_part, selected=selected), parts)
        source = self._source(target)
        document = self._settings().document(source)
        return [column_of_document(document, source.text, one.chunk, selected) for one in chunks]

    def _found_in_text(self, target: Target, condition: Condition) -> Iterator[Hit]:
        for located in self._text_chunks(target):
            if FINDINGS in columns_for(condition):
                (column,) = self._findings(target, [located], rules_in(condition))
                located.chunk.put_findings(column)
            yield from hits_in(target, located, condition, None)

    def _text_chunks(self, target: Target) -> Iterator[LocatedChunk]:
        """Yield the chunk of standard input or of another special file."""
        from gbr_lsp.database.chunk_reader import read_document

        source = self._source(target)
        if source.trouble:
            self._complain(target, source.trouble)
            return
        yield LocatedChunk(read_document(self._settings().document(source), source.text), 0, 0)

    def _source(self, target: Target) -> "Source":
        """Return the text of a file; that of standard input, which can be read once, is kept."""
        from gbr_lsp.cli.files import FileRequest

        if target in self._sources:
            return self._sources[target]
        source = self._settings().read(FileRequest(target.name, target.path, target.trouble))
        if target.path is None or target.trouble:
            self._sources[target] = source
        return source

    def _read(self, target: Target, key: str, names: Collection[str]) -> Iterator[LocatedChunk]:
        """Yield the chunks of a file, read with at least the columns `names`; raise OSError and ValueError."""
        from gbr_lsp.hosts import host_for

        path = target.path or ""
        if host_for(target.name).next_boundary and os.path.isfile(path):
            # The blocks are numerous, and not in cycles.
            gc.disable()
            try:
                work = partial(self._work, os.stat(path).st_size)
                options = self._options(target)
                for located in lookup.read_file(self.store, path, key, options, work, names):
                    gc.enable()  # Writing the hits, for example as JSON, leaves cycles.
                    yield located
                    gc.disable()
            finally:
                gc.enable()
            return
        from gbr_lsp.cli.files import FileRequest

        source = self._settings().read(FileRequest(target.name, path))
        if source.trouble:
            raise ValueError(source.trouble)
        with open(path, "rb") as file:
            data = file.read() if os.path.isfile(path) else b""
        store = self.store if os.path.isfile(path) else None
        yield LocatedChunk(
            lookup.keep_text(store, path, key, data, partial(self._read_single_chunk, source, data)), 0, 0
        )

    def _read_single_chunk(self, source: "Source", data: bytes) -> IndexChunk:
        """Return the one chunk of a file that is read as a whole."""
        from gbr_lsp.database.chunk_reader import read_document

        return read_document(self._settings().document(source), source.text, data)

    def _work(self, size: int, read: "Callable[[FilePart], _Made]", parts: "list[FilePart]") -> "Iterable[_Made]":
        """Yield `read(part)` for the `parts` of a file of `size` bytes, in parallel if it is large."""
        jobs = min(self.processes, len(parts))
        from gbr_lsp.cli.checking.progress import progress

        with progress(len(parts), is_visible=_MIN_PARALLEL_BYTES < size, label="Reading") as advance:
            if jobs < 2 or size < _MIN_PARALLEL_BYTES:
                for part in parts:
                    yield read(part)
                    advance()
                return
            from gbr_lsp.cli.checking.jobs import none_on_error, results_in_order

            work: Callable[[FilePart], _Made | None] = partial(none_on_error, read)
            with closing(results_in_order(work, parts, jobs)) as results:
                for part, result in zip(parts, results, strict=True):
                    # If a process was killed or failed, this one reads the part, or reports why not.
                    yield read(part) if result is None else result
                    advance()

    @property
    def processes(self) -> int:
        """The number of processes for long work."""
        processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return self._jobs or processors

    def _has_no_settings(self, target: Target) -> bool:
        from gbr_lsp.base.settings_files import may_have_settings

        return self._folders is None and not may_have_settings(os.path.dirname(target.name))

    def _key(self, target: Target) -> str:
        return DEFAULT_KEY if self._has_no_settings(target) else self.key_of(target)

    def _options(self, target: Target) -> "ReadOptions":
        """Return the options to read a file; without settings, no module that reads them is imported."""
        from gbr_lsp.database.chunk_reader import ReadOptions

        if self._has_no_settings(target):
            from gbr_lsp.model.conventions import DEFAULT_CONVENTIONS

            return ReadOptions(target.name, "auto", DEFAULT_CONVENTIONS)
        from gbr_lsp.cli.files import FileRequest

        settings = self._settings().settings_for(FileRequest(target.name, target.path))
        return ReadOptions(target.name, settings.encoding, settings.conventions)

    def key_of(self, target: Target) -> str:
        """Return the options to read a file as text, such as `modern 0 KDTLSB auto`."""
        from gbr_lsp.database.chunk_reader import key_of

        return key_of(self._options(target))

    def _settings(self) -> "FolderSettings":
        if self._folders is None:
            from gbr_lsp.cli.folder_settings import FolderSettings

            self._folders = FolderSettings()
        return self._folders

    def _complain(self, target: Target, trouble: str | OSError | ValueError) -> None:
        self.has_failed = True
        if target in self._reported:
            return
        self._reported.add(target)
        message = (trouble.strerror or str(trouble)).lower() if isinstance(trouble, OSError) else str(trouble)
        self._report(target.name, message)


def query_of(
    text: str,
    studies: Studies,
    options: Options = NO_TRANSFORMS,
    *,
    every: bool = False,
) -> tuple[Query, str]:
    """Return the query of a pattern or of plain words, for studies only unless `every`, and its text.

    Raises BadQuery.
    """

    def board_at(value: str) -> str:
        path, colon, line = value.rpartition(":")
        if not (colon and line.isdecimal()):
            if os.path.isfile(value):
                raise BadField(f"{value} is a file; add the line of a study, as in {value}:1")
            return fen_board(value)
        squares = studies.board_at(path, int(line))
        if squares is None:
            nothing = f"there is no study with a position on line {line} of {path}"
            raise BadField(f"{path} cannot be read" if studies.has_failed else nothing)
        return squares

    try:
        query, reading = read_either_side(text, options, board_at)
    except BadQuery:
        if studies.lacks_paths:
            raise
        from gbr_lsp.collection.questions import read_question

        query, reading = read_question(text, studies.field_of, options, board_at)
    return query if every else Query(Every((Cell("signs", ROLE, "s"), query.condition))), reading
