"""Answers about the whole of a large document are made in a thread, so that hovers need not wait for them."""

import asyncio
from collections.abc import Callable
from typing import Any

from pygls.exceptions import JsonRpcContentModified

from gbr_lsp.lsp.server import Server

_LARGE = 300_000
"""Code points; a document that has more is large."""


def in_thread(server: Server, answer: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The handler, run in a thread where the document is large.

    Where the document has changed meanwhile, the client gets the error "content modified" instead of a stale answer.
    """

    async def answered(params: Any) -> Any:
        uri = params.text_document.uri
        opened = server.documents.get(uri)
        if opened is None or opened.document.length < _LARGE:
            return answer(params)
        made = await asyncio.to_thread(answer, params)
        if server.documents.get(uri) is not opened:
            raise JsonRpcContentModified
        return made

    return answered
