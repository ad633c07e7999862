"""Questions in the query language or in plain words, and corrections of misspelt words."""

import re
from functools import cache
from string import ascii_lowercase

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.collection.fields import BoardAt, fen_board
from gbr_lsp.collection.plain_negations import BadNegation, negation_length
from gbr_lsp.collection.plain_words import EXAMPLES, NAME, YEAR, FieldOf, read_plain
from gbr_lsp.collection.search import NO_TRANSFORMS, BadQuery, Options, Query, read_either_side, read_query

_QUERY_SIGN = regex(r"[():|*?\[\]]|(?:^|\s)-")
_IS_MATERIAL = regex(r"K[KQRBNSPv]+")
_LETTERS = regex(r'"[^"]*"|(?<![\w:-])[^\W\d_]{3,20}(?![\w:-])')
_WORDS = frozenset(
    """after against all and any apart are aside bare before between bishop bishops black but checkmate class
    code commendation commendations commended composed composer contra draw drawing drawn draws eight eighth
    ending endings endgame endgames every except excluding fewer fifth find first five for four fourth from gbr
    give has have honorable honourable king kings knight knights least less list lone magazine mate mates men
    mention mentions miniature miniatures more most move moves neither never nine ninth non nor not one only
    other pawn pawnless pawns pieces play please plus position positions prize prizes problem problems published
    queen queens rook rooks second seven seventh show since single six sixth special stalemate stalemates
    studies study ten tenth than that the there third three till two until versus where which white who whose
    win winner winners winning wins with without won year years zero""".split()  # noqa: SIM905
)
"""The words with a meaning of their own, from three letters on."""
_SIGNS = (*ascii_lowercase, "")
_ADVICE = f"Try {EXAMPLES}"


def read_question(
    text: str, field_of: FieldOf, options: Options = NO_TRANSFORMS, board_at: BoardAt = fen_board
) -> tuple[Query, str]:
    """Return the query of `text`, which is in the query language or in plain words, and its text.

    Raises BadQuery; its message is about the query language if `text` has signs of it. If a word is
    misspelt, the message has the corrected question.
    """
    try:
        return read_either_side(text, options, board_at)
    except BadQuery as error:
        field_of = cache(field_of)
        try:
            reading = read_plain(text, field_of)
        except BadQuery as other:
            corrected = _corrected(text, field_of) if str(other).endswith(_ADVICE) else None
            if corrected:
                message = f"{str(other).removesuffix(_ADVICE)}Did you mean {corrected!r}?"
                raise BadQuery(message, other.span) from None
            raise _better(text, error, other) from None
        return read_query(reading, options, board_at), reading


def _corrected(text: str, field_of: FieldOf) -> str | None:
    """Return `text` with each word that differs by one slip from one known word replaced by it; None if unreadable.

    Names of the collection and words in quotes are not misspelt.
    """

    def correct(match: re.Match[str]) -> str:
        word, plain = match[0], match[0].lower()
        if plain in _WORDS or word[0] == '"' or field_of(word):
            return word
        halves = [(plain[:at], plain[at:]) for at in range(len(plain) + 1)]
        edits = {left + sign + right[cut:] for left, right in halves for sign in _SIGNS for cut in (0, 1)}
        edits.update(left + right[1::-1] + right[2:] for left, right in halves)
        found = [known for known in edits & _WORDS if len(known) > 3]
        return word if len(found) != 1 else found[0].capitalize() if word.istitle() else found[0]

    corrected = _LETTERS.sub(correct, text)
    try:
        return corrected if corrected != text and read_plain(corrected, field_of) else None
    except BadQuery:
        return None


def year_reading(text: str) -> str | None:
    """Return the query of plain words with a year that could be a class, such as `draw 1925`, or None."""
    if _QUERY_SIGN.search(text) or not any(map(YEAR.fullmatch, text.split())):
        return None
    try:
        return read_plain(text, lambda _: None)
    except BadQuery:
        return None


def _better(text: str, of_query: BadQuery, of_words: BadQuery) -> BadQuery:
    """Return the error to be shown: that of the query language if it is about `text` or the same term."""
    if isinstance(of_words, BadNegation) or negation_length([text[of_query.span.start : of_query.span.end]], 0):
        return of_words
    if not text.strip() or _QUERY_SIGN.search(text):
        return of_query
    word = text[of_words.span.start : of_words.span.end]
    is_word = NAME.fullmatch(word) and not _IS_MATERIAL.fullmatch(word)
    return of_query if of_query.span.start == of_words.span.start and not is_word else of_words
