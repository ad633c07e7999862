"""How many texts are looked at for a damaged code: at most so many, however many codes stand beside it."""

import pytest

from gbr_lsp import slips
from gbr_lsp.base.text import Span
from gbr_lsp.notation.code_search import find

MOST = 40
"""Texts that may have been meant, of all fields of one code."""


@pytest.mark.parametrize(
    "code",
    [
        "0O23.12 g3g1 4/5 Draw",
        "(=OОQО.10g3g1)",
        "0323,12 g3g1 4/5 Draw",
        "=0323.12 3gg1",
        "93gl 0323.12 4/5 Draw",
        "=0323.12 gg3g1",
        "g3g1 0323.12 a3a2e18g.h6c3c6 4/5=",
        "0323.12. g3g13aa2e1g8. h6c3c6",
        "g3g1 32З.12 4/5 Draw",
        "g3gl 0323.l2 4/5 Draw",
        "(=О32З.l2gЗgl)",
    ],
)
def test_the_texts_looked_at_grow_with_the_codes_and_are_few_for_each(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = 0
    is_sound = slips.is_sound

    def counted(text: str, field: slips.Field) -> bool:
        nonlocal seen
        seen += 1
        return is_sound(text, field)

    monkeypatch.setattr(slips, "is_sound", counted)
    for count in (1, 200):
        seen, text = 0, f"{code}\n" * count
        find(text, [Span(0, len(text))])
        assert seen <= MOST * count
