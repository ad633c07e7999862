"""A PDF as a proof: pages, boards, text, and what stands where."""

from collections.abc import Callable, Iterable

from gbr_lsp.notation.placement import Placement
from gbr_lsp.proofs import place
from gbr_lsp.proofs.captions import captions, codes_in
from gbr_lsp.proofs.drawn_boards import DrawnBoard, drawn_boards
from gbr_lsp.proofs.font_boards import PageBoard, font_boards
from gbr_lsp.proofs.learning import placements_of
from gbr_lsp.proofs.packed_list import PackedList
from gbr_lsp.proofs.page import Box, Page
from gbr_lsp.proofs.pdf import pages_of
from gbr_lsp.proofs.text import PlacedText, text_of
from gbr_lsp.proofs.value import A_PICTURE, Proof, ProofBoard, ProofPage

_SMALLEST, _LARGEST, _SKEW = 50.0, 400.0, 0.2
"""How wide a picture of a diagram is, in points, and by which share of that it may be higher or lower."""
_AWAY = 1.5
"""In squares: how far from the board the numbers may stand."""
_ENOUGH = 6
"""So many of the eight have to be there."""


def read_pdf(path: str, announce: Callable[[int], None]) -> Proof:
    """Reads a PDF; `announce` is called with the number of its pages. Raises Unreadable."""
    pages: PackedList[Page] = PackedList()
    outlined: list[tuple[PageBoard, DrawnBoard]] = []
    images: list[tuple[int, Box]] = []
    summaries: list[ProofPage] = []
    for item in pages_of(path):
        if isinstance(item, int):
            announce(item)
        else:
            outlined += [
                (PageBoard(item.number, one.box, None, "its men are drawn"), one) for one in drawn_boards(item.outlines)
            ]
            images += [(item.number, box) for box in dict.fromkeys(item.images)]
            summaries.append(_summary_of(item))
            pages.add(item._replace(outlines=[]))
    boards, drawn = font_boards(pages)
    drawn += outlined
    boards = [_from_white(board, pages[board.page - 1]) for board in boards]
    shapes = [one.turned if _is_from_black(pages[board.page - 1], one.box) else one for board, one in drawn]
    unlearned = [board for board, _ in drawn]
    pictures = _pictures(images, boards + unlearned)
    placed = text_of(pages, boards + unlearned + pictures)
    codes = codes_in(placed.text, placed.place)
    boards += _learned(codes, boards, unlearned, shapes)
    boards = _turned(codes, boards)
    return Proof(
        "page",
        placed.text,
        placed.lines,
        placed.lefts,
        placed.rights,
        with_places(placed, codes, boards, pictures),
        summaries,
    )


def _from_white(board: PageBoard, page: Page) -> PageBoard:
    """A board as White sees it."""
    return board._replace(fen=board.fen[::-1]) if board.fen and _is_from_black(page, board.box) else board


def _learned(
    codes: list[place.PlacedCode], boards: list[PageBoard], drawn: list[PageBoard], shapes: list[DrawnBoard]
) -> list[PageBoard]:
    """The drawn boards with the placements that the captions of the document prove; `boards` are those read already."""
    if not drawn:
        return []
    boxes = [place.BoardBox(board.page, board.box, None) for board in boards]
    boxes += [
        place.BoardBox(board.page, board.box, None, {column + 8 * (7 - row) for column, row in one.shapes})
        for board, one in zip(drawn, shapes, strict=True)
    ]
    examples = [
        caption
        for pair in captions(boxes, codes)
        if len(boards) <= pair.board and (caption := place.caption_of(pair.board - len(boards), codes[pair.item].code))
    ]
    read = placements_of(shapes, examples)
    return [board._replace(fen=fen, problem=problem) for board, (fen, problem) in zip(drawn, read, strict=True)]


def _pictures(images: Iterable[tuple[int, Box]], boards: list[PageBoard]) -> list[PageBoard]:
    """The images, by page, that may be diagrams: about square, of their size, and where no other board is."""
    found = []
    for page, box in images:
        is_square = _SMALLEST <= box.width <= _LARGEST and abs(box.width - box.height) <= _SKEW * box.width
        if is_square and not any(board.page == page and _overlap(board.box, box) for board in boards):
            found.append(PageBoard(page, box, None, A_PICTURE))
    return found


def _overlap(one: Box, other: Box) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


def _turned(codes: list[place.PlacedCode], boards: list[PageBoard]) -> list[PageBoard]:
    """The boards, those that are seen from Black's side turned round."""
    boxes = _boxes(boards)
    found = list(boards)
    for pair in captions(boxes, codes):
        placement = boxes[pair.board].placement
        turned = place.seen_from_black(placement, codes[pair.item].code) if placement else None
        if turned:
            found[pair.board] = boards[pair.board]._replace(fen=turned.fen)
    return found


def _boxes(boards: Iterable[PageBoard]) -> list[place.BoardBox]:
    return [place.BoardBox(board.page, board.box, Placement(board.fen) if board.fen else None) for board in boards]


def _summary_of(page: Page) -> ProofPage:
    """Whether a page has text that is read, and anything else."""
    upright = [glyph.is_upright for glyph in page.glyphs if glyph.text.strip()]
    has_pictures = bool(page.images or page.outlines or page.glyphs)
    return ProofPage(page.number, page.label, any(upright), has_pictures, is_turned=bool(upright) and not any(upright))


def with_places(
    placed: PlacedText, codes: list[place.PlacedCode], boards: list[PageBoard], pictures: list[PageBoard]
) -> list[ProofBoard]:
    """The boards in order of the text, with the captions and counts that place shows.

    A picture is a board that cannot be read if a code stands at it that no other board has for its caption.
    """
    boxes = _boxes(boards)
    counts = _counts_in(placed)
    beside = captions(boxes, codes)
    chosen = {
        pair.board: (codes[pair.item].start, codes[pair.item].end) for pair in place.trusted(boxes, codes, beside)
    }
    taken = {pair.item for pair in beside}
    others = [code for number, code in enumerate(codes) if number not in taken]
    shown = sorted(pair.board for pair in captions(_boxes(pictures), others))
    printed = {
        pair.board: (counts[pair.item].white, counts[pair.item].black, counts[pair.item].start, counts[pair.item].end)
        for pair in place.trusted_counts(boxes, counts)
    }
    found = [
        ProofBoard(
            placed.anchors[number],
            board.page,
            board.box,
            board.fen,
            board.problem,
            chosen.get(number),
            printed.get(number),
        )
        for number, board in enumerate(boards)
    ]
    for number in shown:
        one = pictures[number]
        found.append(ProofBoard(placed.anchors[len(boards) + number], one.page, one.box, None, one.problem))
    return sorted(found, key=lambda board: board.anchor)


def _counts_in(placed: PlacedText) -> list[place.PlacedCount]:
    """The counts of men that are printed on the pages."""
    text = placed.text
    found = []
    for number, line in enumerate(placed.lines):
        end = placed.lines[number + 1].start if number + 1 < len(placed.lines) else len(text)
        for first, last in _pieces(text, line.start, end):
            for white, black, start, behind in place.counts_on(text, first, last):
                box = placed.box(start, behind)
                if box is not None:
                    found.append(place.PlacedCount(white, black, start, behind, line.page, box))
    return found


def _pieces(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    """The pieces of a line between wide gaps."""
    while start < end:
        gap = text.find("   ", start, end)
        behind = end if gap == -1 else gap
        if start < behind:
            yield start, behind
        start = behind + 3 if gap != -1 else end


def _is_from_black(page: Page, board: Box) -> bool:
    """Whether the numbers of the ranks beside a board run from 1 at its top to 8."""
    square = board.height / 8
    ranks: set[tuple[int, int]] = set()
    for glyph in page.glyphs:
        x, y = glyph.x + glyph.width / 2, glyph.y - 0.3 * glyph.size
        if glyph.text not in "12345678" or len(glyph.text) != 1 or not board.top < y < board.bottom:
            continue
        if board.left - _AWAY * square < x < board.left or board.right < x < board.right + _AWAY * square:
            ranks.add((int((y - board.top) / square) + 1, int(glyph.text)))
    return _ENOUGH <= len(ranks) and all(row == rank for row, rank in ranks)
