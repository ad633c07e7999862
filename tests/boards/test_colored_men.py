"""Lists with a color for each man: single errors are found in each language, and sound lists have no findings."""

from collections.abc import Iterator
from random import Random

import pytest

import gbr_lsp
from gbr_lsp.base.text import Span
from gbr_lsp.boards import lists
from gbr_lsp.languages import KINDS, LANGUAGES, Lexicon
from gbr_lsp.languages.colored_men import attribute_lists, colored_lists

STUDY = [("N", "g8", 0), ("P", "c6", 0), ("P", "h6", 1), ("R", "a3", 0), ("P", "c3", 0)]
STUDY += [("K", "g3", 1), ("B", "a2", 1), ("B", "e1", 1), ("K", "g1", 0)]
CODE = "=0323.12g3g1"
COMPLETE = [one for one in LANGUAGES if one.white and one.pawn and one.queen]
Man = tuple[str, str, int]


def word(words: str) -> str:
    return next(one for one in words.split() if not one.endswith("*"))


def named(language: Lexicon, man: Man) -> tuple[str, str, str]:
    kind, square, is_white = man
    names = (language.king, language.queen, language.rook, language.bishop, language.knight, language.pawn)
    return square, word(language.white if is_white else language.black), word(names[KINDS.index(kind)])


def copied(language: Lexicon, men: list[Man]) -> str:
    lines = [" ".join(named(language, man)) for man in men]
    ranks = ["8", *(f"{rank}{rank}" for rank in range(7, 0, -1))]
    return "\n".join(["Leonid Kubbel", "abcdefgh", "8", *lines, *ranks, "abcdefgh", "1925"])


def in_lines(language: Lexicon, men: list[Man]) -> str:
    return "\n".join(" ".join(named(language, man)) for man in men)


def in_sentence(language: Lexicon, men: list[Man]) -> str:
    link = language.links.split()[0]
    parts = [f"{color} {kind} {square}" for square, color, kind in (named(language, man) for man in men)]
    return f"{', '.join(parts[:-1])} {link} {parts[-1]}."


def in_attributes(language: Lexicon, men: list[Man]) -> str:
    by_square = {man[1]: " ".join(named(language, man)) for man in men}
    rows = []
    for rank in "87654321":
        names = (by_square.get(file + rank) for file in "abcdefgh")
        cells = (f'<a title="{name}"><img src="x.png" alt="{name}"/></a>' if name else "" for name in names)
        rows.append(f"<tr><td>{rank}</td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    return "\n".join(["<table>", *rows, "</table>"])


FORMS = (copied, in_lines, in_sentence, in_attributes)


def findings(text: str, code: str) -> list[str]:
    is_html = text.startswith("<")
    text = f"{text}\n<p>{code}</p>\n" if is_html else f"{text}\n\n{code}\n"
    return [one.rule for one in gbr_lsp.check(text, "html" if is_html else "text")]


def wrong_codes() -> Iterator[str]:
    for place in (1, 2, 3, 4, 6, 7):
        for step in (1, -1):
            digit = int(CODE[place]) + step
            if digit in range(9):
                yield f"{CODE[:place]}{digit}{CODE[place + 1 :]}"
    yield from (CODE.replace("g3", "g4"), CODE.replace("g3", "b3"), CODE[:-1] + "2", CODE[:-2] + "h1")


def wrong_men() -> Iterator[list[Man]]:
    """Yield `STUDY` with another color or kind of a man without crown, or another square of a king."""
    for number, (kind, square, is_white) in enumerate(STUDY):
        changes = [(kind, "h5", is_white)] if kind == "K" else [(kind, square, 1 - is_white)]
        if kind != "K":
            changes += [(other, square, is_white) for other in "QRBNP" if other != kind]
        for changed in changes:
            yield [*STUDY[:number], changed, *STUDY[number + 1 :]]


@pytest.mark.parametrize("language", COMPLETE, ids=lambda one: one.name)
@pytest.mark.parametrize("form", FORMS)
def test_single_errors_are_found_in_all_languages(form, language: Lexicon) -> None:  # type: ignore[no-untyped-def]
    sound = form(language, STUDY)
    assert findings(sound, CODE) == []
    assert lists.find(sound, [Span(0, len(sound))]) or lists.find_in_attributes(sound, [])
    cases = [(sound, code) for code in wrong_codes()] + [(form(language, men), CODE) for men in wrong_men()]
    assert len(cases) >= 50
    rules = {"force-mismatch", "king-mismatch", "board-mismatch"}
    assert [case for case in cases if not rules & {*findings(*case)}] == []


@pytest.mark.parametrize("form", FORMS)
def test_a_damaged_man_makes_its_list_unread(form) -> None:  # type: ignore[no-untyped-def]
    language, random = COMPLETE[0], Random(1)
    text = form(language, STUDY)
    men = [man for man in STUDY if man[0] != "K"]
    boards = lists.find(text, [Span(0, len(text))]) + lists.find_in_attributes(text, [])
    sound = boards[0].placement
    assert sound
    for _ in range(300):
        square, color, kind = named(language, random.choice(men))
        parts = [square, color, kind]
        number = random.randrange(3)
        part = parts[number]
        place = random.randrange(len(part))
        parts[number] = part[:place] + random.choice(("", "#", "9", "q")) + part[place + 1 :]
        if form is in_sentence:
            damaged = text.replace(f"{color} {kind} {square}", f"{parts[1]} {parts[2]} {parts[0]}")
        else:
            damaged = text.replace(f"{square} {color} {kind}", " ".join(parts))
        boards = lists.find(damaged, [Span(0, len(damaged))]) + lists.find_in_attributes(damaged, [])
        # Some letters lost at the end leave an abbreviation.
        assert {board.placement for board in boards} <= {None, sound}, (damaged, boards)


@pytest.mark.parametrize(
    "unit", ["g8 black knight\n", "white king on a1, a black king on a8, ", "a1 a2 a3. ", "b1 white x\n"]
)
def test_long_texts_take_linear_work(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    is_link = Lexicon.is_link_in_prose

    def counted(language: Lexicon, word: str) -> bool:
        nonlocal calls
        calls += 1
        return is_link(language, word)

    monkeypatch.setattr(Lexicon, "is_link_in_prose", counted)

    def work(count: int) -> int:
        nonlocal calls
        calls = 0
        text = unit * count
        colored_lists(text, [Span(0, len(text))])
        return calls

    assert work(400) <= 2.2 * work(200) + 50


def test_text_without_squares_is_not_read() -> None:
    text = 'alt="white king" The white king and the black king.\n' * 50
    assert colored_lists(text, [Span(0, len(text))]) == attribute_lists(text) == []
