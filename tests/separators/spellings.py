"""Spellings of a class and its kings with something between them, in each kind of document.

The documents show the position of the code as a FEN below it, or in the same row or object.
"""

from collections.abc import Iterator
from typing import NamedTuple


class DocumentKind(NamedTuple):
    """How a kind of document writes a code and its board.

    In `document`, `CODE` and `BOARD` are replaced. `wrappings` have `#` for the text. `breaks` are line
    breaks within a cell or caption, `blanks` and `dashes` the spellings of a blank and a dash.
    """

    ending: str
    document: str
    wrappings: tuple[str, ...] = ()
    breaks: tuple[str, ...] = ()
    dashes: tuple[str, ...] = ("–", "-")
    blanks: tuple[str, ...] = (" ",)


DOCUMENTS = (
    DocumentKind("pgn", '[White "A"]\n[FEN "BOARD w - - 0 1"]\n[SetUp "1"]\n\n{CODE} *\n'),
    DocumentKind("txt", "CODE\n\nBOARD\n", breaks=("\n",)),
    DocumentKind("md", "CODE\n\n`BOARD`\n", ("**#**", "*#*", "__#__", "_#_", "`#`"), ("  \n", "<br>", "\\\n")),
    DocumentKind("md", "| code | board |\n|---|---|\n| CODE | `BOARD` |\n", ("**#**", "*#*"), ("<br>", "<br/>")),
    DocumentKind(
        "tex", "CODE\n\n\\fen{BOARD}\n",
        (r"\textbf{#}", r"\textit{#}", r"\emph{#}", r"\textsc{#}", r"{\bfseries #}"), ("\n", "\\\\\n"), ("--", "–"),
        (" ", "~", r"\quad ", r"\,"),
    ),
    DocumentKind(
        "html", "<p>CODE</p>\n<p>BOARD</p>\n",
        ("<b>#</b>", "<strong>#</strong>", "<i>#</i>", '<span style="font-variant: small-caps">#</span>'),
        ("<br>", "<br/>"), ("–", "&ndash;"), (" ", "&nbsp;"),
    ),
    DocumentKind("html", "<table>\n<tr><td>CODE</td><td>BOARD</td></tr>\n</table>\n", ("<b>#</b>",), ("<br>",)),
    DocumentKind("csv", 'code,fen\n"CODE",BOARD\n', breaks=("\n",)),
    DocumentKind("csv", 'code;fen\n"CODE";BOARD\n'),
    DocumentKind("rst", "CODE\n\nBOARD\n", ("**#**", "*#*", ":sc:`#`"), ("\n",)),
    DocumentKind("adoc", "CODE\n\nBOARD\n", ("*#*", "_#_", "[.small-caps]@#@"), (" +\n", "\n")),
    DocumentKind("org", "CODE\n\nBOARD\n", ("*#*", "/#/"), ("\n", "\\\\\n")),
    DocumentKind("json", '{"caption": "CODE", "fen": "BOARD"}\n', breaks=("\\n",)),
    DocumentKind("json", '[\n  {\n    "fen": "BOARD",\n    "caption": "CODE"\n  }\n]\n', breaks=("\\n",)),
)  # fmt: skip

KINGS = ("{w}{b}", "{w} {b}", "K{w} K{b}", "{w}–{b}", "K{w}/K{b}", "wK{w} bK{b}")
_PUNCTUATION = ("{}", ",{}", "/", "{}/{}", "-", "{}-{}", ";{}")
"""Separators; `{}` is a blank, `-` a dash."""


class Spelling(NamedTuple):
    """The spelling of a code: `code` has `#` for the class, and `{w}` and `{b}` for the kings."""

    code: str
    separator: str
    wrapping: str
    kings: str
    order: str


def spellings(kind: DocumentKind) -> Iterator[Spelling]:
    """Yield the combinations of separators, wrappings, orders and forms of kings in `kind`."""
    for kings in KINGS:
        for separator in dict.fromkeys(_separators(kind)):
            for wrapping in ("#", "(#)", *kind.wrappings):
                for code in _codes(kings, separator, wrapping):
                    order = "class first" if code.index("CLASS") < code.index("{w}") else "kings first"
                    yield Spelling(code, separator, wrapping, kings, order)


def _separators(kind: DocumentKind) -> Iterator[str]:
    for blank in kind.blanks:
        for punctuation in _PUNCTUATION:
            for dash in kind.dashes if "-" in punctuation else ("",):
                yield punctuation.replace("-", dash).replace("{}", blank)
    yield from kind.breaks


def _codes(kings: str, separator: str, wrapping: str) -> Iterator[str]:
    """Yield both orders, with the whole, the class or the kings in `wrapping`."""
    before, _, after = wrapping.partition("#")
    before, after = before.replace("@", "#"), after.replace("@", "#")
    for first, second in (("CLASS", kings), (kings, "CLASS")):
        yield f"{before}{first}{separator}{second}{after}"
        if before:
            yield f"{before}{first}{after}{separator}{second}"
            yield f"{first}{separator}{before}{second}{after}"


def written(kind: DocumentKind, spelling: Spelling, force: str, kings: tuple[str, str], fen: str) -> str:
    """Return the document of `kind` with a code and its board."""
    code = spelling.code.replace("CLASS", force).replace("{w}", kings[0]).replace("{b}", kings[1])
    return kind.document.replace("CODE", code).replace("BOARD", fen)
