"""PGN records: what a game says of its study besides the code and the board."""

import re
from collections.abc import Iterable, Iterator

from gbr_lsp.notation.symmetry import least_mirror
from gbr_lsp.pairing import Bond
from gbr_lsp.study import Study

Record = tuple[str, bool | None]
"""The least of the mirrored boards, and the side to move."""

_STIPULATION = re.compile(r"stipulation:\s*(?P<goal>[^.}]*)", re.IGNORECASE)
_MAY_REPEAT = {"TW", "AN"}
"""Flags of twins and anticipations, which show a position again on purpose (notation.md §8)."""


def records(studies: Iterable[Study]) -> Iterator[tuple[Record, Study]]:
    """The studies of PGN games that have a FEN and may not stand anywhere twice."""
    for study in studies:
        if study.block.host.name != "pgn" or _MAY_REPEAT & study.occurrence.flags:
            continue
        owned = next((owned for owned in study.boards if owned.bond is Bond.SURE), None)
        if owned and owned.board.placement:
            yield (least_mirror(owned.board.placement), owned.board.turn), study


def heads_record(study: Study) -> bool:
    """Whether a code speaks of the record it stands in: its board is the game's, or it stands in the `Black` tag."""
    if study.block.host.name != "pgn":
        return False
    tag = study.block.found.reading.tags.get("Black")
    in_tag = tag is not None and tag.covers(study.occurrence.span)
    return in_tag or any(owned.bond is Bond.SURE for owned in study.boards)


def claimed(study: Study) -> str | None:
    """The goal that a comment of the game states in words, such as `mate in 24` (notation.md §8)."""
    if study.block.host.name != "pgn":
        return None
    for span in study.block.found.reading.comments:
        found = _STIPULATION.search(study.block.text, span.start, span.end)
        if found:
            return found["goal"].strip()
    return None
