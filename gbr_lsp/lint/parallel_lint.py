"""Chunks of a document linted in other processes, with the same results as here.

A piece is the text of a chunk, with the state of the cut before it. The findings come back with
numbers in place of blocks, and are cached with the chunk: the next lint finds its chunks linted.
"""

from collections.abc import Callable
from io import BytesIO
from pickle import Pickler, Unpickler
from typing import Any, NamedTuple

from gbr_lsp.base.generators import run_to_end
from gbr_lsp.hosts.protocol import Host, State
from gbr_lsp.lint.chunk_lint import ChunkLint
from gbr_lsp.lint.memo import Memo, results_of
from gbr_lsp.model.block import Block, cut
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.section import Section
from gbr_lsp.rules import plan_of


class TextPart(NamedTuple):
    """The text of a chunk, and everything that linting it depends on."""

    host: Host
    text: str
    state: State
    is_in_long_section: bool
    conventions: Conventions
    rules: frozenset[str]


def lint_parts(document: Document, rules: frozenset[str], work: Callable[[list[TextPart]], list[bytes | None]]) -> None:
    """Lint the unlinted chunks of `document`; `work` calls `lint_part` for each piece, in any process.

    A chunk is left unlinted if `work` returns None for it.
    """
    chunks = [chunk for chunk in document.chunks if results_of(chunk, rules).chunk is None]
    if len(chunks) < 2:
        # A single chunk is linted faster without serialization.
        return
    host, conventions = document.host, document.conventions
    pieces = [
        TextPart(host, chunk.text, chunk.blocks[0].state, chunk.is_in_long_section, conventions, rules)
        for chunk in chunks
    ]
    for chunk, piece, found in zip(chunks, pieces, work(pieces), strict=True):
        if found is not None:
            chunk.cache_of(Memo).by_selection[rules] = _PartReader(found, piece, chunk.blocks).load()


def lint_part(piece: TextPart) -> bytes:
    """Return the pickled findings of `piece`, for `lint_parts`."""
    chunk = Chunk(cut(piece.host, piece.text, piece.state)[0], is_in_long_section=piece.is_in_long_section)
    run_to_end(ChunkLint(chunk, piece.conventions, plan_of(piece.rules)).steps())
    written = BytesIO()
    _PartWriter(written, piece, chunk.blocks).dump(results_of(chunk, piece.rules))
    return written.getvalue()


def _shared_objects(piece: TextPart, blocks: list[Block]) -> list[Any]:
    """Return the objects that both processes have, which are sent as numbers. None is sent for a `Section`."""
    return [None, piece.host, piece.conventions, *blocks]


class _PartWriter(Pickler):
    def __init__(self, file: BytesIO, piece: TextPart, blocks: list[Block]) -> None:
        super().__init__(file, protocol=5)
        self._numbers = {shared: number for number, shared in enumerate(_shared_objects(piece, blocks))}

    def persistent_id(self, obj: object) -> int | None:
        if isinstance(obj, Section):
            return 0  # Only edits need the printed lines.
        return self._numbers.get(obj) if isinstance(obj, Block | Host | Conventions) else None


class _PartReader(Unpickler):
    def __init__(self, found: bytes, piece: TextPart, blocks: list[Block]) -> None:
        super().__init__(BytesIO(found))
        self._shared = _shared_objects(piece, blocks)

    def persistent_load(self, pid: Any) -> object:
        return self._shared[pid]
