"""The findings of all documents of the workspace, as a column of the catalog.

Open documents
have the findings of their diagnostics; other files are linted in another process, part by part.
"""

import asyncio
import logging
import os
from collections.abc import Callable
from functools import partial

from gbr_lsp.base.files import reason_of
from gbr_lsp.database.catalog import CatalogPart, GamesInFile
from gbr_lsp.database.chunk import FINDINGS
from gbr_lsp.database.chunk_reader import FilePart
from gbr_lsp.database.study_findings import (
    StudyFinding,
    column_of_file,
    column_of_part,
    findings_column,
    study_findings,
)
from gbr_lsp.lint.engine import rules_of
from gbr_lsp.lsp.state.documents import Documents, OpenDocument
from gbr_lsp.lsp.state.lint_jobs import LintJobs
from gbr_lsp.lsp.state.workers import Workers, WorkFailed
from gbr_lsp.lsp.state.workspace_index import WorkspaceIndex
from gbr_lsp.lsp.uris import name_of

log = logging.getLogger(__name__)

_PAUSE = 1.0
"""Seconds without changes before documents are linted."""
_EVERY = 2.0
"""Seconds between two announcements while files are linted."""


class CollectionFindings:
    """Lints the documents whose studies have no findings yet, in the background."""

    def __init__(
        self,
        index: WorkspaceIndex,
        documents: Documents,
        lint_jobs: LintJobs,
        workers: Workers,
        on_change: Callable[[], None],
    ) -> None:
        self._index = index
        self._documents = documents
        self._lint_jobs = lint_jobs
        self._workers = workers
        self._on_change = on_change
        self._shown: dict[str, OpenDocument] = {}
        """The states of the open documents whose findings are in the catalog, by URI."""
        self._failed: set[str] = set()
        """The names of files that could not be linted."""
        self._wake = asyncio.Event()
        self._wake.set()
        self._complete = asyncio.Event()

    @property
    def is_complete(self) -> bool:
        """False while studies lack findings."""
        return self._complete.is_set()

    async def wait(self) -> None:
        """Wait until no study lacks findings."""
        await self._complete.wait()

    def changed(self, *_: object) -> None:
        """Continue after a change of documents, files or the index."""
        self._complete.clear()
        self._wake.set()

    def forget(self) -> None:
        """Drop all findings: the settings have changed."""
        self._shown.clear()
        self._failed.clear()
        for _, part in self._index.parts():
            part.chunk.columns.pop(FINDINGS, None)
        self.changed()

    async def run(self) -> None:
        """Lint after each change until the connection ends."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            await asyncio.sleep(_PAUSE)
            if self._wake.is_set():
                continue
            has_more = await self._lint_open()
            has_more |= await self._lint_files()
            if not (self._wake.is_set() or self._index.is_scanning):
                self._complete.set()
            if has_more or self.is_complete:
                self._on_change()

    async def _lint_open(self) -> bool:
        """Add the findings of the open documents; return True if there are new ones."""
        has_new = False
        for uri in list(self._documents):
            state = await self._lint_jobs.findings(uri)
            if state is None or self._shown.get(uri) is state[0]:
                continue
            opened, found = state
            positions = self._documents.positions(opened)
            selected = rules_of(opened.settings)
            items = await asyncio.to_thread(study_findings, opened.document, found, selected, positions.row_and_column)
            await self._index.put_findings(name_of(uri), partial(_column, items))
            self._shown[uri] = opened
            has_new = True
        for uri in [uri for uri in self._shown if uri not in self._documents]:
            del self._shown[uri]
        return has_new

    async def _lint_files(self) -> bool:
        """Add the findings of the files that lack them; return True if there are new ones."""
        has_new = False
        opened = set(map(name_of, self._documents))
        for name in self._index.names:
            parts = [part for _, part in self._index.parts(name) if FINDINGS not in part.chunk.columns]
            if parts and name not in opened and name not in self._failed:
                try:
                    await self._lint_file(name, parts)
                except (OSError, ValueError, WorkFailed) as error:
                    self._failed.add(name)
                    log.info("%s: %s", name, reason_of(error))
                has_new = True
            if self._wake.is_set():
                break
        return has_new

    async def _lint_file(self, name: str, parts: list[CatalogPart]) -> None:
        """Add the findings of `parts` of a file, linted in another process."""
        options = self._index.read_options(name)
        selected = rules_of(self._index.settings(name))
        loop = asyncio.get_running_loop()
        is_games = isinstance(parts[0].source, GamesInFile)

        def lint() -> None:
            read: Callable[..., bytes] = column_of_part if is_games else column_of_file
            sources = list(map(_file_part, parts)) if is_games else [options]
            columns = self._workers.map(partial(read, selected=selected), sources, loop)
            announced = loop.time()
            for part, column in zip(parts, columns, strict=True):
                part.chunk.put_findings(column)
                if announced + _EVERY <= loop.time():
                    announced = loop.time()
                    loop.call_soon_threadsafe(self._on_change)
                if self._wake.is_set() and not self._is_present(name, part):
                    return

        def _file_part(part: CatalogPart) -> FilePart:
            source = part.source
            assert isinstance(source, GamesInFile)
            end = source.start + part.chunk.length
            return FilePart(source.path, source.start, end, options._replace(encoding=source.encoding))

        await asyncio.to_thread(lint)

    def _is_present(self, name: str, part: CatalogPart) -> bool:
        """Return True if the catalog still has `part`."""
        return os.path.exists(name) and any(one is part for _, one in self._index.parts(name))


def _column(items: list[StudyFinding], part: CatalogPart) -> bytes:
    return findings_column(part.chunk, part.first_row, items)
