"""Two records show the same board with the same side to move, perhaps mirrored.

## Why it matters

A study that a collection has twice is counted twice, and a correction reaches only one of the two records.

Positions are compared with their mirror images from left to right and, if there are no pawns, with all rotations and
reflections. Records with the flags `TW` (twin) and `AN` (anticipated) repeat a position on purpose and are not
reported.

## Example

```pgn
[White "Kubbel=L"]
[Black "(=0323.12g3g1)"]
[FEN "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"]

[White "Kubbel=L"]
[Black "(=0323.12b3b1)"]
         ^^^^^^^^^^^^ duplicate-position: This position, mirrored, also appears in an earlier record
[FEN "1n6/8/P4p2/8/8/1K3p1r/7B/1k1B4 w - - 0 1"]
```
"""

from collections.abc import Iterator

from gbr_lsp.model.finding import Finding, RelatedMessage, RuleScope, Severity, rule
from gbr_lsp.model.records import PlacedRecord, Record
from gbr_lsp.model.subjects import RepeatedRecords


@rule(Severity.WARNING, RuleScope.REPEATED_RECORDS)
def duplicate_position(repeated: RepeatedRecords) -> Iterator[Finding]:
    first_records: dict[Record, PlacedRecord] = {}
    for placed_record in repeated.own_records:
        remote = repeated.other_records.get(placed_record.record)
        first = first_records.setdefault(placed_record.record, placed_record)
        if remote:
            message = f"This position also appears in {remote.document}"
            yield Finding(placed_record.place, message, related=(RelatedMessage("the other record", remote),))
        elif first is not placed_record:
            mirror_note = "" if first.board_field == placed_record.board_field else ", mirrored,"
            message = f"This position{mirror_note} also appears in an earlier record"
            yield Finding(placed_record.place, message, related=(RelatedMessage("the earlier record", first.place),))
