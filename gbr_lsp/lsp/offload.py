"""Long work is done in a process of its own, which writes the answer too, so that a hover does not wait for it."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

from pygls.exceptions import JsonRpcContentModified

from gbr_lsp.base.text import Span
from gbr_lsp.lsp.progress import shown_progress
from gbr_lsp.lsp.server import Server, Snapshot
from gbr_lsp.lsp.state.documents import Opened
from gbr_lsp.lsp.state.workers import CAN_FORK, Send
from gbr_lsp.lsp.transport.long_json import WrittenResult, written
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.document import Document

LARGE = 300_000
"""Code points; a document that has more is large."""

LONG = 30_000
"""The same; what is made of a longer document is made beside the event loop."""

_EVERY = 0.2
"""Seconds between two reports of how far work is."""


def beside(server: Server, answer: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The handler of a request about a document, answered in a process of its own where the document is large.

    Where the document has changed meanwhile, the client gets the error "content modified" instead of a stale answer.
    """

    async def answered(params: Any) -> Any:
        return await answered_beside(server, params.text_document.uri, lambda: answer(params))

    return answered


async def answered_beside(server: Server, uri: str, answer: Callable[[], Any]) -> Any:
    """The result of a request about a document. Raises JsonRpcContentModified."""
    opened = server.documents.get(uri)
    if opened is None:
        return answer()
    if opened.document.length < LARGE:
        return await answered_aside(server, opened, answer, is_long=LONG < opened.document.length)

    def work(send: Send) -> None:
        if CAN_FORK:
            # This process has a document of its own.
            opened.document.chunks = _CountedChunks(opened.document.chunks, send)
        for piece in written(answer(), server.unstructure).pieces:
            send(piece)

    pieces: list[bytes] = []
    share = 0.0
    async with (
        ended_by_edits(server, opened),
        shown_progress(server, "Reading studies", lambda: f"{share:.0%}"),
        aclosing(server.workers.run(work)) as messages,
    ):
        async for message in messages:
            if isinstance(message, float):
                share = max(share, message)
            else:
                pieces.append(message)
    return WrittenResult(pieces)


async def answered_aside(server: Server, opened: Opened, answer: Callable[[], Any], *, is_long: bool) -> Any:
    """The result of a request about a document, made in a thread if that is long. Raises JsonRpcContentModified."""
    if not is_long:
        return answer()
    async with ended_by_edits(server, opened):
        return await asyncio.to_thread(answer)


async def answered_in_part(
    server: Server, snapshot: Snapshot, span: Span, answer: Callable[[Document, int], Any]
) -> Any:
    """The result of a request about a span, made of the part of the document that has it, and of where that starts.

    Most parts are short, however long the document is. Raises JsonRpcContentModified.
    """
    if snapshot.document.part(span)[0].length < LARGE:
        return answer(*snapshot.document.part(span))
    return await answered_beside(server, snapshot.opened.uri, lambda: answer(*snapshot.document.part(span)))


@asynccontextmanager
async def ended_by_edits(server: Server, opened: Opened) -> AsyncIterator[None]:
    """Ends the work inside when the document that it is about is edited or closed. Raises JsonRpcContentModified."""
    task = asyncio.current_task()

    def changed(uri: str) -> None:
        if task and uri == opened.uri:
            task.cancel()

    listening = server.events.changed, server.events.closed
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
    """Chunks that send, now and then, which share of them an iteration has passed."""

    def __init__(self, chunks: Iterable[Chunk], send: Send) -> None:
        super().__init__(chunks)
        self._send = send
        self._told = time.monotonic()

    def __iter__(self) -> Iterator[Chunk]:
        for number, chunk in enumerate(super().__iter__()):
            if self._told + _EVERY <= time.monotonic():
                self._told = time.monotonic()
                self._send(number / len(self))
            yield chunk
