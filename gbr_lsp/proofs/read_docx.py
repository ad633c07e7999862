"""A Word file as a proof: paragraphs and rows of tables are lines, drawings are boards.

The caption of a board is the code next to it.
"""

from array import array
from collections.abc import Sequence

from gbr_lsp.notation.placement import Placement
from gbr_lsp.proofs import captions
from gbr_lsp.proofs.board_pairs import BoardBox, Pair, PlacedCode, caption_of, from_black_side, is_right, trusted_pairs
from gbr_lsp.proofs.docx import Paragraph, paragraphs_of
from gbr_lsp.proofs.drawn_boards import DrawnBoard, drawn_boards
from gbr_lsp.proofs.emf import outlines_of
from gbr_lsp.proofs.learning import placements_of
from gbr_lsp.proofs.page import Box
from gbr_lsp.proofs.typed_boards import TypedBoard
from gbr_lsp.proofs.typed_rows import TypedDiagrams
from gbr_lsp.proofs.value import PICTURE_PROBLEM, Proof, ProofBoard, ProofPage, TextLine

_EMPTY_BOX = Box(0.0, 0.0, 0.0, 0.0)
_TABLE_PROBLEM = "its cells are not understood"


class _TextBuilder:
    """The growing text of a Word file with its boards.

    `drawn_boards` have drawings of men whose meaning the captions must prove. `typed_boards` have a
    placement, or the reason why it is unread. The keys of both are indexes into `anchors`.
    """

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.lines: list[TextLine] = []
        self.anchors: list[tuple[int, int]] = []
        self.drawn_boards: dict[int, DrawnBoard] = {}
        self.typed_boards: dict[int, tuple[str | None, str | None]] = {}
        self.pictures: list[tuple[int, int]] = []
        """(offset, paragraph) of pictures and tables that may be diagrams and cannot be read."""
        self._boards_of_pictures: dict[bytes, list[DrawnBoard]] = {}
        self.tables: set[int] = set()
        """The offsets among `pictures` that belong to tables."""

    def add_line(self, paragraph: Paragraph, text: str) -> None:
        self.lines.append(TextLine(self.length, paragraph.number, 0.0, 0.0))
        self.parts.append(text)
        self.length += len(text)

    def add_board(self, paragraph: Paragraph, board: DrawnBoard | TypedBoard) -> None:
        """Add `board` as an empty line."""
        if isinstance(board, TypedBoard):
            self.typed_boards[len(self.anchors)] = board.fen, board.problem
        else:
            self.drawn_boards[len(self.anchors)] = board
        self.anchors.append((self.length, paragraph.number))
        self.add_line(paragraph, "\n")

    def add_paragraph(self, paragraph: Paragraph, diagrams: TypedDiagrams) -> None:
        """Add `paragraph`; each board in it is an empty line before its text."""
        for picture in (part.picture for part in paragraph.parts if part.picture):
            if picture not in self._boards_of_pictures:
                self._boards_of_pictures[picture] = drawn_boards(outlines_of(picture))
            for drawn_board in self._boards_of_pictures[picture]:
                self.add_board(paragraph, drawn_board)
        for board in diagrams.boards.get(paragraph.number, ()):
            self.add_board(paragraph, board)
        is_table = paragraph.number in diagrams.unread_tables
        if is_table or any(part.picture == b"" for part in paragraph.parts):
            if is_table:
                self.tables.add(self.length)
            self.pictures.append((self.length, paragraph.number))
            self.add_line(paragraph, "\n")
        self.add_line(paragraph, diagrams.text_without_rows(paragraph) + ("\t" if paragraph.has_cell_after else "\n"))


def read_docx(path: str) -> Proof:
    """Return the `Proof` of the Word file at `path`. Raises UnreadableProof."""
    builder = _TextBuilder()
    paragraphs = list(paragraphs_of(path))
    diagrams = TypedDiagrams(paragraphs)
    for paragraph in paragraphs:
        builder.add_paragraph(paragraph, diagrams)
    text = "".join(builder.parts)
    codes = captions.codes_in(text, lambda start, end: (1, _EMPTY_BOX))
    fens, pairs = _read_boards(builder, codes)
    caption_codes = {pair.board: codes[pair.item] for pair in pairs}
    boards = [
        ProofBoard(
            anchor,
            paragraph,
            _EMPTY_BOX,
            fen,
            problem,
            (caption_codes[number].start, caption_codes[number].end) if number in caption_codes else None,
        )
        for number, ((anchor, paragraph), (fen, problem)) in enumerate(zip(builder.anchors, fens, strict=True))
    ]
    taken_codes = {
        pair.item for pair in _adjacent_pairs(builder.anchors, codes, is_under=all(pair.is_under for pair in pairs))
    }
    other_codes = [code for number, code in enumerate(codes) if number not in taken_codes]
    for pair in _adjacent_pairs(builder.pictures, other_codes, is_under=all(pair.is_under for pair in pairs)):
        anchor, number = builder.pictures[pair.board]
        boards.append(
            ProofBoard(
                anchor, number, _EMPTY_BOX, None, _TABLE_PROBLEM if anchor in builder.tables else PICTURE_PROBLEM
            )
        )
    boards.sort(key=lambda board: board.anchor)
    no_places = array("h", bytes(2 * len(text)))
    page = ProofPage(1, None, bool(text.strip()), has_pictures=bool(boards))
    return Proof("paragraph", text, builder.lines, no_places, no_places, boards, [page] if paragraphs else [])


def _read_boards(
    builder: _TextBuilder, codes: Sequence[PlacedCode]
) -> tuple[list[tuple[str | None, str | None]], list[Pair]]:
    """Return (the (placement, problem) of each board, the trusted pairs of boards and captions).

    Captions may follow or precede their boards. The side with more agreement is taken.
    """
    best: tuple[int, list[tuple[str | None, str | None]], list[Pair]] = (-1, [], [])
    for is_under in (True, False):
        pairs = _adjacent_pairs(builder.anchors, codes, is_under=is_under)
        fens = _placements_of(builder, codes, pairs)
        for pair in pairs:
            fen = fens[pair.board][0]
            from_black = from_black_side(Placement(fen), codes[pair.item].code) if fen else None
            if from_black:
                fens[pair.board] = from_black.fen, None
        boxes = [BoardBox(1, _EMPTY_BOX, Placement(fen) if fen else None) for fen, _ in fens]
        right = sum(is_right(boxes[pair.board], codes[pair.item]) for pair in pairs)
        if best[0] < right:
            best = right, fens, trusted_pairs(boxes, codes, pairs)
    return best[1], best[2]


def _placements_of(
    builder: _TextBuilder, codes: Sequence[PlacedCode], pairs: Sequence[Pair]
) -> list[tuple[str | None, str | None]]:
    """Return the (FEN placement, problem) of each board; either is None.

    Drawings are read as the captions in `pairs` prove.
    """
    numbers = {board: number for number, board in enumerate(builder.drawn_boards)}
    drawn_captions = [
        caption
        for pair in pairs
        if pair.board in numbers and (caption := caption_of(numbers[pair.board], codes[pair.item].code))
    ]
    placements = dict(
        zip(builder.drawn_boards, placements_of(list(builder.drawn_boards.values()), drawn_captions), strict=True)
    )
    return [
        builder.typed_boards[board] if board in builder.typed_boards else placements[board]
        for board in range(len(builder.anchors))
    ]


def _adjacent_pairs(anchors: Sequence[tuple[int, int]], codes: Sequence[PlacedCode], *, is_under: bool) -> list[Pair]:
    """Return a sorted `Pair` for each board and the next code after (`is_under`) or before it.

    `anchors` has the (offset, paragraph) of each board. No other board may be between the two.
    """
    captions_only = [(code.start, number) for number, code in enumerate(codes) if captions.may_be_caption(code)]
    events = sorted(
        [*((at, -1, board) for board, (at, _) in enumerate(anchors)), *((at, 0, n) for at, n in captions_only)]
    )
    if not is_under:
        events.reverse()
    found, board = [], None
    for at, event_kind, number in events:
        if event_kind == -1:
            board = at, number
        elif board is not None:
            found.append(Pair(board[1], number, is_under, abs(at - board[0])))
            board = None
    return sorted(found)
