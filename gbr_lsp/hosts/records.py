"""Cutting of long files between two records, so that a keystroke reads few of them again."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from zlib import crc32

from gbr_lsp.base.lazy_regex import regex

CLASS = regex(r"(?<![0-9])[0-9]{4}\.[0-9]{2}(?![0-9])")
"""The sign of a record; a header has none."""


class BlockSize(NamedTuple):
    """The size of a block: minimum of code points and records, and the code points of a full one."""

    min_length: int
    min_records: int
    max_length: int


def cut_offsets(text: str, records: Iterable[int], size: BlockSize) -> Iterator[int]:
    """Yield the offsets of blocks of `text` after offset 0, each one of `records`.

    `records` are the offsets of its records, in order. `size` has the limits of a block.
    """
    last = first_record = 0
    for record, start in enumerate(records):
        has_enough = size.min_length <= start - last and size.min_records <= record - first_record
        # One text in four is a good end, by its checksum: blocks soon end at their old places again after a change.
        text_before = text[max(last, start - 64) : start] if has_enough else ""
        is_good_end = has_enough and crc32(text_before.encode("utf-8", "surrogatepass")) % 4 == 0
        if size.max_length <= start - last or is_good_end:
            yield start
            last, first_record = start, record
