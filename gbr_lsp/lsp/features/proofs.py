"""`gbr.checkProof`: a PDF or Word file as text, with findings and report page."""

import asyncio
import json
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.uris import path_of

_ENDED = "cannot be read: the process reading it ended"


def register(server: Server) -> None:
    @server.command("gbr.checkProof")
    async def check_proof(*arguments: Any) -> dict[str, Any]:
        """Return text, findings and report of the file with the given URI, as JSON."""
        uri, *_ = *arguments, None
        path = path_of(uri) if isinstance(uri, str) else None
        if path is None:
            raise JsonRpcInvalidParams(message="gbr.checkProof takes the URI of a file")
        return await _viewed(path)


async def _viewed(path: str) -> dict[str, Any]:
    """Return the JSON object that the process writes about the file `path`.

    It has the key `trouble` if the file or the answer cannot be read.
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
    except ValueError:
        return {"trouble": _ENDED}
    finally:
        # A cancelled request kills the process too; then its output ends, and the thread that reads it.
        process.kill()
        process.stdin.close()
        process.wait()
