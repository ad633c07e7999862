"""What a line may be made of is read from the text once, however many lines are followed through it."""

import pytest

from gbr_lsp.solutions import tokens
from gbr_lsp.solutions.prose import items_of
from gbr_lsp.solutions.tokens import tokens_behind

N = 20


def test_words_between_moves_are_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[str] = []
    has_words = tokens._has_words

    def recorded(text: str) -> bool:
        searched.append(text)
        return has_words(text)

    monkeypatch.setattr(tokens, "_has_words", recorded)
    tokens._parts_of.cache_clear()
    text = "1.Kb1 Kd3, or KbB now 2.Kb2 Kd4; 3.Kb3 Kd5 " * N
    items = items_of(text)
    found = [tokens_behind(text, items, first, items[first].span.start, 60) for first in range(0, len(items), 3)]
    assert [(one.kind, one.text) for one in found[0][3:6]] == [("word", ""), ("odd", "KbB"), ("word", "")]
    assert 0 < len(searched) <= 4
