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
from gbr_lsp.lint.cache import LintCache
from gbr_lsp.lint.incremental import lint_chunk
from gbr_lsp.model.block import Block, cut
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document


class TextPiece(NamedTuple):
    """The text of a chunk, and everything that linting it depends on."""

    host: Host
    text: str
    state: State
    goes_on: bool
    conventions: Conventions
    rules: frozenset[str]


def lint_in_pieces(
    document: Document, rules: frozenset[str], work: Callable[[list[TextPiece]], list[bytes | None]]
) -> None:
    """Lint the unlinted chunks of `document`; `work` calls `lint_piece` for each piece, in any process.

    A chunk is left unlinted if `work` returns None for it.
    """
    chunks = [chunk for chunk in document.chunks if rules not in chunk.cached(LintCache).found]
    if len(chunks) < 2:
        # A single chunk is linted faster without serialization.
        return
    pieces = [
        TextPiece(document.host, chunk.text, chunk.blocks[0].state, chunk.goes_on, document.conventions, rules)
        for chunk in chunks
    ]
    for chunk, piece, found in zip(chunks, pieces, work(pieces), strict=True):
        if found is not None:
            _PieceReader(found, piece, chunk.blocks).keep(chunk.cached(LintCache))


def lint_piece(piece: TextPiece) -> bytes:
    """Return the pickled findings of `piece`, for `lint_in_pieces`."""
    chunk = Chunk(cut(piece.host, piece.text, piece.state)[0], goes_on=piece.goes_on)
    cache = chunk.cached(LintCache)
    cache.found[piece.rules] = run_to_end(lint_chunk(chunk, piece.conventions, piece.rules))
    # Only edits need the printed lines; a section is cached under two of its blocks.
    sections = {
        id(found): found._replace(in_moves=found.in_moves._replace(printed=None)) for found in cache.sections.values()
    }
    one = cache.found[piece.rules]
    cache.found[piece.rules] = one._replace(pages=[(block, sections[id(found)]) for block, found in one.pages])
    written = BytesIO()
    of_blocks = {block: sections[id(found)] for block, found in cache.sections.items()}
    _PieceWriter(written, piece, chunk.blocks).dump((cache.found, of_blocks, cache.clean, cache.told))
    return written.getvalue()


def _named(piece: TextPiece) -> list[object]:
    """Return the objects that both processes have, which are sent as numbers."""
    return [piece.host, piece.conventions, piece.rules]


class _PieceWriter(Pickler):
    def __init__(self, file: BytesIO, piece: TextPiece, blocks: list[Block]) -> None:
        super().__init__(file, protocol=5)
        self._numbers = {id(one): number for number, one in enumerate([*blocks, *_named(piece)])}

    def persistent_id(self, obj: object) -> int | None:
        return self._numbers.get(id(obj))


class _PieceReader(Unpickler):
    def __init__(self, found: bytes, piece: TextPiece, blocks: list[Block]) -> None:
        super().__init__(BytesIO(found))
        self._things = [*blocks, *_named(piece)]

    def persistent_load(self, pid: Any) -> object:
        return self._things[pid]

    def keep(self, cache: LintCache) -> None:
        """Add the findings to `cache`."""
        found, sections, clean, told = self.load()
        cache.found |= found
        cache.sections |= sections
        cache.clean |= clean
        cache.told |= told
