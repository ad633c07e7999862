"""A section joins its blocks, and finds the place of each span of the joined text."""

import random

from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.section import Section

TEXT = "# One\n\na1b3 0100.10 2/2 Win\n\n8/8/8/8/8/1k6/7P/K5R1 w - - 0 1\n\n1.Kb2 Kc4 2.Kc2 wins.\n\nWords.\n"


def test_spans_and_places_are_those_of_the_joined_text() -> None:
    random_ = random.Random(3)
    for _ in range(40):
        text = "".join(random_.choice(("a1b3 0100.10\n", "\n", "Words. \n", "1.Kb2\n\n", "\r\n\r\n")) for _ in range(9))
        section = Document.of(text, host_for("a.md")).as_section()
        assert section.text == text
        for _ in range(20):
            start = random_.randrange(len(text) + 1)
            span = Span(start, random_.randrange(start, len(text) + 1))
            place = section.place(span)
            assert section.span(place) == span
            assert 0 <= place.span.start <= len(place.block.text)
            first = text[start : start + 1]
            assert start == len(text) or place.block.text[place.span.start] == first


def test_other_studies_of_a_section_share_what_was_read() -> None:
    document = Document.of(TEXT, host_for("a.md"), Conventions())
    section = read_section(list(document.blocks), document.conventions)
    prose, starts = section.prose, section.line_starts
    other = section.with_studies(section.studies[:0])
    assert (other.prose is prose, other.line_starts is starts) == (True, True)
    assert (len(section.studies), len(other.studies)) == (1, 0)
    assert (section.study_numbers, other.study_numbers) == ({section.studies[0].code_place: 0}, {})


def test_a_kept_section_keeps_no_text() -> None:
    document = Document.of(TEXT, host_for("a.md"))
    section = document.as_section()
    assert section.prose.text
    assert section.text
    kept = section.without_texts()
    assert not {"text", "prose"} & vars(kept).keys()
    assert kept.studies == section.studies
    assert kept.line_starts == Section(section.blocks, section.conventions).line_starts
