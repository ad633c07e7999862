"""Codes that are read, and wrong digits that are found, in each spelling of `spellings`."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement
from tests.separators.spellings import DOCUMENTS, DocumentKind, Spelling, spellings, written
from tests.slips.measure import judge

POSITIONS = (
    "8/5p2/2r2n2/8/1Q3p2/8/r3R3/5k1K",
    "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1",
    "7k/8/8/8/3n4/1B6/8/K1R5",
    "8/1p6/8/2k5/8/8/5PP1/6K1",
)
"""Classes 1703.02, 0323.12, 0113 and 0000.21."""


class Outcome(NamedTuple):
    """A spelling with what was seen."""

    kind: DocumentKind
    spelling: Spelling
    text: str
    is_read: bool
    is_wrong_digit_found: bool
    blamed: tuple[str, ...]
    """The findings in the document without a slip."""


def outcomes(kinds: Sequence[DocumentKind] = DOCUMENTS, step: int = 1) -> Iterator[Outcome]:
    """Yield the `Outcome` of each spelling in `kinds`, or of one in `step`."""
    number = 0
    for kind in kinds:
        for spelling in spellings(kind):
            number += 1
            if number % step == 0:
                yield _outcome(kind, spelling, Placement(POSITIONS[number // step % len(POSITIONS)]), number)


def _outcome(kind: DocumentKind, spelling: Spelling, placement: Placement, number: int) -> Outcome:
    force, white_and_black = str(force_of(placement.men)), str(placement.kings)
    kings = white_and_black[:2], white_and_black[2:]
    at = (0, 1, 2, 3, 5, 6)[number % 6]
    wrong = force[:at] + ("1" if force[at] == "0" else "0") + force[at + 1 :]
    name = f"a.{kind.ending}"
    text = written(kind, spelling, force, kings, placement.fen)
    document, findings = judge(text, name)
    wrong_findings = judge(written(kind, spelling, wrong, kings, placement.fen), name)[1]
    return Outcome(
        kind,
        spelling,
        text,
        any(
            str(study.code.force) == force and study.code.kings == placement.kings and study.boards
            for study in document.studies()
        ),
        any(one.finding.rule == "force-mismatch" for one in wrong_findings),
        tuple(f"{one.finding.rule}: {one.finding.message}" for one in findings),
    )
