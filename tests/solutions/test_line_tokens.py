"""What a line may be made of is read from the text once, however many lines are followed through it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.text import Span
from gbr_lsp.solutions import line_tokens, movetext
from gbr_lsp.solutions.line_tokens import tokens_after
from gbr_lsp.solutions.movetext import MoveToken, TokenKind, closing_bracket, closing_brackets
from gbr_lsp.solutions.prose_items import items_of

N = 20


def test_words_between_moves_are_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[str] = []
    has_words = line_tokens._has_words

    def recorded(text: str) -> bool:
        searched.append(text)
        return has_words(text)

    monkeypatch.setattr(line_tokens, "_has_words", recorded)
    line_tokens._parts_of.cache_clear()
    text = "1.Kb1 Kd3, or KbB now 2.Kb2 Kd4; 3.Kb3 Kd5 " * N
    items = items_of(text)
    found = [tokens_after(text, items, first, items[first].span.start, 60) for first in range(0, len(items), 3)]
    assert [(one.kind, one.text) for one in found[0][3:6]] == [("word", ""), ("odd", "KbB"), ("word", "")]
    assert 0 < len(searched) <= 4


@given(st.lists(st.sampled_from(["open", "close", "move", "word"]), max_size=60))
def test_brackets_are_closed_in_one_pass_as_one_by_one(kinds: list[TokenKind]) -> None:
    items = [MoveToken(kind, "word " * 30 if kind == "word" else kind, Span(at, at)) for at, kind in enumerate(kinds)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(movetext, "MAX_IN_BRACKETS", 70)
        slow = {at: closing_bracket(items, at) for at, kind in enumerate(kinds) if kind == "open"}
        assert closing_brackets(items) == {at: end for at, end in slow.items() if end != at}


def test_no_more_than_a_number_of_items_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that breaks off before a chapter of words costs no look at the chapter."""
    text = "1.Kb1 Kd3 " + "(a word) and words " * 200
    items = items_of(text)
    monkeypatch.setattr(line_tokens, "_MAX_PASSED", 20)
    asked: list[int] = []

    def counted(items: list[MoveToken], at: int) -> int:
        asked.append(at)
        return closing_bracket(items, at)

    monkeypatch.setattr(line_tokens, "closing_bracket", counted)
    tokens_after(text, items, 3, 10, 60)
    assert len(asked) <= 20
