"""A Word file as a proof: its paragraphs and the rows of its tables are lines, its drawings are boards.

A code is the caption of the board beside it.
"""

from array import array
from collections.abc import Sequence

from gbr_lsp.notation.placement import Placement
from gbr_lsp.proofs import captions
from gbr_lsp.proofs.docx import Paragraph, paragraphs_of
from gbr_lsp.proofs.drawn_boards import DrawnBoard, drawn_boards
from gbr_lsp.proofs.emf import outlines_of
from gbr_lsp.proofs.learning import placements_of
from gbr_lsp.proofs.page import Box
from gbr_lsp.proofs.place import BoardBox, Pair, PlacedCode, caption_of, is_right, seen_from_black, trusted
from gbr_lsp.proofs.typed_boards import TypedBoard
from gbr_lsp.proofs.typed_rows import Typed
from gbr_lsp.proofs.value import A_PICTURE, Proof, ProofBoard, ProofPage, TextLine

_NOWHERE = Box(0.0, 0.0, 0.0, 0.0)
_A_TABLE = "its cells are not understood"


class _Text:
    """The text of a Word file in the making, with the boards where they stand.

    What stands on the boards in `drawn` is learned from the captions. `typed` has the placements of the boards that are
    typed, or why there are none. Both are by the board's number among the anchors.
    """

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.lines: list[TextLine] = []
        self.anchors: list[tuple[int, int]] = []
        self.drawn: dict[int, DrawnBoard] = {}
        self.typed: dict[int, tuple[str | None, str | None]] = {}
        self.pictures: list[tuple[int, int]] = []
        """Where pictures and tables stand that may be diagrams and cannot be read."""
        self.tables: set[int] = set()
        """Which of those are tables, by their offsets."""

    def add(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def add_board(self, paragraph: Paragraph, board: DrawnBoard | TypedBoard) -> None:
        """Adds an empty line at which a board stands."""
        if isinstance(board, TypedBoard):
            self.typed[len(self.anchors)] = board.fen, board.problem
        else:
            self.drawn[len(self.anchors)] = board
        self.lines.append(TextLine(self.length, paragraph.number, 0.0, 0.0))
        self.anchors.append((self.length, paragraph.number))
        self.add("\n")

    def add_paragraph(self, paragraph: Paragraph, typed: Typed) -> None:
        """Adds a paragraph; a board in it gets an empty line of its own before its text."""
        for part in paragraph.parts:
            for drawn in drawn_boards(outlines_of(part.picture)) if part.picture else ():
                self.add_board(paragraph, drawn)
        for board in typed.boards.get(paragraph.number, ()):
            self.add_board(paragraph, board)
        is_table = paragraph.number in typed.unread
        if is_table or any(part.picture == b"" for part in paragraph.parts):
            if is_table:
                self.tables.add(self.length)
            self.lines.append(TextLine(self.length, paragraph.number, 0.0, 0.0))
            self.pictures.append((self.length, paragraph.number))
            self.add("\n")
        self.lines.append(TextLine(self.length, paragraph.number, 0.0, 0.0))
        self.add(typed.without_rows(paragraph) + ("\t" if paragraph.is_beside else "\n"))


def read_docx(path: str) -> Proof:
    """Reads a Word file. Raises Unreadable."""
    placed = _Text()
    paragraphs = list(paragraphs_of(path))
    typed = Typed(paragraphs)
    for paragraph in paragraphs:
        placed.add_paragraph(paragraph, typed)
    text = "".join(placed.parts)
    codes = captions.codes_in(text, lambda start, end: (1, _NOWHERE))
    fens, pairs = _read(placed, codes)
    chosen = {pair.board: codes[pair.item] for pair in pairs}
    boards = [
        ProofBoard(
            anchor,
            paragraph,
            _NOWHERE,
            fen,
            problem,
            (chosen[number].start, chosen[number].end) if number in chosen else None,
        )
        for number, ((anchor, paragraph), (fen, problem)) in enumerate(zip(placed.anchors, fens, strict=True))
    ]
    taken = {pair.item for pair in _beside(placed.anchors, codes, under=all(pair.under for pair in pairs))}
    others = [code for number, code in enumerate(codes) if number not in taken]
    for pair in _beside(placed.pictures, others, under=all(pair.under for pair in pairs)):
        anchor, number = placed.pictures[pair.board]
        boards.append(ProofBoard(anchor, number, _NOWHERE, None, _A_TABLE if anchor in placed.tables else A_PICTURE))
    boards.sort(key=lambda board: board.anchor)
    nothing = array("h", bytes(2 * len(text)))
    page = ProofPage(1, None, bool(text.strip()), has_pictures=bool(boards))
    return Proof("paragraph", text, placed.lines, nothing, nothing, boards, [page] if paragraphs else [])


def _read(placed: _Text, codes: Sequence[PlacedCode]) -> tuple[list[tuple[str | None, str | None]], list[Pair]]:
    """The boards with the men that captions prove, and the captions that can be trusted.

    A caption may stand behind its boards or before them: the side is taken on which more agree.
    """
    best: tuple[int, list[tuple[str | None, str | None]], list[Pair]] = (-1, [], [])
    for under in (True, False):
        pairs = _beside(placed.anchors, codes, under=under)
        fens = _learned(placed, codes, pairs)
        for pair in pairs:
            fen = fens[pair.board][0]
            turned = seen_from_black(Placement(fen), codes[pair.item].code) if fen else None
            if turned:
                fens[pair.board] = turned.fen, None
        boxes = [BoardBox(1, _NOWHERE, Placement(fen) if fen else None) for fen, _ in fens]
        right = sum(is_right(boxes[pair.board], codes[pair.item]) for pair in pairs)
        if best[0] < right:
            best = right, fens, trusted(boxes, codes, pairs)
    return best[1], best[2]


def _learned(placed: _Text, codes: Sequence[PlacedCode], pairs: Sequence[Pair]) -> list[tuple[str | None, str | None]]:
    """The placement of each board, or why there is none; of drawings, what the captions say of them."""
    numbers = {board: number for number, board in enumerate(placed.drawn)}
    said = [
        caption
        for pair in pairs
        if pair.board in numbers and (caption := caption_of(numbers[pair.board], codes[pair.item].code))
    ]
    learned = dict(zip(placed.drawn, placements_of(list(placed.drawn.values()), said), strict=True))
    return [placed.typed[board] if board in placed.typed else learned[board] for board in range(len(placed.anchors))]


def _beside(anchors: Sequence[tuple[int, int]], codes: Sequence[PlacedCode], *, under: bool) -> list[Pair]:
    """Each board with the next code behind it, or the last one before it, if no other board stands between them."""
    captions_only = [(code.start, number) for number, code in enumerate(codes) if captions.is_caption(code)]
    events = sorted(
        [*((at, -1, board) for board, (at, _) in enumerate(anchors)), *((at, 0, n) for at, n in captions_only)]
    )
    if not under:
        events.reverse()
    found, board = [], None
    for at, what, number in events:
        if what == -1:
            board = at, number
        elif board is not None:
            found.append(Pair(board[1], number, under, abs(at - board[0])))
            board = None
    return sorted(found)
