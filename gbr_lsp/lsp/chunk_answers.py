"""Values computed per chunk and cached with it, so that an edit recomputes only one."""

from collections.abc import Callable
from contextlib import aclosing
from typing import Any, TypeVar

from gbr_lsp.base.text import Encoding
from gbr_lsp.lsp.background import LARGE_DOCUMENT, LONG_DOCUMENT, answer_in_thread, cancel_on_edit
from gbr_lsp.lsp.progress import show_progress
from gbr_lsp.lsp.server import Server, Snapshot
from gbr_lsp.lsp.state.workers import Send
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.document import Document

_Part = TypeVar("_Part")


class ChunkAnswers:
    """Values computed for a chunk: `parts` maps each function to its result."""

    __slots__ = ("parts",)

    def __init__(self) -> None:
        self.parts: dict[Callable[..., Any], Any] = {}

    def inherit(self, other: "ChunkAnswers", /) -> None:
        """Keep nothing: no value holds after a block has changed."""


async def parts_of(server: Server, snapshot: Snapshot, make: Callable[[Document, Encoding], _Part]) -> list[_Part]:
    """Return a list of `make(chunk, encoding)`, one value for each chunk of the snapshot's document.

    `make` gets each chunk as a `Document` of its own, so its lines count from the start of the
    chunk. Its values must be picklable. Missing values are computed in another process if the
    document is large, and are cached even if the document is edited meanwhile. Raises
    JsonRpcContentModified.
    """
    document, chunks = snapshot.document, snapshot.document.chunks
    missing = [number for number, chunk in enumerate(chunks) if make not in _kept(chunk)]

    def made(number: int) -> _Part:
        own = Document(document.host, [chunks[number]], document.conventions)
        return make(own, snapshot.positions.encoding)

    if document.length < LARGE_DOCUMENT:
        is_long = LONG_DOCUMENT < sum(chunks[number].length for number in missing)
        parts = await answer_in_thread(server, snapshot.opened, lambda: [*map(made, missing)], is_long=is_long)
        for number, part in zip(missing, parts, strict=True):
            _kept(chunks[number])[make] = part
    elif missing:

        def work(send: Send) -> None:
            for number in missing:
                send((number, made(number)))

        done = 0
        async with (
            cancel_on_edit(server, snapshot.opened),
            show_progress(server, "Reading studies", lambda: f"{done / len(missing):.0%}"),
            aclosing(server.workers.run(work)) as messages,
        ):
            async for number, part in messages:
                _kept(chunks[number])[make] = part
                done += 1
    return [_kept(chunk)[make] for chunk in chunks]


def _kept(chunk: Chunk) -> dict[Callable[..., Any], Any]:
    """Return the cached values of `chunk`, by the function that computed them."""
    return chunk.cache_of(ChunkAnswers).parts
