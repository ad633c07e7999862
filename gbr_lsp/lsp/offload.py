"""Work on a large document is done in a thread, so that a hover does not wait for it."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from pygls.exceptions import JsonRpcContentModified

from gbr_lsp.lsp.server import Server

_LARGE = 300_000
"""Code points; a document that has more is large."""

_Made = TypeVar("_Made")


def in_thread(server: Server, answer: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The handler of a request about a document, run in a thread where the document is large.

    Where the document has changed meanwhile, the client gets the error "content modified" instead of a stale answer.
    """

    async def answered(params: Any) -> Any:
        return await offloaded(server, params.text_document.uri, lambda: answer(params))

    return answered


async def offloaded(server: Server, uri: str, work: Callable[[], _Made]) -> _Made:
    """The outcome of work on a document, done in a thread where that is large. Raises JsonRpcContentModified."""
    opened = server.documents.get(uri)
    if opened is None or opened.document.length < _LARGE:
        return work()
    made = await asyncio.to_thread(work)
    if server.documents.get(uri) is not opened:
        raise JsonRpcContentModified
    return made
