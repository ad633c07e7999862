"""`textDocument/foldingRange`: games with their tags, variations and comments, boards and square lists."""

from lsprotocol import types

from gbr_lsp.base.generators import drain
from gbr_lsp.lsp.background import background_handler
from gbr_lsp.lsp.server import Server, Snapshot


def register(server: Server) -> None:
    def answer(snapshot: Snapshot, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        from gbr_lsp.ide.folding import FoldKind, folds

        kinds = {FoldKind.GAME: types.FoldingRangeKind.Region, FoldKind.COMMENT: types.FoldingRangeKind.Comment}
        found = []
        for fold in drain(folds(snapshot.document)):
            lines = snapshot.positions.range(fold.span)
            found.append(types.FoldingRange(lines.start.line, lines.end.line, kind=kinds.get(fold.kind)))
        return found

    server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)(background_handler(server, answer))
