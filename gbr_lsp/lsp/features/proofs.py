"""`gbr.checkProof`: a PDF or Word file as text, with findings and report page."""

import asyncio
import json
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.state.workers import CAN_THREAD
from gbr_lsp.lsp.uris import path_of

_MAX_SECONDS = 600
"""Maximum time in a worker, whose reader has no other limit."""
_ENDED = "cannot be read: the process reading it ended"


def register(server: Server) -> None:
    @server.command("gbr.checkProof")
    async def check_proof(*arguments: Any) -> dict[str, Any]:
        """Return text, findings and report of the file with the given URI, as JSON."""
        uri, *_ = *arguments, None
        path = path_of(uri) if isinstance(uri, str) else None
        if path is None:
            raise JsonRpcInvalidParams(message="gbr.checkProof takes the URI of a file")
        try:
            return await (_viewed if CAN_THREAD else _viewed_by_host)(path)
        except (ValueError, OSError):
            return {"trouble": _ENDED}


async def _viewed(path: str) -> dict[str, Any]:
    """Return the JSON object that the process writes about the file `path`.

    It is `{"trouble": …}` if the file cannot be read. Raises ValueError if the answer cannot.
    """
    from gbr_lsp.base.child_process import start

    process = start("gbr_lsp.cli.checking.editor_view", path)
    assert process.stdin is not None
    assert process.stdout is not None
    reading = asyncio.get_running_loop().run_in_executor(None, process.stdout.read)
    try:
        # The process ends when its standard input closes, so keep that open.
        answer: dict[str, Any] = json.loads(await asyncio.shield(reading))
        return answer
    finally:
        # A cancelled request kills the process too; then its output ends, and the thread that reads it.
        process.kill()
        process.stdin.close()
        process.wait()


async def _viewed_by_host(path: str) -> dict[str, Any]:
    """Return the same from another worker, which is killed if it takes too long.

    Raises ValueError, and OSError if there is no other worker or it ends.
    """
    from gbr_lsp.base.host_process import HostWorker

    worker = HostWorker("gbr_lsp.cli.checking.editor_view:proof_json")
    try:
        answer: dict[str, Any] = json.loads(await asyncio.wait_for(worker.call(path), _MAX_SECONDS))
        return answer
    except TimeoutError:
        return {"trouble": f"takes longer than {_MAX_SECONDS} seconds to read"}
    finally:
        worker.kill()
