"""Tokens after a place of a text, including possible misprints of numbers and moves.

Brackets are left out. Words are reduced to a token without text, except those that may be a move
with a wrong sign: `KbB`.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.solutions.movetext import MOVE_KINDS, MoveToken, TokenKind, closing_bracket, parts_of

_ODD_WORD = regex(r"(?<![^\s.…(\[*_|])(?P<odd>[^\s.,;+#†‡!?()\[\]{}*_|]{2,10})[+#†‡!?]*(?![^\s.,;!?+#†‡()\[\]{}*_|])")
_MOVE_LIKE = regex(r"(?=\D\S*[a-h]|[a-h])(?:\S{0,5}[a-h][lISBEZGAbOizT|](?:[=(/]?[A-Z]\)?)?|\S{1,6}[1-8]\S{0,4})")
"""A text that is a move except for one sign: a letter for its last digit, or any other sign."""
_KINDS: dict[TokenKind, TokenKind] = {"number": "number", "move": "move", "word": "odd"}
_MAX_WORD_LENGTH = 16
"""Longer words in lower case contain no move."""
_ONE_WORD = regex(r"\s*+(?P<word>[^\W\d_][\w=-]{1,7})[+#!?]*\s*+")
_MAX_PASSED = 1_000
"""Maximum number of items searched after a place."""
_NOT_WORDS = " \n\t.,;!?*_|"
_ATTACHED_TEXT = regex(r"[-–—=x:][^\s.,;!?+#()\[\]]{1,4}")


def tokens_after(text: str, items: Sequence[MoveToken], first: int, offset: int, limit: int) -> list[MoveToken]:
    """Return at most `limit` of `items` from index `first` on, with possible misprints between them.

    The text from `offset` on is searched for misprints. Words and brackets are skipped, and at most
    `_MAX_PASSED` items are read. Moves with stuck text, `Kd4-x`, become "odd".
    """
    found: list[MoveToken] = []
    at, done = first, offset
    end = min(len(items), first + _MAX_PASSED)
    while at < end and len(found) < limit:
        item = items[at]
        closed = closing_bracket(items, at) if item.kind == "open" else at
        if item.kind != "word" and text[done : item.span.start].strip(_NOT_WORDS):
            found += _tokens_between(text, Span(done, item.span.start))
        if closed != at:
            done = items[closed].span.end
        elif item.kind != "word":
            stuck = _ATTACHED_TEXT.match(text, item.span.end) if item.kind == "move" else None
            if stuck:
                span = Span(item.span.start, stuck.end())
                item = MoveToken("odd", text[span.start : span.end], span)
            found.append(item)
            done = item.span.end
        at = closed + 1
    return found


def stopping_span(text: str, items: Sequence[MoveToken], last: int, due: int) -> Span | None:
    """Return the span of the text in place of the half-move `due`, or None.

    `last` is the index of the last item of the line. The numbers around the place decide; None if
    the line ends there.
    """
    end = items[last].span.end
    tokens = [token for token in tokens_after(text, items, last + 1, end, 5) if token.kind != "mark"]
    if tokens and tokens[0].kind == "number" and tokens[0].half == due:
        end = tokens.pop(0).span.end
        next_kinds = MOVE_KINDS
    else:
        next_kinds = ("number",)
    if not tokens:
        return None
    if tokens[0].kind in MOVE_KINDS:
        return tokens[0].span
    following = next((token for token in tokens if token.kind != "word"), None)
    if tokens[0].kind != "word" or following is None or following.kind not in next_kinds:
        return None
    if following.kind == "number" and following.half != due + 1:
        return None
    word = _ONE_WORD.fullmatch(text, end, following.span.start)
    return Span(*word.span("word")) if word else None


def movetext_tokens(text: str, start: int, limit: int) -> list[MoveToken]:
    """Return at most `limit` tokens of a game from `start` on, as `MoveToken`s.

    They end with their line or variation.
    """
    found: list[MoveToken] = []
    depth = 0
    for part in parts_of(text, start):
        depth += (part.kind == "open") - (part.kind == "close")
        if depth < 0 or part.kind == "result" or limit <= len(found):
            break
        if not depth and part.kind in _KINDS:
            found.append(part._replace(kind=_KINDS[part.kind]))
    return found


def _tokens_between(text: str, span: Span) -> Iterator[MoveToken]:
    """Yield the tokens in the words of `span`: possible misprints, and "word" for other words."""
    gap = text[span.start : span.end]
    if _MAX_WORD_LENGTH < len(gap) and gap.islower():
        # Words of a sentence.
        return iter([MoveToken("word", "", span)])
    return (MoveToken(kind, odd, place.shift(span.start)) for kind, odd, place, *_ in _parts_of(gap))


@lru_cache(1024)
def _parts_of(gap: str) -> tuple[MoveToken, ...]:
    """Return the tokens in `gap` as a tuple of `MoveToken`, with offsets in `gap`.

    Cached, because several lines read the same gap.
    """
    parts: list[MoveToken] = []
    done = 0
    for found in _ODD_WORD.finditer(gap):
        place = Span(*found.span())
        if not _MOVE_LIKE.fullmatch(found["odd"]):
            continue
        if _has_words(gap[done : found.start()]):
            parts.append(MoveToken("word", "", Span(place.start, place.start)))
        done = found.end()
        parts.append(MoveToken("odd", found["odd"], place))
    if _has_words(gap[done:]):
        parts.append(MoveToken("word", "", Span(len(gap), len(gap))))
    return tuple(parts)


def _has_words(text: str) -> bool:
    return any(map(str.isalpha, text))
