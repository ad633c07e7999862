"""Answers about the whole of a large document are made in a thread, so that hovers need not wait for them."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcContentModified

if TYPE_CHECKING:
    from gbr_lsp.lsp.server import Server

_LONG = 300_000
"""Code points; a document that has more is large."""


def apart(server: "Server", answer: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The handler, in a thread where the document is large; what was made of a state that has passed is not told."""

    async def answered(params: Any) -> Any:
        uri = params.text_document.uri
        opened = server.documents.get(uri)
        if opened is None or opened.document.length < _LONG:
            return answer(params)
        made = await asyncio.to_thread(answer, params)
        if server.documents.get(uri) is not opened:
            raise JsonRpcContentModified
        return made

    return answered
