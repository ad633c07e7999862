"""Completion of moves, in PGN also of glyphs, results and tags.

Without a request, moves open only after the point of the next number, and in a game at the first
letter of a move, never after a blank. A legal move gets no offer, so that Enter after it ends the
line.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.ide.support.completion_item import CompletionItem
from gbr_lsp.ide.support.cursor_moves import MovesAt, moves_before
from gbr_lsp.ide.support.prose_caret import prose_caret
from gbr_lsp.ide.support.tags import RECORD_TEMPLATE, TAG_VALUES, TAGS
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.legal_moves import check_sign, legal_moves
from gbr_lsp.solutions.made_moves import placement_at
from gbr_lsp.solutions.movetext import parse_number
from gbr_lsp.solutions.nags import MEANINGS, SIGNS
from gbr_lsp.solutions.position import Position, white_to_move

_TYPED = regex(
    r"(?:(?P<number>(?<![\w.])[1-9][0-9]{0,3}(?:\.(?:\.\.)?|…))(?P<blank>[ ]?))?"
    r"(?P<move>(?<![\w$])[A-ZÀ-ÞŽΑ-ΩА-Я♔-♟a-hO][\w=+#-]*)?\Z"
)
_GLYPH = regex(r"(?:(?P<dollar>\$[0-9]{0,3})|(?<=[\w+#])(?P<sign>[!?]{1,2}))\Z")
_RESULT = regex(r"(?<!\S)(?P<result>[012/*-]*)\Z")
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_TAG_NAME = regex(r"(?:\A|(?<=[\r\n]))\[(?P<name>\w*)\Z")
_TAG_VALUE = regex(r"(?:\A|(?<=[\r\n]))\[(?P<name>\w+)[ \t]+\"(?P<value>[^\"\\\r\n]*)\Z")
_MAX_VALUES = 50
_LAST_PLACE = 999
_MAX_TYPED = 40
"""The maximum number of code points of the typed text before the caret."""
_ORDER = "KQRBNO"


def items_in_game(document: Document, offset: int, *, is_requested: bool) -> list[CompletionItem]:
    """Return the `CompletionItem`s in a PGN game outside of codes, best first."""
    number = document.block_number(offset)
    block, start = document.blocks[number], document.starts[number]
    if not block.host.has_records:
        return []
    before = _line_before(document, offset)
    if before.startswith("["):
        return _in_tag(document, number, before, offset)
    if any(span.touches(offset - start) for span in block.contents.reading.comments):
        return []
    before = before[-_MAX_TYPED:]
    typed = _TYPED.search(before)
    word = (typed["move"] or "") if typed else ""
    moves = moves_before(document, offset - len(word))
    if moves is None:
        return []
    glyph = _GLYPH.search(before)
    if glyph:
        return _glyphs(glyph[0], offset) if is_requested else []
    results = _results(block, before, offset) if is_requested and not word else []
    if results and results[0].span.start < offset:
        return results
    opens = typed and _opens(moves, typed["number"], typed["blank"], word, is_requested=is_requested)
    next_positions = [step.after for step in moves.tree.choices(moves.cursor.node) if step.after] if opens else []
    return (_moves(moves, word, offset, next_positions) if opens else []) + results


def items_in_prose(document: Document, offset: int, *, is_requested: bool) -> list[CompletionItem] | None:
    """Return the moves at `offset` in prose, best first, or None outside of moves.

    The list is empty if the position is not known. Unless `is_requested`, it opens only after the number
    of a line's next move, or of a variation's first one.
    """
    if document.blocks[document.block_number(offset)].host.has_records:
        return None
    typed = _TYPED.search(_line_before(document, offset)[-_MAX_TYPED:])
    if typed is None or not (is_requested or typed["number"]):
        return None
    word = typed["move"] or ""
    caret = prose_caret(document, offset - len(word), word)
    if caret is None:
        return None
    if caret.moves is None:
        return []
    if not is_requested and not (caret.is_due and (word or not typed["blank"])):
        return []
    return _moves(caret.moves, word, offset, caret.next_positions)


def _line_before(document: Document, offset: int) -> str:
    """Return the text between the start of the line and `offset`."""
    number = document.block_number(offset)
    text, at = document.blocks[number].text, offset - document.starts[number]
    return text[max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1 : at]


def _opens(moves: MovesAt, number: str | None, blank: str | None, word: str, *, is_requested: bool) -> bool:
    """Return True if moves are offered after a number, a blank or the beginning of a move."""
    is_due = number is not None and _is_due(moves, number)
    if number is not None and not is_due:
        return False
    return bool(word) or is_requested or (is_due and not blank)


def _is_due(moves: MovesAt, number: str) -> bool:
    """Return True if `number` is due. Before the first move it may have one point or three."""
    value, black = parse_number(number)
    due = moves.cursor.node.due
    if moves.step is None:
        return due // 2 == value or not moves.tree.moves
    return due == 2 * value + bool(black)


def _moves(moves: MovesAt, word: str, offset: int, next_positions: Sequence[Position]) -> list[CompletionItem]:
    """Return items of the moves that fit `word`, `next_positions` first; empty if complete."""
    position = moves.position
    if position is None or moves.cursor.lost_reason:
        return []
    language = moves.tree.language
    found = []
    for legal in legal_moves(position):
        text = language.from_english(legal.san, white=white_to_move(position))
        if word == text:
            return []
        if not word or _fits(word, text):
            found.append((legal, text))
    items = []
    for legal, text in found:
        move_text = text + check_sign(legal.after)
        if word == move_text:
            return []
        place = next_positions.index(legal.after) if legal.after in next_positions else _LAST_PLACE
        items.append((_rank(legal.san, place), move_text, legal))
    span = Span(offset - len(word), offset)
    return [
        CompletionItem(
            move_text,
            _move_kind(legal.san) if rank[0] == _LAST_PLACE else "printed here",
            span,
            move_text,
            word + move_text,
            board.fen if (board := placement_at(legal.after)) else None,
        )
        for rank, move_text, legal in sorted(items, key=lambda item: item[0])
    ]


def _move_kind(san: str) -> str:
    """Return the kind of a move: `rook`, `pawn takes`, `castling`."""
    names = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "O": "castling"}
    name = names.get(san[0], "pawn")
    return f"{name} takes" if "x" in san else name


def _rank(san: str, place: int) -> tuple[int, int, str, str]:
    """Return the sort key of the move `san`: the number `place` of its position, then man and square."""
    kind = _ORDER.find(san[0])
    to = san.split("=")[0][-2:]
    return place, kind if 0 <= kind else len(_ORDER), to, san


def _fits(word: str, text: str) -> bool:
    """Return True if `text` has the characters of `word` in order, but for `x=+#`."""
    bare, left = _bare(word), iter(_bare(text))
    return bare[:1] == text[:1] and all(sign in left for sign in bare)


def _bare(text: str) -> str:
    return text.replace("x", "").replace("=", "").replace("+", "").replace("#", "")


def _items(typed: str, offset: int, texts: Iterable[tuple[str, str]]) -> list[CompletionItem]:
    """Return the items of `texts`, each with its detail, which replace `typed` before `offset`."""
    span = Span(offset - len(typed), offset)
    return [CompletionItem(text, detail, span, text, typed + text) for text, detail in texts]


def _glyphs(typed: str, offset: int) -> list[CompletionItem]:
    """Return items for the glyphs that begin as typed, as a number or as a sign."""
    details = {number: f"{words} ({SIGNS[number]})" if number in SIGNS else words for number, words in MEANINGS.items()}
    if typed[0] == "$":
        labels = ((f"${number}", detail) for number, detail in details.items())
        return _items(typed, offset, [one for one in labels if one[0].startswith(typed) and one[0] != typed])
    fitting = [(f"${number}", details[number]) for number, sign in SIGNS.items() if sign.startswith(typed)]
    # A sign directly follows its move, a glyph follows a blank.
    return [item._replace(text=f" {item.text}") for item in _items(typed, offset, fitting)]


def _results(block: Block, before: str, offset: int) -> list[CompletionItem]:
    """Return items for the results that begin as typed, that of the tag first."""
    found = _RESULT.search(before)
    if found is None:
        return []
    typed = found["result"]
    span = block.contents.reading.tags.get("Result")
    own = block.text[span.start : span.end] if span else ""
    details = {own: "the result of the tag"} if own in _RESULTS else {}
    details |= {result: "result" for result in _RESULTS if result != own}
    return _items(typed, offset, [one for one in details.items() if one[0].startswith(typed) and one[0] != typed])


def _in_tag(document: Document, number: int, before: str, offset: int) -> list[CompletionItem]:
    """Return items for tag names or values after the text `before` of a line, standard ones first."""
    block, start = document.blocks[number], document.starts[number]
    name = _TAG_NAME.search(before)
    if name:
        taken, word = block.contents.reading.tags, name["name"]
        names = (one for one in TAGS.items() if one[0].startswith(word) and one[0] not in (*taken, word))
        items = _items(word, offset, names)
        if not taken and "study".startswith(word):
            end = offset + block.text.startswith("]", offset - start)
            span = Span(offset - len(word) - 1, end)
            items.append(
                CompletionItem("study", "the tags of a study", span, RECORD_TEMPLATE, "[study", is_snippet=True)
            )
        return items
    value = _TAG_VALUE.search(before)
    if value is None:
        return []
    known = re.compile(rf"^\[{value['name']}[ \t]+\"([^\"\\\r\n]*)\"", re.MULTILINE)
    matches = (known.search(other.text) for other in document.blocks if other is not block)
    found = Counter(match[1] for match in matches if match)
    own, word = TAG_VALUES.get(value["name"], {}), value["value"]
    ranked = [*own, *sorted(found.keys() - own.keys(), key=lambda one: (-found[one], one))]
    fitting = [one for one in ranked if one.lower().startswith(word.lower()) and one not in (word, "", "?")]
    details = (own.get(one) or f"in {found[one]} game{'s' if 1 < found[one] else ''} around" for one in fitting)
    return _items(word, offset, islice(zip(fitting, details, strict=True), _MAX_VALUES))
