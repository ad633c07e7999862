"""Questions in plain words: each is read as the table of specifications says."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.collection.facts import plain_text
from gbr_lsp.collection.plain_words import read_plain
from gbr_lsp.collection.search import BadQuery, read_query

SPEC = Path(__file__).parents[1] / "specs" / "search" / "plain-words.md"
NAMES = {
    "composer": "kubbel troitzky reti van der heijden o'donovan grin-gulyaev",
    "event": "shakhmaty chicago tribune kubbel mt",
    "title": "the saavedra position",
}


def field_of(word: str) -> str | None:
    plain = plain_text(word)
    for name, words in NAMES.items():
        if f" {words}".find(f" {plain}") != -1:
            return name
    return None


def questions() -> list[tuple[str, str]]:
    rows = [line for line in SPEC.read_text("utf-8").splitlines() if line.startswith("| ")][1:]
    pairs = [row.replace("\\|", "¦").strip("| ").split(" | ") for row in rows]
    return [(words.strip(), reading.replace("¦", "|").strip()) for words, reading in pairs]


@pytest.mark.parametrize(("words", "reading"), questions())
def test_each_question_is_read_as_the_table_says(words: str, reading: str) -> None:
    assert read_plain(words, field_of) == reading
    read_query(reading)


def test_there_are_sixty_questions() -> None:
    assert 60 <= len({words for words, _ in questions()})


@pytest.mark.parametrize("word", ["xyzzy", "#!", "Rinck", "k9", "0323.1", "against", "1234567", "rook:a"])
def test_a_word_without_meaning_is_named_with_three_examples(word: str) -> None:
    with pytest.raises(BadQuery, match="is not understood") as caught:
        read_plain(f"Kubbel {word} 1925", field_of)
    assert repr(word) in str(caught.value)
    assert str(caught.value).endswith("Try rook against pawn, Kubbel 1925 or 1st prize draw")


_WORDS = [*sorted({word for words, _ in questions() for word in words.split()}), "or", "not", "v", '"', "(", "|", "-"]


@given(st.lists(st.sampled_from(_WORDS), max_size=7).map(" ".join))
def test_every_reading_is_a_query_and_is_read_as_itself(words: str) -> None:
    try:
        reading = read_plain(words, field_of)
    except BadQuery:
        return
    read_query(reading)


@given(st.text(max_size=30))
def test_any_text_has_a_reading_or_an_error(text: str) -> None:
    with suppress(BadQuery):
        read_query(read_plain(text, lambda _word: "composer"))
