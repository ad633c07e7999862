"""`gbr.checkProof`: a PDF or Word file as text with its findings and its report page, for an editor to show.

It is read and judged in a process of its own, which ends with the request: nothing of the file is opened here.
"""

import asyncio
import json
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from gbr_lsp.base.child_process import start
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.uris import path_of

_ENDED = "cannot be read: the process reading it ended"


def register(server: Server) -> None:
    @server.command("gbr.checkProof")
    async def check_proof(*arguments: Any) -> dict[str, Any]:
        uri, *_ = *arguments, None
        path = path_of(uri) if isinstance(uri, str) else None
        if path is None:
            raise JsonRpcInvalidParams(message="gbr.checkProof takes the URI of a file")
        return await _viewed(path)


async def _viewed(path: str) -> dict[str, Any]:
    process = start("gbr_lsp.cli.checking.viewed", path)
    assert process.stdin is not None
    assert process.stdout is not None
    reading = asyncio.get_running_loop().run_in_executor(None, process.stdout.read)
    try:
        # Its standard input stays open: it ends when that is closed.
        answer: dict[str, Any] = json.loads(await asyncio.shield(reading))
        return answer
    except ValueError:
        return {"trouble": _ENDED}
    finally:
        # A cancelled request ends the process too: its output ends, and with it the thread that reads it.
        process.kill()
        process.stdin.close()
        process.wait()
