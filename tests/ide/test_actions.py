"""What helps while writing: code actions, signatures, inlays, lenses, conversions, as tests/ide/ specifies them.

A fixture is a text with a cursor, or `<[` and `]>` around what is selected, and under it what is told.
"""

import asyncio
import difflib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.edits.ignore_edits import ignore_here, ignore_in_file
from gbr_lsp.edits.rewritings import rewritings
from gbr_lsp.hosts import host_for
from gbr_lsp.ide import actions as module
from gbr_lsp.ide.actions import PROVIDERS, Action, ActionContext, actions, fix_all
from gbr_lsp.ide.conversions import board_view, convert, fen_at
from gbr_lsp.ide.inlays import inlays
from gbr_lsp.ide.lenses import lenses
from gbr_lsp.ide.signature import signature
from gbr_lsp.ide.support.action_kind import ActionKind
from gbr_lsp.lint.engine import DEFAULT_RULES, PlacedFinding, lint
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.notation.code_forms import code_of, spell
from gbr_lsp.notation.men import control_of, force_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Form, Goal, Stipulation
from tests.support import specs
from tests.support.strategies import kinds, placements, texts

HERE = Path(__file__).parent
CURSOR = "<|>"
_FIXTURE = re.compile(
    r"^(?P<marks>`{3,})(?P<kind>\w+) (?P<what>\w+)(?P<options>[^\n]*)\n(?P<text>.*?)^(?P=marks)\n\n"
    r"(?P<more>`{3,})told\n(?P<told>.*?)^(?P=more)$",
    re.MULTILINE | re.DOTALL,
)


def shown_actions(document: Document, offset: int, options: list[str]) -> Iterator[str]:
    """The titles with their kinds; of one that is asked for, the lines that it changes as they are then."""
    text = document.text
    found = actions(document, Span(offset, offset), lint(document))
    for action in found:
        if not options:
            yield f"{action.kind.value}{' !' if action.is_preferred else ''}: {action.title}"
        elif any(word in action.title.split() for word in options):
            yield from [action.title, *changed(text, apply_edits(text, action.edits))]


def changed(before: str, after: str) -> Iterator[str]:
    for line in difflib.ndiff(before.split("\n"), after.split("\n")):
        if line.startswith(("+ ", "- ")):
            yield line.replace("\r", "␍")


def shown_signature(document: Document, offset: int, options: list[str]) -> Iterator[str]:
    """The label, a line of carets under the slot at the cursor, and what is said of that slot."""
    found = signature(document, offset, is_requested="asked" in options, is_open="shown" in options)
    if found:
        slot = found.parameters[found.active]
        yield found.label
        yield " " * slot.span.start + "^" * (slot.span.end - slot.span.start) + f" {slot.description}"


def shown_inlays(document: Document, offset: int, options: list[str]) -> Iterator[str]:
    """The text with the hints in it; the cursor says nothing."""
    text = document.text
    found = inlays(document, Span(0, len(text)), letters="letters" in options, boards="boards" in options)
    for inlay in reversed(found):
        gaps = ("_" * inlay.has_gap_before, "_" * inlay.has_gap_after)
        text = f"{text[: inlay.offset]}⟨{gaps[0]}{inlay.label}{gaps[1]}⟩{text[inlay.offset :]}"
    yield from text.splitlines()
    yield from (f"{inlay.label}: {inlay.tooltip}" for inlay in found)


def shown_lenses(document: Document, offset: int, options: list[str]) -> Iterator[str]:
    for lens in lenses(document, lambda study: 3 if "alike" in options else 0):
        over = " ".join(document.text[lens.span.start : lens.span.end].split())
        yield f"{over}: {lens.title} → {lens.command} {', '.join(map(str, lens.arguments))}"


def shown_conversions(document: Document, offset: int, options: list[str]) -> Iterator[str]:
    if "fen" in options:
        yield fen_at(document, offset) or "nothing"
        return
    if "board" in options:
        board = board_view(document, offset)
        if board:
            yield from (f"{key}: {value}" for key, value in board.items())
            assert json.loads(json.dumps(board)) == board
        return
    for form in Form:
        converted = convert(document, offset, form)
        if converted:
            left_out = f" (without {', '.join(converted.omissions)})" if converted.omissions else ""
            yield f"{form.value}: {converted.text}{left_out}{'' if converted.edits else ' — no edit'}"


TOLD: dict[str, Callable[[Document, int, list[str]], Iterator[str]]] = {
    "actions": shown_actions,
    "signature": shown_signature,
    "inlays": shown_inlays,
    "lenses": shown_lenses,
    "conversions": shown_conversions,
}


def told(fixture: re.Match[str]) -> str:
    offset = max(0, fixture["text"].find(CURSOR))
    text = fixture["text"].replace(CURSOR, "")
    document = Document.of(text, host_for("a.txt", fixture["kind"]))
    lines = list(TOLD[fixture["what"]](document, offset, fixture["options"].split()))
    return "".join(line + "\n" for line in lines or ["nothing"])


@pytest.mark.parametrize("what", TOLD)
def test_specification(what: str, request: pytest.FixtureRequest) -> None:
    path = HERE / f"{what}.md"
    page = path.read_text(encoding="utf-8")
    fixtures = list(_FIXTURE.finditer(page))
    assert fixtures
    assert len(fixtures) == len(re.findall("^`{3,}told$", page, re.MULTILINE))
    if request.config.getoption("--update"):
        for fixture in reversed(fixtures):
            start, end = fixture.span("told")
            page = page[:start] + told(fixture) + page[end:]
        path.write_text(page, encoding="utf-8")
        return
    for fixture in fixtures:
        line = page.count("\n", 0, fixture.start()) + 1
        assert told(fixture) == fixture["told"], f"{path.name}:{line}, or: pytest --update"


RULE_PAGES = sorted((Path(__file__).parents[1] / "specs" / "rules").glob("*.md"))


def fixtures_of_rules() -> Iterator[tuple[str, Document, frozenset[str]]]:
    """The texts of the specifications of all rules, with the rules that run on them."""
    for path in RULE_PAGES:
        for fixture in specs.fixtures(path.read_text(encoding="utf-8")):
            if fixture.can_run:
                yield f"{path.name}:{fixture.line}", fixture.document, fixture.selected


@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.long)])
def test_every_action_of_every_finding_does_what_it_says(step: int) -> None:
    """After a fix or an ignore comment the finding is gone, and codes that it does not touch are what they were.

    One text of the specifications in `step` is tried.
    """
    tried = {ActionKind.FIX: 0, ActionKind.IGNORE: 0}
    wrong = []
    for where, document, selected in islice(fixtures_of_rules(), 0, None, step):
        findings = lint(document, selected)
        before = findings_of(document, selected), codes_of(document)
        for item in findings:
            for action in actions(document, item.span, findings, (ActionKind.FIX, ActionKind.IGNORE)):
                if action.finding is item.finding and action.edits:
                    tried[action.kind] += 1
                    found = faults(document, before, item, action, selected)
                    wrong += [f"{where}: {action.title}: {fault}" for fault in found]
    assert wrong == []
    assert 40 < tried[ActionKind.FIX] * step
    assert 300 < tried[ActionKind.IGNORE] * step


def faults(
    document: Document,
    was: tuple[list[tuple[str, str]], list[object]],
    item: PlacedFinding,
    action: Action,
    selected: frozenset[str],
) -> Iterator[str]:
    before, codes = was
    after = Document.of(apply_edits(document.text, action.edits), document.host, document.conventions)
    left = findings_of(after, selected)
    said = (item.finding.rule, item.finding.message)
    if before.count(said) <= left.count(said):
        yield f"the finding stays:\n{after.text}"
    if action.kind is ActionKind.IGNORE:
        if set(left) - set(before):
            yield f"new findings {set(left) - set(before)}"
        if codes_of(after) != codes:
            yield "codes are read otherwise"
    elif untouched(document, action) - Counter(codes_of(after)):
        yield f"other codes change: {untouched(document, action) - Counter(codes_of(after))}"


def untouched(document: Document, action: Action) -> Counter[object]:
    """The codes that no edit stands in."""
    offsets = document.offsets()
    spans = [(study.code, study.occurrence.span.shift(offsets[study.block])) for study in document.studies()]
    return Counter(
        code
        for code, span in spans
        if all(edit.span.end < span.start or span.end < edit.span.start for edit in action.edits)
    )


def findings_of(document: Document, selected: frozenset[str]) -> list[tuple[str, str]]:
    return [(item.finding.rule, item.finding.message) for item in lint(document, selected)]


def codes_of(document: Document) -> list[object]:
    return [study.code for study in document.studies()]


@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.long)])
def test_all_safe_fixes_at_once_leave_none(step: int) -> None:
    for where, document, selected in islice(fixtures_of_rules(), 0, None, step):
        findings = lint(document, selected)
        whole = fix_all(document, findings)
        safe = {item.finding.rule for item in findings if any(fix.is_safe for fix in item.finding.fixes)}
        assert bool(whole) == bool(safe), where
        text = document.text
        for _ in range(5):
            if whole is None:
                break
            text = apply_edits(text, whole.edits)
            document = Document.of(text, document.host, document.conventions)
            whole = fix_all(document, lint(document, selected))
        assert whole is None, where


_FORMS = (Form.PREFIXED, Form.CAPTION, Form.FULL, Form.DOTTED, Form.COMPACT)
_AROUND = (("", ""), ("See ", ", and more"), ("(", ") (v) U2"), ('[Black "(', ') U1"]'), ("\n> ", "\n> more"))
_SAID = st.builds(Stipulation, st.sampled_from((*Goal, None)), st.sampled_from((True, False, None)))


@given(placements(), _SAID, st.sampled_from(_FORMS), st.sampled_from(_AROUND), kinds)
def test_another_form_says_the_same(
    placement: Placement, said: Stipulation, form: Form, around: tuple[str, str], kind: str
) -> None:
    """Read again, a code that was written in another form differs only in what the title says is left out."""
    code = code_of(placement, said)
    text = spell(code, form) if code else None
    assume(text)
    assert text
    document = Document.of(around[0] + text + around[1], host_for(kind))
    studies = list(document.studies())
    assume(len(studies) == 1)
    (study,) = studies
    for rewriting in rewritings(study):
        edit = Edit(rewriting.span.shift(document.starts[document.blocks.index(study.block)]), rewriting.text)
        after = Document.of(apply_edits(document.text, [edit]), document.host)
        (read,) = after.studies()
        assert read.occurrence.form is rewriting.form
        assert read.occurrence.flags == study.occurrence.flags
        assert (read.code.force, read.code.kings) == (study.code.force, study.code.kings)
        assert read.code.stipulation.goal is (
            None if "the goal" in rewriting.omissions else study.code.stipulation.goal
        )
        assert read.code.stipulation.turn is (
            None if "who moves" in rewriting.omissions else study.code.stipulation.turn
        )
        if "the squares" not in rewriting.omissions:
            assert study.spelled_position is None or read.spelled_position == study.spelled_position
        assert read.code.control in (study.code.control, control_of(placement.men), None)


_BESIDE = st.sampled_from(
    (
        ("a.md", "Text `{}` and more.\n"),
        ("a.md", "> - x\n\n```fen\n{}\n```\n"),
        ("a.txt", "{} w - - 0 1\n"),
        ("a.tex", "\\begin{{center}}\n\\chessboard[setfen={}]\n\\end{{center}}\n"),
        ("a.pgn", '[Event "x"]\n[Black "?"]\n[FEN "{} w - - 0 1"]\n\n*\n'),
        ("a.pgn", '[FEN "{} w - - 0 1"]\n'),
    )
)


@given(placements(), _BESIDE)
def test_a_code_put_beside_a_board_belongs_to_it(placement: Placement, beside: tuple[str, str]) -> None:
    name, text = beside[0], beside[1].format(placement.fen)
    document = Document.of(text, host_for(name))
    (action,) = actions(document, Span(*[text.index("/")] * 2), [], (ActionKind.INSERT,))
    after = Document.of(apply_edits(text, action.edits), host_for(name))
    (study,) = after.studies()
    assert study.code.force == force_of(placement.men)
    assert [owned.board.placement for owned in study.boards] == [placement]
    assert actions(after, Span(*[after.text.index(placement.fen)] * 2), [], (ActionKind.INSERT,)) == []


@given(placements(), st.sampled_from(_AROUND), kinds)
def test_a_board_put_beside_a_code_shows_its_position(placement: Placement, around: tuple[str, str], kind: str) -> None:
    code = code_of(placement, Stipulation(None, True))
    text = spell(code, Form.FULL) if code else None
    assume(text)
    document = Document.of(f"{around[0]}{text}{around[1]}\n\nMore.\n", host_for(kind))
    for study in document.studies():
        offset = document.offsets()[study.block] + study.occurrence.span.start
        for action in actions(document, Span(offset, offset), [], (ActionKind.INSERT,)):
            after = Document.of(apply_edits(document.text, action.edits), document.host)
            assert codes_of(after) == codes_of(document)
            if "figures" not in action.title:
                boards = [owned.board.placement for one in after.studies() for owned in one.boards]
                assert placement in boards


@given(texts, kinds, st.integers(0, 200), st.integers(0, 20))
def test_nothing_is_raised_and_edits_stay_apart(text: str, kind: str, offset: int, length: int) -> None:
    offset = min(offset, len(text))
    document = Document.of(text, host_for(kind))
    findings = lint(document)
    if findings and length % 2:
        offset = findings[0].span.start
    for action in actions(document, Span(offset, min(offset + length, len(text))), findings):
        assert bool(action.edits) is (action.setting is None)
        assert action.title
        done = 0
        for edit in action.edits:
            assert done <= edit.span.start <= edit.span.end <= len(text)
            done = edit.span.end
        if action.kind is ActionKind.IGNORE and action.edits and action.finding:
            after = Document.of(apply_edits(text, action.edits), host_for(kind))
            said = (action.finding.rule, action.finding.message)
            assert findings_of(after, DEFAULT_RULES).count(said) < findings_of(document, DEFAULT_RULES).count(said)
    for asked in (True, False):
        found = signature(document, offset, is_requested=asked)
        if found:
            assert found.active < len(found.parameters)
            assert all(found.label[slot.span.start : slot.span.end].strip() for slot in found.parameters)
    assert all(offset <= inlay.offset <= offset + length for inlay in inlays(document, Span(offset, offset + length)))
    assert len(inlays(document, Span(0, len(text)))) <= len(text)
    assert all(lens.span.end <= len(text) for lens in lenses(document, lambda study: 1))
    fen_at(document, offset)
    board_view(document, offset)
    for form in Form:
        convert(document, offset, form)


def test_nothing_is_offered_in_an_empty_document() -> None:
    document = Document.of("", host_for("a.txt"))
    assert actions(document, Span(0, 0), []) == []
    assert signature(document, 0) is None
    assert inlays(document, Span(0, 0)) == []
    assert lenses(document) == []
    assert board_view(document, 0) is None
    assert convert(document, 0, Form.FULL) is None


def test_the_section_of_codes_with_a_nine_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    opens_section = Block.is_section_start

    def counted(block: Block) -> bool:
        nonlocal looked
        looked += 1
        return opens_section(block)

    document = Document.of("a1h8 0009.10 1+4\n\n" * 50, host_for("a.rst"))
    assert len(list(document.sections())) == 1 < len(document.blocks)
    monkeypatch.setattr(Block, "is_section_start", counted)
    inlays(document, Span(0, document.length))
    assert looked <= 2 * len(document.blocks)


def test_only_what_is_asked_for_is_offered() -> None:
    document = Document.of("f1h1 0001.04f1h1 2/6 Win\n", host_for("a.txt"))
    findings = lint(document)
    for kind in ActionKind:
        offered = actions(document, Span(0, 0), findings, (kind,))
        assert {action.kind for action in offered} <= {kind}
    assert {action.kind for action in actions(document, Span(0, 0), findings)} == set(ActionKind) - {ActionKind.INSERT}


def test_a_rule_that_is_to_be_ignored_by_the_settings_has_no_edits() -> None:
    document = Document.of("f1h1 0001.04 2/6 Win\n", host_for("a.txt"))
    offered = actions(document, Span(0, 0), lint(document), (ActionKind.IGNORE,))
    assert [action.setting for action in offered if not action.edits] == ["control-mismatch"]


@pytest.mark.parametrize("form", [form for form in Form if form is not Form.CLASS])
def test_codes_are_rewritten_and_inserted_in_the_preferred_form_first(form: Form) -> None:
    fen = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"
    text = f"{'=0323.12g3g1' if form is Form.CAPTION else 'g3g1 0323.12 4/5='}\n\n{fen}\n"
    if form is not Form.CAPTION:
        (first, *_) = actions(Document.of(text, host_for("a.txt")), Span(5, 5), [], (ActionKind.REWRITE,), form=form)
        assert first.title.startswith(f"Rewrite as {form.value} code")
    document = Document.of(f"{fen}\n", host_for("a.txt"))
    (inserted,) = actions(document, Span(0, 0), [], (ActionKind.INSERT,), form=form)
    (code,) = Document.of(apply_edits(document.text, inserted.edits), host_for("a.txt")).studies()
    assert code.occurrence.form is form


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("g3g1 0323.12 a3a2e1g8.h6c3c6 4/6=", False),
        ("g3g1 0323.12 4/6 Draw", False),
        ("g3g1 0323.12 4/6 Draw\n\n6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1", False),
        ("g3g1 0323.12 a3a2e1g8.h6c3c6 4/5=", True),
    ],
)
def test_a_control_that_contradicts_the_digits_is_not_written_again(text: str, kept: bool) -> None:
    document = Document.of(text, host_for("a.txt"))
    (study,) = document.studies()
    found = list(rewritings(study))
    assert found
    assert not any("4/6" in rewriting.text for rewriting in found)
    assert any("4/5" in rewriting.text for rewriting in found) is kept
    conversions = [convert(document, 5, form) for form in Form]
    assert not any("4/6" in one.text for one in conversions if one and one.text != text and one.edits)


def test_nothing_is_ignored_in_a_text_without_a_line() -> None:
    document = Document.of("", host_for("a.md"))
    assert ignore_here(document, Span(0, 0), "dual") is None
    assert ignore_in_file(document, "dual") is None


_GAME = """[Event "x"]
[White "Réti"]
[Black "(=0000.11h8a6)"]
[Result "1/2-1/2"]
[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]

1.Kg7   h4 2.Kf6 Kb6<|> ( 2...h3 3.Ke7 ) 3.Ke5 1/2-1/2
"""
_PAGES = (
    ("a.pgn", _GAME),
    ("a.md", "See g3g1 0323.12 a3a2e1g8.h6c3c6 4<|>/6= and `6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1`.\n"),
    ("a.txt", "0400,10<|> g3g1\n"),
    ("a.md", "=0000.11h8a6c6h5\n\n1.Kg7 h4 2.Kf6<|> Kb6 3.Ke5 Kxc6 4.Kf4\n"),
)
"""Documents in which each provider has something to offer."""


@pytest.mark.parametrize("error", [ValueError("broken"), ModuleNotFoundError("No module named 'chess.pgn'")], ids=repr)
@pytest.mark.parametrize("number", range(len(PROVIDERS)), ids=lambda number: PROVIDERS[number][1].__name__)
def test_a_provider_that_raises_leaves_the_actions_of_all_others(
    number: int, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(context: ActionContext) -> Iterator[Action]:
        raise error
        yield

    failures: list[tuple[str, Exception]] = []
    taken = 0
    kind, provider = PROVIDERS[number]
    for name, page in _PAGES:
        offset, text = page.index(CURSOR), page.replace(CURSOR, "")
        document = Document.of(text, host_for(name))
        span, findings = Span(offset, offset), lint(document)
        whole = actions(document, span, findings)
        with monkeypatch.context() as patch:
            patch.setattr(module, "PROVIDERS", (PROVIDERS[number],))
            own = actions(document, span, findings)
            patch.setattr(module, "PROVIDERS", (*PROVIDERS[:number], (kind, breaks), *PROVIDERS[number + 1 :]))
            others = actions(document, span, findings, on_failure=lambda *failure: failures.append(failure))
            with pytest.raises(type(error)):
                actions(document, span, findings)
        assert others == [action for action in whole if action not in own]
        taken += len(own)
    assert taken, f"{provider.__name__} offers nothing in these documents"
    assert failures == [("breaks", error)] * len(_PAGES)


def test_the_actions_before_an_error_of_their_provider_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(context: ActionContext) -> Iterator[Action]:
        yield Action("first", ActionKind.FIX, ())
        raise ValueError

    monkeypatch.setattr(module, "PROVIDERS", ((ActionKind.FIX, breaks),))
    document = Document.of("text", host_for("a.md"))
    found = actions(document, Span(0, 0), [], on_failure=lambda *_: None)
    assert [action.title for action in found] == ["first"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, asyncio.CancelledError])
def test_actions_can_be_cancelled(error: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    def cancelled(context: ActionContext) -> Iterator[Action]:
        raise error
        yield

    monkeypatch.setattr(module, "PROVIDERS", ((ActionKind.FIX, cancelled), *PROVIDERS[1:]))
    with pytest.raises(error):
        actions(Document.of("text", host_for("a.md")), Span(0, 0), [], on_failure=lambda *_: None)
