"""The words of a stipulation are read in two steps as they are in one."""

import random

from gbr_lsp.notation import results

WORDS = [
    "win", "wins", "draw", "draws", "Draw", "Win", "gewinn", "wint", "winst", "wit", "weiß", "weiss", "hält", "remise",
    "nulle", "patta", "tablas", "ganan", "vince", "vittoria", "il", "bianco", "blancas", "las", "les", "blancs", "font",
    "hacen", "gagnent", "gain", "houdt", "выигрыш", "белые", "выигрывают", "ничья", "White", "black", "to move",
    "plays", "loses", "could", "and", "BTM", "wtm", "in 61 moves", "?", ",", ":", ";", "+", "=", "-+", "$", "GANAN",
    "İl", "ıl", "ß", "x", "WEIẞ",
]  # fmt: skip


def test_words_of_other_languages_are_looked_for_only_where_they_can_begin() -> None:
    at_once = results._stipulation_regex(f"wins? | draws? | {results._WIN_WORDS} | {results._DRAW_WORDS}")
    rng, found = random.Random(1), 0
    for _ in range(8000):
        text = "".join(f"{rng.choice(WORDS)}{rng.choice((' ', '', ', '))}" for _ in range(rng.randint(1, 6)))
        whole = at_once.match(text)
        steps = results._ENGLISH_STIPULATION.match(text)
        if steps is None and text[0] in results._FOREIGN_INITIALS:
            steps = results._FOREIGN_STIPULATION.match(text)
        assert (whole and (whole.span(), whole.groupdict())) == (steps and (steps.span(), steps.groupdict())), text
        found += whole is not None
    assert 1000 < found
