"""Long work in other processes, which also write the answer: a hover need not wait."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

from pygls.exceptions import JsonRpcContentModified

from gbr_lsp.base.text import Span
from gbr_lsp.lsp.progress import show_progress
from gbr_lsp.lsp.server import Server, Snapshot
from gbr_lsp.lsp.state.documents import OpenDocument
from gbr_lsp.lsp.state.workers import CAN_FORK, Send
from gbr_lsp.lsp.transport.long_json import WrittenResult, write_result
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.document import Document

LARGE_DOCUMENT = 300_000
"""Code points; a longer document is large."""

LONG_DOCUMENT = 30_000
"""Code points; an answer about a longer document is computed outside the event loop."""

_EVERY = 0.2
"""Seconds between two reports of progress."""


def background_handler(server: Server, answer: Callable[[Snapshot, Any], list[Any]]) -> Callable[[Any], Any]:
    """Return a handler that runs `answer` in another process if the document is large.

    If the document changes meanwhile, the client gets the error "content modified"; an empty list if its text
    is unknown.
    """

    async def answered(params: Any) -> Any:
        uri = params.text_document.uri
        snapshot = server.snapshot(uri)
        return await answer_in_process(server, uri, lambda: answer(snapshot, params)) if snapshot else []

    return answered


async def answer_in_process(server: Server, uri: str, answer: Callable[[], Any]) -> Any:
    """Return `answer()` for the document `uri`, or its `WrittenResult` from another process.

    The latter if the document is large. Raises JsonRpcContentModified.
    """
    opened = server.documents.get(uri)
    if opened is None:
        return answer()
    if opened.document.length < LARGE_DOCUMENT:
        return await answer_in_thread(server, opened, answer, is_long=LONG_DOCUMENT < opened.document.length)

    def work(send: Send) -> None:
        if CAN_FORK:
            # The forked process has its own copy of the document.
            opened.document.chunks = _CountedChunks(opened.document.chunks, send)
        for piece in write_result(answer(), server.unstructure).pieces:
            send(piece)

    pieces: list[bytes] = []
    share = 0.0
    async with (
        cancel_on_edit(server, opened),
        show_progress(server, "Reading studies", lambda: f"{share:.0%}"),
        aclosing(server.workers.run(work)) as messages,
    ):
        async for message in messages:
            if isinstance(message, float):
                share = max(share, message)
            else:
                pieces.append(message)
    return WrittenResult(pieces)


async def answer_in_thread(server: Server, opened: OpenDocument, answer: Callable[[], Any], *, is_long: bool) -> Any:
    """Return `answer()`, computed in a thread if `is_long`. Raises JsonRpcContentModified."""
    if not is_long:
        return answer()
    async with cancel_on_edit(server, opened):
        return await asyncio.to_thread(answer)


async def answer_from_part(
    server: Server, snapshot: Snapshot, span: Span, answer: Callable[[Document, int], Any]
) -> Any:
    """Return `answer(part, start)` for the part of the document that contains `span`.

    `start` is the offset of the part. Most parts are short, however long the document is. Raises
    JsonRpcContentModified.
    """
    if snapshot.document.part(span)[0].length < LARGE_DOCUMENT:
        return answer(*snapshot.document.part(span))
    return await answer_in_process(server, snapshot.opened.uri, lambda: answer(*snapshot.document.part(span)))


@asynccontextmanager
async def cancel_on_edit(server: Server, opened: OpenDocument) -> AsyncIterator[None]:
    """Cancel the work inside if the document `opened` is edited or closed.

    Raises JsonRpcContentModified.
    """
    task = asyncio.current_task()

    def changed(uri: str) -> None:
        if task and uri == opened.uri:
            task.cancel()

    listening = server.events.on_change, server.events.on_close
    for listeners in listening:
        listeners.append(changed)
    try:
        yield
    except asyncio.CancelledError:
        if server.documents.get(opened.uri) is opened:
            raise
    finally:
        for listeners in listening:
            listeners.remove(changed)
    if server.documents.get(opened.uri) is not opened:
        raise JsonRpcContentModified


class _CountedChunks(list[Chunk]):
    """Chunks that regularly send the share of them that an iteration has passed."""

    def __init__(self, chunks: Iterable[Chunk], send: Send) -> None:
        super().__init__(chunks)
        self._send = send
        self._last_report = time.monotonic()

    def __iter__(self) -> Iterator[Chunk]:
        for number, chunk in enumerate(super().__iter__()):
            if self._last_report + _EVERY <= time.monotonic():
                self._last_report = time.monotonic()
                self._send(number / len(self))
            yield chunk
