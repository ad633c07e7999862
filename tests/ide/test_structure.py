"""Tokens, symbols, folding, selection, highlights and links, as the pages of tests/ide specify them.

A fence says what kind of document it is and which feature is asked for, perhaps with a cursor; the fence under it says
what is shown: caret lines under the text, or a line for each thing.
"""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.text import LINE_END, LineIndex, Span
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.folding import folds
from gbr_lsp.ide.highlights import HighlightKind, highlights
from gbr_lsp.ide.jumps import jump_at
from gbr_lsp.ide.links import links
from gbr_lsp.ide.selection import selection_spans
from gbr_lsp.ide.symbols import Symbol, symbols
from gbr_lsp.ide.tokens import LEGEND, MODIFIERS, TYPES, delta, tokens
from gbr_lsp.model.block import Block
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.rule_pages import page_url
from gbr_lsp.model.section import Section
from gbr_lsp.notation.code_forms import code_of, spell
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import COLOR_NAMES, Evidence, Form, Kind, Stipulation
from gbr_lsp.rules import RULES
from tests.support.specs import annotate
from tests.support.strategies import kinds, placements, texts

FEATURES = ("folding", "highlights", "jumps", "links", "selection", "symbols", "tokens")
PAGES = [Path(__file__).parent / f"{feature}.md" for feature in FEATURES]
CURSOR = "<|>"
KINDS = {"text": "a.txt", "markdown": "a.md", "latex": "a.tex", "pgn": "a.pgn"}
TEMPLATES = {
    "analysis": "https://board.example/{turn}/{fen_underscored}",
    "tables": "https://tables.example/?fen={fen}",
}
FIXTURE = re.compile(
    r"^(?P<marks>`{3,})(?P<kind>\w+) (?P<feature>\w+)(?P<bare> bare)?\n(?P<text>.*?)^(?P=marks)\n\n"
    r"(?P<more>`{3,})shown\n(?P<shown>.*?)^(?P=more)$",
    re.MULTILINE | re.DOTALL,
)
STANDARD_TYPES = {
    "namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter", "variable", "property",
    "enumMember", "event", "function", "method", "macro", "keyword", "modifier", "comment", "string", "number",
    "regexp", "operator", "decorator",
}  # fmt: skip
"""The types of semantic tokens that the specification of the protocol (3.17) predefines."""


def read(text: str, kind: str = "a.txt", *, bare: bool = False) -> Document:
    return Document.of(text, host_for(kind), Conventions(has_bare_classes=bare))


def shown(fixture: re.Match[str]) -> str:
    feature, written = fixture["feature"], fixture["text"].replace("␌", "\f")
    offset = written.find(CURSOR)
    text = written.replace(CURSOR, "")
    document = read(text, KINDS[fixture["kind"]], bare=bool(fixture["bare"]))
    if feature == "tokens":
        return annotate(text, [(token.span, _named(token.kind, token.color)) for token in tokens(document)])
    if feature == "folding":
        return _each(text, [(fold.kind.value, fold.span) for fold in folds(document)])
    if feature == "selection":
        return _each(text, [("", span) for span in selection_spans(document, offset)])
    if feature == "highlights":
        return annotate(text, [(found.span, found.kind.value) for found in highlights(document, offset)])
    if feature == "jumps":
        jump = jump_at(document, offset)
        return annotate(text, [(jump, "there")]) if jump else "nothing\n"
    if feature == "links":
        return annotate(text, [(link.span, _led_to(link.target)) for link in links(document, TEMPLATES)])
    return "".join(_outline(text, symbol, 0) for symbol in symbols(document)) or "nothing\n"


def _named(kind: str, color: bool | None) -> str:
    return kind if color is None else f"{COLOR_NAMES[color]} {kind}"


def _each(text: str, found: list[tuple[str, Span]]) -> str:
    """A line for each span: what it is, and its text on one line."""
    lines = [f"{what} {_on_one_line(text, span)}".strip() for what, span in found]
    return "".join(line + "\n" for line in lines) or "nothing\n"


def _on_one_line(text: str, span: Span) -> str:
    return text[span.start : span.end].replace("\n", "⏎")


def _led_to(target: str) -> str:
    """The name of the rule instead of where its page is installed."""
    return next((f"the page of {name}" for name, rule in RULES.items() if page_url(rule) == target), target)


def _outline(text: str, symbol: Symbol, depth: int) -> str:
    lines = LineIndex(text)
    first, last = lines.line_at(symbol.span.start) + 1, lines.line_at(symbol.span.end) + 1
    where = f"line {first}" if first == last else f"lines {first}–{last}"
    detail = f" ({symbol.detail})" if symbol.detail else ""
    own = f"{'  ' * depth}{symbol.kind.value} {symbol.name}{detail}, {where}\n"
    return own + "".join(_outline(text, child, depth + 1) for child in symbol.children)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_specification(page: Path, request: pytest.FixtureRequest) -> None:
    text = page.read_text(encoding="utf-8")
    fixtures = list(FIXTURE.finditer(text))
    assert fixtures
    assert 2 * len(fixtures) == len(re.findall(r"^`{3,}\w", FIXTURE.sub(_hollow, text), re.MULTILINE))
    assert {fixture["feature"] for fixture in fixtures} == {page.stem}
    if request.config.getoption("--update"):
        for fixture in reversed(fixtures):
            start, end = fixture.span("shown")
            text = text[:start] + shown(fixture) + text[end:]
        page.write_text(text, encoding="utf-8")
        return
    for fixture in fixtures:
        line = text.count("\n", 0, fixture.start()) + 1
        assert shown(fixture) == fixture["shown"], f"{page.name}:{line}, or: pytest --update"


def _hollow(fixture: re.Match[str]) -> str:
    """A fixture with nothing in its two fences: what stands in them may be a fence itself."""
    return "```a\n```\n\n```shown\n```"


# Tokens


@given(texts, kinds, st.booleans())
def test_tokens_are_apart_in_codes_and_on_one_line(text: str, kind: str, bare: bool) -> None:
    document = read(text, kind, bare=bare)
    codes = [study.occurrence.span.shift(document.offsets()[study.block]) for study in document.studies()]
    end = 0
    for token in tokens(document):
        assert end <= token.span.start < token.span.end <= len(text)
        assert any(code.covers(token.span) for code in codes)
        assert not LINE_END.search(text, *token.span)
        end = token.span.end


@given(texts, kinds, st.integers(-3, 200), st.integers(0, 60))
def test_tokens_of_a_range_are_those_of_the_whole_that_lie_in_it(text: str, kind: str, start: int, length: int) -> None:
    document = read(text, kind)
    span = Span(start, start + length)
    inside = [token for token in tokens(document) if token.span.start < span.end and span.start < token.span.end]
    assert tokens(document, span) == inside


def test_a_token_lies_in_a_range_that_has_a_character_of_it() -> None:
    document = read("g3g1 0323.12 a3a2e1g8.h6c3c6 4/5=")
    for token in tokens(document):
        start, end = token.span
        assert token not in tokens(document, Span(start - 1, start))
        assert token in tokens(document, Span(start - 1, start + 1))
        assert token in tokens(document, Span(end - 1, end + 1))
        assert token not in tokens(document, Span(end, end + 1))


def test_tokens_of_a_range_look_at_its_blocks_only() -> None:
    text = "=0323.12g3g1\n\n" * 200
    document = read(text)
    assert len(tokens(document, Span(len(text) // 2, len(text) // 2 + 20))) < 30
    assert sum("contents" in vars(block) for block in document.blocks) <= 4


@given(placements(), st.sampled_from((Form.FULL, Form.DOTTED, Form.COMPACT)))
def test_a_square_is_named_by_the_man_on_it(placement: Placement, form: Form) -> None:
    code = code_of(placement, Stipulation(None, None))
    written = spell(code, form) if code else None
    if code is None or written is None or code.force is None or 9 in code.force:
        return
    document = read(written)
    (study,) = document.studies()
    if study.spelled_position != placement:
        # Kings on both sides of a class may be read in more than one way.
        return
    standing = {name: set() for name in LEGEND}  # type: dict[str, set[tuple[str, bool | None]]]
    for token in tokens(document):
        standing[token.kind].add((written[token.span.start : token.span.end], token.color))
    for piece_type, name in enumerate(("pawn", "knight", "bishop", "rook", "queen", "king"), 1):
        assert standing[name] == {
            (f"{'abcdefgh'[square % 8]}{square // 8 + 1}", color)
            for color in (True, False)
            for square in placement.squares_of(piece_type, color)
        }


def test_the_legend_is_known_to_every_theme() -> None:
    assert set(TYPES) <= STANDARD_TYPES
    assert len(set(MODIFIERS)) == len(MODIFIERS)
    assert MODIFIERS[:2] == ("white", "black")
    for token in tokens(read("g3g1 0323.12 a3a2e1g8.h6c3c6 4/5=")):
        assert LEGEND[token.kind][0] == TYPES[token.type_number]
        names = [name for bit, name in enumerate(MODIFIERS) if token.modifier_bits & 1 << bit]
        color = [COLOR_NAMES[token.color]] if token.color is not None else []
        assert names == color + [name for name in LEGEND[token.kind][1:] if name]


@given(
    st.lists(st.integers(0, 2)), st.lists(st.integers(0, 2)), st.lists(st.integers(0, 2)), st.lists(st.integers(0, 2))
)
def test_a_delta_makes_the_new_numbers_of_the_old(
    before: list[int], gone: list[int], come: list[int], behind: list[int]
) -> None:
    old, new = before + gone + behind, before + come + behind
    edit = delta(old, new)
    if edit is None:
        assert old == new
        return
    start, count, numbers = edit
    assert old[:start] + numbers + old[start + count :] == new
    assert 0 <= start <= start + count <= len(old)
    assert not (count and numbers and (old[start] == numbers[0] or old[start + count - 1] == numbers[-1]))
    assert count <= len(gone)
    assert len(numbers) <= len(come)


# Symbols


@given(texts, kinds, st.booleans())
def test_symbols_lie_in_each_other_and_apart(text: str, kind: str, bare: bool) -> None:
    _check_level(text, symbols(read(text, kind, bare=bare)), Span(0, len(text)))


def _check_level(text: str, level: list[Symbol] | tuple[Symbol, ...], around: Span) -> None:
    end = around.start
    for symbol in level:
        assert end <= symbol.span.start < symbol.span.end <= around.end
        assert symbol.span.covers(symbol.selection)
        assert symbol.name.strip()
        assert not LINE_END.search(symbol.name + symbol.detail)
        _check_level(text, symbol.children, symbol.span)
        end = symbol.span.end


def test_symbols_of_a_large_document_are_found_in_one_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice the text, twice the lines looked at."""
    looked = 0
    line_span = LineIndex.line_span

    def counted(self: LineIndex, line: int) -> Span:
        nonlocal looked
        looked += 1
        return line_span(self, line)

    monkeypatch.setattr(LineIndex, "line_span", counted)
    counts = []
    for times in (50, 100):
        looked = 0
        assert len(symbols(read("No 1 L. Kubbel\n\n=0323.12g3g1\n\n" * times))) == times
        counts.append(looked)
    assert counts[1] <= 2 * counts[0] + 10


# Folding, selection, highlights, links


@given(texts, kinds)
def test_folds_have_more_than_one_line(text: str, kind: str) -> None:
    found = folds(read(text, kind))
    assert found == sorted(found, key=lambda fold: (fold.span.start, -fold.span.end))
    for fold in found:
        assert 0 <= fold.span.start < fold.span.end <= len(text)
        assert LINE_END.search(text, *fold.span)


@given(texts, kinds, st.integers(-3, 200), st.booleans())
def test_selections_grow_around_the_cursor(text: str, kind: str, offset: int, bare: bool) -> None:
    before: Span | None = None
    for span in selection_spans(read(text, kind, bare=bare), offset):
        assert 0 <= span.start <= offset <= span.end <= len(text)
        assert before is None or (span.covers(before) and span != before)
        before = span


@given(texts, kinds)
def test_selections_at_every_code_hold_the_code(text: str, kind: str) -> None:
    document = read(text, kind)
    offsets = document.offsets()
    for study in document.studies():
        code = study.occurrence.span.shift(offsets[study.block])
        for offset in range(code.start, code.end):
            assert code in selection_spans(document, offset)


@given(texts, kinds, st.integers(-3, 200), st.booleans())
def test_highlights_hold_the_cursor(text: str, kind: str, offset: int, bare: bool) -> None:
    found = [highlight.span for highlight in highlights(read(text, kind, bare=bare), offset)]
    assert found == sorted(set(found))
    assert not found or any(span.start <= offset <= span.end for span in found)
    assert all(0 <= span.start < span.end <= len(text) for span in found)


@given(texts, kinds, st.integers(-3, 200))
def test_jumps_lead_into_the_text(text: str, kind: str, offset: int) -> None:
    jump = jump_at(read(text, kind), offset)
    assert jump is None or 0 <= jump.start < jump.end <= len(text)


@given(texts, kinds)
def test_a_code_highlights_those_that_say_the_same(text: str, kind: str) -> None:
    document = read(text, kind)
    offsets = document.offsets()
    said = {study.occurrence.span.shift(offsets[study.block]): study.code for study in document.studies()}
    for span, code in said.items():
        token = next(code for code in document.studies() if code.code is said[span]).occurrence.part(Kind.CLASS)
        assert token
        block = document.block_number(span.start)
        found = highlights(document, document.starts[block] + token.span.start)
        same = {other for other, saying in said.items() if (saying.force, saying.kings) == (code.force, code.kings)}
        texts_found = {highlight.span for highlight in found if highlight.kind is HighlightKind.TEXT}
        assert texts_found == (same if code.force else {span})


def test_highlights_pair_only_sections_that_hold_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    paired = 0

    def counted(section: list[Block], conventions: Conventions) -> Section:
        nonlocal paired
        paired += 1
        return read_section(section, conventions)

    monkeypatch.setattr("gbr_lsp.ide.highlights.read_section", counted)
    document = read('[Black "(=0323.12g3g1)"]\n\n*\n\n[Black "(=0001.33b7d6)"]\n\n*\n\n' * 50, "a.pgn")
    assert len(highlights(document, 12)) == 50
    assert paired == 50


@given(texts, kinds)
def test_links_lead_somewhere(text: str, kind: str) -> None:
    for link in links(read(text, kind), TEMPLATES):
        assert 0 <= link.span.start < link.span.end <= len(text)
        assert link.title
        assert " " not in link.target
        assert "{" not in link.target


FULL = "g3g1 0323.12 a3a2e1g8.h6c3c6 4/5="


def test_no_address_is_invented() -> None:
    assert links(read(FULL), {}) == []


@pytest.mark.parametrize(
    "template",
    [
        "command:evil?{fen}",
        "file:///{fen}",
        "javascript:x{fen}",
        "https://x.example/",
        "https://",
        "",
        "{fen}",
        "{0}{fen}",
    ],
)
def test_templates_that_lead_to_no_page_about_a_position_are_left_out(template: str) -> None:
    assert links(read(FULL), {"x": template}) == []


@pytest.mark.parametrize(
    ("template", "target"),
    [
        ("https://x.example/{fen}", "https://x.example/6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1%20w%20-%20-%200%201"),
        (
            "http://x.example/{fen_underscored}#{turn}{",
            "http://x.example/6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1_w_-_-_0_1#white{",
        ),
        ("https://x.example/{turn}/{fen.__class__}", "https://x.example/white/{fen.__class__}"),
    ],
)
def test_only_the_fields_of_a_template_are_filled(template: str, target: str) -> None:
    assert [link.target for link in links(read(FULL), {"x": template})] == [target]


def test_bare_classes_have_nothing() -> None:
    text = "double n = 1234.56;"
    document = read(text)
    assert [code.evidence for block in document.blocks for code in block.contents.codes] == [Evidence.NONE]
    for offset in range(len(text) + 1):
        assert selection_spans(document, offset) == []
        assert highlights(document, offset) == []
    assert tokens(document) == []
    assert symbols(document) == []


@pytest.mark.parametrize("kind", ["a.pgn", "a.md", "a.tex", "a.txt"])
def test_an_empty_document_has_nothing(kind: str) -> None:
    document = read("", kind)
    assert tokens(document) == tokens(document, Span(0, 5)) == []
    for found in (symbols(document), folds(document), links(document, TEMPLATES)):
        assert found == []
    assert selection_spans(document, 0) == []
    assert highlights(document, 0) == []
