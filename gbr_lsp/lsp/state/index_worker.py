"""Files are read into the stored index by another worker, where the server has neither threads nor processes."""

import asyncio
import pickle
from base64 import b64decode, b64encode
from contextlib import suppress

from gbr_lsp.base.files import reason_of
from gbr_lsp.base.host_process import HostWorker
from gbr_lsp.database.catalog_parts import file_parts
from gbr_lsp.database.chunk_reader import ReadOptions, key_of
from gbr_lsp.database.lookup import fresh_file
from gbr_lsp.database.store import Store, open_store

_IDLE = 5.0
"""Seconds without a file after which the worker is ended, because it takes much memory."""


class _IndexWorker:
    """Starts the other worker when a file is to be read, and ends it later."""

    def __init__(self) -> None:
        self._worker: HostWorker | None = None
        self._turn = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None

    async def read(self, path: str, options: ReadOptions) -> None:
        """Read the file at `path` into the index. If that is impossible, nothing is read."""
        async with self._turn:
            if self._timer:
                self._timer.cancel()
            with suppress(OSError):
                if self._worker is None or self._worker.has_ended:
                    self._worker = HostWorker(f"{__name__}:read_into_index")
                await self._worker.call(b64encode(pickle.dumps((path, options))).decode())
                self._timer = asyncio.get_running_loop().call_later(_IDLE, self._worker.kill)


_index_worker = _IndexWorker()
"""The only one, because all folders share the index."""


async def read_elsewhere(store: Store, path: str, options: ReadOptions) -> None:
    """Read the file at `path` into the index in another worker, unless `store` has it.

    If that is impossible, nothing is read. Raises OSError if there is no such file.
    """
    if not fresh_file(store, path, key_of(options)):
        await _index_worker.read(path, options)


def read_into_index(message: str) -> str:
    """Read a file into the index, in the other worker; return why it cannot be read, or an empty text."""
    path, options = pickle.loads(b64decode(message))
    try:
        for _ in file_parts(open_store(), path, options, map):
            pass
    except (OSError, ValueError) as error:
        return reason_of(error)
    return ""
