"""Lists of men in words are read once, and as if each place where one may begin were read alone."""

from random import Random

import pytest

from gbr_lsp.base.text import Span
from gbr_lsp.boards import lists
from gbr_lsp.languages.men import ListReader, ListReading
from gbr_lsp.languages.men_tokens import ListToken, ListTokens
from gbr_lsp.languages.table import LANGUAGES

N = 300
PIECES = [
    *(
        "White: ",
        "Black: ",
        "Weiß: ",
        "Schwarz: ",
        "Blancs (",
        "; Noirs ",
        "W: ",
        "S: ",
        "Kb6",
        "Kd7",
        "Kb6 ",
        " / Kd7",
    ),
    *("Rf4", "Tf4", "Be4", "e2", "e3", "pawns ", "Bauern e2", "und ", "and ", "king b6", "rook f4", "♔b6", "♚d7"),
    *(", ", ", ", ". ", "; ", " / ", "\n", "\n\n", " - ", "-3", ",3", "3", "(2)", "(+ ", ")", "1.Kd4", "Win", "zz "),
    *("+", "=", "...", " "),
]


@pytest.mark.parametrize(
    "repeated",
    [
        *("Ka1\n", "|Ka1", ";Ka1 ", "[Ka1 ", "White: ", "White (", "White a1 ", "White a1 black b1 ", "[Ka1 b2 "),
        *("White Ka1, Rb2 ", "Kd4 wins\n", "White must not hurry. ", "Ka1 b2\n"),
    ],
)
def test_twice_the_beginnings_of_lists_take_twice_the_tokens(repeated: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    at = ListTokens.token

    def counted(tokens: ListTokens, number: int) -> ListToken:
        nonlocal asked
        asked += 1
        return at(tokens, number)

    monkeypatch.setattr(ListTokens, "token", counted)

    def steps(count: int) -> int:
        nonlocal asked
        asked = 0
        text = repeated * count
        lists.find(text, [Span(0, len(text))])
        return asked

    one, two = steps(N), steps(2 * N)
    assert two <= 2.3 * one + 100
    assert one <= 150 * N


def naive_reads(tokens: ListTokens) -> list[ListReading]:
    """Read the list in every language, with its tokens found anew."""
    alone = ListTokens(tokens._text, tokens._spans)
    number = next(n for n, span in enumerate(tokens._spans) if tokens._start < span.end)
    alone.begin(tokens._start, number)
    return [read for one in LANGUAGES if one.white and (read := ListReader(one, alone).read())]


@pytest.mark.parametrize(
    "repeated",
    ["Ka1\n", "|Ka1", ";Ka1 ", "[Ka1 ", "White resigns after 1.Kb3 ", "Wit wint met Kb3, ", "Kc4\n7.La1\nKd3\n8.Kf4\n"],
)
def test_no_tokens_are_made_of_prose_and_of_kings_of_one_letter(repeated: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    begin = ListTokens.begin

    def recorded(tokens: ListTokens, start: int, span: int) -> None:
        begun.append(start)
        begin(tokens, start, span)

    monkeypatch.setattr(ListTokens, "begin", recorded)
    assert not lists.find(repeated * N, [Span(0, len(repeated) * N)])
    assert len(begun) <= 2


@pytest.mark.parametrize(
    "repeated", ["White a1 ", "White Ka1, Rb2 ", "White a1 black b1 ", "White wins by 1.Kb3 ", "wit met 8.Kf1 "]
)
def test_a_named_list_is_read_only_if_it_may_have_both_sides_and_three_men(
    repeated: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[ListReader] = []

    def recorded(reader: ListReader) -> None:
        read.append(reader)

    monkeypatch.setattr(ListReader, "read", recorded)
    assert not lists.find(repeated * N, [Span(0, len(repeated) * N)])
    assert not read


@pytest.mark.parametrize("seed", range(300))
def test_lists_are_found_as_by_reading_each_in_every_language(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)
    text = "".join(random.choices(PIECES, k=random.randrange(5, 40)))
    found = lists.find(text, [Span(0, len(text))])
    monkeypatch.setattr(lists, "read_in_languages", naive_reads)
    assert lists.find(text, [Span(0, len(text))]) == found
