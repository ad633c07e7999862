"""The `Result` of a record as a witness of its code's goal."""

from collections.abc import Iterator

from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.records import heads_record
from gbr_lsp.model.study import Study
from gbr_lsp.model.witnesses.claim import Claim
from gbr_lsp.model.witnesses.witness import Witness
from gbr_lsp.notation.grammar import GOAL_OF_RESULT


def find(study: Study) -> Iterator[Witness]:
    """The `Result` of the record that a code heads."""
    tag = study.block.found.reading.tags.get("Result")
    if tag and study.code.stipulation.goal and heads_record(study) and study.text(tag) in GOAL_OF_RESULT:
        yield Witness("Result", Claim(goal=GOAL_OF_RESULT[study.text(tag)]), study.place(tag), Bond.SURE)
