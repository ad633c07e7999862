"""The boards of a text, each kind in a module of its own, and what in a text surely belongs together."""

from gbr_lsp.base.text import Span
from gbr_lsp.boards import diagram, fen, macros
from gbr_lsp.boards.value import Board
from gbr_lsp.hosts.protocol import Host, Reading


def boards_in(text: str, host: Host, reading: Reading) -> list[Board]:
    """The boards of a block, in order of offset."""
    boards: list[Board] = []
    if "FEN" in reading.tags:
        boards.append(fen.tag_value(text, reading.tags["FEN"]))
    if host.name == "latex":
        boards += macros.find(text, reading.spans, host.letters)
    named = [board.span for board in boards]
    for span in reading.spans:
        boards += [board for board in fen.find(text, span) if not any(other.covers(board.span) for other in named)]
        if host.name != "pgn":
            boards += diagram.find(text, span)
    return boards if len(boards) < 2 else sorted(boards, key=lambda board: board.span)


def groups_in(text: str, host: Host, reading: Reading) -> list[Span]:
    """The stretches of a block in which all that stands belongs together."""
    if reading.enclosed:
        return [Span(0, len(text))]
    return macros.groups(text, reading.spans) if host.name == "latex" else []
