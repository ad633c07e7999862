"""JSON, CSV and YAML: long files are cut between their records, and the moves of a record are those of its code."""

import csv
import io
import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from gbr_lsp.base.text import Edit, LineIndex, Span, apply_edits, count_units
from gbr_lsp.hosts import delimited, host_for, yaml
from gbr_lsp.hosts import json as json_host
from gbr_lsp.hosts.records import BlockSize
from gbr_lsp.lint.engine import lint
from gbr_lsp.lsp.conversion import Positions
from gbr_lsp.model import assign
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.assignment import Assignment

HOST = host_for("a.json")


def record(number: int, moves: str = "1.Kb2 Kd7 2.Kb3 Kd6", **more: object) -> dict[str, object]:
    """A study whose code is right, with moves that run from its board."""
    fen = f"3k4/8/p7/8/8/8/8/1K{number % 5 + 1}N{4 - number % 5}".removesuffix("0") + " w - - 0 1"
    assert chess.Board(fen).is_valid()
    return {"code": "=0001.01b1d8", "fen": fen, "moves": moves, **more}


def found_in(text: str) -> list[tuple[str, str]]:
    """The rule and text of each finding."""
    return [(finding.rule, text[slice(*span)]) for span, finding in lint(Document.of(text, HOST))]


LAYOUTS = {
    "an array on one line": lambda records: json.dumps(records),
    "an array on lines": lambda records: json.dumps(records, indent=2),
    "without blanks": lambda records: json.dumps(records, separators=(",", ":")),
    "in an object": lambda records: json.dumps({"title": "x", "studies": records, "source": {"year": 1925}}),
    "in chapters": lambda records: json.dumps([{"title": "x", "studies": records[:30]}, {"studies": records[30:]}]),
    "a line each": lambda records: "".join(json.dumps(one) + "\n" for one in records),
    "arrays": lambda records: json.dumps([list(one.values()) for one in records]),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_long_file_is_cut_between_its_records(layout: str) -> None:
    records = [record(number, names=[{"name": "A", "codes": [{"x": 1}]}]) for number in range(120)]
    text = LAYOUTS[layout](records)
    blocks = Document.of(text, HOST).blocks
    assert len(text) / 4_500 <= len(blocks) <= len(text) / 1_000 + 1
    assert all(len(block.text) < 4_500 for block in blocks)
    for block in list(blocks)[1:]:
        assert re.match(r'\s*[\[{]\s*("code":\s*)?"=0001', block.text)


@pytest.mark.parametrize("layout", [layout for layout in LAYOUTS if layout != "arrays"])
def test_the_moves_of_a_record_are_those_of_its_code(layout: str) -> None:
    """The same findings as in a file of its own, however many records there are."""
    records = [record(number) for number in range(120)]
    assert found_in(LAYOUTS[layout](records)) == []
    for number in (3, 60, 119):
        records[number]["moves"] = "1.Kb2 Kd7 2.Kd3 Kd6 3.Kb4 Kd5 4.Kc3 Kc5 5.Kd3 Kd5"
    findings = found_in(LAYOUTS[layout](records))
    assert findings == [("illegal-solution", "Kd3")] * 3
    assert found_in(json.dumps(records[3])) == findings[:1]


@pytest.mark.parametrize(("square", "findings"), [("d4", [("square-mismatch", "d4")]), ("d3", [])])
@pytest.mark.parametrize("number", [0, 1, 7])
def test_the_moves_of_a_record_judge_its_list(square: str, findings: list[tuple[str, str]], number: int) -> None:
    """The search for the line after a code counted the offset of the record twice, and found none."""
    records = [record(number) for number in range(8)]
    line = "1.Ra1 Kg2 2.Kh8 Bf1 3.Ra7 h1Q+"
    records[number] = {"code": f"g8g3 0130.11 a7{square}.d2h2 3/3 Win", "moves": line}
    assert found_in(json.dumps(records)) == findings


def test_records_without_moves_take_no_moves_of_others() -> None:
    records = [record(0, moves=""), record(1), record(2, moves="")]
    records[0]["fen"], records[2]["fen"] = "3k4/8/p7/8/8/8/8/1K2N3 w - - 0 1", "3k4/8/p7/8/8/8/8/1K3N2 w - - 0 1"
    assert found_in(json.dumps(records)) == []


def test_a_line_is_looked_for_only_in_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of beginnings that each study is tried with does not grow with the file."""
    read: list[int] = []

    class Counted(Assignment):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            read.append(len(self.text.starts))

    monkeypatch.setattr(assign, "Assignment", Counted)
    lint(Document.of(json.dumps([record(number) for number in range(200)]), HOST))
    assert read == [1] * 200


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace('Kd6"}', "Kd6}", 1),
        lambda text: text.replace('Kd6"}', 'Kd6"', 1),
        lambda text: text.replace('Kd6"}', 'Kd6"}}', 1),
        lambda text: text.replace('"code"', "code", 1),
    ],
)
@pytest.mark.parametrize("layout", ["without blanks", "in an object", "a line each", "in chapters"])
def test_a_missing_sign_spoils_one_record(layout: str, damage: object) -> None:
    """While somebody types, the rest of the file is cut as before."""
    text = LAYOUTS[layout]([record(number) for number in range(400)])
    assert callable(damage)
    damaged = damage(text)
    assert damaged != text
    before, after = Document.of(text, HOST), Document.of(damaged, HOST)
    assert [block.text for block in before.blocks][-2:] == [block.text for block in after.blocks][-2:]
    assert len(before.blocks) - 1 <= len(after.blocks)


PARTS = ['"', "{", "}", "[", "]", ",", '"a": ', "\n", "é", "🎉", '{"code": "0323.12", "x": "é🎉"},', " ", '\\"']
PARTS += ["- ", "---\n", "\r", "# x\n", "0323.12", "\n  - ", "a;b\n"]


def as_csv(records: Sequence[dict[str, object]]) -> str:
    written = io.StringIO()
    rows = csv.writer(written)
    rows.writerow(records[0].keys() if records else ["code"])
    rows.writerows([str(value) for value in one.values()] for one in records)
    return written.getvalue()


def as_yaml(records: Sequence[dict[str, object]], before: str = "studies:\n", indent: str = "  ") -> str:
    lines = ["".join(f"{indent}  {key}: {json.dumps(value)}\n" for key, value in one.items()) for one in records]
    return before + "".join(f"{indent}# {len(one)}\n{indent}- {one.lstrip()}" for one in lines)


def as_mappings(records: Sequence[dict[str, object]]) -> str:
    """YAML documents with a key for each record."""
    keys = as_yaml(records, "---\n", "").replace("\n- ", "\nstudy:\n  ")
    return keys + "---\n" + keys


WRITERS: dict[str, tuple[str, Callable[[Sequence[dict[str, object]]], str]]] = {
    **{layout: ("a.json", write) for layout, write in LAYOUTS.items()},
    "rows": ("a.csv", as_csv),
    "rows of tabs": ("a.tsv", lambda records: as_csv(records).replace(",", "\t")),
    "items": ("a.yaml", as_yaml),
    "items of the whole file": ("a.yaml", lambda records: as_yaml(records, "", "")),
    "keys": ("a.yaml", as_mappings),
}


@pytest.mark.parametrize("layout", [layout for layout, (name, _) in WRITERS.items() if name != "a.json"])
def test_long_rows_and_mappings_have_the_findings_of_short_ones(layout: str) -> None:
    """A file of more records than are kept in one table too."""
    name, write = WRITERS[layout]
    records = [record(number) for number in range(1200)]

    def found_here(records: Sequence[dict[str, object]]) -> list[tuple[str, str]]:
        text = write(records)
        return [(finding.rule, text[slice(*span)]) for span, finding in lint(Document.of(text, host_for(name)))]

    assert found_here(records) == []
    for number in (3, 600, 1199):
        records[number]["moves"] = "1.Kb2 Kd7 2.Kd3 Kd6 3.Kb4 Kd5 4.Kc3 Kc5 5.Kd3 Kd5"
        records[number - 1]["code"] = str(records[number - 1]["code"]).replace("0001", "0004")
    findings = found_here(records)
    each = found_here(records[2:4])
    assert {rule for rule, _ in each} == {"illegal-solution", "force-mismatch"}
    assert findings == each * 3
    assert 3 < len(Document.of(write(records), host_for(name)).blocks)


@given(st.integers(0, 1 << 32), st.sampled_from(sorted(WRITERS)))
def test_an_edited_file_is_cut_like_a_new_one(seed: int, layout: str) -> None:
    """With blocks of few code points, so that there are many; positions are those of the lines of the whole text."""
    random_ = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        for module in (json_host, yaml, delimited):
            patch.setattr(module, "_BLOCK_SIZE", BlockSize(min_length=60, min_records=1, max_length=400))
        name, write = WRITERS[layout]
        host = host_for(name)
        text = write([record(number, name="é🎉") for number in range(random_.randrange(40))])
        document = Document.of(text, host)
        for _ in range(8):
            start = random_.randrange(len(text) + 1)
            edit = Edit(Span(start, min(len(text), start + random_.choice((0, 0, 1, 5, 90)))), random_.choice(PARTS))
            text = apply_edits(text, [edit])
            document = document.edit(edit)
            whole = Document.of(text, host)
            assert list(document.blocks) == list(whole.blocks)
            assert [chunk.text for chunk in document.chunks] == [chunk.text for chunk in whole.chunks]
            lines = LineIndex(text)
            positions = Positions(document, "utf-16")
            offset = random_.randrange(len(text) + 1)
            line, column = lines.line_and_column(offset)
            naive = types.Position(line, count_units(text[offset - column : offset], "utf-16"))
            assert positions.position(offset) == naive
            if text[offset - 1 : offset + 1] != "\r\n":
                assert positions.offset(naive) == offset
            assert positions.line(offset) == line


def test_a_deep_file_is_cut_in_one_pass() -> None:
    """Brackets that nothing closes, and those that nothing opened."""
    for text in ("[" * 50_000 + "}" * 50_000, '{"a":' * 30_000 + '"0323.12"', "[{" * 30_000 + "0323.12" + "]" * 60_000):
        assert Document.of(text, HOST).text == text
