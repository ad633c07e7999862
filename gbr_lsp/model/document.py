"""Documents: the blocks of a text, and the studies that its codes and boards make.

Offsets of a document count from its start, offsets in a block from the start of the block. A
document is a value: an edit returns a new one, which shares the blocks that did not change.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate
from operator import attrgetter

from gbr_lsp.base.text import LINE_END, Edit, Span
from gbr_lsp.hosts.protocol import Host, State
from gbr_lsp.hosts.records import CLASS
from gbr_lsp.model.block import Block, begins_block, cut
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.chunks import (
    Chunk,
    ChunkItems,
    chunks_of,
    is_cut_within_line,
    locate,
    section_openers,
    sums_of,
    uncut_chunks,
    updated_sums,
)
from gbr_lsp.model.conventions import DEFAULT_CONVENTIONS, Conventions
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Study

_COUNT, _LENGTH, _LINES, _TEXT = map(attrgetter, ("count", "length", "lines", "text"))
_CHUNKS_AT_ONCE = 16
LONG_BLOCK = 36_000
"""Code points; of a longer block, such as a text in one line, a request reads only what is around its place."""
_BREAKS = (r"[\r\n]+", r"[;.>}\])|][ \t]+", r"[ \t]+", r"[;,>}\])|]")
_AROUND = 6_000
"""Code points that a request reads before and after its place in a longer block, at most."""
_MANY_CLASSES = 100
_NEAR = 2_000
"""Code points before and after a place that decide what can be written there."""


class Document:
    """The blocks of a text, in order and kept in chunks.

    Their joined texts are the text. `chunk_offsets` has the offset of each chunk, then the length of
    the text. `first_lines` has the number of lines that end before each
    chunk, up to the last call of `count_lines`.
    """

    __slots__ = ("_numbers", "chunk_offsets", "chunks", "conventions", "first_lines", "host")

    def __init__(
        self,
        host: Host,
        chunks: list[Chunk],
        conventions: Conventions = DEFAULT_CONVENTIONS,
        offsets: list[int] | None = None,
    ) -> None:
        self.host = host
        self.chunks = chunks
        self.conventions = conventions
        self.first_lines = [0]
        self._numbers: list[int] | None = None
        self.chunk_offsets = sums_of(chunks, _LENGTH) if offsets is None else offsets

    @classmethod
    def of(cls, text: str, host: Host, conventions: Conventions = DEFAULT_CONVENTIONS) -> "Document":
        """Return the document of `text`."""
        host = host._replace(letters=conventions.letters)
        if host.next_boundary:
            return cls(host, uncut_chunks(host, text), conventions)
        return cls.of_blocks(cut(host, text, host.start)[0], host, conventions)

    @classmethod
    def of_blocks(cls, blocks: list[Block], host: Host, conventions: Conventions = DEFAULT_CONVENTIONS) -> "Document":
        """Return the document of `blocks`, which are complete and in order."""
        return cls(host, chunks_of(blocks), conventions)

    @property
    def _firsts(self) -> list[int]:
        """The number of the first block of each chunk, then the number of all blocks."""
        if self._numbers is None:
            self._numbers = sums_of(self.chunks, _COUNT)
        return self._numbers

    @property
    def text(self) -> str:
        return "".join(block.text for block in self.blocks)

    @property
    def is_cut_at_lines(self) -> bool:
        """Whether every block begins at the start of a line."""
        if not self.host.is_cut_within_lines or not self.chunks:
            return True
        return sum(chunk.cut_line_count for chunk in self.chunks) == is_cut_within_line(self.chunks[-1].blocks[-1])

    @property
    def length(self) -> int:
        """The length of the text in code points."""
        return self.chunk_offsets[-1]

    @property
    def blocks(self) -> ChunkItems[Block]:
        chunks = self.chunks
        return ChunkItems(
            self._firsts,
            lambda chunk, number: chunks[chunk].blocks[number],
            lambda: (block for chunk in chunks for block in chunk.blocks),
        )

    @property
    def starts(self) -> ChunkItems[int]:
        """The offset of each block."""
        chunks, offsets = self.chunks, self.chunk_offsets
        return ChunkItems(
            self._firsts,
            lambda chunk, number: offsets[chunk] + chunks[chunk].starts[number],
            lambda: (offset + start for offset, chunk in zip(offsets, chunks, strict=False) for start in chunk.starts),
        )

    def block_number(self, offset: int) -> int:
        """Return the number of the block that contains `offset`.

        For the end of the text it is the last block.
        """
        chunk, block = self.locate(offset)
        return self._firsts[chunk] + block

    def locate(self, offset: int) -> tuple[int, int]:
        """Return the number of the chunk at `offset`, and of the block in that chunk."""
        if not self.chunks or offset < 0:
            return 0, 0
        chunk = min(bisect_right(self.chunk_offsets, offset), len(self.chunks)) - 1
        return chunk, bisect_right(self.chunks[chunk].starts, offset - self.chunk_offsets[chunk]) - 1

    def part(self, span: Span) -> tuple["Document", int]:
        """Return the document of the chunks that `span` touches, and its offset in this one.

        The part has whole sections. Only its chunks are cut into blocks, even if this document is long.
        """
        if not self.chunks:
            return self, 0
        first, last = self.locate(span.start)[0], self.locate(span.end)[0]
        first -= 0 < first and span.start == self.chunk_offsets[first]
        return Document(self.host, self.chunks[first : last + 1], self.conventions), self.chunk_offsets[first]

    def part_around(self, offset: int) -> tuple["Document", int]:
        """Return the document of what a request at `offset` reads, and its offset in this one.

        It is the part at `offset`; of a block over `LONG_BLOCK` it is only the text around `offset`, with whole
        lines or words. A record of a game is never divided.
        """
        part, start = self.part(Span(offset, offset))
        block = self.long_block_at(offset)
        if block is None:
            return part, start
        start += part.starts[part.block_number(offset - start)]
        first, end = _bounds_around(block.text, offset - start, _AROUND)
        near = Block(block.host, block.text[first:end], block.state)
        return Document(self.host, chunks_of([near]), self.conventions), start + first

    def text_near(self, offset: int) -> tuple["Document", int]:
        """Return the document of the text within `_NEAR` of `offset`, with whole lines or words, and its offset here.

        A record of a game is never divided.
        """
        reached = Span(max(0, offset - _NEAR), min(self.length, offset + _NEAR))
        near: list[Block] = []
        shift = 0
        first_number, last_number = map(self.block_number, reached) if self.chunks else (0, -1)
        for number in range(first_number, last_number + 1):
            block, start = self.blocks[number], self.starts[number]
            divided = _may_be_divided(block)
            first, end = _bounds_around(block.text, offset - start, _NEAR) if divided else (0, len(block.text))
            shift = shift if near else start + first
            near.append(Block(block.host, block.text[first:end], block.state))
        return Document(self.host, chunks_of([block for block in near if block.text]), self.conventions), shift

    def long_block_at(self, offset: int) -> Block | None:
        """Return the block at `offset` if only a part of it is read for a request there, else None."""
        if not self.chunks:
            return None
        chunk, number = self.locate(offset)
        block = self.chunks[chunk].blocks[number]
        return block if LONG_BLOCK < len(block.text) and _may_be_divided(block) else None

    def count_lines(self) -> bool:
        """Count the lines of the next chunks; return False if all chunks are counted.

        Threads that count at once get the same numbers.
        """
        known = len(self.first_lines)
        more = self.chunks[known - 1 : known - 1 + _CHUNKS_AT_ONCE]
        _, *counted = accumulate([chunk.lines for chunk in more], initial=self.first_lines[known - 1])
        self.first_lines[known : known + len(more)] = counted
        return bool(more)

    def offsets(self) -> dict[Block, int]:
        """Return a map from each block to its offset."""
        return dict(zip(self.blocks, self.starts, strict=True))

    def offsets_of(self, blocks: Collection[Block], near: Iterable[int] = ()) -> dict[Block, int]:
        """Return a map from each of `blocks` to its offset, without indexing all others.

        The chunks at the offsets `near` are searched first.
        """
        left = set(blocks)
        found: dict[Block, int] = {}
        for number in (*{self.locate(offset)[0] for offset in near}, *range(len(self.chunks))):
            if not left:
                break
            offsets = self.chunks[number].offsets
            here = left & offsets.keys()
            found |= {block: self.chunk_offsets[number] + offsets[block] for block in here}
            left -= here
        return found

    def edit(self, edit: Edit) -> "Document":
        """Return the document after `edit`, equal to the document of the edited text.

        The text is cut again from the block before the edit. Cutting ends at an old boundary with the
        same state, if the next block still begins there.
        """
        blocks = self.blocks
        if not blocks:
            return Document.of_blocks(cut(self.host, edit.text, self.host.start)[0], self.host, self.conventions)
        first = max(0, self.block_number(edit.span.start) - 1)
        until = self.block_number(edit.span.end) + 1
        state, shift = blocks[first].state, self.starts[first]
        text = "".join(block.text for block in blocks[first:until])
        text = text[: edit.span.start - shift] + edit.text + text[edit.span.end - shift :]
        new, after = cut(self.host, text, state)
        if new and new[0] == blocks[first]:
            # Keep the block before the edit, because it has cached results.
            new[0] = blocks[first]
        step = 1
        while until < len(blocks) and not self._may_follow(new, after, blocks[until]):
            last = new.pop() if new else Block(self.host, "", state)
            more, after = cut(self.host, last.text + "".join(map(_TEXT, blocks[until : until + step])), last.state)
            new += more
            until = min(until + step, len(blocks))
            # The last block may grow; doubling the step avoids reading it again for each block that
            # it absorbs.
            step *= 2
        return self._with_blocks(first, new, until)

    def sections(self) -> Iterator[list[Block]]:
        """Yield the blocks of each section, in order.

        A board can belong to a code of its section only.
        """
        return (section for chunk in self.chunks for section in chunk.sections())

    def chunk_of(self, number: int) -> Chunk:
        """Return the chunk of block `number`."""
        return self.chunks[locate(self._firsts, number)[0]]

    def is_section_start(self, number: int) -> bool:
        """Return True if a section begins with block `number`."""
        chunk, within = locate(self._firsts, number)
        return within in self.chunks[chunk].section_starts

    def section_around(self, number: int) -> Section:
        """Return the section that contains block `number`, with its studies."""
        chunk, block = locate(self._firsts, number)
        return read_section(self.chunks[chunk].section_at(block), self.conventions)

    def as_section(self, studies: Sequence[Study] | None = None) -> Section:
        """Return all blocks as one section with `studies`, or with those of the document."""
        return Section(self.blocks, self.conventions, list(self.studies()) if studies is None else studies)

    def studies(self) -> Iterator[Study]:
        """Yield a `Study` for every code believed to be one, in order of offset."""
        for section in self.sections():
            yield from read_section(section, self.conventions).studies

    def _with_blocks(self, first: int, new: list[Block], until: int) -> "Document":
        """Return the document with `new` in place of the blocks `first:until`.

        Chunks keep whole sections.
        """
        top, start = locate(self._firsts, first)
        last, end = locate(self._firsts, until - 1)
        new = self.chunks[top].blocks[:start] + new + self.chunks[last].blocks[end + 1 :]
        while 0 < top and not (new and (new[0].is_section_start() or self._is_still_opened_by(top, new[0]))):
            top -= 1
            new = self.chunks[top].blocks + new
        is_in_long_section = self.chunks[top].is_in_long_section
        while last + 1 < len(self.chunks) and self.chunks[last + 1].is_in_long_section:
            following = self.chunks[last + 1].blocks
            if section_openers([*new, following[0]], is_in_long_section=is_in_long_section)[-1] == len(new):
                break
            new += following
            last += 1
        chunks = chunks_of(new, is_in_long_section=is_in_long_section)
        for chunk in chunks:
            for replaced in self.chunks[top : last + 1]:
                chunk.inherit(replaced)
        return self._with_chunks(top, chunks, last + 1)

    def _is_still_opened_by(self, number: int, first: Block) -> bool:
        """Return True if chunk `number` has no heading and still begins with block `first`."""
        chunk = self.chunks[number]
        return chunk.is_in_long_section and first is chunk.blocks[0]

    def _with_chunks(self, first: int, new: list[Chunk], until: int) -> "Document":
        """Return the document with `new` in place of the chunks `first:until`.

        Known sums are updated and not counted again.
        """
        chunks = self.chunks[:first] + new + self.chunks[until:]
        offsets = updated_sums(self.chunk_offsets, first, until, map(_LENGTH, new))
        document = Document(self.host, chunks, self.conventions, offsets)
        if self._numbers is not None:
            document._numbers = updated_sums(self._numbers, first, until, map(_COUNT, new))
        lines = self.first_lines.copy()  # another thread may be counting
        known = until < len(lines)
        document.first_lines = updated_sums(lines, first, until, map(_LINES, new)) if known else lines[: first + 1]
        return document

    def _may_follow(self, new: list[Block], state: State, block: Block) -> bool:
        """Return True if the old `block` may follow the blocks `new` without change.

        `state` is the state of the cut after `new`.
        """
        end = new[-1].text if new else ""
        is_cut_line = end.endswith("\r") and block.text.startswith("\n")
        if new and not self.host.is_cut_within_lines and (is_cut_line or not end.endswith(("\n", "\r"))):
            return False
        if new and self.host.starts:
            # The next block begins with a record; the text before it decides whether it does, and whether
            # blanks belong to the record.
            starts, _ = self.host.starts(end + block.text, new[-1].state)
            return dict(starts).get(len(end)) == block.state
        if not new or state != block.state:
            return state == block.state
        first = LINE_END.search(block.text)
        return begins_block(self.host, state, block.text[: first.end() if first else None], len(end))[0]


def _may_be_divided(block: Block) -> bool:
    """Return False if `block` is the record of a game; one with `_MANY_CLASSES` is not a game."""
    return not block.host.has_records or _MANY_CLASSES <= sum(1 for _ in CLASS.finditer(block.text))


def _bounds_around(text: str, offset: int, reach: int) -> tuple[int, int]:
    """Return the start and end of what `text` has within `reach` of `offset`.

    They are ends of lines, else of sentences, else of words.
    """
    first, end = max(0, offset - reach), min(len(text), offset + reach)
    if 0 < first:
        first += _first_break(text[first : first + reach // 2])
    if end < len(text):
        earliest = max(first, end - reach // 2)
        end = earliest + _first_break(text[earliest:end])
    return first, end


def _first_break(text: str) -> int:
    """Return the offset in `text` after the first of the best breaks in it."""
    found = (re.search(pattern, text) for pattern in _BREAKS)
    return next((one.end() for one in found if one), 0)
