"""Boards of a block, with a module for each source of boards, and its groups.

To add a source: a module with a function from a block's text, its host and its reading to boards
sorted by offset, a member of `BoardSource` for the hosts that have it, and its line in `_FINDERS`.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable

from gbr_lsp.base.text import Span
from gbr_lsp.boards import diagram, fen, grid, lists, macros, templates
from gbr_lsp.boards.value import Board
from gbr_lsp.hosts.protocol import BoardSource, Host, Reading

_Finder = Callable[[str, Host, Reading], list[Board]]


def boards_in(text: str, host: Host, reading: Reading) -> list[Board]:
    """Return a `Board` for each board of a block, sorted by offset.

    They come from all sources of `host`.
    """
    boards: list[Board] = []
    for source in host.sources:
        found = _FINDERS[source](text, host, reading)
        if boards:
            found = [board for board in found if not _is_inside(board.span, boards)]
        boards = sorted(boards + found, key=_span_of) if boards and found else boards or found
    return boards


def groups_in(text: str, host: Host, reading: Reading) -> list[Span]:
    """Return the spans of `text` whose contents belong together: a fence, a macro, a template call, a row."""
    if reading.is_enclosed:
        return [Span(0, len(text))]
    if BoardSource.TEMPLATES in host.sources and (calls := templates.calls(text)):
        return [span for span, _ in calls]
    macro_groups = macros.groups(text, reading.spans) if BoardSource.MACROS in host.sources else []
    return macro_groups or (host.groups(text) if host.groups else [])


def _tag_boards(text: str, host: Host, reading: Reading) -> list[Board]:
    return [fen.tag_board(text, reading.tags["FEN"])] if "FEN" in reading.tags else []


def _pictures(text: str, host: Host, reading: Reading) -> list[Board]:
    if "hess" not in text:
        return []
    # Few texts have such tables.
    from gbr_lsp.boards import pictures

    return pictures.find(text)


def _in_spans(find: Callable[[str, Span], Iterable[Board]]) -> _Finder:
    """Return the `_Finder` that calls `find` for each span of a reading."""
    return lambda text, host, reading: [board for span in reading.spans for board in find(text, span)]


def _lists(text: str, host: Host, reading: Reading) -> list[Board]:
    """Return a `Board` for each list of men in words, sorted by offset."""
    found = lists.find(text, reading.spans)
    # Books cite forerunners in bare letters, with the kings and men of the study in their text.
    return [board for board in found if lists.is_named(text, board)] if host.has_placed_boards else found


def _links(text: str, host: Host, reading: Reading) -> list[Board]:
    """Return a `Board` for each FEN in an address or attribute, and each list of men in attributes."""
    # Addresses and tags contain no codes, but occur in blocks that do.
    if not reading.spans:
        return []
    found = fen.find_linked(text, reading.comments)
    values = fen.attribute_values(text, reading.comments)
    wrong_boards = [board for value in values for board in fen.find(text, value) if board.problem]
    more_boards = wrong_boards + lists.find_in_attributes(text, reading.comments)
    return sorted(found + more_boards, key=_span_of) if more_boards else found


_FINDERS: dict[BoardSource, _Finder] = {
    BoardSource.TAG: _tag_boards,
    BoardSource.MACROS: lambda text, host, reading: macros.find(text, reading.spans, host.letters),
    BoardSource.FEN: _in_spans(fen.find),
    BoardSource.TEMPLATES: lambda text, host, reading: sorted(
        (board for _, board in templates.calls(text) if board), key=_span_of
    ),
    BoardSource.PICTURES: _pictures,
    BoardSource.DIAGRAM: _in_spans(diagram.find),
    BoardSource.GRID: _in_spans(grid.find),
    BoardSource.LISTS: _lists,
    BoardSource.LINKS: _links,
}


def _is_inside(span: Span, boards: list[Board]) -> bool:
    """Return True if `span` is within one of `boards`, which are sorted by offset."""
    number = bisect_right(boards, span.start, key=lambda board: board.span.start) - 1
    return 0 <= number and boards[number].span.covers(span)


def _span_of(board: Board) -> Span:
    return board.span
