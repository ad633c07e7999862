"""Where the findings of a PDF or Word file stand: pages, boxes, and the codes they are known by."""

from bisect import bisect_right
from typing import Any, NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.model.document import Document
from gbr_lsp.proofs import places
from gbr_lsp.proofs.value import Proof


class ProofPlaces(NamedTuple):
    """A proof with the spans of its codes, in order."""

    proof: Proof
    codes: list[Span]

    def spot(self, span: Span) -> str:
        """The place of a span behind the name of the file."""
        return places.spot_of(self.proof, span.start, span.end)

    @property
    def is_edited(self) -> bool:
        """Whether people correct it itself, a Word file, and not what it was made of."""
        return self.proof.unit != "page"

    def part(self, span: Span) -> str:
        """The page or the paragraph on which a span begins, in words: `paragraph 12`."""
        return f"{self.proof.unit} {places.place_of(self.proof, span.start, span.end)[0]}"

    def board(self, offset: int) -> str:
        """The placement of the board that stands at an offset, empty where there is none or it is unread."""
        board = places.board_at(self.proof, offset)
        return board.fen or "" if board else ""

    def key(self, span: Span) -> str:
        """What stands at a span and stays if the lines of the proof are broken anew: its code, or its own text."""
        number = bisect_right(self.codes, span.start, key=lambda code: code.start) - 1
        if 0 <= number and self.codes[number].covers(span):
            span = self.codes[number]
        return " ".join(self.proof.text[span.start : span.end].split())

    def details(self, span: Span) -> dict[str, Any]:
        """The keys that a finding of a proof has in JSON: the text of its line, its page with the label, its box."""
        page, box = places.place_of(self.proof, span.start, span.end)
        text, at = self.proof.text, span.start
        end = text.find("\n", at)
        line = text[text.rfind("\n", 0, at) + 1 : len(text) if end == -1 else end].strip("\f")
        label = next((one.label for one in self.proof.pages if one.number == page), None)
        return {"text": line, "page": page, "label": label, "box": [round(value, 1) for value in box]}

    def logical_location(self, span: Span) -> dict[str, str]:
        """The place of a span as SARIF has it: its page, and how far down."""
        page, box = places.place_of(self.proof, span.start, span.end)
        name = f"{self.proof.unit} {page}"
        deep = f", {box.top:.0f} points from the top" if self.proof.unit == "page" else ""
        return {"name": name, "fullyQualifiedName": name + deep}

    @property
    def unread(self) -> str | None:
        """What could not be read, in words that follow the name of the file."""
        return places.unread_summary(self.proof)

    @property
    def is_blank(self) -> bool:
        """Whether nothing at all could be read."""
        return places.is_blank(self.proof)

    @property
    def is_scanned(self) -> bool:
        """Whether it is blank, and each page is a picture."""
        return self.is_blank and all(page.has_pictures and not page.is_turned for page in self.proof.pages)


def places_in(proof: Proof, document: Document) -> ProofPlaces:
    """The places of a proof that a document was made of."""
    starts = document.offsets()
    codes = [study.occurrence.span.shift(starts[study.block]) for study in document.studies()]
    return ProofPlaces(proof, sorted(codes))
