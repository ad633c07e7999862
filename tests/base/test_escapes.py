"""Text of documents in Markdown and HTML: it is shown as it is, and nothing in it is obeyed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.escapes import code_span, escape_markdown
from tests.support.rendered import HOSTILE, Rendered, render_html, render_markdown
from tests.support.strategies import PIECES, times

texts = st.lists(st.one_of(st.sampled_from(HOSTILE), st.sampled_from(PIECES), st.text(max_size=3)), max_size=8).map(
    "".join
)


def as_read(text: str) -> str:
    """Return `text` as a reader of Markdown takes it: no NUL, and no blank at its ends."""
    return text.replace("\0", "\ufffd").strip()


@pytest.mark.parametrize(
    "text",
    [
        "=0323.12g3g1", "a7d3 0116.00 b2b3c6d6 3/3+", "1.Rh3+", "1...Kxc6 2.e8=Q", "=: White draws", "+: White wins",
        "White: king, 2 bishops, pawn  (Kg3 Ba2 Be1 Ph6)", "belongs to 0323.12 | g3g1",
        r"belongs to \gbr{0323.12}{g3g1}",
        "1-0 if White wins, 1/2-1/2 for a draw, 0-1 if Black wins, * if unknown", "$146: novelty", "-: none",
        "!?: risky",
        "a8–c8: empty", "0: no queens", "#: mate", "... and so on", "(4+2)+",
    ],
)  # fmt: skip
def test_ordinary_words_are_left_as_they_are(text: str) -> None:
    assert escape_markdown(text) == text


@times(8)
@given(texts)
def test_escaped_text_is_shown_as_it_is(text: str) -> None:
    shown = render_markdown(escape_markdown(text))
    assert as_read(shown.text) == as_read(text)
    assert shown.elements in ((), ("p",))
    assert render_html(escape_markdown(text)) == Rendered(text, ())


@times(4)
@given(st.lists(texts, min_size=1, max_size=4))
def test_escaped_lines_do_not_act_on_each_other(lines: list[str]) -> None:
    shown = render_markdown("  \n".join(map(escape_markdown, lines)))
    assert shown.text.split() == as_read(" ".join(lines)).split()
    assert set(shown.elements) <= {"p", "br"}


@times(8)
@given(texts.filter(str.strip))
def test_a_code_span_shows_its_text(text: str) -> None:
    shown = render_markdown(f"**{code_span(text)}**")
    assert shown.text.split() == as_read(text).split()
    assert shown.elements == ("p", "strong", "code")


def test_a_code_span_is_short_where_it_can_be() -> None:
    assert code_span("=0323.12g3g1") == "`=0323.12g3g1`"
    assert code_span("a`b``c") == "```a`b``c```"
    assert code_span("`") == "`` ` ``"
    assert code_span("a\n\n# b") == "`a # b`"
