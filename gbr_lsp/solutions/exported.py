"""A PGN game in the export format of the PGN standard, as python-chess writes it."""

from io import StringIO

from gbr_lsp.base.lazy_regex import regex

_COMMENTS = regex(r"\{[^}]*+\}?|\"[^\"\\\r\n]*+(?:\\.[^\"\\\r\n]*+)*\"|;(?P<line>[^\r\n}]*+)(?=[\r\n]|\Z)")


def in_export_format(text: str) -> str | None:
    """The game of a text, its movetext in one line; None where python-chess finds an error, or more than a game.

    python-chess passes over comments behind `;`, which are put into braces before. What else it leaves out is not seen
    here.
    """
    # python-chess takes a while to import.
    import chess.pgn

    class Builder(chess.pgn.GameBuilder[chess.pgn.Game]):
        def handle_error(self, error: Exception) -> None:
            """Keeps an error, which would be logged too."""
            self.game.errors.append(error)

    braced = _COMMENTS.sub(lambda found: f"{{{found['line']}}}" if found["line"] is not None else found[0], text)
    stream = StringIO(braced)
    game = chess.pgn.read_game(stream, Visitor=Builder)
    if game is None or game.errors or stream.read().strip():
        return None
    return game.accept(chess.pgn.StringExporter(columns=None))
