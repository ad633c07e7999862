"""Tokens of the movetext of a PGN game: read fast for sound games, tolerantly for all others.

The fast reading cuts a text by one expression into bare strings: to find them is most of the work
on a sound solution. The tolerant reading makes parts with spans of the same text and never gives
up. Spans are half-open, in code points of the text.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from gbr_lsp.base.caching import LazyTable
from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.grammar import GAME_END, RESULT, RESULT_DASHES
from gbr_lsp.solutions.san import MOVE

OPEN, CLOSE = "(", ")"
_GameTokenKind = Literal["number", "move", "word", "open", "close", "result", "sign", "unclosed"]
"""A move number, a move, another word, a bracket, a result, a sign of books, or a comment without an end."""
TokenKind = Literal[_GameTokenKind, "bare", "any", "odd", "mark", "label", "end"]
"""What a token is: as in games, or one of six kinds that are only in prose.

These are a number without a point, any move of a man (`K~`) or a short capture (`ef`), a possible
misprint of a move (`KbB`), a mark after a move (`/i`), a label of a note or branch (`i)`), and the
end of a block.
"""
MOVE_KINDS: tuple[TokenKind, ...] = ("move", "any", "odd")
"""The kinds of moves in prose."""
MAX_IN_BRACKETS = 300
"""Maximum number of items, counting each word, up to the end of a bracket."""


class MoveToken(NamedTuple):
    """Part of a game or solution: a move number, a move, a bracket, a word.

    Spans are half-open, in code points of the text read. `half` is the half-move that a number counts:
    twice the move number, and one more for Black's moves; else 0.
    """

    kind: TokenKind
    text: str
    span: Span
    half: int = 0


_RESULT = rf"{RESULT}(?![\w/-])"
_SKIPPED_TEXT = r"""
    \$[0-9]++
  | \{[^}]*+\}?
  | ;[^\r\n]*+
  | (?<![^\r\n])%[^\r\n]*+
  | \[\s*+\w++\s*+"[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*"\s*+\]
  | (?<![^\r\n])\[[ \t]*+\w++[ \t]*+"[^\r\n]*+(?:(?:\r\n|\r|\n)[^"\[\]{}\r\n]*+"[ \t]*+\])?
"""
"""NAGs, comments, escaped lines and tags; then tags that are damaged or broken over two lines."""

_NAGS_OF_MISTAKES = frozenset(("$2", "$4", "$6"))
_MISTAKE = r"(?:[?⁇⁈][?!]*+|\$[246](?![0-9]))"
_CASTLING_WITH_DASHES = r"[O0](?:[–—‑‒−][O0]){1,2}(?![\w-])"

_SCANNED_NUMBER = r"(?=[0-9OoIlSBZ]{2,3}\.)(?=[0-9]*[OoIlSBZ])(?=[OoIlSBZ]*[0-9])[0-9OoIlSBZ]{2,3}\.+"
"""A number with a letter in the place of a digit."""
_NUMBER = r"(?!0000(?!\w))[0-9]{1,4}+(?![-/0-9])"
_NO_DOT = r"(?!\s*+[.…])"
"""After a number in its usual form; the tolerant reading interprets further dots."""
_SIGNS = (
    r"=(?:/\+)? | [-−]/?\+ | (?<=\+)/?[-−=](?!-) | [†‡±∓∞⩲⩱□⌓⊕⨁⨀⊙⟳○→←↑↓⇆⇄∆Δ∇⟂⊥⊞⇔≥≤‼⁉⁇⁈]"
    r" | (?<=\s)(?:N|RR)(?=[\s)]|\Z)(?!\s*[x:]?[a-h][1-8])"
)
"""Signs of books that mean nothing for a move and are not PGN: an evaluation, a novelty."""

# The lookahead excludes a move, number or result here, which spares all the alternatives. They are in order of
# frequency; the first move pattern matches most moves.
_TOKENS = regex(
    rf"""[ \n\r\t.!\#+]*+(?:
      (?=[^KQRBNa-dfgh1-9()?]) (?: [ \n\r\t.!\#+]++ | [\s…\ufeff]++ | (?!{_MISTAKE})(?:{_SIGNS} | {_SKIPPED_TEXT}) )
      | {_RESULT}
      | e\.?p\b
    )*
    ([KQRBN]x?[a-h][1-8](?=[ \n+]) | [1-9][0-9]{{0,2}}+\.(?:\.\.)?{_NO_DOT} | {MOVE} | [()] | {_MISTAKE} | .++ | \Z)""",
    re.VERBOSE | re.DOTALL,
)
_PARTS = regex(
    rf"""(?P<loose>{GAME_END}|{_CASTLING_WITH_DASHES})
  | (?P<scanned>{_SCANNED_NUMBER})
  | (?P<number>{_NUMBER})(?P<dots>(?:\s*+[.…])*)
  | (?P<skipped>[ \n\r\t.!?\#+]++ | e\.?p\b\.? | [\s…\ufeff]++ | (?P<braces>\{{[^}}]*+(?P<closed>\}})?) |
  {_SKIPPED_TEXT})
  | (?P<sign>{_SIGNS})
  | (?P<result>{_RESULT})
  | (?P<move>{MOVE})(?!=\(?[^\W\d_])
  | (?P<bracket>[()])
  | (?P<word>[^\s(){{}};$!?+\#.,:]++|.)""",
    re.VERBOSE | re.DOTALL,
)
_RESULT_WORD = regex(RESULT)
_GAME_END = regex(GAME_END)
_HALF_RESULTS = ("1/2", "½")
_HYPHENS = str.maketrans(dict.fromkeys(RESULT_DASHES, "-") | {" ": ""})
_CHECK = regex(r"(?:e\.?p\.?)?[+#]{0,2}")


_PLAIN_WORD = regex(
    rf"(?P<token>[1-9][0-9]{{0,2}}[.~]|[()]|{MOVE}(?=[+\#!]*\Z))[+\#!]*|(?P<nag>\$[0-9]+)|{RESULT}", re.VERBOSE
)
_DOTS = "~"
"""Placeholder for three dots while a text is cut at single ones; a text that contains it is not plain."""


def _plain_token(word: str) -> str:
    """Return the token of a `word` without blanks; an empty text if it is skipped.

    Raises LookupError for a word that is not in the usual form.
    """
    found = _PLAIN_WORD.fullmatch(word)
    if not found:
        raise LookupError
    return (found["token"] or (word if word in _NAGS_OF_MISTAKES else "")).replace(_DOTS, "...")


_PLAIN_TOKENS = LazyTable(_plain_token)


def tokens_of(text: str, start: int = 0) -> list[str]:
    """Return the tokens of `text` from `start`, as a list of texts: `1.e4! e5` → `1.`, `e4`, `e5`.

    They are numbers, moves, brackets and marks of mistakes. If something is not understood, the last
    token is all the text from there on.
    """
    if start:
        # After the tags most texts are plain: cutting them at blanks takes a third of the time.
        try:
            return list(filter(None, map(_PLAIN_TOKENS.__getitem__, _plain_words(text[start:]))))
        except LookupError:
            pass
    tokens: list[str] = _TOKENS.findall(text, start)
    while tokens and not tokens[-1]:
        tokens.pop()
    return tokens


def _plain_words(moves: str) -> list[str]:
    """Return the words of `moves` between blanks, dots and brackets, without comments in braces.

    Raises LookupError if `moves` contains the placeholder.
    """
    if _DOTS in moves:
        raise LookupError
    first, *others = moves.split("{")
    bare = " ".join([first, *(part.partition("}")[2] for part in others)])
    return bare.replace("...", f"{_DOTS} ").replace(".", ". ").replace("(", " ( ").replace(")", " ) ").split()


def is_mistake(token: str) -> bool:
    """Return True if `token` marks a mistake: `?`, `??`, `⁇`, `?!`, `⁈`, `$2`, `$4`, `$6`."""
    return token[0] in "?⁇⁈" or token in _NAGS_OF_MISTAKES


def parts_of(text: str, start: int = 0) -> Iterator[MoveToken]:
    """Yield the `MoveToken`s from `start` on, in order; tags and comments are skipped.

    Their kinds are "number", "move", "word", "open", "close", "result", "sign", and "unclosed" for a
    comment without an end. The span of a move or word includes its check sign, its text does not. The text of
    a result or castling has hyphens, whatever signs are printed.
    """
    for found in _PARTS.finditer(text, start):
        start, end = found.span()
        kind: TokenKind = "result"
        printed, half = found[0], 0
        if found["loose"]:
            kind, printed = "move" if printed[-1] in "O0" and printed[0] != "1" else "result", _hyphenated(printed)
        elif found["move"] or found["word"]:
            kind = "move" if found["move"] else "word"
            check = _CHECK.match(text, end)
            end = check.end() if check else end
        elif found["scanned"]:
            kind = "word"
        elif found["number"]:
            kind = "number"
            value, black = parse_number(printed)
            half = 2 * value + bool(black)
        elif found["bracket"]:
            kind = "open" if printed == OPEN else "close"
        elif found["sign"]:
            kind = "sign"
        elif found["braces"] and not found["closed"]:
            kind, printed, end = "unclosed", "{", start + 1
        elif not found["result"]:
            continue
        yield MoveToken(kind, printed, Span(start, end), half)


def has_two_dots(number: str) -> bool:
    """Return True if `number` has exactly two dots, which are written before moves of either side."""
    return number.count(".") == 2 and "…" not in number


def parse_number(number: str) -> tuple[int, bool | None]:
    """Return the value of `number` and whether its dots mean Black: `12...` → `(12, True)`.

    The second is None if there is no dot. Two dots count as Black's unless the board decides, see
    `has_two_dots`.
    """
    digits = re.match("[0-9]+", number)
    assert digits
    dots = number.count(".") + 3 * number.count("…")
    return int(digits[0]), None if not dots else 1 < dots


STANDARD_RESULTS = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "1/2": "1/2-1/2",
    "½-½": "1/2-1/2",
    "½": "1/2-1/2",
}
"""The PGN spelling of the results that games end with."""


class GameParts(NamedTuple):
    """The parts of one game, its result or None, and the offset of another game after it on the same line."""

    parts: list[MoveToken]
    result: MoveToken | None
    next_start: int | None


def game_parts(text: str, start: int = 0, limit: int | None = None) -> GameParts:
    """Return the `GameParts` of the first game from `start` on, with at most `limit` parts.

    After moves and a result, both at depth 0, a move or a number begins another game.
    """
    parts, result, depth, has_moves, is_over = list[MoveToken](), None, 0, False, False
    for part in islice(parts_of(text, start), limit):
        if is_over and not depth and (part.kind == "move" or part.kind == "number"):
            return GameParts(parts, result, part.span.start)
        has_moves = has_moves or part.kind == "move"
        depth = max(0, depth + (part.kind == "open") - (part.kind == "close"))
        if part.kind == "result" and not depth:
            result, is_over = part, has_moves and part.text not in _HALF_RESULTS
        parts.append(part)
    return GameParts(parts, result, None)


def last_result(text: str) -> MoveToken | None:
    """Return the result that the first game in `text` ends with, as a `MoveToken`, or None; comments may follow."""
    end = len(text.rstrip())
    line = text[max(text.rfind("\n", 0, end), text.rfind("\r", 0, end)) + 1 : end]
    before, _, word = line.rpartition(" ")
    if not _RESULT_WORD.fullmatch(word) or ";" in line or line[0] == "%" or _GAME_END.search(before):
        return game_parts(text).result
    return MoveToken("result", word, Span(end - len(word), end))


def _hyphenated(printed: str) -> str:
    """Return a result or castling in the spelling of PGN: `1 – 0` → `1-0`, `½–½` → `1/2-1/2`, `O–O` → `O-O`."""
    text = printed.translate(_HYPHENS)
    return STANDARD_RESULTS.get(text, text.replace("0", "O") if text[-1] != "1" else text)


def closing_bracket(items: Sequence[MoveToken], at: int) -> int:
    """Return the index of the item that closes the bracket `at`; `at` itself if far away."""
    depth = passed = 0
    for number in range(at, len(items)):
        kind = items[number].kind
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
            if depth == 0:
                return number
        passed += size_of(items[number]) if kind == "word" else 1
        if MAX_IN_BRACKETS <= passed:
            break
    return at


def closing_brackets(items: Sequence[MoveToken]) -> dict[int, int]:
    """Return `closing_bracket` of each bracket in `items`, by its index, if it is not far away."""
    closed: dict[int, int] = {}
    opened: list[int] = []
    for number, item in enumerate(items):
        if item.kind == "open":
            opened.append(number)
        elif item.kind == "close" and opened:
            at = opened.pop()
            if number - at < MAX_IN_BRACKETS and sum(map(size_of, items[at:number])) < MAX_IN_BRACKETS:
                closed[at] = number
    return closed


def size_of(item: MoveToken) -> int:
    """Return the number of words in `item`; 1 if it is no word."""
    return len(item.text.split()) if item.kind == "word" else 1
