"""Classes that a spreadsheet turned into numbers, in a table whose rows have kings and FENs."""

import json
from collections.abc import Iterator
from itertools import permutations, product

import pytest

from gbr_lsp import api

ROWS = [
    ("323.12", "g3g1", "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1", "0323.12"),
    ("116", "a7d3", "8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1", "0116.00"),
    ("16.1", "e3g1", "6nn/7P/8/8/8/4K3/B7/6k1 w - - 0 1", "0016.10"),
    ("0.11", "h8a6", "7K/8/k1P5/7p/8/8/8/8 w - - 0 1", "0000.11"),
]
COLUMNS = ("gbr", "kings", "fen")


def rows(written: list[str]) -> list[dict[str, str]]:
    return [
        dict(zip(COLUMNS, (number, kings, fen), strict=True))
        for number, (_, kings, fen, _) in zip(written, ROWS, strict=True)
    ]


def separated(separator: str, written: list[str], order: tuple[str, ...], *, has_header: bool) -> str:
    lines = [separator.join(order)] if has_header else []
    for row in rows(written):
        cells = (row[name] for name in order)
        lines.append(separator.join(f'"{cell}"' if separator in cell else cell for cell in cells))
    return "".join(f"{line}\n" for line in lines)


def texts(written: list[str]) -> Iterator[tuple[str, str]]:
    for order in permutations(COLUMNS):
        for separator, has_header in product(",;", (True, False)):
            yield "csv", separated(separator, written, order, has_header=has_header)
        for has_header in (True, False):
            yield "tsv", separated("\t", written, order, has_header=has_header)
        objects = [json.dumps({name: row[name] for name in order}) for row in rows(written)]
        yield "json", "".join(f"{one}\n" for one in objects)
        yield "json", f"[{', '.join(objects)}]\n"
        if "," not in "".join(written):
            yield "json", "".join(f"{one}\n" for one in objects).replace(f'"{written[0]}"', written[0])
        lines = ["|".join(order), "|".join("---" for _ in order)]
        lines += [" | ".join(row[name] for name in order) for row in rows(written)]
        yield "markdown", "".join(f"| {line} |\n" for line in lines)
        yield (
            "yaml",
            "".join("- " + "\n  ".join(f"{name}: {row[name]}" for name in order) + "\n" for row in rows(written)),
        )


@pytest.mark.parametrize("whole", ["116", "116.0"])
@pytest.mark.parametrize("point", [".", ","])
def test_every_class_gets_its_zeros_back(whole: str, point: str) -> None:
    written = [(whole if number == "116" else number).replace(".", point) for number, *_ in ROWS]
    for host, text in texts(written):
        found = list(api.check(text, host))
        fixes = {edit.text for finding in found for fix in finding.fixes for edit in fix.edits}
        assert fixes == {right for *_, right in ROWS}, text
        assert [finding.rule for finding in found] == ["digit-count"] * len(ROWS), text


@pytest.mark.parametrize("written", [[right for *_, right in ROWS], ["1", "2", "3", "4"], ["0.11", "323", "116", "16"]])
def test_sound_classes_and_other_numbers_are_silent(written: list[str]) -> None:
    for host, text in texts(written):
        if "gbr" in text and written[0] != ROWS[0][3]:
            text = text.replace("gbr", "page")
        assert list(api.check(text, host)) == [], text
