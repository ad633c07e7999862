"""`textDocument/selectionRange`: square, list, code, study."""

from lsprotocol import types

from gbr_lsp.base.text import Span
from gbr_lsp.lsp.conversion import Positions
from gbr_lsp.lsp.server import Server


def register(server: Server) -> None:
    def answer(params: types.SelectionRangeParams) -> list[types.SelectionRange]:
        """Return one selection for each position, in their order; empty ranges without one."""
        from gbr_lsp.ide.selection import selection_spans

        snapshot = server.snapshot(params.text_document.uri)
        found = []
        for position in params.positions:
            chosen = types.SelectionRange(types.Range(position, position))
            if snapshot:
                near = snapshot.part_at_position(position)
                spans = [span.shift(near.start) for span in selection_spans(near.document, near.offset)]
                chosen = _nested(spans, snapshot.positions) or chosen
            found.append(chosen)
        return found

    server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)(answer)


def _nested(spans: list[Span], positions: Positions) -> types.SelectionRange | None:
    """Return the innermost selection with its parents; `spans` go from inner to outer. None without spans."""
    outer = None
    for span in reversed(spans):
        outer = types.SelectionRange(positions.range(span), outer)
    return outer
