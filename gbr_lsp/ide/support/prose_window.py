"""The solutions in prose around an offset: whole sections, as many as one study may need, kept until they change."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from operator import attrgetter, itemgetter

from gbr_lsp.base.text import Span
from gbr_lsp.ide.support.lines import MoveTree
from gbr_lsp.ide.support.nearby import reach
from gbr_lsp.ide.support.prose_lines import prose_lines
from gbr_lsp.model.assembly import studies_of
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.printed import printed_solutions
from gbr_lsp.model.prose_text import prose_of
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions.languages import ENGLISH, Language
from gbr_lsp.solutions.moves import Position, position_of
from gbr_lsp.solutions.prose import ProseItem
from gbr_lsp.solutions.spelling import languages_in

_FAR = 12_000
"""How many code points a solution may begin before or behind its code."""
_SMALL = 40_000
"""A document of so many code points is looked at as a whole."""
_FIRST = (2, 3)
"""The half-moves that the number of a first move counts."""
_BEHIND = 6_000
"""How far behind its main line the notes of a solution are read."""


class ProseSolution:
    """A solution in a window: where it stands, and its lines, which are only made for those who ask.

    Both count from the start of the window.
    """

    def __init__(
        self, text: str, items: Sequence[ProseItem], region: Span, study: Study, languages: Sequence[Language]
    ) -> None:
        self.region = region
        self._text = text
        self._items = items
        self._study = study
        self._languages = languages

    @cached_property
    def tree(self) -> MoveTree | None:
        """Its lines; None where no move can be made."""
        first, behind = (bisect_left(self._items, at, key=_start_of) for at in self.region)
        inside = self._items[first:behind]
        return prose_lines(self._text, inside, self.region, _ways(self._study), self._languages)


def _start_of(item: ProseItem) -> int:
    return item.span.start


class ProseCache:
    """The solutions of the window that was last asked for, by its blocks."""

    __slots__ = ("blocks", "found")

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.found: list[ProseSolution] = []

    def inherit(self, other: "ProseCache") -> None:
        """Takes over what may still be true: it is compared block by block before it is used."""
        self.blocks, self.found = other.blocks, other.found


def prose_at(document: Document, offset: int) -> tuple[MoveTree, int] | None:
    """The lines of the solution that an offset stands in, and where the window starts that they count from."""
    solutions, start = _solutions_around(document, offset)
    at = offset - start
    here = (one.tree for one in solutions if one.region.touches(at))
    tree = next((tree for tree in here if tree), None)
    return (tree, start) if tree else None


def prose_in(document: Document) -> list[MoveTree]:
    """The lines of all solutions of a short document, which count from its start; of a long one nothing."""
    if not document.blocks or _SMALL < document.length:
        return []
    return [one.tree for one in _solutions_around(document, 0)[0] if one.tree]


def _solutions_around(document: Document, offset: int) -> tuple[list[ProseSolution], int]:
    """The solutions of the window around an offset, and where it starts."""
    number = document.block_number(offset)
    first, behind = _window(document, number)
    blocks = document.blocks[first:behind]
    chunk = document.chunks[document.locate(offset)[0]]
    cache = chunk.cached(ProseCache)
    known = len(cache.blocks) == len(blocks) and all(
        one is other for one, other in zip(cache.blocks, blocks, strict=True)
    )
    if not known:
        cache.found = _read(document, blocks) if any(block.has_moves for block in blocks) else []
        cache.blocks = blocks
    return cache.found, document.starts[first]


def _window(document: Document, number: int) -> tuple[int, int]:
    """The blocks of the sections around a block, with those that may have its code or its notes."""
    blocks, starts = document.blocks, document.starts
    if document.length <= _SMALL:
        return 0, len(blocks)
    first, behind = number, number + 1
    while 0 < first and (not blocks[first].opens_section() or starts[number] - starts[first] < _FAR):
        first -= 1
    while behind < len(blocks) and (not blocks[behind].opens_section() or starts[behind] - starts[number] < _BEHIND):
        behind += 1
    return first, behind


def begun_at(document: Document, offset: int, *, black: bool) -> tuple[MoveTree, int] | None:
    """The lines of moves that are begun below a board, too few yet to be known as a solution.

    With them comes where they count from. None where anything but moves stands between the first number below the
    board and the offset. `black` is whether the number at the offset counts a move of Black.
    """
    near = reach(document, document.block_number(offset))
    blocks = document.blocks[near.start : near.stop]
    shift = document.starts[near.start]
    known = _last_position(document, blocks, offset - shift)
    if known is None or _FAR < offset - shift - known[0]:
        return None
    end, placement, turn = known
    prose = prose_of(blocks, document.conventions)
    items = [item for item in prose.items if end <= item.span.start and item.span.end <= offset - shift]
    first = next((number for number, item in enumerate(items) if item.kind == "number" and item.half in _FIRST), None)
    begun = items[first:] if first is not None else []
    if any(item.kind == "word" for item in begun):
        return None
    region = Span(begun[0].span.start if begun else offset - shift, offset - shift)
    white = turn if turn is not None else not (begun[0].half % 2 if begun else black)
    ways = [position_of(placement, white, "KQkq")]
    first_near, behind_near = _window(document, document.block_number(offset))
    around = prose_of(document.blocks[first_near:behind_near], document.conventions)
    languages = languages_in(around.items, document.conventions.solution_letters) or [ENGLISH]
    tree = prose_lines(prose.text, begun, region, ways, languages, least=0)
    made = sum(item.kind == "move" for item in begun)
    return (tree, shift) if tree and made == len(tree.lines[0].steps) else None


def _last_position(document: Document, blocks: list[Block], offset: int) -> tuple[int, Placement, bool | None] | None:
    """Where the last code or board before an offset of some blocks ends, its position and who moves.

    None where there is no such place, or it is a code whose position is not known.
    """
    found: list[tuple[int, Placement | None, bool | None]] = []
    starts = dict(zip(blocks, accumulate(map(len, (block.text for block in blocks)), initial=0), strict=False))
    for study in studies_of(blocks, document.conventions):
        position = study.position or next((one for _, one in study.placements), None)
        found.append((starts[study.block] + study.occurrence.span.end, position, study.code.stipulation.turn))
    for block, start in starts.items():
        found += [(start + board.span.end, board.placement, board.turn) for board in block.found.boards]
    before = [one for one in found if one[0] <= offset]
    end, placement, turn = max(before, key=itemgetter(0), default=(0, None, None))
    return (end, placement, turn) if placement else None


def _read(document: Document, blocks: list[Block]) -> list[ProseSolution]:
    window = Document.of_blocks(blocks, document.host, document.conventions)
    studies = [study for section in window.sections() for study in studies_of(section, document.conventions)]
    prose = prose_of(blocks, document.conventions)
    text, items = prose.text, prose.items
    starts = dict(zip(blocks, accumulate(map(len, (block.text for block in blocks)), initial=0), strict=False))
    solutions = printed_solutions(window, studies, prose=prose)
    numbers = [item.span for item in items if item.kind == "number"]
    begins = sorted({solution.span.start for solution in solutions if solution})
    found = []
    for study, solution in zip(studies, solutions, strict=True):
        if solution is None:
            continue
        others = [starts[other.block] + other.occurrence.span.start for other in studies if other is not study]
        before = bisect_right(numbers, solution.span.start, key=attrgetter("end"))
        begin = numbers[before - 1].start if before else solution.span.start
        ends = [place for place in [*others, *begins] if solution.span.end < place]
        region = Span(begin, min([*ends, len(text), solution.span.end + _BEHIND]))
        found.append(ProseSolution(text, items, region, study, prose.languages))
    return found


def _ways(study: Study) -> Sequence[Position]:
    """The position of a study, with the color that moves, or with both where that is not known."""
    placement = study.position or next((one for _, one in study.placements), None)
    if placement is None:
        return ()
    turn = study.code.stipulation.turn
    return [position_of(placement, one, "KQkq") for one in ((turn,) if turn is not None else (True, False))]
