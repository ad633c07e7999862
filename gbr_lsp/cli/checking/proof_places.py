"""The places of findings in a PDF or Word file: pages, boxes and codes."""

from bisect import bisect_right
from typing import Any, NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.model.document import Document
from gbr_lsp.proofs import places
from gbr_lsp.proofs.value import Proof


class ProofPlaces(NamedTuple):
    """A proof with the spans of its codes, sorted."""

    proof: Proof
    codes: list[Span]

    def spot_of(self, span: Span) -> str:
        """Return the place of `span` after the file name: `p112:y364` or `par12`."""
        return places.spot_of(self.proof, span.start, span.end)

    @property
    def is_edited(self) -> bool:
        """Whether people edit the file itself, a Word file, and not its source."""
        return self.proof.unit != "page"

    def part_of(self, span: Span) -> str:
        """Return the page or paragraph where `span` starts: `paragraph 12`."""
        return f"{self.proof.unit} {places.place_of(self.proof, span.start, span.end)[0]}"

    def board_at(self, offset: int) -> str:
        """Return the placement of the board at `offset`; empty if there is none or it is unread."""
        board = places.board_at(self.proof, offset)
        return board.fen or "" if board else ""

    def key_of(self, span: Span) -> str:
        """Return the code around `span`, or the text of `span`, which stay if lines break differently."""
        number = bisect_right(self.codes, span.start, key=lambda code: code.start) - 1
        if 0 <= number and self.codes[number].covers(span):
            span = self.codes[number]
        return " ".join(self.proof.text[span.start : span.end].split())

    def details_of(self, span: Span) -> dict[str, Any]:
        """Return the extra JSON keys of a finding in a proof: `text` of its line, `page`, `label`, `box`."""
        page, box = places.place_of(self.proof, span.start, span.end)
        text, at = self.proof.text, span.start
        end = text.find("\n", at)
        line = text[text.rfind("\n", 0, at) + 1 : len(text) if end == -1 else end].strip("\f")
        label = next((one.label for one in self.proof.pages if one.number == page), None)
        return {"text": line, "page": page, "label": label, "box": [round(value, 1) for value in box]}

    def logical_location(self, span: Span) -> dict[str, str]:
        """Return the place of `span` for SARIF: its page, and its distance from the top."""
        page, box = places.place_of(self.proof, span.start, span.end)
        name = f"{self.proof.unit} {page}"
        deep = f", {box.top:.0f} points from the top" if self.proof.unit == "page" else ""
        return {"name": name, "fullyQualifiedName": name + deep}

    @property
    def unread_summary(self) -> str | None:
        """The unread pages and boards, in words after the file name; or None."""
        return places.unread_summary(self.proof)

    @property
    def is_blank(self) -> bool:
        """Whether nothing could be read."""
        return places.is_blank(self.proof)

    @property
    def is_scanned(self) -> bool:
        """Whether nothing could be read and each page is a picture."""
        return self.is_blank and all(page.has_pictures and not page.is_turned for page in self.proof.pages)


def places_in(proof: Proof, document: Document) -> ProofPlaces:
    """Return the places of `proof`; `document` was made from it."""
    starts = document.offsets()
    codes = [study.occurrence.span.shift(starts[study.block]) for study in document.studies()]
    return ProofPlaces(proof, sorted(codes))
