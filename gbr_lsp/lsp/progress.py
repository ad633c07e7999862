"""Progress of a scan, told to a client that shows it once the scan has taken half a second."""

import asyncio
import uuid
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from gbr_lsp.lsp.library import Progress

if TYPE_CHECKING:
    from gbr_lsp.lsp.server import Server

_SOON = 0.5
_OFTEN = 0.25


class Told:
    """What a client has been told of one scan."""

    def __init__(self, server: "Server") -> None:
        window = server.client_capabilities.window
        self._server = server
        self._token = f"gbr-{uuid.uuid4().hex[:8]}"
        self._wanted = bool(window and window.work_done_progress)
        self._next = asyncio.get_running_loop().time() + _SOON
        self._begun = False

    async def tell(self, progress: Progress) -> None:
        now = asyncio.get_running_loop().time()
        if not self._wanted or now < self._next:
            return
        self._next = now + _OFTEN
        files = f"{progress.files} files"
        if self._begun:
            self._send(types.WorkDoneProgressReport(message=files))
            return
        params = types.WorkDoneProgressCreateParams(self._token)
        try:
            await self._server.window_work_done_progress_create_async(params)
        except Exception:
            self._wanted = False
            return
        self._begun = True
        self._send(types.WorkDoneProgressBegin("Reading studies", message=files))

    async def end(self, limit: str | None) -> None:
        if self._begun:
            self._send(types.WorkDoneProgressEnd(message=limit))

    def _send(self, value: Any) -> None:
        self._server.progress(types.ProgressParams(self._token, value))
