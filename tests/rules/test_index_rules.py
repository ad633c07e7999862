"""The rules about indexes: what is read as one, what their fixes write, and that one slip is one finding."""

import json
from pathlib import Path

import pytest

from gbr_lsp.base.text import Edit, apply_edits
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Fix
from gbr_lsp.model.roles import Role, roles
from gbr_lsp.rules import RULES
from tests.support.commands import run

INDEX_RULES = frozenset({"dangling-index-entry", "unindexed-study", "unsorted-index"})
FEN = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"
ENTRIES = [
    ("0000.11", "h8a6", 10), ("0001.01", "c2a1", 11), ("0055.01", "b1b8", 12), ("0323.12", "g3g1", 13),
    ("1300.00", "c6b8", 14), ("4000.10", "e1e8", 15),
]  # fmt: skip
PROSE = "White wins, as three\nlines of prose\nexplain at length."
HEADS = "\n\n".join(f"{number - 9}. {force} {kings}\n\n{PROSE}" for force, kings, number in ENTRIES)


def findings(text: str, name: str = "a.txt") -> list[str]:
    return [item.finding.rule for item in lint(Document.of(text, host_for(name)), INDEX_RULES)]


def fixed(text: str, name: str = "a.txt") -> str:
    """The text after the only fix there is."""
    document = Document.of(text, host_for(name))
    ((fix,),) = [item.finding.fixes for item in lint(document, INDEX_RULES)]
    return apply_fix(document, fix)


def apply_fix(document: Document, fix: Fix) -> str:
    offsets = document.offsets()
    edits = [Edit(edit.place.span.shift(offsets[edit.place.block]), edit.text) for edit in fix.edits]
    return apply_edits(document.text, edits)


def roles_in(text: str, name: str) -> list[str]:
    document = Document.of(text, host_for(name))
    return [role.value for role in roles(document, list(document.studies()))]


def written(form: str) -> str:
    return "".join(form.format(force, kings, number) + "\n" for force, kings, number in ENTRIES)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.txt", "{0} {1}  - {2} -"),
        ("a.txt", "+ {0} {1} … {2}"),
        ("a.txt", "+ {0}{1} . . . . {2}"),
        ("a.txt", "+ {0} {1}........{2}"),
        ("a.txt", "{1} {0}  {2}"),
        ("a.txt", "{1} {0} .......{2}a"),
        ("a.txt", "{2}. {0} {1}"),
        ("a.txt", "{0} {1}, p.{2}"),
        ("a.txt", "= {0} {1}  h5/e4.md:{2}"),
        ("a.md", "* `{0} {1}` {2}"),
        ("a.md", "| {0} {1} | {2} |"),
        ("a.md", "- {0} {1}: [{2}](#study-{2})"),
        ("a.tex", "\\item $+$ {0} {1}, {2}"),
        ("a.tex", "{0}~{1} \\dotfill \\pageref{{s:{2}}}"),
        ("a.tex", "{0} {1} & {2} \\\\"),
    ],
)
def test_what_is_an_index(name: str, form: str) -> None:
    assert roles_in(written(form), name) == ["index"] * len(ENTRIES)


def test_several_columns_are_an_index() -> None:
    assert set(roles_in(written("{0} {1} {2}   + {0} {1} - {2} -   {1} {0} {2}"), "a.txt")) == {"index"}


def test_a_question_mark_keeps_a_place_but_makes_no_index() -> None:
    assert roles_in(written("{0} {1} ?"), "a.txt") == ["study"] * len(ENTRIES)
    assert set(roles_in(written("{0} {1} {2}") + "4100.00 d1d8 ?\n", "a.txt")) == {"index"}


@pytest.mark.parametrize("form", ["{0}. =0323.12g3g1\n\n`{1}`\n\n", "`{1}`\n\n{0}. =0323.12g3g1\n\nA heading\n\n"])
def test_numbered_studies_with_their_boards_are_no_index(form: str) -> None:
    text = "".join(form.format(number, FEN) for number in range(9))
    assert set(roles_in(text, "a.md")) == {"study"}


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.txt", "+ {0} {1} ..... {2}"),
        ("a.txt", "{1} {0}  - {2} -"),
        ("a.md", "* {0} {1}, {2}"),
        ("a.md", "| {0} {1} | {2} |"),
        ("a.tex", "\\item $+$ {0} {1}, p.~{2}"),
    ],
)
def test_fixes_mend_what_they_are_for(name: str, form: str) -> None:
    """A digit, a king, a line that is missing, a line at a wrong place: each fix leaves nothing to find."""
    heads = "\n\n".join(f"+ {force} {kings}" for force, kings, _ in ENTRIES) + "\n\n# Index\n\n"
    right = heads + written(form)
    assert findings(right, name) == []
    for one, other in (("0055.01", "0155.02"), ("b1b8", "b1c8"), ("b1b8", "b8b1")):
        index = written(form).replace(one, other)
        assert findings(heads + index, name) == ["dangling-index-entry"]
        assert fixed(heads + index, name) == right
    lines = right.splitlines(keepends=True)
    for missing in range(len(lines) - len(ENTRIES), len(lines)):
        text = "".join(lines[:missing] + lines[missing + 1 :])
        assert findings(text, name) == ["unindexed-study"]
        unknown = lines[missing].replace(str(ENTRIES[missing - len(lines)][2]), "?")
        assert fixed(text, name) == "".join([*lines[:missing], unknown, *lines[missing + 1 :]])
    shuffled = "".join([*lines[:-6], *lines[-5:-1], lines[-6], lines[-1]])
    assert fixed(shuffled, name) == right


def test_the_number_of_a_study_is_taken_from_its_heading() -> None:
    right = HEADS + "\n\nIndex\n\n" + "".join(f"{force} {kings}  {n - 9}\n" for force, kings, n in ENTRIES)
    assert findings(right) == []
    assert fixed(right.replace("1300.00 c6b8  5\n", "")) == right
    under = right.replace("5. 1300.00 c6b8", "No 5, Philidor\nThe Analysis\n\n1300.00 c6b8")
    assert fixed(under.replace("1300.00 c6b8  5\n", "")) == under


def test_a_line_is_added_in_the_section_of_its_sign() -> None:
    heads = (
        "c2a1 0001.01 2/2 Win\n\nb6a1 0300.10 2/2 Win\n\nd6d8 0410.00 3/2 Win\n\nc6b8 1300.00 2/2 Win\n\n"
        "h8a6 0000.11 2/2 Draw\n\nb1b8 0055.01 5/5 Draw\n\ng3g1 0323.12 4/5 Draw\n\n"
    )
    index = (
        "Winststudies (+):\n0001.01 c2a1 - 1 -\n0300.10 b6a1 - 2 -\n0410.00 d6d8 - 3 -\n1300.00 c6b8 - ? -\n\n"
        "Remisestudies (=):\n0000.11 h8a6 - 5 -\n0055.01 b1b8 - 6 -\n0323.12 g3g1 - 7 -\n"
    )
    assert findings(heads + index) == []
    assert fixed(heads + index.replace("1300.00 c6b8 - ? -\n", "")) == heads + index
    index = index.replace("- 5 -", "- ? -").replace("- ? -", "- 4 -", 1)
    assert fixed(heads + index.replace("0000.11 h8a6 - ? -\n", "")) == heads + index


def test_lines_end_as_their_neighbors_do() -> None:
    right = (HEADS + "\n\n" + written("{0} {1} {2}")).replace("\n", "\r\n")
    without = right.replace("4000.10 e1e8 15\r\n", "").removesuffix("\r\n")
    assert fixed(without) == right.replace(" 15\r\n", " ?")


def test_what_index_writes_is_read_back(corpora: Path) -> None:
    """A manuscript made of the sample, each record a caption and a FEN, with its directory behind it."""
    sample = f"{corpora}/hhdb-sample.pgn"
    records = json.loads(run("index", "--output-format", "json", sample).out)
    studies = "".join(
        f"## No {number}\n\n{''.join(record['kings'])} {record['class']}\n\n`{record['board_fen']}`\n\n"
        for number, record in enumerate(records, 1)
    )
    directory = run("index", sample).out
    text = studies + "## Index\n\n" + directory
    assert findings(text, "a.md") == []
    document = Document.of(text, host_for("a.md"))
    assert roles(document, list(document.studies())).count(Role.INDEX) == len(records)


def test_safe_fixes_are_those_that_move_lines() -> None:
    assert {name: RULES[name].severity.value for name in INDEX_RULES} == {
        "dangling-index-entry": "warning", "unindexed-study": "warning", "unsorted-index": "hint",
    }  # fmt: skip
    lines = written("{0} {1} {2}").replace("10\n", "77\n").splitlines(keepends=True)
    document = Document.of("".join(lines[1:4] + lines[:1] + lines[4:]), host_for("a.txt"))
    ((fix,),) = [item.finding.fixes for item in lint(document, INDEX_RULES)]
    assert fix.is_safe
    assert apply_fix(document, fix) == "".join(lines)


PAGES = [
    "Index\n\n{0}{1}{2}{3}{4}\f{5}",
    "Index\n\n{0}{1}{2}{3}{4}\n12\n\fEndgame studies\n\n{5}",
    "Index\n\n{0}{1}{2}{3}{4}\n" + PROSE + "\n12\n\f{5}",
    "Index\n\n{0}\n" + PROSE + "\n12\n\f{1}{2}{3}{4}{5}",
]


@pytest.mark.parametrize("page", PAGES)
def test_the_last_or_first_lines_of_an_index_may_stand_on_another_page(page: str) -> None:
    lines = written("{0} {1}  {2}\n").splitlines(keepends=True)[::2]
    assert findings(f"{HEADS}\n\n{page.format(*lines)}") == []
    # Which study is missing is still told.
    assert findings(f"{HEADS}\n\n7. 4001.00 a1c8\n\n{PROSE}\n\n{page.format(*lines)}") == ["unindexed-study"]


@pytest.mark.parametrize("between", [PROSE + "\n\f\f", "\f1\n2\n3\n", "\n\n" + PROSE + "\n"])
def test_fewer_lines_elsewhere_are_no_index(between: str) -> None:
    lines = written("{0} {1}  {2}").splitlines(keepends=True)
    text = f"{HEADS}\n\n{''.join(lines[:5])}{between}{lines[5]}"
    assert roles_in(text, "a.txt").count("index") == 5


def test_a_study_is_not_missed_where_the_number_of_its_entry_stands_on_another_line() -> None:
    torn = written("{0} {1}  {2}").replace("0055.01 b1b8  ", "0055.01 b1b8\n")
    assert findings(f"{HEADS}\n\nIndex\n\n{torn}") == []
