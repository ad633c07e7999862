"""Lists of men in words: `White: Kh8, pc6; Black: Ka6, ph5`, `King b6, rook f4 / king d7, pawns e2, e3`.

Lists with a color for each man are read first, see `languages/colored_men.py`. Any other
list begins at the word of a side or at its first king, and ends with its sentence, cell or line. It
is read once in each language with matching words. Men, squares, words of that language and
punctuation are read; if anything else occurs, the list shows no board. Letters mean different men
in different languages, and a square after a piece is that of a pawn or of another such piece. So an
ambiguous list has several readings.
"""

from collections.abc import Collection, Iterator
from itertools import product
from math import prod

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.languages import LANGUAGES, initials, pattern, words
from gbr_lsp.languages.colored_men import ColoredList, attribute_lists, colored_lists
from gbr_lsp.languages.list_reading import MIN_MEN, may_follow, read_in_languages
from gbr_lsp.languages.men import ListedMan, ListReading
from gbr_lsp.languages.men_tokens import ListTokens
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement, from_squares
from gbr_lsp.notation.values import BLACK, PIECE_TYPES, SQUARE_NAMES, SQUARES, WHITE, Force, Kings

_MAX_READINGS = 8
_MAX_MIXED = 256
_MAX_GAP = 16
"""Maximum number of code points between two men that are searched for a comma."""

_SHORT_SIDES = [side for one in LANGUAGES for group in one.sides.split() for side in group.split("/")]
_SHORT_SIDE = pattern(_SHORT_SIDES)
_FULL_SIDE = pattern(words("white", "black"))
_MAX_LEAD_LENGTH = 40
"""Maximum number of characters between the word of a side and its first man."""
_SIDE = regex(rf"(?:{_FULL_SIDE})(?![^\W_])")
_KING_SIGNS = [*dict.fromkeys(letter for one in LANGUAGES for letter in one.letters[0]), *"♔♚"]
_KING_LETTERS = "|".join(_KING_SIGNS)
_KING = rf"(?:(?:{_KING_LETTERS})(?:[ ]?[-:]?[ ]?)|(?:{pattern(words('king'))})(?:[ ][^\W\d_]{{1,4}})?[ ])[a-h][1-8]"
_HEAD = r"(?:['’]s)?[ \t]*+(?:\.?+[ \t]*+\([0-9]{1,2}\)|\.)?[ \t]*+[:=–-]?+[*_`})\]]{0,3}+:?+\s*+[\[({*_`]{0,3}+[ \t]*+"
_ONE_KIND = r"(?:[a-h][1-8][ \t\r\n|/;,:*()\[\]{}-]{1,4}(?P=first)){2}[a-h][1-8](?![^\W_])"
"""After the letter of a man, two more men of that letter and no other man, as in `Ka1; Kb1; Kc1`."""
_MOVE_COLUMN = r"[a-h][1-8][+#!?]{0,2}\s{1,3}[1-9][0-9]{0,2}[.…]"
"""After the letter of a king, its square and the number of the next move, as in a column of moves."""
_INITIALS = initials([*words("white", "black", "king"), *_SHORT_SIDES, *_KING_SIGNS])
_ANCHOR = regex(
    rf"(?P<first>[{''.join(sorted(_INITIALS))}])(?<![^\W_].)(?!{_ONE_KIND}|{_MOVE_COLUMN})(?<=(?=(?P<side>"
    rf"(?:{_FULL_SIDE})(?![^\W_])(?=[\s\S]{{1,{_MAX_LEAD_LENGTH}}}?[a-h][1-8](?![^\W_]))"
    rf"|(?:(?:{_SHORT_SIDE})(?![^\W_])|(?<![^\r\n|(\[{{;])|(?<=[*>-][ ])|(?<=\|[ ]))(?={_HEAD}{_KING}))).)"
)
"""The start of a list: the word of a side, its letter before a king, or a king at the start of a line or cell.

Three kings of one letter, or a king before a move number, start no list. The match is the first
letter, because `re` skips text without such letters fast. `side` is the word, or empty.
"""
_SQUARE = regex("[a-h][1-8]")
_NEXT_WORD = regex(r"[ ]+(?P<word>[^\W\d_]++)(?![0-9])")


def find(text: str, spans: list[Span]) -> list[Board]:
    """Return a `Board` for each list in `spans`, sorted by offset.

    A list with unread words has no placement.
    """
    colored = colored_lists(text, spans) if MIN_MEN <= len(_SQUARE.findall(text)) else []
    boards = [board for board, _ in _lists(text, spans)]
    boards = [board for board in boards if not any(span.touches(board.span.start) for span, _ in colored)]
    return sorted(boards + _boards_of(colored), key=lambda board: board.span) if colored else boards


def find_in_attributes(text: str, skipped_spans: list[Span]) -> list[Board]:
    """Return a `Board` for each list in attributes of `text`, outside of `skipped_spans`."""
    boards = _boards_of(attribute_lists(text) if "=" in text and MIN_MEN <= len(_SQUARE.findall(text)) else [])
    return [board for board in boards if not any(span.covers(board.span) for span in skipped_spans)]


def _boards_of(colored: list[ColoredList]) -> list[Board]:
    """Return a `Board` for each list whose readings agree on one position."""
    found = [(span, {placement for men in readings if (placement := _placement(men))}) for span, readings in colored]
    return [Board(BoardKind.PIECES, span, placements.pop(), None) for span, placements in found if len(placements) == 1]


def is_named(text: str, board: Board) -> bool:
    """Return True if the list `board` begins with the full word of a side."""
    return _SIDE.match(text, board.span.start) is not None


def _lists(text: str, spans: list[Span]) -> Iterator[tuple[Board, list[ListReading]]]:
    """Yield the `Board` of each list, and its complete `ListReading`s, one for each language."""
    if not _SQUARE.search(text):
        return
    tokens = ListTokens(text, spans)
    list_end, failed_side, failed_end = 0, "", 0
    for number, span in enumerate(spans):
        for anchor in _ANCHOR.finditer(text, *span):
            start, side = anchor.start(), anchor["side"]
            if start < list_end or (start < failed_end and side == failed_side):
                continue
            word = _NEXT_WORD.match(text, anchor.end("side"), span.end) if side else None
            if word and not may_follow(word["word"], side):
                continue
            tokens.begin(start, number)
            list_readings = read_in_languages(tokens)
            if found := _board_of_reads(text, list_readings):
                list_end = found[0].span.end
                yield found
            elif not list_readings and side:
                failed_side, failed_end = side, tokens.last_offset


def _board_of_reads(text: str, list_readings: list[ListReading]) -> tuple[Board, list[ListReading]] | None:
    """Return the `Board` of a list and its complete `ListReading`s, or None.

    Kings alone are a remark, and words of prose are no list.
    """
    complete_reads = [reading for reading in list_readings if not reading.unread_spans and MIN_MEN <= len(reading.men)]
    found = (_placement(men) for reading in complete_reads for men in reading.readings)
    placements = tuple(dict.fromkeys(filter(None, found)))
    if 0 < len(placements) <= _MAX_READINGS:
        readings = placements if 1 < len(placements) else ()
        span = max(reading.span for reading in complete_reads)
        is_bare = any(man.ambiguity for reading in complete_reads for man in reading.men)
        board = Board(BoardKind.PIECES, span, placements[0], None, readings=readings, has_bare_squares=is_bare)
        return board, complete_reads
    best = min(list_readings, key=lambda reading: len(reading.unread_spans), default=None)
    if best is None or len(best.men) < MIN_MEN or len(best.men) <= len(best.unread_spans):
        return None
    kings = {_kings(reading) for reading in list_readings if len(reading.unread_spans) == len(best.unread_spans)}
    unread = tuple(best.unread_spans)
    quotes = " ".join(f"“{text[start:end]}”" for start, end in unread)
    problem = (
        f"is not read: {quotes}" if unread else "can be read in several ways" if placements else "shows no position"
    )
    board = Board(BoardKind.PIECES, best.span, None, None, problem, unread_spans=unread)
    return board._replace(kings=kings.pop() if len(kings) == 1 else None), []


def _placement(men: list[ListedMan]) -> Placement | None:
    """Return the `Placement` of `men`; None if two share a square or a side lacks its king."""
    by_square = {SQUARES[man.square]: (PIECE_TYPES[man.kind], man.color) for man in men}
    return from_squares(by_square) if len(by_square) == len(men) else None


def _kings(reading: ListReading) -> Kings | None:
    """Return the `Kings` of a list if each side has one, else None."""
    kings = {man.color: SQUARES[man.square] for man in reading.men if man.kind == "K"}
    return Kings(kings[WHITE], kings[BLACK]) if len(kings) == len((WHITE, BLACK)) else None


def placement_by_force(text: str, board: Board, forces: Collection[Force]) -> Placement | None:
    """Return the placement of the list `board` with one of `forces` and its kings, or None.

    One letter may name the men on the squares after it: `Ba2, e1, h6`.
    """
    kings = board.placement and board.placement.kings
    placements = (_placement(men) for reading in _readings_at(text, board) for men in _mixed_readings(reading.men))
    return next((one for one in placements if one and one.kings == kings and force_of(one.men) in forces), None)


def _mixed_readings(men: list[ListedMan]) -> Iterator[list[ListedMan]]:
    """Yield the list `men` for each number of squares of one letter: `Ba2, e1, h6`, at most `_MAX_MIXED`.

    After a piece, some squares without a letter may be those of further pieces, and the next ones of pawns.
    """
    runs: list[list[int]] = []
    for number, man in enumerate(men):
        if man.ambiguity and men[number - 1].ambiguity:
            runs[-1].append(number)
        elif man.ambiguity:
            runs.append([number])
    if not runs or _MAX_MIXED < prod(len(run) + 1 for run in runs):
        return
    for lengths in product(*(range(len(run) + 1) for run in runs)):
        pawns = {number for run, length in zip(runs, lengths, strict=True) for number in run[length:]}
        if not any(men[number].square[1] in "18" for number in pawns):
            yield [man._replace(kind="P") if number in pawns else man for number, man in enumerate(men)]


def is_one_letter_for_squares(text: str, board: Board) -> bool:
    """Return True if a letter of the list `board` surely names the men on several squares.

    One of them is on the first or last rank, or other signs than commas are between them: `Ba2/e4, h6`.
    """
    return any(
        man.ambiguity
        and (man.square[1] in "18" or ("," in text[slice(*board.span)] and not _is_after_comma(text, man)))
        for reading in _readings_at(text, board)
        for man in reading.men
    )


def _is_after_comma(text: str, man: ListedMan) -> bool:
    return text[max(0, man.span.start - _MAX_GAP) : man.span.start].rstrip().endswith(",")


def _readings_at(text: str, board: Board) -> Iterator[ListReading]:
    """Yield the complete `ListReading`s of the list `board`."""
    return (reading for one, reads in _lists(text, [board.span]) if one.span == board.span for reading in reads)


def rewrite_edits(text: str, span: Span, placement: Placement) -> list[Edit] | None:
    """Return the `Edit`s that make the list in `span` show `placement`, or None.

    None if there is no list, if words name its men, or if its letters cannot show `placement`.
    """
    reading = next(_readings_at(text, Board(BoardKind.PIECES, span, placement, None)), None)
    if reading is None or any(_LONG_WORD.search(text, *_span_of_men(reading, color)) for color in (WHITE, BLACK)):
        return None
    pawn = reading.language.letters[-1][0]
    is_lettered = any(man.kind == "P" and man.span.end - man.span.start == len("pe2") for man in reading.men)
    for letter in (pawn.lower(), "p", pawn) if is_lettered else ("", pawn.lower(), "p"):
        edits = _edits(text, reading, placement, letter)
        new_text = apply_edits(text, edits)
        boards = find(new_text, [Span(span.start, len(new_text) - len(text) + span.end)])
        if [board.placement for board in boards if not board.readings] == [placement]:
            return edits
    return None


_LONG_WORD = regex(r"[^\W\d_]{4}")


def _span_of_men(reading: ListReading, color: bool) -> Span:
    """Return the span from the first to the last man of a side."""
    spans = [man.span for man in reading.men if man.color is color]
    return Span(spans[0].start, spans[-1].end)


def _edits(text: str, reading: ListReading, placement: Placement, pawn: str) -> list[Edit]:
    """Return the `Edit`s that write the men of `placement` and their counts, sorted.

    `pawn` is the letter of pawns, perhaps empty.
    """
    edits = []
    letters = [*(letter for letter, *_ in reading.language.letters[:-1]), pawn]
    for color in (WHITE, BLACK):
        span = _span_of_men(reading, color)
        men = [
            letter + SQUARE_NAMES[square]
            for kind, letter in zip(PIECE_TYPES.values(), letters, strict=True)
            for square in placement.squares_of(kind, color)
        ]
        edits.append(Edit(span, (", " if "," in text[slice(*span)] else " ").join(men)))
        counts = (span for span, _, side in reading.counts if side is color)
        edits += [Edit(count, f"({len(men)})") for count in counts]
    return sorted(edits)
