"""How much is done again after a keystroke: what is read, judged, cut and told is counted, and never timed."""

import asyncio
import gc
import json
import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from lsprotocol import types

from gbr_lsp.base.generators import run_to_end
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.hover import hover
from gbr_lsp.lint import chunk_lint, fastpath
from gbr_lsp.lint.chunk_lint import ChunkLint
from gbr_lsp.lint.engine import lint, lint_steps, rules_of
from gbr_lsp.lint.memo import LastLint
from gbr_lsp.lsp.conversion import Positions
from gbr_lsp.lsp.features import diagnostics
from gbr_lsp.lsp.state import lint_jobs
from gbr_lsp.lsp.state.configuration import DocumentSettings
from gbr_lsp.lsp.state.documents import Documents
from gbr_lsp.model import block as blocks
from gbr_lsp.model import chunks
from gbr_lsp.model import document as document_module
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, RuleScope
from gbr_lsp.rules import Plan
from tests.lint.test_fastpath import record, told

SECTION = (
    "## No. {number}\n\n`{fen}`\n\na1a7 0000.43 4/3\n\nProse with (compare `=0000.43a1a7`) in it.\n\n1.Kb1 Kb7\n\n"
)
FEN = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
MANUSCRIPT = "".join(SECTION.format(number=number, fen=FEN) for number in range(60))


@pytest.fixture(scope="module")
def database() -> str:
    rng = random.Random(1)
    return "".join(record(rng) for _ in range(1000))


class Counts:
    """How often functions are called, and how much text they get."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self.calls: dict[str, int] = {}
        self.text: dict[str, int] = {}

    def of(self, owner: Any, name: str) -> None:
        stock: Callable[..., Any] = getattr(owner, name)

        def counted(*arguments: Any, **named: Any) -> Any:
            self.calls[name] = self.calls.get(name, 0) + 1
            length = max((len(one) for one in arguments if isinstance(one, str)), default=0)
            self.text[name] = self.text.get(name, 0) + length
            return stock(*arguments, **named)

        self._patch.setattr(owner, name, counted)

    def of_judged(self) -> list[RuleScope]:
        """Return a list that gets the scope of each subject that rules judge from now on."""
        run, judged = Plan.run, list[RuleScope]()

        def recorded(plan: Plan, scope: RuleScope, subjects: Iterable[object], *, clean: bool = False) -> list[Finding]:
            given = [*subjects]
            judged.extend([scope] * len(given))
            return run(plan, scope, given, clean=clean)

        self._patch.setattr(Plan, "run", recorded)
        return judged


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    return Counts(monkeypatch)


def typed(document: Document, at: int) -> Document:
    return document.edit(Edit(Span(at, at), "x"))


def test_of_a_database_one_game_is_looked_at_again(database: str, counts: Counts) -> None:
    document = Document.of(database, host_for("a.pgn"))
    lint(document)
    assert all(chunk.first_lines for chunk in document.chunks)
    at = database.index("{", len(database) // 2) + 1
    counts.of(fastpath, "clean_game")
    counts.of(blocks, "count_line_ends")
    judged = counts.of_judged()
    edited = typed(document, at)
    lint(edited)
    assert counts.calls["clean_game"] == 1
    assert {*judged} == {RuleScope.IGNORES}
    # One game is new, and the one before it was cut again.
    assert counts.calls.get("line_ends", 0) <= 2
    assert counts.text["clean_game"] < 2000
    assert len(document.chunks) - 1 == sum(one is other for one in document.chunks for other in edited.chunks)


def test_a_keystroke_in_a_database_visits_one_chunk_of_many(counts: Counts) -> None:
    """What was found in the others, where they start and how many lines they have is known from before."""
    rng = random.Random(2)
    games = [record(rng) for _ in range(50)]
    at = sum(map(len, games[:25])) + games[25].index("{") + 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunks, "_UNCUT_LENGTH", 1)
        document, last = Document.of("".join(games), host_for("a.pgn")), LastLint()
    assert len(document.chunks) == 50
    document = typed(document, at)
    line = Positions(document, "utf-16").line(document.length)
    run_to_end(lint_steps(document, last=last))
    expected = told(lint(typed(Document.of(document.text, host_for("a.pgn")), at)))
    counts.of(chunks.Chunk, "cache_of")
    counts.of(document_module, "sums_of")
    counts.of(Document, "count_lines")
    edited = typed(document, at)
    assert told(run_to_end(lint_steps(edited, last=last))) == expected
    assert Positions(edited, "utf-16").line(edited.length) == line
    assert counts.calls.keys() == {"cache_of"}
    assert counts.calls["cache_of"] < 10


def test_no_step_of_a_keystroke_in_a_book_of_many_studies_is_long(counts: Counts) -> None:
    """Each is short enough for the event loop, and few blocks are looked at."""
    text = "".join(SECTION.format(number=number, fen=FEN) for number in range(400)).replace("4/3", "5/4")
    document, last = Document.of(text, host_for("a.md")), LastLint()
    run_to_end(lint_steps(document, last=last))
    edited = typed(document, text.index("Prose", len(text) // 2))
    counts.of(ChunkLint, "_known_section")
    assert not any(lint_steps(edited, last=last))
    assert 0 < counts.calls["_known_section"] < 40


def test_the_first_hover_in_a_database_cuts_one_chunk(database: str, counts: Counts) -> None:
    documents = Documents(DocumentSettings())
    counts.of(chunks, "cut")
    documents.open(types.TextDocumentItem("untitled:a.pgn", "pgn", 1, database * 10))
    opened = documents.get("untitled:a.pgn")
    assert opened
    assert 10 < len(opened.document.chunks)
    assert counts.calls == {}
    at = (database * 10).index("[Black", 5 * len(database)) + 12
    positions = documents.positions(opened)
    line = (database * 10).count("\n", 0, at)
    assert positions.offset(types.Position(line, 0)) == (database * 10).rindex("\n", 0, at) + 1
    near, start = opened.document.part(Span(at, at))
    assert hover(near, at - start)
    assert counts.calls == {"cut": 1}


def test_of_a_manuscript_one_study_is_judged_again(counts: Counts) -> None:
    document = Document.of(MANUSCRIPT, host_for("a.md"))
    lint(document)
    counts.of(blocks, "find")
    counts.of(blocks, "count_line_ends")
    judged = counts.of_judged()
    counts.of(chunk_lint, "read_section")
    lint(typed(document, MANUSCRIPT.index("Prose", len(MANUSCRIPT) // 2)))
    assert counts.calls["find"] == 1
    assert counts.calls["count_line_ends"] <= 2
    assert counts.calls["read_section"] == 1
    # That of the paragraph.
    assert judged == [RuleScope.STUDY]


def test_a_paragraph_of_moves_makes_no_study_judged(counts: Counts) -> None:
    """The moves of its section are followed again, for they may be those of any study there."""
    document = Document.of(MANUSCRIPT, host_for("a.md"))
    lint(document)
    counts.of(chunk_lint, "read_section")
    judged = counts.of_judged()
    lint(typed(document, MANUSCRIPT.index("1.Kb1", len(MANUSCRIPT) // 2)))
    assert counts.calls == {"read_section": 1}
    assert judged == []


def test_a_statement_that_is_written_again_as_it_was_is_reported_at_its_new_place() -> None:
    """Blocks with the same text are equal, but only one of them is in the document."""
    rows = ["(4+2)\n. . . . . . k .\n. . . . \n", ". . .", *[". . . . . . . ."] * 2, ". . . . . . b ."]
    board = "\n".join([*rows, ". . . . . . . .", "P . . . . . . .", ". . . . . . . K"])
    text = f"a1b2 0400.10 4/3 Win\n\n\n{board}\nh1g8 0030.10\n"
    document = Document.of(text, host_for("a.rst"))
    before = lint(document)
    assert "signature-mismatch" in [item.finding.rule for item in before]
    at = text.index("(4+2)")
    assert told(lint(document.edit(Edit(Span(at, at + 1), "(")))) == told(before)


def test_a_board_of_two_codes_is_reported_at_the_one_that_is_left() -> None:
    fen = "6n1/8/2p4P/8/8/r1p3K1/B7/4B2k"
    text = f"# Kubbel (=0323.12g3g1)\n\n`{fen}`\n\ng3g1 0323.12 4/5 Draw\n"
    document = Document.of(text, host_for("a.org"))
    at = text.index("g3g1 0323")
    assert [item.span.start < at for item in lint(document)] == [False]
    assert [item.span.start < at for item in lint(document.edit(Edit(Span(at + 5, at + 12), "a2d6")))] == [True]


def test_a_king_of_a_list_that_is_not_read_whole_is_looked_at_again() -> None:
    text = "GBR 0110.02 b6d7\n\nWhite: Kb6, Rf4, Be4. Black: Kd7, pawnz e2, e3.\n"
    document = Document.of(text, host_for("a.txt"))
    assert not lint(document)
    at = text.index("Kb6") + 1
    edited = document.edit(Edit(Span(at, at + 2), "b5"))
    assert [item.finding.rule for item in lint(edited)] == ["king-mismatch"]


@pytest.mark.parametrize("kind", ["a.pgn", "a.md", "a.tex", "a.txt"])
def test_nothing_of_a_document_that_is_gone_must_be_looked_for(kind: str) -> None:
    """The server hardly ever looks for objects that keep each other alive, for that takes long in a large document."""
    text = f'[Event "gone {kind}"]\n\n{{a1a7 0000.43 5/3 `{FEN}`}} *\n\nProse that is gone {kind}.\n'
    gc.disable()
    try:
        document = Document.of(text, host_for(kind))
        assert lint(document)
        edited = typed(document, text.index("Prose"))
        assert lint(edited)
        assert hover(edited, text.index("0000"))
        del document, edited
        alive = [one for one in gc.get_objects() if isinstance(one, blocks.Block) and f"gone {kind}" in one.text]
        assert alive == []
    finally:
        gc.enable()


def test_what_was_told_of_a_finding_is_told_again_as_it_is(counts: Counts) -> None:
    configuration = DocumentSettings()
    documents = Documents(configuration)
    jobs = lint_jobs.LintJobs(documents, bool)
    reports = diagnostics.JsonReports(documents, jobs, lambda diagnostic: {"message": diagnostic.message})
    text = MANUSCRIPT.replace("4/3", "5/3")[:4000]
    documents.open(types.TextDocumentItem("untitled:a.md", "markdown", 1, text))
    before = asked(documents, reports)
    counts.of(diagnostics, "to_diagnostic")
    line = text[: text.index("Prose")].count("\n")
    here = types.Position(line, 2)
    change = types.TextDocumentContentChangePartial(types.Range(here, here), "x")
    documents.change(
        types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(2, "untitled:a.md"), [change])
    )
    assert asked(documents, reports) == before
    assert 10 < len(before)
    assert counts.calls == {}


def test_the_linter_waits_while_studies_are_searched_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lint_jobs, "_FIRST_SLICE", 0)
    monkeypatch.setattr(lint_jobs, "_SLICE", 0)
    documents = Documents(DocumentSettings())
    documents.open(types.TextDocumentItem("untitled:a.md", "markdown", 1, MANUSCRIPT))
    asked: list[bool] = []

    def is_searched() -> bool:
        asked.append(len(asked) % 100 != 99)
        return asked[-1]

    found = asyncio.run(lint_jobs.LintJobs(documents, is_searched).findings("untitled:a.md"))
    assert found
    assert found[1] == lint(found[0].document, rules_of(found[0].settings))
    assert lint_jobs._LONG_REST <= len(asked)


def asked(documents: Documents, reports: diagnostics.JsonReports) -> list[Any]:
    """What is answered when the document has been judged, however long that takes here."""
    opened = documents.get("untitled:a.md")
    assert opened
    documents.remember(opened, lint(opened.document, rules_of(opened.settings)))
    body = reports.answer(1, {"textDocument": {"uri": "untitled:a.md"}})
    assert body
    items: list[Any] = json.loads(body)["result"]["items"]
    return items


def test_a_rule_that_reads_the_result_of_a_game_follows_no_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """In prose `stipulation-mismatch` reads the words behind the moves, and follows these to find them."""

    def refuse(*_: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr("gbr_lsp.model.game_solutions.solutions_of", refuse)
    monkeypatch.setattr("gbr_lsp.model.assign.assign", refuse)
    game = (
        '[White "x"]\n[Black "(=0000.11h8a6)"]\n[Result "1-0"]\n[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]\n\n1.Kg7 1-0\n'
    )
    selected = frozenset({"stipulation-mismatch"})
    assert [item.finding.rule for item in lint(Document.of(game, host_for("a.pgn")), selected)] == [*selected]
    with pytest.raises(AssertionError):
        lint(
            Document.of("=0000.11h8a6 `7K/8/k1P5/7p/8/8/8/8 w - - 0 1`\n\n1.Kg7 h4 2.Kf6\n", host_for("a.md")), selected
        )
