"""Progress of a scan, told to a client that shows it once the scan has taken half a second."""

import asyncio
import uuid
from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from gbr_lsp.lsp.server import Server

_SOON = 0.5
_OFTEN = 0.25


async def tell_progress(server: "Server") -> None:
    """Tells how many files have been read, until it is cancelled; then that it is over, and what was left out."""
    window = server.client_capabilities.window
    if not window or not window.work_done_progress:
        return
    token = f"gbr-{uuid.uuid4().hex[:8]}"

    def send(value: Any) -> None:
        server.progress(types.ProgressParams(token, value))

    await asyncio.sleep(_SOON)
    try:
        await server.window_work_done_progress_create_async(types.WorkDoneProgressCreateParams(token))
    except Exception:
        # A client that does not want it is not told.
        return
    send(types.WorkDoneProgressBegin("Reading studies", message=_count(server)))
    try:
        while True:
            await asyncio.sleep(_OFTEN)
            send(types.WorkDoneProgressReport(message=_count(server)))
    finally:
        send(types.WorkDoneProgressEnd(message=server.library.limit))


def _count(server: "Server") -> str:
    return f"{server.library.files} files"
