"""Places in a proof, as boxes and as text for messages, and a summary of unread parts."""

from bisect import bisect_right
from itertools import groupby

from gbr_lsp.proofs.page import Box
from gbr_lsp.proofs.text import boxes_of
from gbr_lsp.proofs.value import PICTURE_PROBLEM, Proof, ProofBoard


def place_of(proof: Proof, start: int, end: int) -> tuple[int, Box]:
    """Return (page, box) of the first line of `start`…`end`.

    If the span is empty, the place is that of the board there, if there is one.
    """
    board = board_at(proof, start) if start == end else None
    if board is not None:
        return board.page, board.box
    boxes = boxes_of(proof.lines, proof.lefts, proof.rights, start, end)
    return boxes[0] if boxes else (page_of(proof, start), Box(0.0, 0.0, 0.0, 0.0))


def page_of(proof: Proof, offset: int) -> int:
    """Return the number of the page that contains `offset`."""
    number = bisect_right(proof.lines, offset, key=lambda line: line.start) - 1
    return proof.lines[max(0, number)].page if proof.lines else 1


def board_at(proof: Proof, offset: int) -> ProofBoard | None:
    """Return the `ProofBoard` whose anchor is `offset`, or None."""
    number = bisect_right(proof.boards, offset, key=lambda board: board.anchor) - 1
    return proof.boards[number] if 0 <= number and proof.boards[number].anchor == offset else None


def spot_of(proof: Proof, start: int, end: int) -> str:
    """Return the place of `start`…`end` as text: `p112:y364` (points from the top) or `par12`."""
    page, box = place_of(proof, start, end)
    return _spot_text(proof, page, box.top)


def offsets_at(proof: Proof, spot: str) -> list[int]:
    """Return the offsets of all lines, then boards, at `spot`, such as `p112:y364`."""
    lines = [line.start for line in proof.lines if _spot_text(proof, line.page, line.top) == spot]
    return lines + [board.anchor for board in proof.boards if _spot_text(proof, board.page, board.box.top) == spot]


def _spot_text(proof: Proof, page: int, top: float) -> str:
    """Return a place as text: `p112:y364`, or `par12` in a Word file."""
    return f"p{page}:y{top:.0f}" if proof.unit == "page" else f"par{page}"


def unread_summary(proof: Proof) -> str | None:
    """Return the unread parts as text, such as `page 3 is a picture: run OCR first`, or None."""
    turned_pages = [page.number for page in proof.pages if page.is_turned]
    empty_pages = [
        page.number for page in proof.pages if not page.has_text and page.has_pictures and not page.is_turned
    ]
    pictures = [board.page for board in proof.boards if board.fen is None and board.problem == PICTURE_PROBLEM]
    boards = [board.page for board in proof.boards if board.fen is None and board.problem != PICTURE_PROBLEM]
    sentences = []
    if empty_pages:
        are_pictures = "is a picture" if len(empty_pages) == 1 else "are pictures"
        sentences.append(f"{_number_ranges(proof.unit, empty_pages)} {are_pictures}: run OCR first")
    if turned_pages:
        sentences.append(f"the text of {_number_ranges(proof.unit, turned_pages)} is turned")
    if boards:
        many = f"{len(boards)} boards" if 1 < len(boards) else "1 board"
        sentences.append(f"{many} cannot be read on {_number_ranges(proof.unit, sorted(set(boards)))}")
    if pictures:
        many = f"{len(pictures)} boards are images and were" if 1 < len(pictures) else "1 board is an image and was"
        sentences.append(f"{many} not read ({_number_ranges(proof.unit, sorted(set(pictures)))})")
    return "; ".join(sentences) or None


def is_blank(proof: Proof) -> bool:
    """Return True if the proof contains neither text nor boards."""
    return not proof.text.strip() and not proof.boards


def _number_ranges(unit: str, numbers: list[int]) -> str:
    """Return sorted `numbers` as text with ranges: `pages 1–10, 12`."""
    runs = []
    for _, run in groupby(enumerate(numbers), key=lambda item: item[1] - item[0]):
        values = [number for _, number in run]
        runs.append(str(values[0]) if len(values) == 1 else f"{values[0]}–{values[-1]}")
    return f"{unit}{'s' if 1 < len(numbers) else ''} {', '.join(runs)}"
