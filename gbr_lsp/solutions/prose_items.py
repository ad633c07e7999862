"""The parts of solutions in prose: move numbers, moves in many languages, brackets, labels.

The board decides whether words are moves. Spans are half-open, in code points of the text read.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise, repeat
from typing import Literal

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import FILLER
from gbr_lsp.solutions.item_grammar import FILE, ITEMS, LETTER, MOVE_AHEAD, SCANNED_DIGITS, SIGNS
from gbr_lsp.solutions.movetext import MAX_IN_BRACKETS, MOVE_KINDS, MoveToken, TokenKind

_RAISED_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", " " * 10)
"""The numbers of footnotes directly after moves."""
_CAPTURE_SIGN = regex(r"(?<=[\w♔-♟\u2060])[*X✕⨯хХ](?=[a-h][1-8])")
"""Unusual signs of captures: `Kd5*e6`, `KXe6`, and letters of a Russian keyboard."""
SHORT_CAPTURES = frozenset((*map("".join, pairwise("abcdefgh")), *map("".join, pairwise("hgfedcba"))))
"""Captures of pawns as some columns print them, `ef` for `exf5`."""
_BEFORE_TWO = regex(r"(?:\s{0,2}[^\s.]{2,8}){1,2}\s{0,2}2[.]")
"""One or two moves before the number 2."""
_ARRAY = regex(rf":\s{{0,3}}(?:\[\s*|\n\s*-\s+)[\"']?(?={MOVE_AHEAD})")
"""The beginning of an array of moves in JSON or YAML, up to the first one."""
_BRACKETED_NUMBER = regex(r"[(\[](?P<number>[1-9][0-9]?)[)\]](?=[\s.…])")
"""A move number in brackets."""
_OTHER_NUMBER = regex(
    rf"(?<![^\W_])(?<![(\[/+$^])(?<![0-9][-–.,:])[1-9][0-9]?(?:(?:[ ]?[.,:…)])+\s{{0,2}}|\s{{1,2}}){MOVE_AHEAD}"
)
"""A move number without brackets."""
_MISTAKE = regex(r"\s?\$[24](?![0-9])")
"""A mark after a move in PGN: a mistake, a blunder."""
_LABELS = frozenset(file + rank for file in "abcd" for rank in "1234")
"""Texts that may be the label of a branch, `a1)`, or a move."""
_RUSSIAN_KING = regex("[KК][pрPР]")
_DIGIT_OF_LETTER = str.maketrans(SCANNED_DIGITS)
_SQUARE_LETTERS = str.maketrans("асе", "ace", "♙♟\ufe0e\u2060")
_SPACED_MOVE = regex(
    rf"(?P<taken>[x:×]?)(?P<square>{FILE}[1-8])(?P<link>\s[-–—:×]\s?|[-–—:×]\s|—)(?P<letter>{LETTER}?)(?={FILE}[1-8])"
)
"""A move from square to square with blanks around its dash, or the moves of White and Black with a dash between."""
_DASH_BEFORE_MAN = regex(rf"[1-8+#†‡!?]\s?(?P<dash>[-–—])\s?{LETTER}[x:×]?{FILE}[1-8]")
"""A dash between the moves of White and Black: a man follows it."""
_MAX_INDENT = 12
"""Maximum number of blanks and bullets before a label that begins a line."""
SECOND_MOVE = 4
"""The half-move of White's second move."""
MANY_PLIES = 6
"""A line belongs to a board if at least this number of half-moves runs from it, and from no other."""
_Group = Literal["dots", "scanned", "letter", "words"]
"""A group of `ITEMS` that is no kind of a token: a number of Black's move, one with letters, a letter, and words."""
_NUMBERS: tuple[TokenKind | _Group, ...] = ("number", "dots", "bare")
_AFTER_NUMBER: tuple[TokenKind, ...] = ("move", "odd")
_AFTER_LABEL: tuple[TokenKind, ...] = ("word", "open", "end")
_BEFORE_CAPTURE: tuple[TokenKind, ...] = ("number", "bare", "move")
_AFTER_CAPTURE: tuple[TokenKind, ...] = (*_BEFORE_CAPTURE, "open", "close")


_new = tuple.__new__
"""Makes items and spans from tuples, twice as fast as from fields: a text has thousands."""


def items_of(text: str, bare: int = 0, start: int = 0) -> list[MoveToken]:
    """Return the items of `text` in order, as a list of `MoveToken`.

    Consecutive words may be one item. Numbers without points up to `bare` count moves, because such
    numbers do so in the surrounding text. Spans count from `start` code points before the text.
    """
    found: list[MoveToken] = []
    has_takes = has_bare = has_labels = False
    are_paired: bool | None = None
    depth = 0
    for match in ITEMS.finditer(_join_moves(text)):
        # The last group is always one of these.
        kind: TokenKind | _Group = match.lastgroup  # type: ignore[assignment]
        printed, half = match[0], 0
        if kind == "move":
            sign = match["sign"]
            move = printed[: len(printed) - len(sign)] if sign else printed
            printed = move if move.isascii() and move[1] not in "pP" else _normal_spelling(move)
        elif kind in _NUMBERS:
            if depth and ")" in printed and are_paired is None:
                # If numbers are printed as in `3) Kd4`, more brackets are closed than opened.
                are_paired = text.count(")") <= text.count("(")
            if depth and ")" in printed and are_paired:
                # `(see diagram 3) Kd4`.
                depth -= 1
                end = start + match.start() + printed.index(")") + 1
                found.append(_new(MoveToken, ("close", ")", _new(Span, (end - 1, end)), 0)))
                continue
            half = _half_of(match["number"], by_black=kind == "dots")
            has_bare = has_bare or kind == "bare"
            kind = "number" if kind == "dots" else kind
        elif kind == "scanned":
            kind, by_black = "number", match["points"] != "."
            half = _half_of(match["read"].translate(_DIGIT_OF_LETTER), by_black=by_black)
            if _is_after_bar(match["read"], half, found):
                span = _new(Span, (start + match.start() + 1, start + match.end()))
                found.append(_new(MoveToken, (kind, printed[1:], span, _half_of(match["read"][1:], by_black=by_black))))
                continue
        elif kind == "letter":
            half = _half_of(match["digit"].translate(_DIGIT_OF_LETTER), by_black=match["stops"] != ".")
            kind = "number" if _is_due(half, found) or (half == 2 and _BEFORE_TWO.match(text, match.end())) else "word"
            half = half if kind == "number" else 0
        elif kind == "words" or kind == "word":
            kind = "word"
            if found and found[-1][0] == "move" and SIGNS.issuperset(printed.split()):
                if text.startswith(".?", match.end()):
                    found[-1] = found[-1]._replace(span=Span(found[-1].span.start, start + match.end() + 2))
                continue
            has_takes = has_takes or printed in SHORT_CAPTURES
        elif kind == "label":
            has_labels = True
        elif kind == "mark":
            printed = f"/{printed.strip('/^)')}"
        elif kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
            if depth < 0:
                depth = 0
                if printed == ")" and _has_label_at_end(found, start + match.start()):
                    label, span = f"{found[-1].text})", Span(found[-1].span.start, start + match.end())
                    found[-1] = found[-1]._replace(kind="label", text=label, span=span)
                    has_labels = True
                    continue
        first, end = match.span()
        found.append(_new(MoveToken, (kind, printed, _new(Span, (start + first, start + end)), half)))
    if start and (has_takes or has_labels):
        # Few texts have them, and the text at their spans is read again.
        return [*shifted_items(items_of(text, bare), start)]
    if has_takes:
        found = [_with_captures(text, found, at) for at in range(len(found))]
    if ":" in text and (arrays := [*_ARRAY.finditer(text)]):
        found = _with_first_numbers(found, {start + array.end() for array in arrays})
    if has_bare:
        found = _with_bare_numbers(found, bare)
    return _with_marks(text, found) if has_labels else found


def _is_after_bar(read: str, half: int, found: Sequence[MoveToken]) -> bool:
    """Return True if `read` is a number after a bar: `|2`, which is 12 only if 11 or 12 is the last in `found`."""
    last = next((item.half for item in reversed(found) if item.kind == "number"), 0)
    return read[0] == "|" and read[1:].isdigit() and read[1] != "0" and not half - 3 <= last <= half


def _is_due(half: int, found: Sequence[MoveToken]) -> bool:
    """Return True if a number and moves at the end of `found` make `half` due."""
    for moves, item in enumerate(reversed(found)):
        if item.kind == "number":
            return item.half + moves == half
        if item.kind != "move":
            return False
    return False


def _has_label_at_end(items: Sequence[MoveToken], end: int) -> bool:
    """Return True if the last item is a label, `a1)`, closed at `end`, and no move."""
    if not items or (1 < len(items) and items[-2].kind == "number"):
        return False
    item = items[-1]
    return item.kind == "move" and item.text in _LABELS and item.span == (end - 2, end)


@lru_cache(maxsize=1 << 10)
def _half_of(number: str, *, by_black: bool) -> int:
    """Return the half-move that a number counts: `1 2` → 24, or 25 if `by_black`."""
    return 2 * int(number.replace(" ", "")) + by_black


def shifted_items(items: Sequence[MoveToken], by: int) -> Iterable[MoveToken]:
    """Return `items` with their spans shifted by `by` code points, as `MoveToken`s.

    All items of the edited document are shifted at each keystroke, so this runs without a Python
    loop.
    """
    if not items:
        return ()
    kinds, texts, spans, halves = zip(*items, strict=True)
    starts, ends = (map(by.__add__, each) for each in zip(*spans, strict=True))
    moved_spans = map(_new, repeat(Span), zip(starts, ends, strict=True))
    return map(_new, repeat(MoveToken), zip(kinds, texts, moved_spans, halves, strict=True))


def _join_moves(text: str) -> str:
    """Return `text` without blanks in moves, same length: `Kf1 - g3` becomes `Kf1-g3` with fillers.

    Raised numbers after moves become blanks, and `(1) Kd4` becomes ` 1, Kd4`. A dash may also separate
    White's move from Black's: `1.Kf2 - Kd5`, `1.Kxf2 - d5`. Such a dash keeps its blanks, and so does a
    dash that occurs only once, unless the text is Russian.
    """
    if _BRACKETED_NUMBER.search(text) and not _OTHER_NUMBER.search(text):
        # If there are other numbers, those in brackets belong to notes.
        text = _BRACKETED_NUMBER.sub(r" \g<number>,", text)
    if text.isascii():
        if "*" in text or "X" in text:
            text = _CAPTURE_SIGN.sub("x", text)
        if "-" not in text and ":" not in text:
            return text
    else:
        text = _CAPTURE_SIGN.sub("x", text.translate(_RAISED_DIGITS))
    wide = list(_SPACED_MOVE.finditer(text))
    if not wide:
        return text
    between = {_dash(found) for found in wide if found["letter"] or found["taken"]}
    between.update(found["dash"] for found in _DASH_BEFORE_MAN.finditer(text))
    count = Counter(map(_dash, wide))
    is_russian = not text[wide[0].start() - 1 : wide[0].start()].isascii()
    inside = {dash for dash, number in count.items() if dash not in between and (1 < number or is_russian)}
    if not inside:
        return text
    return _SPACED_MOVE.sub(lambda found: _without_blanks(found) if _dash(found) in inside else found[0], text)


def _dash(found: re.Match[str]) -> str:
    return found["link"].strip()


def _without_blanks(found: re.Match[str]) -> str:
    link = found["link"]
    return found["taken"] + found["square"] + _dash(found).replace("—", "-").ljust(len(link), FILLER)


def _with_captures(text: str, items: Sequence[MoveToken], at: int) -> MoveToken:
    """Return item `at`; a word such as `ef` between moves becomes a capture, kind "any"."""
    item = items[at]
    if item.text not in SHORT_CAPTURES or at == 0 or items[at - 1].kind not in _BEFORE_CAPTURE:
        return item
    between = text[items[at - 1].span.end : item.span.start]
    follows = at + 1 == len(items) or items[at + 1].kind in _AFTER_CAPTURE
    is_capture = follows and not between.strip(" .…!?+")
    return item._replace(kind="any") if is_capture else item


class _HalfMoveCount:
    """Half-move due while items are read, None if unknown; moves in brackets do not count."""

    def __init__(self) -> None:
        self.due: int | None = None
        self._open: list[int | None] = []

    def advance(self, item: MoveToken) -> bool:
        """Count `item`; return False if it is no number, move or bracket."""
        if item.kind == "number":
            self.due = item.half
        elif item.kind in MOVE_KINDS:
            self.due = self.due and self.due + 1
        elif item.kind == "open":
            self._open.append(self.due)
        elif item.kind == "close":
            self.due = self._open.pop() if self._open else None
        else:
            return False
        return True


def _with_marks(text: str, items: list[MoveToken]) -> list[MoveToken]:
    """Return `items` with a mark in place of each label of a note that follows later.

    The line continues after such a label: `1.Kd4 i) 1...Ke6`, `1.Kd4 i) Ke6 2.Kd5`; or the label is
    directly after a move and before words: `1.Kd4 i), a quiet move. 1...Ke6`. Other labels begin a
    note, and so does one with an earlier mark: `1.Kd4/i Ke6. i) 2.Kd3`, or one that begins a line of a
    list of notes.
    """
    found = []
    is_list = items[0].kind == "label"
    count = _HalfMoveCount()
    marked = set[str]()
    for at, item in enumerate(items):
        if count.advance(item):
            pass
        elif item.kind == "mark":
            marked.add(item.text)
        elif (
            item.kind == "label"
            and f"/{item.text[:-1]}" not in marked
            and count.due is not None
            and not (
                is_list and text[max(0, item.span.start - _MAX_INDENT) : item.span.start].rstrip(" \t*-")[-1:] == "\n"
            )
            and (_has_next_number(items, at + 1, count.due) or _is_after_move(text, items, at, count.due))
        ):
            item = item._replace(kind="mark", text=f"/{item.text[:-1]}")
            marked.add(item.text)
        else:
            count.due = None
        found.append(item)
    return found


def _is_after_move(text: str, items: Sequence[MoveToken], at: int, due: int) -> bool:
    """Return True if label `at` follows a move, and words or Black's move follow it."""
    before = items[at - 1]
    between = text[before.span.end : items[at].span.start]
    follows: TokenKind = items[at + 1].kind if at + 1 < len(items) else "end"
    return (
        before.kind == "move"
        and not between.strip(" ,;")
        and (follows in _AFTER_LABEL or (follows == "move" and due % 2 == 1))
    )


def _with_bare_numbers(items: Sequence[MoveToken], max_number: int) -> list[MoveToken]:
    """Return `items` with those numbers without points that count moves: `1 Kd4 Ke6 2 Kd5`.

    All of them count moves if the number after one continues it, or repeats it for Black's move, `1 Kd4
    wins. 1…Ke6`. Otherwise only those up to `max_number` do.
    """
    count = _HalfMoveCount()
    last = 0
    counts = False
    for item in items:
        if item.kind == "number" or item.kind == "bare":
            counts = counts or (last != 0 and item.half in (count.due, last + 1))
            last, count.due = item.half if item.kind == "bare" else 0, item.half
        elif not count.advance(item) and item.kind == "word":
            count.due = None
    return [
        item._replace(kind="number") if item.kind == "bare" else item
        for item in items
        if item.kind != "bare" or counts or item.half <= 2 * max_number
    ]


def _with_first_numbers(items: Sequence[MoveToken], places: set[int]) -> list[MoveToken]:
    """Return `items` with a number 1 before each list of moves without numbers that begins at one of `places`."""
    found: list[MoveToken] = []
    for at, item in enumerate(items):
        kinds = [one.kind for one in items[at : at + MANY_PLIES + 1]] if item.span.start in places else []
        if MANY_PLIES <= kinds.count("move") and "number" not in kinds:
            found.append(MoveToken("number", "1.", Span(item.span.start, item.span.start), 2))
        found.append(item)
    return found


def last_bare_number(items: Iterable[MoveToken]) -> int:
    """Return the highest move number if any number is printed without a point; else 0."""
    numbers = [item for item in items if item.kind == "number"]
    has_bare = any(item.text[-1] in "0123456789,):" for item in numbers)
    return max(item.half // 2 for item in numbers) if has_bare else 0


def _has_next_number(items: Sequence[MoveToken], start: int, due: int) -> bool:
    """Return True if `items` from `start` count from `due` to the next number, or end."""
    if start == len(items):
        return True
    for at in range(start, min(start + MAX_IN_BRACKETS, len(items))):
        item = items[at]
        if item.kind == "number":
            return item.half == due
        if item.kind in MOVE_KINDS:
            due += 1
        elif item.kind != "mark" and item.kind != "label":
            return False
    return False


def starts_in(items: Sequence[MoveToken]) -> list[int]:
    """Return the indexes of the numbers that begin lines: 1, or a jump in the count."""
    found, last = [], 0
    for number, item in enumerate(items):
        if item.kind != "number":
            continue
        follows = number + 1 < len(items) and items[number + 1].kind in _AFTER_NUMBER
        if follows and (item.half < 4 or not last < item.half <= last + 2):
            found.append(number)
        last = item.half
    return found


def _normal_spelling(move: str) -> str:
    """Return `move` without pawn figurines, Russian letters in squares and variation selectors."""
    return _RUSSIAN_KING.sub("Кр", move).translate(_SQUARE_LETTERS)


def is_note(items: Sequence[MoveToken], start: int, text: str) -> bool:
    """Return True if a label precedes the line at item `start`, or `?` marks its move."""
    label = 0 < start and items[start - 1].kind == "label" and items[start - 1].text[0].islower()
    end = items[start + 1].span.end if start + 1 < len(items) else 0
    return label or "?" in text[items[start].span.start : end] or (0 < end and _MISTAKE.match(text, end) is not None)


def is_mistake(text: str, move: MoveToken) -> bool:
    """Return True if `move` is marked as a mistake, with `?`, `??`, `$2` or `$4`."""
    marks = text[move.span.start : move.span.end]
    return ("?" in marks and "!" not in marks) or _MISTAKE.match(text, move.span.end) is not None


def without_blanks(move: str) -> str:
    """Return `move` for display, without blanks and fillers."""
    return "".join(move.replace(FILLER, "").split())
