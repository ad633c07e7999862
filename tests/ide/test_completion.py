"""What is offered where, and that nothing offered is wrong."""

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gbr_lsp.hosts import host_for
from gbr_lsp.ide.completion import complete, complete_code
from gbr_lsp.ide.signature import signature
from gbr_lsp.ide.support.completion_item import CompletionItem
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from gbr_lsp.notation.code_forms import code_of, spell
from gbr_lsp.notation.men import control_of
from gbr_lsp.notation.placement import Placement, from_squares
from gbr_lsp.notation.values import KING, PAWN, SLOTS, Form, Goal, Stipulation, are_adjacent
from tests.support.strategies import kinds, placements, texts

PAGE = Path(__file__).parent / "completion.md"
CURSOR = "<|>"
SHOWN = 6
UNFINISHED = {"square-count", "missing-king", "rival-kings"}
"""What is said of a list that lacks squares: two of them alone are read as kings."""

_PAIR = re.compile(
    r"^```(?P<kind>\w+) completion(?P<typed> typed)?\n(?P<text>.*?)^```\n\n```items\n(?P<items>.*?)^```$", re.M | re.S
)
_NAMES = {
    "text": "a.txt",
    "markdown": "a.md",
    "latex": "a.tex",
    "pgn": "a.pgn",
    "asciidoc": "a.adoc",
    "html": "a.html",
    "typst": "a.typ",
}
_FORMS = (Form.PREFIXED, Form.FULL, Form.DOTTED, Form.COMPACT)


def offered(text: str, offset: int, name: str = "a.txt", *, asked: bool = True) -> list[CompletionItem]:
    return complete(Document.of(text, host_for(name)), offset, is_requested=asked)


def accept(text: str, item: CompletionItem) -> str:
    return text[: item.span.start] + item.text + text[item.span.end :]


def shown(text: str, name: str, *, asked: bool = True) -> str:
    """The first items at the cursor, one a line, and how many there are."""
    offset = text.index(CURSOR)
    text = text.replace(CURSOR, "", 1)
    items = offered(text, offset, name, asked=asked)
    lines = []
    for item in items[:SHOWN]:
        replaced = text[item.span.start : item.span.end]
        label = item.label + ("" if item.label == item.text else f" as {item.text!r}")
        lines.append(f"{label} — {item.detail}" + (f" (for {replaced!r})" if replaced else ""))
    more = f"… {len(items)} in all" if SHOWN < len(items) else "" if items else "nothing"
    return "".join(line + "\n" for line in [*lines, more] if line)


def test_specification(request: pytest.FixtureRequest) -> None:
    page = PAGE.read_text(encoding="utf-8")
    pairs = list(_PAIR.finditer(page))
    assert 2 * len(pairs) == len(re.findall(r"^```\w", page, re.M))
    assert all(pair["text"].count(CURSOR) == 1 for pair in pairs)
    if request.config.getoption("--update"):
        for pair in reversed(pairs):
            start, end = pair.span("items")
            page = page[:start] + shown(pair["text"], _NAMES[pair["kind"]], asked=not pair["typed"]) + page[end:]
        PAGE.write_text(page, encoding="utf-8")
        return
    for pair in pairs:
        line = page.count("\n", 0, pair.start()) + 1
        assert shown(pair["text"], _NAMES[pair["kind"]], asked=not pair["typed"]) == pair["items"], (
            f"{PAGE.name}:{line}, or: pytest --update"
        )


@st.composite
def sound_placements(draw: st.DrawFn) -> Placement:
    """Placements of which no rule says anything before the last man stands."""
    placement = draw(placements())
    men = {square: slot for slot in SLOTS for square in placement.squares_of(*slot)}
    men = {square: slot for square, slot in men.items() if slot[0] != PAWN or square // 8 not in (0, 7)}
    white, black = placement.kings
    assert white is not None
    assert black is not None
    assume(not are_adjacent(white, black))
    sound = from_squares({**men, white: (KING, True), black: (KING, False)})
    assert sound
    return sound


def spelled(placement: Placement, form: Form) -> str | None:
    """The code of a placement in a form, without what follows its last square."""
    code = code_of(placement, Stipulation(Goal.DRAW, None))
    assert code
    if 9 in code.force[:4] if code.force else True:
        return None
    text = spell(code, form)
    return re.split(r" [0-9]+/|\)|\.\Z", text)[0] if text else None


def squares_in(text: str) -> list[int]:
    """Where the squares behind the class of a code begin."""
    start = re.search(r"\d{4}\.\d\d", text)
    assert start
    return [square.start() for square in re.compile("[a-h][1-8]").finditer(text, start.end())]


def cuts(code: str, start: int) -> tuple[int, ...]:
    """Where the square at `start` is to come: before it, and behind its letter where that cannot be a word."""
    may_be_word = start == squares_in(code)[0] and code[start - 1] == " "
    return (start,) if may_be_word else (start, start + 1)


@pytest.mark.long
@given(sound_placements(), st.sampled_from(_FORMS))
def test_the_next_right_square_is_always_offered(placement: Placement, form: Form) -> None:
    code = spelled(placement, form)
    assume(code)
    assert code
    starts = squares_in(code)
    for start in starts:
        whole = code[: start + 2]
        if start == starts[-1] and lint(Document.of(whole + ")", host_for("a.txt"))):
            continue
        bare = code[:start].rstrip(". ") if start != starts[0] else code[:start]
        for cut in {len(bare), *cuts(code, start)}:
            items = complete_code(Document.of(code[:cut], host_for("a.txt")), cut)
            assert whole in [accept(code[:cut], item) for item in items], code[:cut]


@given(sound_placements(), st.sampled_from(_FORMS), st.data())
def test_a_board_near_knows_the_rest(placement: Placement, form: Form, data: st.DataObject) -> None:
    code = spelled(placement, form)
    assume(code)
    assert code
    starts = squares_in(code)[2 if form is Form.COMPACT else 0 :]
    assume(starts)
    start = data.draw(st.sampled_from(starts))
    last = start == starts[-1]
    assume(not last or not lint(Document.of(code, host_for("a.txt"))))
    for cut in cuts(code, start):
        text = f"`{placement.fen}`\n\n{code[:cut]}"
        first = offered(text, len(text), "a.md")[0]
        assert accept(text, first).removesuffix(".") == f"`{placement.fen}`\n\n{code}"
        assert first.detail.endswith(", from the FEN")


@given(sound_placements(), st.sampled_from(_FORMS), st.data())
def test_nothing_offered_is_reported(placement: Placement, form: Form, data: st.DataObject) -> None:
    code = spelled(placement, form)
    assume(code)
    assert code
    starts = squares_in(code)
    assume(starts)
    start = data.draw(st.sampled_from(starts))
    control = f" {control_of(placement.men)}="
    end = data.draw(st.sampled_from([control, "\n"] if form is Form.FULL else ["", ")"]))
    behind = data.draw(st.sampled_from([end, code[start + 2 :] + end]))
    letter = data.draw(st.sampled_from(["", code[start]]))
    before, text = code[:start] + behind, code[:start] + letter + behind
    items = offered(text, start + len(letter))
    assume(items)
    chosen = data.draw(st.sampled_from(items))
    after = accept(text, chosen)
    assert rules(after) - rules(before) <= UNFINISHED, after


def rules(text: str) -> set[str]:
    return {found.finding.rule for found in lint(Document.of(text, host_for("a.txt")))}


@given(texts, kinds, st.integers(0, 200))
def test_nothing_is_raised_and_no_span_leaves_the_text(text: str, kind: str, offset: int) -> None:
    offset = min(offset, len(text))
    for item in offered(text, offset, kind):
        assert 0 <= item.span.start <= offset <= item.span.end <= len(text)
        assert "\n" not in text[item.span.start : item.span.end]
        typed = text[item.span.start : offset]
        assert item.filter_text.startswith(typed)


@given(texts, kinds)
def test_moves_and_dates_are_left_alone(text: str, kind: str) -> None:
    """Where nothing is read, nothing is offered."""
    document = Document.of(text, host_for(kind))
    for block, start in document.offsets().items():
        for offset in range(len(block.text)):
            if not any(span.start <= offset <= span.end for span in block.contents.reading.spans):
                assert complete_code(document, start + offset) == []


def test_offsets_outside_the_text_are_nothing() -> None:
    assert offered("=0323.12", -1) == []
    assert offered("=0323.12", 99) == []
    assert offered("", 0) == []


@pytest.mark.parametrize("near", ["", "`6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1`\n\n"])
@given(sound_placements(), st.sampled_from(_FORMS), st.sampled_from(["a.md", "a.tex", "a.txt", "a.pgn"]))
def test_in_a_code_no_list_opens_by_itself(near: str, placement: Placement, form: Form, name: str) -> None:
    """A line break behind any part of it would be taken for an answer; a sign alone may begin the code of a board."""
    code = spelled(placement, form)
    assume(code)
    assert code
    sign = len(code) - len(code.lstrip("(="))
    for end in range(sign + 1, len(code) + 1):
        text = near + code[:end]
        assert offered(text, len(text), name, asked=False) == [], text


@pytest.mark.parametrize(("typed", "offers"), [("a3", 0), ("a3a", 7), ("a3a2", 0), ("a3a2e", 8)])
def test_a_list_that_was_asked_for_goes_on_to_the_end_of_a_square(typed: str, offers: int) -> None:
    text = f"g3g1 0323.12 {typed}"
    document = Document.of(text, host_for("a.md"))
    assert len(complete(document, len(text), is_list_open=True)) == offers
    assert len(complete(document, len(text))) == offers or not offers


@pytest.mark.parametrize("text", ["g3g1 0001.01 a", "la clase 0323.12 a", "0323.12. g", "=0323.12 g"])
def test_a_letter_alone_behind_a_class_may_be_a_word(text: str) -> None:
    """Where an editor asks behind each word that is typed, the line break would be taken for an answer, too."""
    assert offered(text, len(text)) == []
    assert offered(text[:-1], len(text) - 1)


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ("g3g1 0323.12 4/5 =", False),
        ("g3g1 0323.12 (4+5) =", False),
        ("g3g1 0323.12 =", False),
        ("Réti =", True),
        ("=", True),
        ("2/2 =0", False),
    ],
)
def test_behind_a_control_no_code_opens_by_itself(text: str, opens: bool) -> None:
    """The sign is the goal of the code before it."""
    text = f"FEN: 7K/8/k1P5/7p/8/8/8/8 w - - 0 1\n\n{text}"
    document = Document.of(text, host_for("a.txt"))
    assert complete(document, len(text))
    assert bool(complete(document, len(text), is_requested=False)) is opens


BOARDS = st.sampled_from(
    ("", "`{}`\n\n", "\\fen{{{}}}\n\n", '[Event "x"]\n[Black "(+"]\n[FEN "{} w - - 0 1"]\n\n', "{} b\n\n")
)


STARTS = st.sampled_from(
    ("=", "(+", "=03", "g3g1 ", " ", "\n\n", "=0323.12", "=0323.12g3", "class ", "g3g1 0323.12 a3", "(")
)


@given(texts, STARTS, texts, placements(), BOARDS, kinds, st.data())
def test_no_item_brings_a_finding_into_its_own_code(
    before: str, start: str, behind: str, placement: Placement, board: str, kind: str, data: st.DataObject
) -> None:
    """Whatever is taken, wherever: what is found in the code it makes was found before, or is that it is unfinished."""
    text = board.format(placement.fen) + data.draw(st.sampled_from(("", before))) + start
    offset = len(text)
    text += data.draw(st.sampled_from(("", "\n", ")", behind)))
    items = offered(text, offset, kind)
    assume(items)
    item = data.draw(st.sampled_from(items))
    after = accept(text, item)
    end = item.span.start + len(item.text)
    found = lint(Document.of(after, host_for(kind)))
    brought = {one.finding.rule for one in found if one.span.start < end and item.span.start < one.span.end}
    was = {one.finding.rule for one in lint(Document.of(text, host_for(kind)))}
    if ", from the" not in item.detail:
        # A board near offers its squares first, but the code may be meant for another board.
        brought -= AGAINST_BOARD
    assert brought - was - UNFINISHED - WHOLE_TEXT == set(), after


AGAINST_BOARD = {"force-mismatch", "king-mismatch", "square-mismatch"}

WHOLE_TEXT = {"duplicate-position", "unindexed-study", "dangling-index-entry", "unsorted-index", "unused-ignore"}
"""What is said of a code because of other codes."""


def test_codes_in_prose_are_for_those_who_ask() -> None:
    text = "`6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1` "
    document = Document.of(text, host_for("a.md"))
    assert complete(document, len(text))[0].text == "0323.12g3g1"
    assert complete(document, len(text), is_requested=False) == []


@pytest.mark.parametrize(
    ("form", "in_tag", "in_text", "behind_sign"),
    [
        (None, "(=0323.12g3g1)", "0323.12g3g1", "=0323.12g3g1"),
        (Form.CAPTION, "(g3g1 0323.12 4/5 Draw)", "g3g1 0323.12 4/5", "=0323.12g3g1"),
        (
            Form.FULL,
            "(g3g1 0323.12 a3a2e1g8.h6c3c6 4/5=)",
            "g3g1 0323.12 a3a2e1g8.h6c3c6 4/5",
            "=0323.12g3g1",
        ),
        (Form.COMPACT, "(=0323.12g3g1a3a2e1g8h6c3c6)", "(0323.12g3g1a3a2e1g8h6c3c6)", "=0323.12g3g1"),
    ],
)
def test_codes_of_boards_are_offered_in_the_preferred_form(
    form: Form | None, in_tag: str, in_text: str, behind_sign: str
) -> None:
    """Where a sign is typed, a form that does not begin with one gives way to the prefixed form."""
    fen = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"
    for name, text, expected in (
        ("a.pgn", f'[Black "{CURSOR}"]\n[Result "1/2-1/2"]\n[FEN "{fen}"]\n\n*\n', in_tag),
        ("a.md", f"`{fen}`\n\n{CURSOR}\n", in_text),
        ("a.md", f"`{fen}`\n\n={CURSOR}\n", behind_sign),
    ):
        document = Document.of(text.replace(CURSOR, ""), host_for(name))
        assert complete(document, text.index(CURSOR), form=form)[0].text == expected


@pytest.mark.parametrize("opened", ["", "("])
@pytest.mark.parametrize(("typed", "first"), [("a3", "a3a1"), ("a3a2", "a3a2a4")])
def test_a_list_goes_on_behind_a_blank_and_its_first_square(opened: str, typed: str, first: str) -> None:
    """A letter alone behind the blank may be the first one of a word."""
    text = f"{opened}=0323.12g3g1 {typed}"
    document = Document.of(text, host_for("a.md"))
    assert complete(document, len(text))[0].text == first
    assert signature(document, len(text), is_requested=False)
    word = f"{opened}=0323.12g3g1 a"
    assert complete(Document.of(word, host_for("a.md")), len(word)) == []
