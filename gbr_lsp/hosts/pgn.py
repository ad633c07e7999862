"""PGN: a block and a section is a game; tag values and comments are read, moves are skipped."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LINE_END, Span
from gbr_lsp.hosts.protocol import (
    BoardSource,
    CodePlace,
    CommentPlace,
    Comments,
    Host,
    Reading,
    State,
    is_start_of_records,
    step_in_one_block,
)
from gbr_lsp.notation.grammar import GAME_END, RESULT_DASHES

_SKIPPED_TAGS = {"FEN", "Date", "EventDate", "UTCDate", "Site", "ECO", "PlyCount"}
_TAG_LINE = r"[ \t]*+\[[ \t]*+[A-Za-z0-9_]++[ \t]*+"
_FIRST_TAG = regex(rf"{_TAG_LINE}(?:\"|[\r\n]|\Z)")
_GAME_START = regex(r"\[(?:(?=Event )|(?<!\]\n\[)(?<!\]\r\n\[)(?=[ \t]*+[A-Za-z0-9_]))")
"""The opening bracket of a tag that may begin a game. Most tags directly follow another tag and cannot."""

_VALUE_LINE = r'[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*'
_VALUE = rf'{_VALUE_LINE}(?:(?:\r\n|\r|\n)(?=[^"\[\]{{}}\r\n]*+"[ \t]*+\]){_VALUE_LINE})?'
"""The value of a tag. A mail program may have broken it over two lines."""

_SIGN = regex(r"[\[{;%]")
_PART = regex(
    rf"""\[\s*+(?P<tag>\w+)\s*+"(?P<value>{_VALUE})"?
      | \{{(?P<braces>[^}}]*+)\}}?
      | ;(?P<rest>[^\r\n]*+)
      | %[^\r\n]*+""",
    re.VERBOSE,
)
"""A tag or a comment, at a `_SIGN`."""

_MOVE = r"(?:[^\W\d_]?[a-h]?[1-8]?[-x:]?[a-h][1-8]|[0O]-[0O])"
"""A move in any language, or its beginning."""
_GAME_PART = regex(
    rf"""\{{[^}}]*+\}}? | ;[^\r\n]*+ | (?<![^\r\n])%[^\r\n]*+ | (?P<bracket>[()])
      | (?P<result>{GAME_END}(?!\s*+[")]))
      | (?P<tag>\[[ \t]*+\w++[ \t]*+"{_VALUE}"[ \t]*+\] | (?<![^\r\n]){_TAG_LINE}"[^\r\n]*+)
      | (?P<move>(?<![\w/-])(?:[0-9]{{1,4}}[ ]?[.…]++(?![0-9])|(?:[0-9]{{1,4}}[ ])?{_MOVE}))""",
    re.VERBOSE,
)
"""What decides where a game ends, and the comments that hide it."""
_FIRST_MOVE = regex(
    rf"""(?: \s++ | \{{[^}}]*+\}} | ;[^\r\n]*+ | (?<![^\r\n])%[^\r\n]*+ | \$[0-9]++ | [0-9]{{1,4}}+(?:[.…]++|(?!\w))
      | \[[ \t]*+\w++[ \t]*+"{_VALUE}"[ \t]*+\] )*
      (?![0-9] | [a-h][1-8][a-h][1-8]\W+[0-9]{{3,4}}\W) (?: {_MOVE}(?![^\W\d_]) | -- | Z0 )""",
    re.VERBOSE,
)
"""The text before the first move of a game, and the move. `a7d3` before a class are two kings."""
_BEFORE_TEXT = r'\s*+(?![")]|(?<=[\r\n])\[\w|\Z)'
_MORE_AFTER_SIGN = {
    "*": regex(rf"\*{_BEFORE_TEXT}"),
    **{sign: regex(rf"{sign}(?:(?<=[01½2][ ].)[ ])?(?:[01]|1/2|½)(?![\w/-]){_BEFORE_TEXT}") for sign in RESULT_DASHES},
}
"""By a sign of a result: the end of a result that something other than a tag, `)` or the end of the text follows."""


def starts(text: str, state: State) -> tuple[list[tuple[int, State]], State]:
    """Return a list of (offset, state) of later games in `text`, and the last state.

    A game begins at `[Event `, or at a tag line after an empty line; braces never move such a boundary. The
    state is True after an empty line. Others begin after the end of a game, see `later_games`. A game at offset 0
    is included. Only lines with a bracket, and results before other text, are examined.
    """
    found: list[tuple[int, State]] = []
    unsure = [match.start() for match in results_before_text(text)]
    for bracket in (match.start() for match in _GAME_START.finditer(text)):
        if text.startswith("\n\n[Event ", bracket - 2):
            found.append((bracket, True))
            continue
        start = _start_of_blanks(text, bracket, " \t")
        if 0 < start and text[start - 1] not in "\r\n":
            continue
        state_before = _is_after_blank_line(text, start) if start else state
        if text.startswith("[Event ", start) or (state_before and _FIRST_TAG.match(text, start)):
            found.append((start, state_before))
        else:
            unsure.append(bracket)
    after = _is_after_blank_line(text, len(text)) if text else state
    if unsure:
        bounds = sorted({0, *(start for start, _ in found), len(text)})
        for first in sorted({bisect_right(bounds, offset) for offset in unsure}):
            found += [(offset, False) for offset in later_games(text, bounds[first - 1], bounds[first])]
        found.sort()
    return found, after


def results_before_text(text: str) -> Iterator[re.Match[str]]:
    """Yield a match in each result that something other than a tag, `)` or the end of `text` follows."""
    for sign, pattern in _MORE_AFTER_SIGN.items():
        if sign in text:
            yield from pattern.finditer(text)


def later_games(text: str, start: int, end: int) -> Iterator[int]:
    """Yield the offset of each line from `start` to `end` that begins a game, without the first one.

    A result at depth 0 ends a game; a move, a number or a tag begins the next one. So does a tag line after
    moves. After a result before all moves only a tag does. Comments are skipped. A block has whole lines: a game on
    the line of a result belongs to it.
    """
    depth, is_over, has_moves = 0, False, False
    for part in _GAME_PART.finditer(text, start, end):
        kind = part.lastgroup
        if kind == "bracket":
            depth = depth + 1 if part[0] == "(" else max(0, depth - 1)
        elif kind == "result":
            is_over = is_over or not depth
        elif kind == "tag" or (kind == "move" and not depth):
            line = _start_of_blanks(text, part.start(), " \t")
            begins = is_over and (has_moves or kind == "tag")
            if kind == "tag" and has_moves:
                begins = begins or _GAME_START.match(text, text.find("[", line)) is not None
            if begins and start < line and text[line - 1] in "\r\n":
                yield line
            if is_over or kind == "tag":
                depth, is_over = 0, False
            has_moves = kind == "move"


def next_boundary(text: str, start: int) -> tuple[int, State] | None:
    """Return the offset of the first `[Event ` line after `start` and its state, or None."""
    found = text.find("\n[Event ", start)
    return (found + 1, _is_after_blank_line(text, found + 1)) if 0 <= found else None


def _is_after_blank_line(text: str, end: int) -> bool:
    """Return True if the line before `end` is blank.

    `end` is the offset after its line end.
    """
    for ending in ("\r\n", "\n", "\r"):
        if text.endswith(ending, 0, end):
            end -= len(ending)
            break
    start = _start_of_blanks(text, end, " \t\u00a0")
    return start == 0 or text[start - 1] in "\r\n"


def _start_of_blanks(text: str, end: int, blanks: str) -> int:
    """Return the offset of the run of `blanks` that ends at `end`, perhaps empty."""
    while 0 < end and text[end - 1] in blanks:
        end -= 1
    return end


def _is_part(text: str, offset: int) -> bool:
    """Return True if a tag or comment may begin at `offset`.

    It is False for `%` within a line, and for `[` within a line unless it follows `]`.
    """
    if text[offset] == "%":
        return offset == 0 or text[offset - 1] in "\r\n"
    if text[offset] == "[":
        line_offset = _start_of_blanks(text, offset, " \t")
        return line_offset == 0 or text[line_offset - 1] in "\r\n]"
    return True


def read(text: str) -> Reading:
    """Return a `Reading` with comments, and values of tags except dates, places and boards."""
    spans: list[Span] = []
    comments: list[Span] = []
    tags: dict[str, Span] = {}
    offset = 0
    while sign := _SIGN.search(text, offset):
        part = _PART.match(text, sign.start()) if _is_part(text, sign.start()) else None
        offset = part.end() if part else sign.end()
        if part and (name := part["tag"]):
            value = Span(*part.span("value"))
            tags.setdefault(name, value)
            if name not in _SKIPPED_TAGS:
                spans.append(value)
        elif part and part.lastgroup:
            comment = Span(*part.span(part.lastgroup))
            spans.append(comment)
            comments.append(comment)
    return Reading(spans, comments, tags, is_enclosed=True, has_moves=bool(tags) or has_moves(text))


def end_of_tags(text: str, tags: Mapping[str, Span]) -> int:
    """Return the offset after the last of `tags`, spans of their values by name, in the game `text`; 0 without tags."""
    last = max((value.end for value in tags.values()), default=0)
    line_end = LINE_END.search(text, last)
    end = line_end.start() if line_end else len(text)
    return (text.find("]", last, end) + 1 or end) if last else 0


def has_moves(text: str, start: int = 0) -> bool:
    """Return True if a move comes first in the game `text` from `start` on, but for tags, comments and numbers.

    `start` is 0 or the offset of a tag.
    """
    return _FIRST_MOVE.match(text, start) is not None


HOST = Host(
    "pgn",
    False,
    step_in_one_block,
    is_start_of_records,
    read,
    languages=("pgn",),
    endings=("pgn",),
    folder_endings=("pgn",),
    comments=Comments(("{", ";"), "}", CommentPlace.BEFORE_MOVES),
    has_records=True,
    sources=(BoardSource.TAG, BoardSource.FEN),
    code_place=CodePlace.TAG,
    templates=(),
    starts=starts,
    next_boundary=next_boundary,
)
