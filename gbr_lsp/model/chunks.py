"""Chunks: about 128 blocks each, so that an edit does not visit the whole document.

A chunk has whole sections. Offsets and lines are summed for each chunk. Upper layers cache their
results with a chunk; a chunk never changes, so they stay valid as long as it exists. If a host can
find safe boundaries in a text (`Host.next_boundary`), a chunk is cut into blocks on first use, so
that the first hover in a database waits for one chunk. Offsets and lengths are in code points.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, compress, count, pairwise
from operator import attrgetter, is_not
from typing import Any, NamedTuple, Protocol, TypeVar, overload
from zlib import crc32

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import count_line_ends
from gbr_lsp.hosts.protocol import Host, State
from gbr_lsp.model.block import Block, cut

_LINE_ENDS, _HAS_DIRECTIVES = attrgetter("line_ends"), attrgetter("has_directives")
MIN_CHUNK_BLOCKS = 128
"""Minimum number of blocks in each chunk except the last. It ends with the section that reaches this."""
MAX_PLAIN_SECTION = 256
"""After this number of blocks without a heading, sections are short."""
LONG_PARAGRAPHS = 16_000
"""After this number of code points in a section, the next part of a divided paragraph opens a new section."""
_OPENER_RATIO = 7
"""Without headings, one in `_OPENER_RATIO` blocks that may begin a study opens a section."""
_CAPTION_RATIO = 9 * _OPENER_RATIO
"""In a list of captions without numbers and moves, one in `_CAPTION_RATIO` captions opens a section."""
_MAX_SECTION = 512
"""After this number of blocks in a section without a heading, the next caption opens a new one."""
_NUMBERED = regex(r"[\W_]*[0-9]{1,5}[.)]")
_CODE_OR_BOARD = regex(r"(?<![0-9])[0-9]{4}\.[0-9]{2}(?![0-9])|(?:[1-8A-Za-z]{1,8}/){7}")
_UNCUT_LENGTH = 160_000
"""Code points of an uncut chunk; larger only if its last block is longer."""


class Cache(Protocol):
    """Data that an upper layer keeps with each chunk.

    It must not refer to the chunk: a cycle would delay freeing both.
    """

    def __init__(self) -> None: ...

    def inherit(self, other: Any, /) -> None:
        """Take over, from the cache of a replaced chunk, all data that is still valid."""


OneCache = TypeVar("OneCache", bound=Cache)
Item = TypeVar("Item")


class UncutText(NamedTuple):
    """The text of a future chunk, from offset `start` to `end`, both safe boundaries.

    `state` is the state of the cut at `start`.
    """

    host: Host
    text: str
    start: int
    end: int
    state: State

    @property
    def blocks(self) -> list[Block]:
        return cut(self.host, self.text[self.start : self.end], self.state)[0]

    @property
    def lines(self) -> int:
        return count_line_ends(self.text, self.start, self.end)


class Chunk:
    """Consecutive blocks, at least one.

    `length` is the length of their text. `is_in_long_section` is True if the chunk continues a text
    without headings; its sections are then short.
    """

    __slots__ = ("__dict__", "_caches", "_source", "is_in_long_section", "length")

    def __init__(self, source: list[Block] | UncutText, *, is_in_long_section: bool = False) -> None:
        self._source = source
        self.is_in_long_section = is_in_long_section
        if isinstance(source, UncutText):
            self.length = source.end - source.start
        else:
            *self.starts, self.length = accumulate([len(block.text) for block in source], initial=0)
        self._caches: dict[type[Any], Any] = {}

    def cache_of(self, kind: type[OneCache]) -> OneCache:
        """Return the cache of class `kind`, created empty on first use.

        Every thread gets the same one.
        """
        cache: OneCache | None = self._caches.get(kind)
        return self._caches.setdefault(kind, kind()) if cache is None else cache

    def inherit(self, other: "Chunk") -> None:
        """Take over the caches of `other`, a chunk that this one replaces."""
        for kind, cache in other._caches.items():
            self.cache_of(kind).inherit(cache)

    @property
    def blocks(self) -> list[Block]:
        source = self._source
        if isinstance(source, UncutText):
            # If two threads cut at once, both get the blocks of the first.
            self._source = source = self.__dict__.setdefault("cut", source.blocks)
        return source

    @property
    def text(self) -> str:
        """The text of all blocks."""
        source = self._source
        if isinstance(source, UncutText):
            return source.text[source.start : source.end]
        return "".join([block.text for block in source])

    def slice(self, start: int, end: int) -> str:
        """Return the text between two offsets in the chunk, without building the rest."""
        source = self._source
        if isinstance(source, UncutText):
            return source.text[source.start + start : min(source.start + end, source.end)]
        first, last = bisect_right(self.starts, start) - 1, bisect_left(self.starts, end)
        before = self.starts[first]
        return "".join([block.text for block in source[first:last]])[start - before : end - before]

    @cached_property
    def count(self) -> int:
        """The number of blocks."""
        return len(self.blocks)

    @cached_property
    def starts(self) -> list[int]:
        """The offset of each block in the chunk."""
        *starts, _ = accumulate([len(block.text) for block in self.blocks], initial=0)
        return starts

    @cached_property
    def first_lines(self) -> list[int]:
        """The number of lines that end before each block."""
        *first_lines, _ = accumulate(map(_LINE_ENDS, self.blocks), initial=0)
        return first_lines

    @cached_property
    def lines(self) -> int:
        """The number of lines that end in the chunk."""
        source = self._source
        return source.lines if isinstance(source, UncutText) else self.first_lines[-1] + source[-1].line_ends

    @cached_property
    def cut_line_count(self) -> int:
        """The number of blocks that end within a line.

        Except for the last block, only hosts that cut within lines have such blocks.
        """
        return sum(map(is_cut_within_line, self.blocks))

    @cached_property
    def has_directives(self) -> bool:
        """Whether the chunk may have a comment to the linter."""
        source = self._source
        if isinstance(source, UncutText):
            return source.text.find("gbr:", source.start, source.end) != -1
        return any(map(_HAS_DIRECTIVES, source))

    @cached_property
    def offsets(self) -> dict[Block, int]:
        """A map from each block to its offset in the chunk."""
        return dict(zip(self.blocks, self.starts, strict=True))

    @cached_property
    def section_starts(self) -> list[int]:
        """The numbers of the blocks that open a section."""
        return section_openers(self.blocks, is_in_long_section=self.is_in_long_section)

    def section_at(self, number: int) -> list[Block]:
        """Return the blocks of the section that contains block `number`."""
        starts = [*self.section_starts, self.count]
        following = bisect_right(starts, number)
        return self.blocks[starts[following - 1] : starts[following]]

    def sections(self) -> Iterator[list[Block]]:
        """Yield the blocks of each section, in order."""
        for first, end in pairwise([*self.section_starts, len(self.blocks)]):
            yield self.blocks[first:end]


def is_cut_within_line(block: Block) -> bool:
    """Return True if `block` does not end with the end of a line."""
    return not block.text.endswith(("\n", "\r"))


def section_openers(blocks: Sequence[Block], *, is_in_long_section: bool) -> list[int]:
    """Return the numbers of the blocks that open a section; the first is always 0.

    In a long text without headings, some blocks that may begin a study also open a section, so that no
    section grows with the text. Whether a block does depends only on it, the block before it and, in very
    long sections, the number of blocks since the last opener. `is_in_long_section` is as in `Chunk`.
    """
    found = [0]
    heading = -MAX_PLAIN_SECTION if is_in_long_section and not blocks[0].is_section_start() else 0
    length = len(blocks[0].text) if blocks else 0
    for number in range(1, len(blocks)):
        block = blocks[number]
        if block.is_section_start():
            heading = number
        is_long = MAX_PLAIN_SECTION <= number - heading
        may_open = is_long and _may_open(block, blocks[number - 1], number - found[-1])
        if heading == number or may_open or (LONG_PARAGRAPHS <= length and block.is_continuation):
            found.append(number)
            length = 0
        length += len(block.text)
    return found


def _may_open(block: Block, before: Block, count: int) -> bool:
    """Return True if `block` may begin a study and is selected to open a section.

    It begins with a number, or it has a code or board and `before` has moves, or both are captions. Moves
    in `block` itself must come after its code or board. `count` is the number of blocks since the last opener;
    if it is very large, any block without a code, board or move may open a section after another one.
    """
    selection = crc32(block.text.encode("utf-8", "surrogatepass"))
    if selection % _OPENER_RATIO and count < _MAX_SECTION:
        return False
    named = _CODE_OR_BOARD.search(block.text)
    if 2 * _MAX_SECTION <= count:
        is_prose = not (named or block.has_moves or before.has_moves or _CODE_OR_BOARD.search(before.text))
        return is_prose or 4 * _MAX_SECTION <= count
    if block.has_moves and (named is None or (block.first_move or 0) < named.start()):
        return False
    if selection % _OPENER_RATIO == 0 and (_NUMBERED.match(block.text) or (before.has_moves and named)):
        return True
    is_after_caption = selection % _CAPTION_RATIO == 0 and _is_code(_CODE_OR_BOARD.search(before.text))
    return _is_code(named) and (is_after_caption or _MAX_SECTION <= count)


def _is_code(found: re.Match[str] | None) -> bool:
    """Return True if `found`, a match of `_CODE_OR_BOARD`, is a class."""
    return found is not None and "/" not in found[0]


def chunks_of(blocks: list[Block], *, is_in_long_section: bool = False) -> list[Chunk]:
    """Return the chunks of `blocks`; the first block opens a section or the document."""
    chunks: list[Chunk] = []
    starts = section_openers(blocks, is_in_long_section=is_in_long_section) if blocks else []
    first = 0
    for end in [*starts[1:], len(blocks)]:
        if first + MIN_CHUNK_BLOCKS <= end or (end == len(blocks) and first < end):
            is_in_long_section = (bool(chunks) or is_in_long_section) and not blocks[first].is_section_start()
            chunks.append(Chunk(blocks[first:end], is_in_long_section=is_in_long_section))
            first = end
    return chunks


def uncut_chunks(host: Host, text: str) -> list[Chunk]:
    """Return the chunks of `text`, not yet cut; `host` must find safe boundaries."""
    assert host.next_boundary
    chunks = []
    start, state = 0, host.start
    while start < len(text):
        end, after = host.next_boundary(text, start + _UNCUT_LENGTH) or (len(text), state)
        chunks.append(Chunk(UncutText(host, text, start, end, state)))
        start, state = end, after
    return chunks


def uncut_texts(host: Host, parts: Iterable[str]) -> Iterator[str]:
    """Yield the texts of the chunks that `uncut_chunks` makes of the joined `parts`.

    Only few of them are in memory at once.
    """
    assert host.next_boundary
    waiting = ""
    for part in parts:
        waiting += part
        while boundary := host.next_boundary(waiting, _UNCUT_LENGTH):
            yield waiting[: boundary[0]]
            waiting = waiting[boundary[0] :]
    if waiting:
        yield waiting


class ChunkItems(Sequence[Item]):
    """The items of all chunks as a sequence, such as their blocks.

    `firsts` has the number of the first item of each chunk, then the total. `item(chunk, number)`
    returns an item of chunk number `chunk`, `items()` yields all.
    """

    __slots__ = ("firsts", "item", "items")

    def __init__(
        self, firsts: list[int], item: Callable[[int, int], Item], items: Callable[[], Iterator[Item]]
    ) -> None:
        self.firsts = firsts
        self.item = item
        self.items = items

    def __len__(self) -> int:
        return self.firsts[-1]

    def __iter__(self) -> Iterator[Item]:
        return self.items()

    @overload
    def __getitem__(self, number: int) -> Item: ...

    @overload
    def __getitem__(self, number: slice) -> list[Item]: ...

    def __getitem__(self, number: int | slice) -> Item | list[Item]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        return self.item(*locate(self.firsts, number))


def same_ends(old: Sequence[object], new: Sequence[object]) -> tuple[int, int]:
    """Return the lengths of the common head and the common tail, by identity.

    They do not overlap: `a b c` and `a c` have 1 and 1.
    """
    max_length = min(len(old), len(new))
    head = next(compress(count(), map(is_not, old, new)), max_length)
    tail = next(compress(count(), map(is_not, reversed(old), reversed(new))), max_length)
    return head, min(tail, max_length - head)


def sums_of(chunks: list[Chunk], counted: Callable[[Chunk], int]) -> list[int]:
    """Return the sum of `counted` over the chunks before each chunk, then over all."""
    return list(accumulate(map(counted, chunks), initial=0))


def updated_sums(sums: list[int], first: int, end: int, counts: Iterable[int]) -> list[int]:
    """Return `sums` with the counts of the chunks `first:end` replaced by `counts`."""
    new = list(accumulate(counts, initial=sums[first]))
    more, rest = new[-1] - sums[end], sums[end + 1 :]
    return sums[:first] + new + ([one + more for one in rest] if more else rest)


def locate(sums: list[int], number: int) -> tuple[int, int]:
    """Return the number of the chunk with item `number`, and the item's number in it.

    `sums` are the numbers of items before each chunk, then the total: item 5 of `[0, 2, 5, 9]` is
    at `(2, 0)`. Raises IndexError if there is no such item.
    """
    if number < 0:
        number += sums[-1]
    if not 0 <= number < sums[-1]:
        raise IndexError(number)
    chunk = bisect_right(sums, number) - 1
    return chunk, number - sums[chunk]
