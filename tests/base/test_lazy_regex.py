"""The variants of regular expressions for ASCII text."""

import gc
import importlib
import pkgutil
import re
from random import Random

import pytest

import gbr_lsp
from gbr_lsp.base import lazy_regex
from gbr_lsp.base.lazy_regex import ascii_pattern, regex

PACKAGES = ("boards", "hosts", "lint", "model", "notation", "rules", "solutions")
WORDS = (
    *("=", "+", "-+", "$", "\\(", " ", "  ", "~", "\\,", "&nbsp;", "\t", "\n", "\r\n", "\n> ", ".", ",", ":", "/", "|"),
    *("0323.12", "0O23.12", "3.12", "0323", "12", "9", "g3g1", "g3", "gl", "3g", "G3", "e4d5", "a1", "1-0", "1/2", "*"),
    *("3/4", "3+4", "WTM", "BTM", "Win", "draws", "White to move", "white wins in 5 moves", "win", "Draw?", "remis"),
    *("gbr", "code", "class", "is", "KRP", "KR", "v", "[sic]", "(U1)", "MC", '[Black "', "(", ")", "[", "]", '"', "'"),
    *(
        "1.",
        "1...",
        "Kf4",
        "Kxf4+",
        "exd5",
        "a8=Q",
        "O-O",
        "!",
        "?",
        "#",
        "{",
        "}",
        "<!--",
        "-->",
        "%",
        "\\fen{",
        "8/8/",
    ),
    *("8/8/8/8/8/8/k7/2K5 w - - 0 1", "White:", "Kf4,", "w", "b", "\x1c", "\x1f", "^", "_", "`", "\\"),
)


@pytest.mark.parametrize(
    ("pattern", "narrow"),
    [
        ("[a–z]", "[az]"),
        ("[-–—:|]", "[-:|]"),
        (r"[ \t\u00a0\u2000-\u200a~]", r"[ \t~]"),
        (r"[^\s\u2212]x", r"[^\s]x"),
        ("[–]|[^–]", "[–]|[^–]"),
        ("[–^]", "[–^]"),
        (r"\[–a]", r"\[–a]"),
        (r"[]–a\]·]", r"[]a\]]"),
        ("[!-–]", "[!-–]"),
        ("[aſ]|[ı-Ƣ]", "[aſ]|[ı-Ƣ]"),
        ("–|½", "–|½"),
    ],
)
def test_members_beyond_ascii_are_left_out(pattern: str, narrow: str) -> None:
    assert ascii_pattern(pattern) == narrow
    for flags in (0, re.IGNORECASE):
        for char in map(chr, range(128)):
            assert (re.search(pattern, char, flags) is None) == (re.search(narrow, char, flags) is None)


def test_the_variant_is_chosen_by_the_text() -> None:
    dashes = regex("[-–]")
    assert dashes.sub("=", "a-b") == "a=b"
    assert dashes.sub("=", "a–b-é") == "a=b=é"
    assert dashes.search("a-–b", 2) is not None
    assert [found.start() for found in dashes.finditer("-a-", 1, 3)] == [2]
    assert dashes.split("a-b") == ["a", "b"]


def test_both_variants_of_every_expression_find_the_same_in_ascii_text() -> None:
    for package in PACKAGES:
        for module in pkgutil.walk_packages([f"{gbr_lsp.__path__[0]}/{package}"], f"gbr_lsp.{package}."):
            importlib.import_module(module.name)
    random = Random(7)
    texts = ["".join(random.choices(WORDS, k=40)) for _ in range(15)]
    seen = {(one.pattern, one._flags) for one in gc.get_objects() if type(one) is lazy_regex._LazyPattern}
    wide = [(pattern, flags) for pattern, flags in sorted(seen) if ascii_pattern(pattern) != pattern]
    assert 20 < len(wide)
    for pattern, flags in wide:
        one, other = re.compile(pattern, flags), re.compile(ascii_pattern(pattern), flags)
        for text in texts:
            assert [found.regs for found in one.finditer(text)] == [found.regs for found in other.finditer(text)]
        for word in WORDS:
            assert bool(one.fullmatch(word)) == bool(other.fullmatch(word))
