"""What a keystroke and a hover wait for does not grow with the document; steps are counted, never time."""

import json
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.edits.new_position import form_near, possible_texts
from gbr_lsp.hosts import HOSTS, host_for
from gbr_lsp.hosts.protocol import Host
from gbr_lsp.ide.actions import actions
from gbr_lsp.ide.hover import hover
from gbr_lsp.ide.support.action_kind import ActionKind
from gbr_lsp.lint.engine import DEFAULT_RULES, lint
from gbr_lsp.lsp.conversion import Positions
from gbr_lsp.model import block as block_module
from gbr_lsp.model import document as document_module
from gbr_lsp.model.document import Document
from gbr_lsp.notation.code_search import find
from gbr_lsp.notation.values import Occurrence
from tests.lint.test_growth import positions, steps_of

_MOVES = "1.Kg2 Kb7 2.Kg3 Kc6 3.Kg4 Kd5 4.Kg5 Ke4"


def _records(count: int) -> list[dict[str, str]]:
    return [{"code": f"0100.00{kings}", "fen": fen, "moves": _MOVES} for kings, fen in positions(count)]


SHAPES: dict[str, Callable[[int], str]] = {
    "minified.json": lambda n: json.dumps(_records(n), separators=(",", ":")),
    "indented.json": lambda n: json.dumps(_records(n), indent=2),
    "lines.jsonl": lambda n: "\n".join(map(json.dumps, _records(n))),
    "rows.csv": lambda n: "".join(",".join(one.values()) + "\n" for one in _records(n)),
    "items.yaml": lambda n: "".join("- " + "  ".join(f"{k}: {v}\n" for k, v in one.items()) for one in _records(n)),
    "paragraphs.md": lambda n: "\n\n".join(" ".join(one.values()) for one in _records(n)),
    "numbered.txt": lambda n: "\n\n".join(f"{i}. " + " ".join(one.values()) for i, one in enumerate(_records(n), 1)),
    "captions.txt": lambda n: "".join(f"{number}. Author {kings} 0100.00\n" for number, (kings, _) in _numbered(n)),
    "captions alone.md": lambda n: "".join(f"{kings} 0100.00 Win\n\n" for kings, _ in positions(n)),
    "captions and boards.txt": lambda n: "".join(f"{kings} 0100.00\n\n{fen}\n\n" for kings, fen in positions(n)),
    "captions.md": lambda n: "".join(f"{number}. Author {kings} 0100.00\n" for number, (kings, _) in _numbered(n)),
    "table.adoc": lambda n: _rows(n, "|{} |{}\n", '[cols="1,1"]\n|===\n', "|===\n"),
    "cells.adoc": lambda n: _rows(n, "|{}\n|{}\n", '[cols="1,1"]\n|===\n', "|===\n"),
    "table.html": lambda n: _rows(n, "<tr><td>{}<td>{}\n", "<table>\n", "</table>\n"),
    "table.tex": lambda n: _rows(n, "{} & {} \\\\\n"),
    "rows with rules.tex": lambda n: _rows(n, "Author\n& {}\n& {} \\\\[2pt] \\hline\n"),
    "items.tex": lambda n: _rows(n, "\\item {} {} Win\n", "\\begin{itemize}\n"),
    "macros.tex": lambda n: _rows(n, "\\study{{Author}}{{{}}}{{{}}}\n"),
    "styled cells.adoc": lambda n: _rows(n, "a|{}\na|{}\n", '[cols="1a,1a"]\n|===\n', "|===\n"),
    "table.typ": lambda n: _rows(n, "  [{}], [{}],\n", "#table(columns: 2,\n", ")\n"),
    "table.rst": lambda n: _rows(n, "   * - {}\n     - {}\n", ".. list-table::\n"),
    "captions.org": lambda n: "".join(f"{number}. Author {kings} 0100.00\n" for number, (kings, _) in _numbered(n)),
}


_SHORT_ROWS = ("table", "cells", "rows with", "items", "macros", "styled")


def _rows(count: int, row: str, before: str = "", after: str = "") -> str:
    return before + "".join(row.format("0100.00", kings) for kings, _ in positions(count)) + after


def _numbered(count: int) -> list[tuple[int, tuple[str, str]]]:
    return [*enumerate(positions(count), 1)]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_keystroke_and_a_hover_take_as_many_steps_in_a_long_document(shape: str) -> None:
    def steps(count: int) -> int:
        text = SHAPES[shape](count)
        document = Document.of(text, host_for(shape))
        hover(document.part(Span(0, 0))[0], 0)
        at = text.index("0100.00", len(text) // 2) + 2
        place = Positions(document, "utf-16").position(at)

        def key() -> None:
            offset = Positions(document, "utf-16").offset(types.Position(place.line, place.character))
            edited = document.edit(Edit(Span(offset, offset), "0"))
            near, start = edited.part(Span(offset, offset))
            hover(near, offset - start)
            Positions(edited, "utf-16").position(offset + 1)

        key()
        return steps_of(key)

    # At 600 records, all that is bounded has reached its bound, but not in the short rows of tables.
    assert steps(2400) < (
        2 if shape.startswith(("table", "cells", "rows", "items", "macros", "styled")) else 1.5
    ) * steps(600)


ONE_LINE = [f"a.{host.endings[0]}" for host in HOSTS if host.endings and not host.has_records]


@pytest.mark.parametrize("name", ONE_LINE)
def test_a_hover_in_one_line_takes_as_many_steps_if_it_is_long(name: str) -> None:
    def steps(count: int) -> int:
        text = "g3g1 0323.12 4/6 Draw; " * count
        document, at = Document.of(text, host_for(name)), text.index("0323", len(text) // 2)
        near, start = document.part_around(at)
        assert near.text == text[start : start + near.length]
        return steps_of(lambda: hover(document.part_around(at)[0], at - start))

    steps(4000)
    assert steps(8000) < 1.2 * steps(4000)
    document = Document.of("g3g1 0323.12 4/6 Draw; " * 4000, host_for(name))
    near, start = document.part_around(46_005)
    found = hover(near, 46_005 - start)
    assert found is not None
    assert found.head == "g3g1 0323.12 4/6 Draw"


def test_the_actions_of_a_long_line_do_not_read_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fixes are those of the known findings; no other form is offered, and no comment that ignores one place."""
    text = "g3g1 0323.12 4/6 Draw; " * 2000
    document = Document.of(text, host_for("a.txt"))
    findings = lint(document, DEFAULT_RULES)
    read = []

    def counted(some: str, spans: list[Span]) -> list[Occurrence]:
        read.append(len(some))
        return find(some, spans)

    monkeypatch.setattr(block_module, "find", counted)
    kinds = [kind for kind in ActionKind if kind is not ActionKind.FIX_ALL]
    offered = Counter(one.kind for one in actions(document, Span(0, len(text)), findings, kinds))
    assert [length for length in read if 1000 < length] == []
    assert offered[ActionKind.FIX] == len(findings) == 2000


@given(
    st.lists(
        st.sampled_from(["0323.12 ", "g3g1", "; ", "\n", "\r\n", ". ", "x" * 90, "|", "\u2028", " \t"]), max_size=400
    ),
    st.integers(0, 40_000),
)
def test_the_part_around_a_place_is_a_bounded_part_of_the_text(pieces: list[str], offset: int) -> None:
    text = "".join(pieces)
    offset = min(offset, len(text))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document_module, "LONG_BLOCK", 300)
        patch.setattr(document_module, "_AROUND", 100)
        document = Document.of(text, host_for("a.txt"))
        near, start = document.part_around(offset)
        is_long = document.long_block_at(offset) is not None
    assert near.text == text[start : start + near.length]
    assert start <= offset <= start + near.length
    assert near.length <= 200 or not is_long
    assert not is_long or offset - start >= min(50, offset) or text[start - 1] in "\r\n"


@pytest.mark.parametrize("name", [f"a.{host.endings[0]}" for host in HOSTS if host.endings])
@pytest.mark.parametrize("row", ["0323.12 g3g1; ", "=0323.12g3g1\n  ", "g3g1 0323.12\n\n"])
def test_the_choices_for_a_new_position_take_as_many_steps_in_a_long_text(name: str, row: str) -> None:
    def steps(count: int) -> int:
        text = row * count
        document = Document.of(text, host_for(name))
        near, start = document.part_around(len(text) // 2)
        place = len(text) // 2 - start
        return steps_of(lambda: possible_texts(near, place, form_near(near, place)))

    steps(3000)
    assert steps(6000) < 1.2 * steps(3000)


PROSE = ["word\n\n", "{|\n\t\n\n", "a)\tg9g1\n\n", "*\n\n", "0323,12g3g1 .\n\n"]


@pytest.mark.parametrize("paragraph", PROSE)
def test_a_section_without_headings_is_bounded(paragraph: str) -> None:
    document = Document.of(paragraph * 5000, host_for("a.txt"))
    assert max(map(len, document.sections())) <= 4 * 512
    assert [*document.sections()] == [*Document.of(document.text, document.host).sections()]


@given(st.integers(0, 4000), st.sampled_from(["x\n\n", "\n\n", "0323.12 g3g1\n\n", "# A\n\n"]))
def test_the_sections_of_many_short_blocks_are_as_if_opened_anew_after_an_edit(number: int, new: str) -> None:
    document = Document.of("word\n\n" * 4000, host_for("a.md"))
    place = 6 * number
    edited = document.edit(Edit(Span(place, place), new))
    assert [*map(len, edited.sections())] == [*map(len, Document.of(edited.text, edited.host).sections())]


def test_a_record_with_very_many_codes_is_read_in_part() -> None:
    """It is no game; a game of this length is replayed from its start."""
    brackets = Document.of("1. {0323.12 g3g1} " * 4000, host_for("a.pgn"))
    game = Document.of('[Event "x"]\n\n1. e4 ' + "{a long note} " * 8000, host_for("a.pgn"))
    assert brackets.part_around(36_005)[0].length < 20_000
    assert game.part_around(36_005)[0].text == game.text


@given(
    st.lists(st.sampled_from(["0323.12 ", "g3g1", "; ", "\n", "\n\n", "x" * 50, "|", "# A\n", "* "]), max_size=120),
    st.integers(0, 4000),
    st.sampled_from(HOSTS),
)
def test_the_text_near_a_place_is_a_part_of_the_text(pieces: list[str], offset: int, host: Host) -> None:
    text = "".join(pieces)
    offset = min(offset, len(text))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document_module, "_NEAR", 60)
        near, start = Document.of(text, host).text_near(offset)
    assert near.text == text[start : start + near.length]
    assert not text or start <= offset <= start + near.length
