"""Progress of long work, shown after half a second by clients that support it."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from lsprotocol import types

from gbr_lsp.database.catalog import Catalog
from gbr_lsp.lsp.server import Server

_AFTER = 0.5
"""Seconds before progress is shown."""
_EVERY = 0.25
"""Seconds between two reports."""

_Made = TypeVar("_Made")


@asynccontextmanager
async def show_progress(
    server: Server, title: str, message: Callable[[], str], end: Callable[[], str | None] = lambda: None
) -> AsyncIterator[None]:
    """Show progress during the `with` block, in clients that support it.

    `title` is its name, `message()` the text of each report, `end()` the text at the end or None.
    """
    progress = asyncio.create_task(_show(server, title, message, end))
    try:
        yield
    finally:
        progress.cancel()


async def query_with_progress(server: Server, ask: Callable[[Catalog], _Made], own: str | None = None) -> _Made:
    """Return the result of `WorkspaceIndex.query`; show progress meanwhile."""
    index = server.index
    async with show_progress(server, "Reading studies", lambda: f"{index.share_read:.0%}"):
        return await index.query(ask, own)


async def _show(server: Server, title: str, message: Callable[[], str], end: Callable[[], str | None]) -> None:
    if not server.announced("window.work_done_progress"):
        return
    token = f"gbr-{uuid.uuid4().hex[:8]}"

    def send(value: Any) -> None:
        server.progress(types.ProgressParams(token, value))

    await asyncio.sleep(_AFTER)
    try:
        await server.window_work_done_progress_create_async(types.WorkDoneProgressCreateParams(token))
    except Exception:
        # The client refuses progress.
        return
    send(types.WorkDoneProgressBegin(title, message=message()))
    try:
        while True:
            await asyncio.sleep(_EVERY)
            send(types.WorkDoneProgressReport(message=message()))
    finally:
        send(types.WorkDoneProgressEnd(message=end()))
