"""Completion of codes: king squares, square lists, digits, and whole codes of nearby boards.

Nothing is offered that a rule would report, except that the code is unfinished. Squares of a board
come first, then those after the last square, since published codes list squares by file, then by
rank.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.ide.support.completion_item import CompletionItem
from gbr_lsp.ide.support.move_items import items_in_game, items_in_prose
from gbr_lsp.ide.support.surroundings import NearBoard, boards_near, form_before, near_blocks, unowned_boards
from gbr_lsp.lint.engine import DEFAULT_RULES, judge
from gbr_lsp.model.aim import result_goal
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.class_token import Token, force_from
from gbr_lsp.notation.code_forms import code_of, spell
from gbr_lsp.notation.code_reader import read_short
from gbr_lsp.notation.digits import digit_meaning
from gbr_lsp.notation.men import man_name
from gbr_lsp.notation.partial.code import code_at_cursor, free_squares, has_room, read_with_insertion
from gbr_lsp.notation.partial.draft import Draft, HalfClass, Man, draft_at, half_class_at
from gbr_lsp.notation.partial.remaining_squares import are_digits_of, lead_of, remaining_squares, spell_remaining
from gbr_lsp.notation.values import BLACK, KING, SQUARE_NAMES, SQUARES, Evidence, Form, Kind, Occurrence, Stipulation

_MAX_BOARDS = 3
_MAX_SQUARES = 8

_TYPING_RULES = {"square-count", "missing-king", "rival-kings"}
"""The rules that may report a list that lacks squares: two squares alone are read as kings."""

_WORD = regex(r"[=+]?[A-Za-z0-9]*\Z")
_MAX_WORD_LENGTH = 160
_LEAD = " ."
"""The characters that may precede a square in an offer: a blank and the point of the list."""
_BOUNDARY_BEFORE = regex(r"(?:\A|[\s(])\Z")
_BOUNDARY_AFTER = regex(r"[\s)]|\Z")
_ENDS_TAG = regex(r'[ \t]*(?:(?P<closed>\))|(?=["\]\r\n]|\Z))')


class _Offer(NamedTuple):
    """An item in offsets of its block."""

    text: str
    detail: str
    span: Span
    filter_text: str


class _CursorInBlock(NamedTuple):
    """The offset `cursor` in block `number`."""

    document: Document
    number: int
    cursor: int
    span: Span
    """The span of the block's text that is read around it."""

    @property
    def block(self) -> Block:
        return self.document.blocks[self.number]

    @property
    def next_char(self) -> str:
        return self.block.text[self.cursor : self.cursor + 1]


_OF_CODES = DEFAULT_RULES - {"illegal-solution", "refuted-stipulation", "signature-mismatch"}
"""The rules that judge a code on trial; the others need a board, moves or text around it."""


def complete(
    document: Document, offset: int, *, is_requested: bool = True, is_list_open: bool = False, form: Form | None = None
) -> list[CompletionItem]:
    """Return the `CompletionItem`s at `offset`, best first; empty outside of codes and moves.

    Without a request (`is_requested`) Enter may accept an item instead of breaking the line, so a code
    gets items only after its first sign. `is_list_open` is True while a requested list is open. The
    preferred `form` of a whole code comes first.
    """
    if not document.blocks or offset < 0:
        return []
    if (
        not _types_code(document, offset)
        and (moves := items_in_prose(document, offset, is_requested=is_requested)) is not None
    ):
        return moves
    items = complete_code(document, offset, is_requested=is_requested, is_list_open=is_list_open, form=form)
    squares = any(item.label.lstrip(_LEAD) in SQUARES for item in items)
    return items[: _MAX_SQUARES if squares else None] or items_in_game(document, offset, is_requested=is_requested)


def _types_code(document: Document, offset: int) -> bool:
    """Return True if a part of a code ends at `offset`."""
    number = document.block_number(offset)
    block, cursor = document.blocks[number], offset - document.starts[number]
    span = next((span for span in block.contents.reading.spans if span.touches(cursor)), None)
    return span is not None and bool(draft_at(block.text, span, cursor) or half_class_at(block.text, span, cursor))


def complete_code(
    document: Document, offset: int, *, is_requested: bool = True, is_list_open: bool = False, form: Form | None = None
) -> list[CompletionItem]:
    """Return the `CompletionItem`s for a code at `offset`, with every square for the next man."""
    number = document.block_number(offset)
    shift = document.starts[number]
    block, cursor = document.blocks[number], offset - shift
    span = next((span for span in block.contents.reading.spans if span.touches(cursor)), None)
    if span is None:
        return []
    seat = _CursorInBlock(document, number, cursor, span)
    draft = draft_at(block.text, span, cursor)
    is_new = is_requested and not is_list_open
    if draft and (
        not is_requested
        or _may_be_word(draft, block.text)
        or (is_list_open and draft.typed_span.start == draft.typed_span.end)
    ):
        return []
    half = None if draft else half_class_at(block.text, span, cursor)
    if half and not is_new and (half.digits or _may_be_goal(half, block.text)):
        return []
    if draft:
        offers = _squares(seat, draft)
    elif half:
        offers = _first_part(seat, half, form)
    else:
        offers = _codes(seat, form) if is_new else iter(())
    return _items(block.text, list(offers), shift)


def offered_squares(document: Document, typed_span: Span) -> list[str]:
    """Return the squares offered for the next man: `["g3", …]`. `typed_span` is the typed part or empty."""
    document, at = _without(document, typed_span)
    labels = (item.label.lstrip(_LEAD) for item in complete_code(document, at))
    return [label for label in labels if label in SQUARES]


def square_edit(document: Document, typed_span: Span, square: str) -> Edit | None:
    """Return the `Edit` that types `square` for the next man, or None if not offered."""
    without, at = _without(document, typed_span)
    for item in complete_code(without, at):
        if item.label.lstrip(_LEAD) == square:
            number = without.block_number(item.span.start)
            start = item.span.start - without.starts[number]
            word = without.blocks[number].text[start : start + item.span.end - item.span.start]
            return Edit(typed_span, item.text[len(word) :]) if item.text.startswith(word) else None
    return None


def _without(document: Document, half: Span) -> tuple[Document, int]:
    """Return `document` without `half`, and its start: a click may name another file."""
    return document if half.start == half.end else document.edit(Edit(half, "")), half.start


def _may_be_word(draft: Draft, text: str) -> bool:
    """Return True if a lone letter follows the class. Some editors complete words without a request."""
    later_squares = len(draft.squares) - len(draft.occurrence.parts_of(Kind.KING))
    return (
        not later_squares
        and draft.typed_span.start < draft.typed_span.end
        and text[draft.typed_span.start - 1].isspace()
    )


def _may_be_goal(half: HalfClass, text: str) -> bool:
    """Return True if `half` is only a sign, which may end the code before it."""
    before = text[max(0, half.span.start - _MAX_WORD_LENGTH) : half.span.start].rstrip()
    return not half.digits and not half.is_tag and (before[-1:].isdigit() or before.endswith(")"))


def _items(text: str, offers: list[_Offer], shift: int) -> list[CompletionItem]:
    """Return a `CompletionItem` for each of `offers`, which replaces the whole word at the cursor.

    Some clients filter by that word, whatever the edit replaces: after `a3` they keep only texts
    that start with `a3`.
    """
    items, word, span, known = [], "", Span(0, 0), None
    for offer in offers:
        if known != offer.span:
            known = offer.span
            found = _WORD.search(text, max(0, known.start - _MAX_WORD_LENGTH), known.start)
            word = found[0] if found else ""
            span = Span(known.start - len(word), known.end).shift(shift)
        offered_text = offer.text.strip()
        items.append(CompletionItem(offered_text, offer.detail, span, word + offer.text, word + offer.filter_text))
    return items


def _squares(seat: _CursorInBlock, draft: Draft) -> Iterator[_Offer]:
    """Yield `_Offer`s: the rest of the code from boards, then squares for the next man."""
    text, typed = seat.block.text, draft.typed_span
    letter = text[typed.start : typed.end]
    span = Span(typed.start, seat.cursor + 1 if letter and seat.next_char.isdigit() else seat.cursor)
    boards = [board for board in boards_near(seat.document, seat.number) if remaining_squares(draft, board.placement)][
        :_MAX_BOARDS
    ]
    men = {board.placement.men for board in boards}
    full_code = code_at_cursor(
        draft, text, seat.span, span.end, men.pop() if len(men) == 1 else None, seat.document.conventions.nine
    )
    if full_code is None or not has_room(full_code):
        return
    known: dict[str, str] = {}
    for board in () if full_code.squares_after else boards:
        left = remaining_squares(draft, board.placement)
        if not left or not left.squares or not SQUARE_NAMES[left.squares[0]].startswith(letter):
            continue
        known.setdefault(SQUARE_NAMES[left.squares[0]], f", from the {board.name}")
        if 1 < len(left.squares):
            rest = spell_remaining(text, draft, left)
            what = "the rest of the list" if left.pieces or left.pawns else "the kings"
            yield _Offer(rest, f"{what}, from the {board.name}", span, _filter(rest, letter))
    names = [name for name in free_squares(full_code) if name.startswith(letter)]
    if known and full_code.man.piece_type == KING and "FEN" in seat.block.contents.reading.tags:
        names = [name for name in names if name in known]
    lead = lead_of(text, draft, full_code.man)
    who = _who(full_code.man)
    # With one more square the code may be complete, so that other rules apply.
    is_checked = full_code.missing_count in (1, None) or (
        full_code.man.piece_type == KING and bool(full_code.squares_after)
    )
    reported = _reports(seat, draft, span.end, "") | _TYPING_RULES if is_checked else _TYPING_RULES
    for name in sorted(names, key=lambda name: name not in known):
        if is_checked and not _reports(seat, draft, span.end, lead + name) <= reported:
            continue
        yield _Offer(lead + name, who + known.get(name, ""), span, _filter(lead + name, letter))


def _filter(text: str, letter: str) -> str:
    """Return the filter text of an offer, without the point if a `letter` is typed."""
    return text.lstrip(" .") if letter else text.lstrip()


def _who(place: Man) -> str:
    """Return the man in words: `white knight 1 of 2`."""
    name = man_name(place.piece_type, place.color)
    return name if place.total == 1 else f"{name} {place.number} of {place.total}"


def _reports(seat: _CursorInBlock, draft: Draft, end: int, written: str) -> set[str]:
    """Return the rules that report the code with `written` inserted at the cursor, by name."""
    text, code = read_with_insertion(written, draft, seat.block.text, seat.span, end)
    return _rules_violated(seat.document, text, code) if code else set()


def _rules_violated(document: Document, text: str, code: Occurrence) -> set[str]:
    block = Block(document.host, text, document.host.start)
    return {finding.rule for finding in judge(Study(block, code, (), document.conventions), _OF_CODES)}


def _first_part(seat: _CursorInBlock, half: HalfClass, form: Form | None) -> Iterator[_Offer]:
    """Yield `_Offer`s: the code of the only nearby board, then the possible next digits."""
    if seat.next_char.isalnum():
        return
    yield from _code_of_board(seat, half, form)
    place = half.place
    if not half.is_sure or place is None:
        return
    here = Span(seat.cursor, seat.cursor)
    for digit in range(9 if 4 <= place else 10):
        force = force_from(half.digits + str(digit))
        code = read_short("", Token(0, 0, force), Evidence.REQUESTED, 0, 0)
        meaning = digit_meaning(place, digit, seat.document.conventions.nine)
        if meaning and not _rules_violated(seat.document, "", code):
            yield _Offer(str(digit), meaning, here, str(digit))


def _code_of_board(seat: _CursorInBlock, half: HalfClass, form: Form | None) -> Iterator[_Offer]:
    """Yield the `_Offer` with the only nearby board's code, in the form that `half` begins."""
    board = _only_board(seat, half)
    goal = half.goal or (result_goal(seat.block) if half.is_tag else None)
    code = board and code_of(board.placement, Stipulation(goal, None), seat.document.conventions.nine)
    if board is None or code is None:
        return
    for each in (Form.CLASS,) if half.kings else dict.fromkeys((form or Form.PREFIXED, Form.PREFIXED)):
        written = spell(code, each)
        what = "the class" if half.kings else "the code"
        offer = _replacing(seat, half, written, f"{what}, from the {board.name}") if written else None
        if offer and _is_unreported(seat, offer) and (each is not form or offer.text == offer.filter_text):
            yield offer
            return


def _only_board(seat: _CursorInBlock, half: HalfClass) -> NearBoard | None:
    """Return the only `NearBoard` board of the block or section that fits `half`, or None."""
    boards = [board for board in boards_near(seat.document, seat.number) if are_digits_of(half.digits, board.placement)]
    own = {board.placement for board in seat.block.contents.boards}
    boards = [board for board in boards if board.placement in own] or boards
    if half.kings:
        boards = [board for board in boards if board.placement.kings == half.kings]
    if len(boards) != 1:
        boards = unowned_boards(seat.document, seat.number, boards)
    return boards[0] if len(boards) == 1 else None


def _replacing(seat: _CursorInBlock, half: HalfClass, written: str, detail: str) -> _Offer | None:
    """Return the `_Offer` of `written` for the part `half`. None if other text follows in its tag."""
    start, end = half.span.start, seat.cursor
    if half.kings:
        start = seat.cursor - len(half.digits)
    elif half.is_tag:
        ends = _ENDS_TAG.match(seat.block.text, seat.cursor)
        if not ends:
            return None
        written = written if written.startswith("(") else f"({written})"
        end = ends.end("closed") if ends["closed"] else end
    typed = seat.block.text[start : seat.cursor]
    return _Offer(written, detail, Span(start, end), written if written.startswith(typed) else typed + written)


def _codes(seat: _CursorInBlock, preferred: Form | None) -> Iterator[_Offer]:
    """Yield the code of the only board without one as `_Offer`s, `preferred` form first."""
    text, cursor = seat.block.text, seat.cursor
    if seat.document.host.has_records or not _BOUNDARY_BEFORE.search(text, max(0, cursor - 1), cursor):
        return
    if not _BOUNDARY_AFTER.match(text, cursor):
        return
    boards = unowned_boards(seat.document, seat.number, boards_near(seat.document, seat.number))
    if len(boards) != 1:
        return
    (board,) = boards
    turn = BLACK if board.turn is BLACK else None
    code = code_of(board.placement, Stipulation(None, turn), seat.document.conventions.nine)
    first = preferred or form_before(seat.document, seat.number, seat.cursor)
    for form in dict.fromkeys((first, Form.PREFIXED, Form.CAPTION, Form.FULL)):
        written = spell(code, form) if code else None
        if written:
            offer = _Offer(written, f"the {form.value} code, from the {board.name}", Span(cursor, cursor), written)
            if _is_unreported(seat, offer):
                yield offer


def _is_unreported(seat: _CursorInBlock, offer: _Offer) -> bool:
    """Return True if `offer`, once inserted, is read as a code without findings in it."""
    near = near_blocks(seat.document, seat.number)
    section = Document.of_blocks(
        seat.document.blocks[near.start : near.stop], seat.document.host, seat.document.conventions
    )
    shift = section.starts[seat.number - near.start]
    after = section.edit(Edit(offer.span.shift(shift), offer.text))
    written = Span(shift + offer.span.start, shift + offer.span.start + len(offer.text))
    starts = after.offsets()
    for study in after.studies():
        if written.covers(study.occurrence.span_of(Kind.CLASS).shift(starts[study.block])):
            places = [finding.place for finding in judge(study)]
            return not any(block is study.block and study.occurrence.span.covers(span) for block, span in places)
    return False
