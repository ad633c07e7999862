"""Where a long file of records is cut: between two of them, so that a keystroke reads few of them again."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from zlib import crc32

from gbr_lsp.base.lazy_regex import regex

CLASS = regex(r"(?<![0-9])[0-9]{4}\.[0-9]{2}(?![0-9])")
"""What a record has, and a header has not."""


class BlockSize(NamedTuple):
    """The size of a block: code points and records that it has at least, and code points with which it is full."""

    min_length: int
    min_records: int
    max_length: int


def cut_offsets(text: str, records: Iterable[int], size: BlockSize) -> Iterator[int]:
    """Yield where blocks of `text` begin after offset 0; `records` are the offsets of its records, in order."""
    last = first_record = 0
    for record, start in enumerate(records):
        has_enough = size.min_length <= start - last and size.min_records <= record - first_record
        if size.max_length <= start - last or (has_enough and _is_good_end(text[max(last, start - 64) : start])):
            yield start
            last, first_record = start, record


def _is_good_end(text_before: str) -> bool:
    """Return True for one text in four: of an edited file, blocks soon end where they ended before."""
    return crc32(text_before.encode("utf-8", "surrogatepass")) % 4 == 0
