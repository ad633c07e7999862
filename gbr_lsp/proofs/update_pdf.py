"""Incremental updates of a PDF (ISO 32000-1, 7.5.6): changed objects, cross-references, trailer.

pypdf can write one, but its cross-references are always a stream, which lacks its own entry, and
the other entries of the trailer are lost. PDF/A-1 has no such streams. Here the cross-references
are a table or a stream, as in the original.
"""

import re
from itertools import groupby
from typing import Any

_STARTXREF = re.compile(rb"startxref\s+(\d+)")
_TABLE_START = b"xref"
_KEPT_KEYS = ("/Root", "/Info", "/ID")


def update_of(writer: Any, data: bytes) -> bytes:
    """Return the bytes to append to the PDF `data` for the changes in pypdf's `writer`."""
    starts = _STARTXREF.findall(data)
    previous_start = int(starts[-1]) if starts else 0
    body = bytearray() if data.endswith(b"\n") else bytearray(b"\n")
    places: dict[int, tuple[int, int]] = {}
    for reference in writer.list_objects_in_increment():
        places[reference.idnum] = (len(data) + len(body), reference.generation)
        body += b"%d %d obj\n" % (reference.idnum, reference.generation)
        body += _to_bytes(reference.get_object()) + b"\nendobj\n"
    start = len(data) + len(body)
    trailer = writer._reader.trailer
    entries = {key: _to_bytes(trailer.raw_get(key)) for key in _KEPT_KEYS if key in trailer}
    entries |= {"/Prev": b"%d" % previous_start}
    size = max([int(trailer["/Size"]), *(number + 1 for number in places)])
    if data[previous_start : previous_start + len(_TABLE_START)] == _TABLE_START:
        body += _table(places) + b"trailer\n" + _dictionary(entries | {"/Size": b"%d" % size}) + b"\n"
    else:
        places[size] = (start, 0)
        body += b"%d 0 obj\n" % size + _stream(places, entries | {"/Size": b"%d" % (size + 1)}) + b"endobj\n"
    return bytes(body) + b"startxref\n%d\n%%%%EOF\n" % start


def _to_bytes(thing: Any) -> bytes:
    """Return a pypdf object as bytes in the syntax of PDF."""
    from io import BytesIO

    stream = BytesIO()
    thing.write_to_stream(stream)
    return stream.getvalue()


def _table(places: dict[int, tuple[int, int]]) -> bytes:
    """Return, as bytes, the cross-reference table of `places`.

    `places` are (offset, generation) by object number.
    """
    lines = [b"xref\n"]
    for run in _runs(sorted(places)):
        lines.append(b"%d %d\n" % (run[0], len(run)))
        lines += [b"%010d %05d n \n" % places[number] for number in run]
    return b"".join(lines)


def _stream(places: dict[int, tuple[int, int]], entries: dict[str, bytes]) -> bytes:
    """Return, as bytes, the cross-reference stream of `places`.

    `places` are (offset, generation) by object number. `entries` are added to its dictionary.
    """
    runs = _runs(sorted(places))
    index = b" ".join(b"%d %d" % (run[0], len(run)) for run in runs)
    rows = [
        b"\x01" + places[number][0].to_bytes(8, "big") + places[number][1].to_bytes(2, "big")
        for run in runs
        for number in run
    ]
    own_entries = {
        "/Type": b"/XRef",
        "/W": b"[1 8 2]",
        "/Index": b"[%s]" % index,
        "/Length": b"%d" % sum(map(len, rows)),
    }
    return _dictionary(own_entries | entries) + b"\nstream\n" + b"".join(rows) + b"\nendstream\n"


def _dictionary(entries: dict[str, bytes]) -> bytes:
    """Return `entries` as bytes of a PDF dictionary: `{"/Size": b"7"}` → `<< /Size 7 >>`."""
    return b"<< " + b" ".join(key.encode("ascii") + b" " + value for key, value in entries.items()) + b" >>"


def _runs(numbers: list[int]) -> list[list[int]]:
    """Return the sorted `numbers` as lists of consecutive ones: `[1, 2, 5]` → `[[1, 2], [5]]`."""
    runs = groupby(enumerate(numbers), key=lambda item: item[1] - item[0])
    return [[number for _, number in run] for _, run in runs]
