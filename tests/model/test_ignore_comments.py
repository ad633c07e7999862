"""Which lines, blocks and stretches the comments to the linter speak of."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.text import Edit, LineIndex, Span
from gbr_lsp.hosts import host_for
from gbr_lsp.model import chunks
from gbr_lsp.model.document import Document
from gbr_lsp.model.ignore_comments import Ignore, Reach, ignores_of
from tests.support.strategies import PIECES, kinds, times

_COMMENTS = [
    f"{opening}gbr: ignore{kind}{names}{closing}"
    for opening, closing in (("<!-- ", " -->"), ("% ", "\n"), ("{", "}"), ("; ", "\r\n"), ("", "\n"), ("{a\n", "\nb}"))
    for kind, names in (("", "[king-mismatch]"), ("-next-line", ""), ("-file", "[x, y]"), ("-start", ""), ("-end", ""))
]
_texts = st.lists(st.sampled_from([*PIECES, *_COMMENTS, "\n\n", '\n[Event "y"]\n']), max_size=30).map("".join)


@times(5)
@given(_texts, kinds, st.integers(0, 200), st.sampled_from(PIECES))
def test_comments_speak_of_what_the_whole_text_shows(text: str, kind: str, at: int, new: str) -> None:
    """Whatever chunks the document is in, before and after an edit."""
    host = host_for(kind)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunks, "_UNCUT_LENGTH", 10)
        patch.setattr(chunks, "MIN_CHUNK_BLOCKS", 2)
        patch.setattr(chunks, "MAX_PLAIN_SECTION", 2)
        document = Document.of(text, host)
        assert [(ignore.place, ignore.scope) for ignore in ignores_of(document)] == slow_scopes(document)
        edited = document.edit(Edit(Span(min(at, len(text)), min(at, len(text))), new))
        assert [(ignore.place, ignore.scope) for ignore in ignores_of(edited)] == slow_scopes(edited)


def slow_scopes(document: Document) -> list[tuple[object, Span]]:
    """With the lines of the whole text, comment by comment."""
    text, lines = document.text, LineIndex(document.text)
    found: list[tuple[Ignore, Span]] = []
    for ignore in ignores_of(document):
        block, span = ignore.place
        start = document.offsets()[block]
        offset = start + span.start
        line = lines.line_at(offset)
        comment = next(one for one in block.contents.reading.comments if one.covers(span)).shift(start)
        if ignore.reach is Reach.NEXT_LINE:
            is_last = line + 1 == len(lines.starts)
            scope = Span(len(text), len(text)) if is_last else lines.line_span(line + 1)
        elif ignore.reach is Reach.HERE:
            own = lines.line_span(line)
            alone = not (text[own.start : comment.start] + text[comment.end : own.end]).strip(" \t<!->{}%;#/*")
            scope = Span(start, start + len(block.text)) if alone or document.host.name == "pgn" else own
        else:
            scope = Span(0 if ignore.reach is Reach.FILE else offset, len(text))
        found.append((ignore, scope))
    for number, (ignore, scope) in enumerate(found):
        ends = [other.start for one, other in found[number:] if one.reach is Reach.END]
        if ignore.reach is Reach.START and ends:
            found[number] = ignore, Span(scope.start, ends[0])
    told = sum(
        len(re.findall(r"gbr:\s*ignore", block.text[comment.start : comment.end]))
        for block in document.blocks
        for comment in block.contents.reading.comments
    )
    assert len(found) <= told
    return [(ignore.place, scope) for ignore, scope in found]
