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
from gbr_lsp.lint.chunk_lint import lint_chunk
from gbr_lsp.model.block import Block, cut
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document


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
    chunks = [chunk for chunk in document.chunks if rules not in chunk.cache_of(LintCache).findings]
    if len(chunks) < 2:
        # A single chunk is linted faster without serialization.
        return
    pieces = [
        TextPart(
            document.host, chunk.text, chunk.blocks[0].state, chunk.is_in_long_section, document.conventions, rules
        )
        for chunk in chunks
    ]
    for chunk, piece, found in zip(chunks, pieces, work(pieces), strict=True):
        if found is not None:
            _PartReader(found, piece, chunk.blocks).keep(chunk.cache_of(LintCache))


def lint_part(piece: TextPart) -> bytes:
    """Return the pickled findings of `piece`, for `lint_parts`."""
    chunk = Chunk(cut(piece.host, piece.text, piece.state)[0], is_in_long_section=piece.is_in_long_section)
    cache = chunk.cache_of(LintCache)
    cache.findings[piece.rules] = run_to_end(lint_chunk(chunk, piece.conventions, piece.rules))
    # Only edits need the printed lines; a section is cached under two of its blocks.
    sections = {
        id(found): found._replace(move_findings=found.move_findings._replace(printed_section=None))
        for found in cache.sections.values()
    }
    one = cache.findings[piece.rules]
    cache.findings[piece.rules] = one._replace(pages=[(block, sections[id(found)]) for block, found in one.pages])
    written = BytesIO()
    of_blocks = {block: sections[id(found)] for block, found in cache.sections.items()}
    _PartWriter(written, piece, chunk.blocks).dump(
        (cache.findings, of_blocks, cache.clean_hashes, cache.clean_findings)
    )
    return written.getvalue()


def _shared_objects(piece: TextPart) -> list[object]:
    """Return the objects that both processes have, which are sent as numbers."""
    return [piece.host, piece.conventions, piece.rules]


class _PartWriter(Pickler):
    def __init__(self, file: BytesIO, piece: TextPart, blocks: list[Block]) -> None:
        super().__init__(file, protocol=5)
        self._numbers = {id(one): number for number, one in enumerate([*blocks, *_shared_objects(piece)])}

    def persistent_id(self, obj: object) -> int | None:
        return self._numbers.get(id(obj))


class _PartReader(Unpickler):
    def __init__(self, found: bytes, piece: TextPart, blocks: list[Block]) -> None:
        super().__init__(BytesIO(found))
        self._things = [*blocks, *_shared_objects(piece)]

    def persistent_load(self, pid: Any) -> object:
        return self._things[pid]

    def keep(self, cache: LintCache) -> None:
        """Add the findings to `cache`."""
        found, sections, clean, clean_findings = self.load()
        cache.findings |= found
        cache.sections |= sections
        cache.clean_hashes |= clean
        cache.clean_findings |= clean_findings
