"""A Word file as a proof: its paragraphs are lines, its drawings boards, a code the caption of the board beside it."""

from array import array
from collections.abc import Callable, Sequence

from gbr_lsp.notation.placement import Placement
from gbr_lsp.proofs import captions
from gbr_lsp.proofs.docx import Paragraph, paragraphs_of
from gbr_lsp.proofs.emf import outlines_of
from gbr_lsp.proofs.learning import placements_of
from gbr_lsp.proofs.nets import Net, nets_of
from gbr_lsp.proofs.page import Box
from gbr_lsp.proofs.place import BoardBox, Pair, PlacedCode, caption_of, is_right, seen_from_black, trusted
from gbr_lsp.proofs.value import A_PICTURE, Proof, ProofBoard, ProofPage, TextLine

_NOWHERE = Box(0.0, 0.0, 0.0, 0.0)


class _Text:
    """The text of a Word file in the making, with the boards where they stand."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.lines: list[TextLine] = []
        self.anchors: list[tuple[int, int]] = []
        self.nets: list[Net] = []
        self.pictures: list[tuple[int, int]] = []
        """Where pictures stand that may be diagrams and cannot be read."""

    def add(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def add_paragraph(self, paragraph: Paragraph) -> None:
        """Adds a paragraph; a board in it gets an empty line of its own before its text."""
        nets = [net for part in paragraph.parts if part.picture for net in nets_of(outlines_of(part.picture))]
        for net in nets:
            self.lines.append(TextLine(self.length, paragraph.number, 0.0, 0.0))
            self.anchors.append((self.length, paragraph.number))
            self.nets.append(net)
            self.add("\n")
        if any(part.picture == b"" for part in paragraph.parts):
            self.lines.append(TextLine(self.length, paragraph.number, 0.0, 0.0))
            self.pictures.append((self.length, paragraph.number))
            self.add("\n")
        self.lines.append(TextLine(self.length, paragraph.number, 0.0, 0.0))
        self.add(f"{paragraph.text}\n")


def read_docx(path: str, announce: Callable[[int], None]) -> Proof:
    """Reads a Word file. Raises Unreadable."""
    placed = _Text()
    paragraphs = 0
    for paragraph in paragraphs_of(path):
        placed.add_paragraph(paragraph)
        paragraphs = paragraph.number
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
        boards.append(ProofBoard(*placed.pictures[pair.board], _NOWHERE, None, A_PICTURE))
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
        said = [caption for pair in pairs if (caption := caption_of(pair.board, codes[pair.item].code))]
        fens = placements_of(placed.nets, said)
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
