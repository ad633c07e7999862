"""Specifications: Markdown files whose fences are texts with caret lines under their findings.

A test removes the caret lines, writes them again, and compares the result with the fence. The first
word after the backticks is the kind of document. Options follow: `codes` shows the codes instead of
the findings, `boards` their boards and bonds, `select=RULE` selects a rule that is off, settings are
`nine=promoted`, `letters=KQRBNP`, `solution-letters=KQRBS`, `tables` uses tablebases, `against`
compares with the last `proof` fence. `␌` is a form feed, `␍` at a line end a lone CR, `␍␊` a CRLF.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gbr_lsp.base.text import LineIndex, Span, lines_of
from gbr_lsp.hosts import HOSTS, host_for
from gbr_lsp.lint.engine import DEFAULT_RULES, lint
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import RemotePlace
from gbr_lsp.model.proof_comparison import ComparedStudy, comparable_studies
from gbr_lsp.notation.values import COLOR_NAMES, Evidence, Nine, Occurrence
from gbr_lsp.solutions.tablebase import syzygy

SYZYGY = Path(os.environ.get("GBR_SYZYGY", Path(__file__).parents[3] / "shared" / "syzygy"))
"""The folder of tables with three and four men, which is not part of the project."""

_FENCE = re.compile(r"^(?P<marks>`{3,})(?P<info>[^`\n]*)\n(?P<body>.*?)^(?P=marks)$", re.MULTILINE | re.DOTALL)
_CARETS = re.compile(r"^ *\^+(?: …)? \S.*\n?", re.MULTILINE)
_KINDS = {"text", "json", "yaml", *(word for host in HOSTS for word in (*host.languages, *host.endings))}


class Fixture(NamedTuple):
    """A text with caret lines, and its span and line in its file."""

    kind: str
    options: tuple[str, ...]
    body: str
    span: Span
    line: int
    proof: "Fixture | None" = None
    """The text to compare it with."""

    @property
    def can_run(self) -> bool:
        """True unless the fixture needs tables that are missing."""
        return "tables" not in self.options or SYZYGY.is_dir()

    def written_anew(self) -> str:
        """Return the text with the caret lines that the program produces."""
        document = self.document
        if "codes" in self.options:
            items = list(_codes(document))
        elif "boards" in self.options:
            items = list(_boards(document))
        else:
            items = list(_findings(document, self.selected, _studies(self.proof.document) if self.proof else []))
        return annotate(document.text, items)

    @property
    def document(self) -> Document:
        """The text without its caret lines."""
        text = _spelled_out(_CARETS.sub("", self.body))
        return Document.of(text, host_for(f"a.{self.kind}", self.kind), _terms(self.options))

    @property
    def selected(self) -> frozenset[str]:
        """The names of the rules to run."""
        return DEFAULT_RULES | {
            option.removeprefix("select=") for option in self.options if option.startswith("select=")
        }


def fixtures(text: str) -> Iterator[Fixture]:
    proof = None
    for fence in _FENCE.finditer(text):
        kind, *options = fence["info"].split() or [""]
        if kind in _KINDS:
            line = text.count("\n", 0, fence.start()) + 1
            fixture = Fixture(kind, tuple(options), fence["body"], Span(*fence.span("body")), line)
            proof = fixture if "proof" in options else proof
            yield fixture._replace(proof=proof if "against" in options else None)


def update(path: Path) -> None:
    """Rewrite the fixtures in the file `path` as the program produces them."""
    text = path.read_text(encoding="utf-8")
    for fixture in reversed([fixture for fixture in fixtures(text) if fixture.can_run]):
        text = text[: fixture.span.start] + fixture.written_anew() + text[fixture.span.end :]
    path.write_text(text, encoding="utf-8")


def annotate(text: str, items: list[tuple[Span, str]]) -> str:
    """Return `text` with a line of carets and a label below the first line of each of `items`."""
    index = LineIndex(text)
    notes: dict[int, list[str]] = {}
    for span, label in sorted(items, key=lambda item: item[0]):
        line, column = index.line_and_column(span.start)
        end = index.line_span(line).end
        width = max(1, min(span.end, end) - span.start)
        more = " …" if end < span.end else ""
        notes.setdefault(line, []).append(" " * column + "^" * width + more + " " + label)
    written = []
    for number, shown in enumerate(lines_of(text)):
        written.append(_shown(shown))
        written += [note + "\n" for note in notes.get(number, ())]
    return "".join(written)


def _terms(options: tuple[str, ...]) -> Conventions:
    said = dict(option.split("=") for option in options if "=" in option)
    tables = syzygy((str(SYZYGY),)) if "tables" in options else None
    return Conventions(
        Nine(said.get("nine", "modern")),
        letters=said.get("letters", "KDTLSB"),
        tables=tables,
        solution_letters=said.get("solution-letters", "auto"),
    )


def _studies(proof: Document) -> list[ComparedStudy]:
    return comparable_studies(proof, list(proof.studies()), lambda study: RemotePlace("the proof", 0, 0, 0, ""))


def _findings(document: Document, selected: frozenset[str], proof: list[ComparedStudy]) -> Iterator[tuple[Span, str]]:
    for span, finding in lint(document, selected, proof=proof):
        yield span, f"{finding.rule}: {finding.message}"


def _codes(document: Document) -> Iterator[tuple[Span, str]]:
    offsets = document.offsets()
    for study in document.studies():
        yield study.occurrence.span.shift(offsets[study.block]), describe(study.occurrence)


def _boards(document: Document) -> Iterator[tuple[Span, str]]:
    offsets = document.offsets()
    for study in document.studies():
        owned = [f"{owned.board.kind.value} {owned.bond.name.lower()}" for owned in study.boards]
        yield study.occurrence.span.shift(offsets[study.block]), ", ".join(owned) or "no board"


def describe(occurrence: Occurrence) -> str:
    """Describe a code in a few words: `caption 0700.20 g8g3 = 4/3`."""
    code = occurrence.code
    goal, turn = code.stipulation
    words = [occurrence.form.value, *(["apart"] if occurrence.is_apart else []), str(code.force or "?")]
    words += [str(code.kings)] if code.kings else []
    words += [goal.value] if goal else []
    words += [f"{COLOR_NAMES[turn]} to move"] if turn is not None else []
    words += [str(code.control)] if code.control else []
    if code.pieces is not None and code.pawns is not None:
        words.append(f"{len(code.pieces)} pieces {len(code.pawns)} pawns")
    words += [f"by {occurrence.evidence.value}"] if occurrence.evidence is not Evidence.KINGS else []
    words += [problem.rule for problem in occurrence.problems]
    words += sorted(occurrence.flags)
    return " ".join(words + (["sic"] if occurrence.has_sic else []))


def _spelled_out(body: str) -> str:
    return body.replace("␌", "\f").replace("␍␊\n", "\r\n").replace("␍\n", "\r")


def _shown(line: str) -> str:
    line = line.replace("\f", "␌")
    if line.endswith("\r\n"):
        return line[:-2] + "␍␊\n"
    return line[:-1] + "␍\n" if line.endswith("\r") else line
