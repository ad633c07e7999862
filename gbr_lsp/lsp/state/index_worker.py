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


class IndexWorker:
    """Starts the other worker when a file is to be read, and ends it later."""

    def __init__(self) -> None:
        self._worker: HostWorker | None = None
        self._turn = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None

    async def read(self, store: Store, path: str, options: ReadOptions) -> None:
        """Read the file at `path` into the index, unless `store` has it. If that is impossible, nothing is read.

        Raises OSError if there is no such file.
        """
        if fresh_file(store, path, key_of(options)):
            return
        async with self._turn:
            if self._timer:
                self._timer.cancel()
            with suppress(OSError):
                if self._worker is None or self._worker.has_ended:
                    self._worker = HostWorker(f"{__name__}:read_into_index")
                await self._worker.call(b64encode(pickle.dumps((path, options))).decode())
            self._timer = asyncio.get_running_loop().call_later(_IDLE, self.end)

    def end(self) -> None:
        """End the other worker."""
        if self._worker:
            self._worker.kill()


def read_into_index(message: str) -> str:
    """Read a file into the index, in the other worker; return why it cannot be read, or an empty text."""
    path, options = pickle.loads(b64decode(message))
    try:
        for _ in file_parts(open_store(), path, options, map):
            pass
    except (OSError, ValueError) as error:
        return reason_of(error)
    return ""
