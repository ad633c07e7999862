"""Spellings of composers: one composer is one group, two composers are two."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.collection.composers import titles_of


def groups(*spellings: str) -> list[set[str]]:
    """Return the sets of spellings with the same title, sorted."""
    titles = titles_of(Counter(spellings))
    return sorted(({one for one in titles if titles[one] == title} for title in set(titles.values())), key=sorted)


@pytest.mark.parametrize(
    "spellings",
    [
        ("Reti=R", "R. Réti", "Réti, R.", "Richard Réti", "R.Réti", "Réti R.", "Réti Richard", "RÉTI", "Reti, Richard"),
        (
            "Van der Heijden=H",
            "H. van der Heijden",
            "Harold van der Heijden",
            "Heijden=H van der",
            "Heijden, H. van der",
        ),
        ("Tkachenko=SN", "S.N. Tkachenko", "S. Tkachenko", "Tkachenko, Sergey N."),
        ("Kopilov=E Pervakov=O", "Kopilov=E,Pervakov=O", "E. Kopilov & O. Pervakov", "O. Pervakov, E. Kopilov"),
        ("M. Platov and V. Platov", "V. Platov & M. Platov", "Platov=V Platov=M"),
        ("Yu. Bazlov", "Bazlov=Y", "Yuri Bazlov"),
    ],
)
def test_spellings_of_one_composer_are_one_group(spellings: tuple[str, ...]) -> None:
    assert groups(*spellings) == [set(spellings)]


@pytest.mark.parametrize(
    "spellings",
    [
        ("Kubbel=L", "A. Kubbel", "Kubbel"),
        ("M. Platov", "V. Platov", "V. and M. Platov"),
        ("Kuznetsov=AG", "Kuznetsov=AP", "Kuznetsov=A"),
        ("Anna Mann", "Andrei Mann", "A. Mann", "Mann"),
        ("Kopilov=E Pervakov=O", "Kopilov=E", "Pervakov=O"),
        ("", "?", "1925"),
    ],
)
def test_two_composers_are_two_groups(spellings: tuple[str, ...]) -> None:
    assert groups(*spellings) == sorted(({one} for one in spellings), key=sorted)


def test_the_title_is_the_most_frequent_spelling_with_accents() -> None:
    titles = titles_of(Counter({"Reti=R": 9, "R. Réti": 1, "Réti, R.": 3, "Troitzky=A": 2, "A. Troitzky": 1}))
    assert set(titles.values()) == {"Réti, R.", "Troitzky=A"}


def test_names_of_any_length_are_read_quickly() -> None:
    spellings = [
        "a" * 100_000,
        "a " * 50_000,
        "A. " * 30_000 + "Réti",
        *(f"{'A' * number} Réti" for number in range(1, 3000)),
    ]
    assert set(titles_of(Counter(spellings))) == set(spellings)


@given(st.lists(st.text(max_size=12) | st.text("AaBé.=,& ", max_size=12), max_size=8))
def test_each_title_is_a_spelling_with_itself_as_title(spellings: list[str]) -> None:
    titles = titles_of(Counter(spellings))
    assert set(titles) == set(spellings)
    assert all(titles[title] == title for title in titles.values())
