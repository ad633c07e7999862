"""A PDF as a proof: pages, boards, text and their places."""

from collections.abc import Callable, Iterable

from gbr_lsp.notation.placement import Placement
from gbr_lsp.proofs import board_pairs
from gbr_lsp.proofs.captions import caption_pairs, codes_in
from gbr_lsp.proofs.drawn_boards import DrawnBoard, drawn_boards
from gbr_lsp.proofs.font_boards import PageBoard, font_boards
from gbr_lsp.proofs.learning import placements_of
from gbr_lsp.proofs.packed_list import PackedList
from gbr_lsp.proofs.page import Box, Page
from gbr_lsp.proofs.pdf import pages_of
from gbr_lsp.proofs.text import PlacedText, text_of
from gbr_lsp.proofs.value import PICTURE_PROBLEM, Proof, ProofBoard, ProofPage

_MIN_PICTURE_WIDTH, _MAX_PICTURE_WIDTH, _MAX_SKEW = 50.0, 400.0, 0.2
"""Limits of a picture of a diagram: width in points, skew as a share of the width."""
_MAX_RANK_DISTANCE = 1.5
"""Maximum distance of rank numbers from a board, in squares."""
_MIN_RANKS = 6
"""Minimum number of the eight rank numbers."""


def read_pdf(path: str, announce: Callable[[int], None]) -> Proof:
    """Return the `Proof` of the PDF at `path`. Raises UnreadableProof.

    `announce` is called with the number of pages before they are read.
    """
    pages: PackedList[Page] = PackedList()
    outline_boards: list[tuple[PageBoard, DrawnBoard]] = []
    images: list[tuple[int, Box]] = []
    summaries: list[ProofPage] = []
    for item in pages_of(path):
        if isinstance(item, int):
            announce(item)
        else:
            outline_boards += [
                (PageBoard(item.number, one.box, None, "its men are drawn"), one) for one in drawn_boards(item.outlines)
            ]
            images += [(item.number, box) for box in dict.fromkeys(item.images)]
            summaries.append(_summary_of(item))
            pages.add(item._replace(outlines=[]))
    boards, unread_boards = font_boards(pages)
    unread_boards += outline_boards
    boards = [
        board._replace(fen=board.fen[::-1]) if board.fen and _is_from_black(pages[board.page - 1], board.box) else board
        for board in boards
    ]
    shapes = [
        one.from_other_side if _is_from_black(pages[board.page - 1], one.box) else one for board, one in unread_boards
    ]
    boards_to_learn = [board for board, _ in unread_boards]
    pictures = _pictures(images, boards + boards_to_learn)
    placed_text = text_of(pages, boards + boards_to_learn + pictures)
    codes = codes_in(placed_text.text, placed_text.place_of)
    boards += _learn_boards(codes, boards, boards_to_learn, shapes)
    boards = _turn_boards(codes, boards)
    return Proof(
        "page",
        placed_text.text,
        placed_text.lines,
        placed_text.lefts,
        placed_text.rights,
        proof_boards(placed_text, codes, boards, pictures),
        summaries,
    )


def _learn_boards(
    codes: list[board_pairs.PlacedCode], boards: list[PageBoard], drawn_only: list[PageBoard], shapes: list[DrawnBoard]
) -> list[PageBoard]:
    """Return `drawn_only` with the placements that the captions prove; `boards` are already read.

    `shapes` has the `DrawnBoard` of each of `drawn_only`.
    """
    if not drawn_only:
        return []
    boxes = [board_pairs.BoardBox(board.page, board.box, None) for board in boards]
    boxes += [
        board_pairs.BoardBox(board.page, board.box, None, {column + 8 * (7 - row) for column, row in one.shapes})
        for board, one in zip(drawn_only, shapes, strict=True)
    ]
    examples = [
        caption
        for pair in caption_pairs(boxes, codes)
        if len(boards) <= pair.board
        and (caption := board_pairs.caption_of(pair.board - len(boards), codes[pair.item].code))
    ]
    placements = placements_of(shapes, examples)
    return [
        board._replace(fen=fen, problem=problem) for board, (fen, problem) in zip(drawn_only, placements, strict=True)
    ]


def _pictures(images: Iterable[tuple[int, Box]], boards: list[PageBoard]) -> list[PageBoard]:
    """Return an unread `PageBoard` for each image that may be a diagram.

    It is about square, of plausible size, and not on one of `boards`. `images` are pairs (page,
    box).
    """
    found = []
    for page, box in images:
        is_square = (
            _MIN_PICTURE_WIDTH <= box.width <= _MAX_PICTURE_WIDTH
            and abs(box.width - box.height) <= _MAX_SKEW * box.width
        )
        if is_square and not any(board.page == page and _are_overlapping(board.box, box) for board in boards):
            found.append(PageBoard(page, box, None, PICTURE_PROBLEM))
    return found


def _are_overlapping(one: Box, other: Box) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


def _turn_boards(codes: list[board_pairs.PlacedCode], boards: list[PageBoard]) -> list[PageBoard]:
    """Return a list of `boards`, each turned if its caption shows Black's side."""
    boxes = _boxes(boards)
    found = list(boards)
    for pair in caption_pairs(boxes, codes):
        placement = boxes[pair.board].placement
        from_black = board_pairs.from_black_side(placement, codes[pair.item].code) if placement else None
        if from_black:
            found[pair.board] = boards[pair.board]._replace(fen=from_black.fen)
    return found


def _boxes(boards: Iterable[PageBoard]) -> list[board_pairs.BoardBox]:
    """Return the `BoardBox` of each board."""
    return [
        board_pairs.BoardBox(board.page, board.box, Placement(board.fen) if board.fen else None) for board in boards
    ]


def _summary_of(page: Page) -> ProofPage:
    """Return the `ProofPage` of `page`, which states whether it has text and pictures."""
    upright = [glyph.is_upright for glyph in page.glyphs if glyph.text.strip()]
    has_pictures = bool(page.images or page.outlines or page.glyphs)
    return ProofPage(page.number, page.label, any(upright), has_pictures, is_turned=bool(upright) and not any(upright))


def proof_boards(
    placed_text: PlacedText, codes: list[board_pairs.PlacedCode], boards: list[PageBoard], pictures: list[PageBoard]
) -> list[ProofBoard]:
    """Return a `ProofBoard` for each board, in the order of the text.

    Place assigns captions and counts to them. One of `pictures` is an unread board if a code is
    next to it that is no other board's caption.
    """
    boxes = _boxes(boards)
    counts = _counts_in(placed_text)
    caption_pairs_found = caption_pairs(boxes, codes)
    captions_by_board = {
        pair.board: (codes[pair.item].start, codes[pair.item].end)
        for pair in board_pairs.trusted_pairs(boxes, codes, caption_pairs_found)
    }
    taken_codes = {pair.item for pair in caption_pairs_found}
    other_codes = [code for number, code in enumerate(codes) if number not in taken_codes]
    picture_numbers = sorted(pair.board for pair in caption_pairs(_boxes(pictures), other_codes))
    counts_by_board = {
        pair.board: (counts[pair.item].white, counts[pair.item].black, counts[pair.item].start, counts[pair.item].end)
        for pair in board_pairs.trusted_count_pairs(boxes, counts)
    }
    found = [
        ProofBoard(
            placed_text.anchors[number],
            board.page,
            board.box,
            board.fen,
            board.problem,
            captions_by_board.get(number),
            counts_by_board.get(number),
        )
        for number, board in enumerate(boards)
    ]
    for number in picture_numbers:
        one = pictures[number]
        found.append(ProofBoard(placed_text.anchors[len(boards) + number], one.page, one.box, None, one.problem))
    return sorted(found, key=lambda board: board.anchor)


def _counts_in(placed_text: PlacedText) -> list[board_pairs.PlacedCount]:
    """Return a `PlacedCount` for each count of men printed on the pages."""
    text = placed_text.text
    found = []
    for number, line in enumerate(placed_text.lines):
        end = placed_text.lines[number + 1].start if number + 1 < len(placed_text.lines) else len(text)
        for first, last in _pieces(text, line.start, end):
            for white, black, start, count_end in board_pairs.counts_in(text, first, last):
                place = placed_text.place_of(start, count_end)
                if place is not None:
                    found.append(board_pairs.PlacedCount(white, black, start, count_end, line.page, place[1]))
    return found


def _pieces(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    """Yield the span (start, end) of each piece of a line between gaps of three blanks."""
    while start < end:
        gap = text.find("   ", start, end)
        piece_end = end if gap == -1 else gap
        if start < piece_end:
            yield start, piece_end
        start = piece_end + 3 if gap != -1 else end


def _is_from_black(page: Page, board: Box) -> bool:
    """Return True if the rank numbers next to `board` run from 1 at its top to 8."""
    square = board.height / 8
    ranks: set[tuple[int, int]] = set()
    for glyph in page.glyphs:
        x, y = glyph.x + glyph.width / 2, glyph.y - 0.3 * glyph.size
        if glyph.text not in "12345678" or len(glyph.text) != 1 or not board.top < y < board.bottom:
            continue
        if (
            board.left - _MAX_RANK_DISTANCE * square < x < board.left
            or board.right < x < board.right + _MAX_RANK_DISTANCE * square
        ):
            ranks.add((int((y - board.top) / square) + 1, int(glyph.text)))
    return _MIN_RANKS <= len(ranks) and all(row == rank for row, rank in ranks)
