"""Languages whose letters for the men are among KQRBN and mean something else."""

from collections.abc import Iterator

from gbr_lsp.solutions.san import is_move

_OTHERS = (
    # French, Italian, Spanish, Portuguese, Catalan: the king is R, and K is nobody.
    ("QRBN", {"R": "K"}),
    # Romanian: king R, bishop N.
    ("RN", {"R": "K", "N": "B"}),
    # Hungarian: rook B.
    ("KB", {"B": "R"}),
    # Lithuanian: rook B, bishop R.
    ("KBR", {"B": "R", "R": "B"}),
    # Finnish, Estonian, Afrikaans, Icelandic: knight R.
    ("KRB", {"R": "N"}),
)
_READINGS = tuple((frozenset("KQRBN") - frozenset(letters), str.maketrans(men)) for letters, men in _OTHERS)


def in_english(tokens: list[str]) -> Iterator[list[str]]:
    """The moves in English letters, for each other language they could be written in."""
    used = set("".join(tokens))
    for foreign, letters in _READINGS:
        if used & foreign:
            continue
        english = [token.translate(letters) for token in tokens]
        # A pawn that becomes a king has been read in the wrong language.
        if all(is_move(new) for new, token in zip(english, tokens, strict=True) if new != token):
            yield english
