"""Signature help: the slots of a code in order, and the one at the cursor.

`queens · rooks · bishops · knights . white pawns · black pawns   white king · black king`, and
after them the men of the square list, the control and the result, if the form of the code has them.
Only the slots near the cursor are shown.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.ide.support.cursor import CursorTarget, target_at
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.digits import digit_meaning
from gbr_lsp.notation.men import Men, control_of, man_name, recover
from gbr_lsp.notation.partial.code import code_at_cursor, has_room
from gbr_lsp.notation.partial.draft import Draft, HalfClass, Man, draft_at, half_class_at
from gbr_lsp.notation.values import BLACK, KING, SLOTS, WHITE, Evidence, Form, Kind, Nine, Part

_DIGITS = ("queens", "rooks", "bishops", "knights", "white pawns", "black pawns")
_LIST_BEGINS = regex(r"[ \t][a-h]?\Z")
_CONTROL = regex(r"[ \t]*[0-9]{1,2}/")
_MAX_MEN = 100
_NEIGHBORS = 2
"""Slots shown before and after the one at the cursor."""
_LISTING = (Form.FULL, Form.DOTTED, Form.COMPACT)


class Parameter(NamedTuple):
    """A slot: its name as a span of the label, and its meaning in words."""

    span: Span
    description: str


class CodeSignature(NamedTuple):
    """The slots near the cursor in one line, and the index of the one at the cursor.

    `label` has `…` at an end where slots are omitted: `… knights . white pawns · black pawns …`.
    """

    label: str
    parameters: tuple[Parameter, ...]
    active: int


class _Slot(NamedTuple):
    """A slot without a place in the label; `before` separates it from the previous one."""

    key: tuple[str, int]
    name: str
    description: str
    before: str


def signature(
    document: Document, offset: int, *, is_requested: bool = True, is_open: bool = False
) -> CodeSignature | None:
    """Return the `CodeSignature` of the code typed at `offset`, or None.

    A finished code needs a request (`is_requested`). Slots that are shown already (`is_open`) stay while
    the code is complete, and before the first square of its list.
    """
    found = _signature_at(document, offset, is_requested=is_requested or is_open)
    if found is None and is_open and document.blocks and 0 <= offset:
        number = document.block_number(offset)
        cursor = offset - document.starts[number]
        match = _LIST_BEGINS.search(document.blocks[number].text, max(0, cursor - 2), cursor)
        target = target_at(document, offset - len(match[0])) if match else None
        found = _of_code(target) if target and target.study else None
    return found


def _signature_at(document: Document, offset: int, *, is_requested: bool) -> CodeSignature | None:
    if not document.blocks or offset < 0:
        return None
    number = document.block_number(offset)
    block, cursor = document.blocks[number], offset - document.starts[number]
    span = next((span for span in block.contents.reading.spans if span.touches(cursor)), None)
    target = target_at(document, offset) if is_requested else None
    if target and target.study and target.study.occurrence.span_of(Kind.CLASS).start < cursor:
        result = _of_code(target) if cursor < target.study.occurrence.span_of(Kind.CLASS).end else None
        if result:
            return result
    if span is not None:
        draft = draft_at(block.text, span, cursor)
        if draft and (is_requested or draft.start < draft.token.start or draft.kings):
            typed = _of_draft(document, block.text, span, cursor, draft)
            if typed:
                return typed
        half = None if draft else half_class_at(block.text, span, cursor)
        if half and half.is_sure:
            return _of_half(half, document.conventions.nine)
    return _of_code(target) if target and target.study else None


def _of_half(half: HalfClass, nine: Nine) -> CodeSignature | None:
    kings = list(_king_slots("   "))
    digits = list(_digit_slots(half.digits.replace(".", ""), nine, first=not half.kings))
    place = 4 if half.place is None else min(half.place, 5)
    return _signature([*kings, *digits] if half.kings else [*digits, *kings], ("digit", place))


def _of_draft(document: Document, text: str, span: Span, cursor: int, draft: Draft) -> CodeSignature | None:
    """Return the `CodeSignature` of a complete class; None if no square or control may follow."""
    nine = document.conventions.nine
    end = (
        cursor + 1 if draft.typed_span.start < draft.typed_span.end and text[cursor : cursor + 1].isdigit() else cursor
    )
    full_code = code_at_cursor(draft, text, span, end, None, nine)
    if full_code is None and draft.form is Form.FULL and not _CONTROL.match(text, cursor):
        men = recover(draft.force, nine, None, draft.occurrence.words)
        if None not in men and sum(count or 0 for count in men) == len(draft.squares) - 2:
            return _signature(list(_slots(draft.form, str(draft.force), men, nine)), ("control", 0))
    if full_code is None or not has_room(full_code):
        return None
    return _signature(list(_slots(full_code.draft.form, str(draft.force), full_code.men, nine)), _key(full_code.man))


def _of_code(pointed: CursorTarget) -> CodeSignature | None:
    """Return the `CodeSignature` of a finished code; None if damaged or without evidence."""
    study, offset = pointed.study, pointed.offset
    if study is None or study.code.force is None or study.occurrence.evidence is Evidence.NONE:
        return None
    parts = study.occurrence.parts
    part = next((part for part in parts if part.span.start <= offset < part.span.end), parts[-1])
    slots = list(_slots(study.occurrence.form, str(study.code.force), study.men or (), study.conventions.nine))
    key = _key_of(study, part, offset)
    return _signature(slots, key) if key else None


def _slots(form: Form, digits: str, men: Men, nine: Nine) -> Iterator[_Slot]:
    """Yield the slots of `form`, in its order; `men` counts the men of each slot."""
    kings_first = form in (Form.CAPTION, Form.FULL)
    if kings_first:
        yield from _king_slots("")
    yield from _digit_slots(digits.replace(".", ""), nine, first=not kings_first)
    if not kings_first and form is not Form.CLASS:
        yield from _king_slots("   ")
    if form in _LISTING:
        yield from _man_slots(men)
    if kings_first:
        control = control_of(men) if men else None
        yield _Slot(("control", 0), "control", f"{control}: the men of each side" if control else "", "   ")
        yield _Slot(("result", 0), "result", "Win, Draw, WTM, BTM; + or = after a full code", " ")


def _king_slots(before: str) -> Iterator[_Slot]:
    for number, color in enumerate((WHITE, BLACK)):
        yield _Slot(("king", number), man_name(KING, color), "the square of the king", " · " if number else before)


def _digit_slots(digits: str, nine: Nine, *, first: bool) -> Iterator[_Slot]:
    """Yield six slots, with the meaning of each digit in `digits`."""
    for place, name in enumerate(_DIGITS):
        before = ("" if first else "   ") if place == 0 else " . " if place == 4 else " · "
        description = digit_meaning(place, int(digits[place]), nine) if place < len(digits) else None
        if description is None and place < len(digits):
            description = "not possible with this meaning of 9"
        elif description is None:
            description = "how many" if 4 <= place else "1 for each white one, 3 for each black one"
        yield _Slot(("digit", place), name, description, before)


def _man_slots(men: Men) -> Iterator[_Slot]:
    """Yield a slot for each man but kings, or for a kind that a 9 hides."""
    before = "   "
    for number, ((piece_type, color), count) in enumerate(zip(SLOTS, men, strict=False)):
        if number == 8:
            before = " . "
        for which in range(1, 2 if count is None else count + 1):
            name = man_name(piece_type, color) if count else man_name(piece_type, color, 0)
            name = name if count in (None, 1) else f"{name} {which}"
            description = "a 9 does not say how many" if count is None else "a square, by file and rank"
            yield _Slot(("man", _MAX_MEN * number + which), name, description, before)
            before = " · "


def _key(place: Man) -> tuple[str, int]:
    """Return the key of the `_Slot` of `place`."""
    if place.piece_type == KING:
        return "king", 0 if place.color is WHITE else 1
    return "man", _MAX_MEN * SLOTS.index((place.piece_type, place.color)) + place.number


def _key_of(study: Study, part: Part, offset: int) -> tuple[str, int] | None:
    """Return the `_Slot` key that `part` fills; None for a sign or unknown man."""
    if part.kind is Kind.CLASS:
        text = study.text(part.span)
        before = sum(char.isdigit() for char in text[: offset - part.span.start])
        return "digit", min(before, 5)
    if part.kind in (Kind.KING, Kind.KING_AGAIN):
        return "king", study.occurrence.parts_of(part.kind).index(part) % 2
    if part.kind in (Kind.CONTROL, Kind.RESULT):
        return part.kind.value, 0
    seen: dict[tuple[int, bool], int] = {}
    for placed, slot in study.placed_parts:
        if slot is None:
            continue
        seen[slot] = seen.get(slot, 0) + 1
        if placed.span == part.span and slot in SLOTS:
            return "man", _MAX_MEN * SLOTS.index(slot) + seen[slot]
    return None


def _signature(slots: list[_Slot], key: tuple[str, int]) -> CodeSignature | None:
    """Return the `CodeSignature` of the slots near the one with `key`; None if none has it."""
    active = next((number for number, slot in enumerate(slots) if slot.key == key), None)
    if active is None:
        return None
    first, end = max(0, active - _NEIGHBORS), active + _NEIGHBORS + 1
    label, parameters = "… " if first else "", list[Parameter]()
    for slot in slots[first:end]:
        label += slot.before if parameters else ""
        parameters.append(Parameter(Span(len(label), len(label) + len(slot.name)), slot.description))
        label += slot.name
    label += " …" if end < len(slots) else ""
    return CodeSignature(label, tuple(parameters), active - first)
