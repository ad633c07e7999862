"""Tables of studies in every order of their columns, with and without a header, in each kind of table."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.layouts.studies import DrawnStudy

Rows = Sequence[Sequence[str]]

COLUMNS: dict[str, Callable[[DrawnStudy], str]] = {
    "no": lambda study: str(study.number),
    "author": lambda study: study.author,
    "year": lambda study: str(study.year),
    "kings": lambda study: study.kings,
    "wk": lambda study: study.king(True),
    "bk": lambda study: study.king(False),
    "gbr": lambda study: study.force,
    "control": lambda study: study.control,
    "goal": lambda study: study.goal,
    "fen": lambda study: study.fen,
}
"""The text of a cell, by the title of its column."""

SETS = [
    ("kings", "gbr"),
    ("kings", "gbr", "fen"),
    ("kings", "gbr", "control"),
    ("no", "author", "kings", "gbr"),
    ("author", "year", "kings", "gbr", "goal"),
    ("wk", "bk", "gbr", "fen"),
]


class KindOfTable(NamedTuple):
    """The file ending and the text of a table with `rows`; the first row is a header if `has_header`."""

    ending: str
    write: Callable[[Rows, bool], str]


def _lines(rows: Rows, row: Callable[[Sequence[str]], str]) -> str:
    return "".join(f"{row(one)}\n" for one in rows)


def _delimited(delimiter: str) -> Callable[[Rows, bool], str]:
    return lambda rows, has_header: _lines(rows, delimiter.join)


def _quoted(rows: Rows, has_header: bool) -> str:
    return _lines(rows, lambda row: ",".join(f'"{cell}"' for cell in row))


def _aligned(gap: int) -> Callable[[Rows, bool], str]:
    def write(rows: Rows, has_header: bool) -> str:
        widths = [max(map(len, column)) + gap for column in zip(*rows, strict=True)]
        return _lines(rows, lambda row: "".join(map(str.ljust, row, widths)).rstrip())

    return write


def _markdown(rows: Rows, has_header: bool) -> str:
    first, *others = rows if has_header else [[""] * len(rows[0]), *rows]
    return _lines([first, ["---"] * len(first), *others], lambda row: "| " + " | ".join(row) + " |")


def _html(rows: Rows, has_header: bool) -> str:
    cells = ["th" if has_header and not number else "td" for number in range(len(rows))]
    lines = ("".join(f"<{tag}>{cell}</{tag}>" for cell in row) for tag, row in zip(cells, rows, strict=True))
    return "<table>\n" + "".join(f"<tr>{line}</tr>\n" for line in lines) + "</table>\n"


def _latex(rows: Rows, has_header: bool) -> str:
    body = _lines(rows, lambda row: " & ".join(row) + r" \\")
    return rf"\begin{{tabular}}{{{'l' * len(rows[0])}}}" + "\n" + body + "\\end{tabular}\n"


def _org(rows: Rows, has_header: bool) -> str:
    lines = [_lines([row], lambda row: "| " + " | ".join(row) + " |") for row in rows]
    return "".join([*lines[:1], "|---\n" if has_header else "", *lines[1:]])


def _asciidoc(rows: Rows, has_header: bool) -> str:
    head = "[%header]\n" if has_header else ""
    return f"{head}|===\n" + _lines(rows, lambda row: "|" + " |".join(row)) + "|===\n"


def _mediawiki(rows: Rows, has_header: bool) -> str:
    signs = ["!" if has_header and not number else "|" for number in range(len(rows))]
    lines = (f"|-\n{sign} " + f" {sign * 2} ".join(row) + "\n" for sign, row in zip(signs, rows, strict=True))
    return '{| class="wikitable"\n' + "".join(lines) + "|}\n"


def _list_table(rows: Rows, has_header: bool) -> str:
    head = ".. list-table::\n" + ("   :header-rows: 1\n" if has_header else "") + "\n"
    return head + "".join(
        "".join(f"   {'*' if not number else ' '} - {cell}\n" for number, cell in enumerate(row)) for row in rows
    )


def _typst(rows: Rows, has_header: bool) -> str:
    return (
        f"#table(columns: {len(rows[0])},\n" + _lines(rows, lambda row: "  " + "".join(f"[{x}], " for x in row)) + ")\n"
    )


TABLES = {
    "commas": KindOfTable("csv", _delimited(",")),
    "semicolons": KindOfTable("csv", _delimited(";")),
    "quoted": KindOfTable("csv", _quoted),
    "tabs": KindOfTable("tsv", _delimited("\t")),
    "aligned": KindOfTable("txt", _aligned(1)),
    "aligned wide": KindOfTable("txt", _aligned(3)),
    "tabs in text": KindOfTable("txt", _delimited("\t")),
    "Markdown": KindOfTable("md", _markdown),
    "HTML": KindOfTable("html", _html),
    "LaTeX": KindOfTable("tex", _latex),
    "Org": KindOfTable("org", _org),
    "AsciiDoc": KindOfTable("adoc", _asciidoc),
    "MediaWiki": KindOfTable("wiki", _mediawiki),
    "reStructuredText": KindOfTable("rst", _list_table),
    "Typst": KindOfTable("typ", _typst),
}


def table_of(kind: str, studies: Sequence[DrawnStudy], columns: Sequence[str], *, has_header: bool) -> str:
    """Return the text of a table of `studies` with `columns` in this order."""
    rows = [[COLUMNS[column](study) for column in columns] for study in studies]
    return TABLES[kind].write([[*columns], *rows] if has_header else rows, has_header)
