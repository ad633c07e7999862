"""Markdown in answers: the text of a document is shown as it is, and makes no link, picture or HTML."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.hover import Hover, hover
from gbr_lsp.lsp.conversion import Positions, to_hover
from gbr_lsp.model.document import Document
from tests.support.rendered import HOSTILE, Rendered, render_markdown
from tests.support.requests import OPTIONS, requests_about
from tests.support.wire import Wire

GAP = "¦"
FEN = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"
GAME = f"""[Event "¦"]
[Black "=0323.12g3g1¦"]
[FEN "{FEN}"]
[Result "*"]

¦1.h7 {{¦}} Nf6¦ 2.h8=Q¦ $1 Kh1? ¦ 3.¦Qxf6 (3.Kf2 ¦ Rb3¦) 3...c2 *
"""
DOCUMENTS = {
    "a.txt": f"g3g1¦0323.12¦ 4/6¦ Draw\n\n{FEN}¦\n\n1.h7¦ Nf6 2.h8=Q¦ Kh1¦\n",
    "b.txt": "GBR class 0323.12¦g3g1¦\n\nwhite¦ Kg3 Ba2 Be1 ph6 black Kg1 Ra3¦ Sg8 pc3¦ pc6\n\n0323.12 ¦ g3g1\n",
    "a.md": f"# ¦\n\n| **g3g1 0323.12** ¦ | 4/6¦ | Draw |\n\n`{FEN}`¦\n\n*0323.12* ¦ g3g1 4/6¦=\n",
    "a.tex": rf"\gbr{{0323.12¦}}{{g3g1¦}} 4/6 \chessboard[setfen={FEN}]" + "\n\n$g3g1$¦ \\textbf{0323.12¦} $=$\n",
    "a.html": f"<table><tr><td>0323.12¦</td><td>¦g3g1</td></tr></table><p>g3g1 ¦<b>0323.12</b>¦ 4/6</p>{FEN}\n",
    "a.csv": f"class,kings,control,fen\n0323.12¦,g3g1¦,4/6,{FEN}\n¦0000.11,h8a6,¦,7K/8/k1P5/7p/8/8/8/8\n",
    "a.pgn": GAME,
}
"""Documents by name. Text that an author may write in any document goes into the gaps."""

OWN = re.compile(r"p|strong|code|br|table|tr|td|b|img data:image/svg\+xml;base64,[\w+/=]+")
"""The elements that we write ourselves."""


def is_own(shown: Rendered) -> bool:
    return all(OWN.fullmatch(element) for element in shown.elements)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Draw a document whose gaps are filled with fragments of Markdown and HTML."""
    name = draw(st.sampled_from([*DOCUMENTS]))
    first, *others = DOCUMENTS[name].split(GAP)
    fragments = st.lists(st.sampled_from([" ", *HOSTILE]), max_size=3).map("".join)
    return Document.of(first + "".join(draw(fragments) + part for part in others), host_for(name))


def words_of(found: Hover) -> list[str]:
    """Return the words that every form of a hover must show."""
    return "\n".join([found.head, *found.lines]).replace("\0", "\ufffd").split()


@given(documents())
def test_a_hover_shows_the_text_of_the_document_and_obeys_nothing_in_it(document: Document) -> None:
    positions = Positions(document, "utf-16")
    hovers = {(found.head, found.lines): found for at in range(document.length + 1) if (found := hover(document, at))}
    for found in hovers.values():
        for images, html in ((True, False), (False, False), (True, True)):
            contents = to_hover(found, positions, markdown=True, images=images, html=html).contents
            assert isinstance(contents, types.MarkupContent)
            shown = render_markdown(contents.value)
            assert is_own(shown), shown.elements
            words = re.sub(r"8 . . . (?s:.*)\n  a b c d e f g h\n", "", shown.text)
            assert words.replace("\0", "\ufffd").split() == words_of(found)


def test_only_a_plain_head_is_bold() -> None:
    """The parser of VS Code ends bold code at a `**` or a backslash in it."""
    positions = Positions(Document.of("", host_for("a.txt")), "utf-16")
    for head, shown in (
        ("=0323.12g3g1", "**`=0323.12g3g1`**"),
        ("g3g1**0323.12", "`g3g1**0323.12`"),
        ("`\\", "`` `\\ ``"),
    ):
        contents = to_hover(Hover(Span(0, 0), head, ("1.Rh3+",), None), positions, markdown=True, images=False).contents
        assert isinstance(contents, types.MarkupContent)
        assert contents.value == f"{shown}\n\n1.Rh3+"


def test_plain_text_is_not_escaped() -> None:
    found = hover(Document.of("g3g1`<img>` 0323.12", host_for("a.txt")), 14)
    assert found
    positions = Positions(Document.of("", host_for("a.txt")), "utf-16")
    contents = to_hover(found, positions, markdown=False, images=False).contents
    assert isinstance(contents, types.MarkupContent)
    assert contents.kind is types.MarkupKind.PlainText
    assert contents.value.startswith("\n".join([found.head, *found.lines]))


def markdown_in(value: Any) -> Iterator[str]:
    """Yield the Markdown in an answer of the server, of whatever request."""
    if isinstance(value, dict) and value.get("kind") == "markdown":
        yield value["value"]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        yield from markdown_in(part)


def answers(wire: Wire, name: str, fragment: str) -> Iterator[str]:
    """Yield the Markdown in all answers about the document `name` with `fragment` in its gaps."""
    uri, text = f"untitled:{name}", DOCUMENTS[name].replace(GAP, fragment)
    wire.open(uri, "", text)
    lines = text.split("\n")
    for row, line in enumerate(lines):
        for column in range(0, len(line) + 1, 4):
            for asked in requests_about(uri, {"line": row, "character": column}, len(lines)):
                # One answer is enough where the place makes no difference.
                if asked.method in ("textDocument/hover", "textDocument/completion") or row == column == 0:
                    answer = wire.request(asked.method, asked.params)
                    yield from markdown_in(answer)
                    items = answer["result"]["items"] if asked.method == "textDocument/completion" else []
                    for item in items[:2]:
                        yield from markdown_in(wire.request("completionItem/resolve", item))


@pytest.mark.parametrize("html", [True, False])
def test_no_answer_has_a_link_or_picture_from_the_document(html: bool) -> None:
    documentation = {"documentationFormat": ["markdown", "plaintext"]}
    capabilities = {
        "textDocument": {
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "completion": {"completionItem": documentation},
            "signatureHelp": {"signatureInformation": documentation},
        }
    }
    params = {
        "processId": None,
        "rootUri": None,
        "clientInfo": {"name": "Visual Studio Code"},
        "capabilities": capabilities,
        "initializationOptions": {**OPTIONS, "supportHtml": html},
    }
    with Wire(initialize=False) as wire:
        wire.request("initialize", params)
        wire.notify("initialized", {})
        found = [markdown for number, name in enumerate(DOCUMENTS) for markdown in answers(wire, name, HOSTILE[number])]
    assert len(found) > 20
    for markdown in found:
        shown = render_markdown(markdown)
        assert is_own(shown), (markdown, shown.elements)
