"""A PGN game in the full export format of the PGN standard, as python-chess writes it.

It is only offered where nothing is lost: the moves of all lines, glyphs, comments, tags and the result are the same
when the new text is read again.
"""

from collections import Counter
from io import StringIO

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LINE_END, Edit, Span, apply_edits
from gbr_lsp.edits.layout import game_layout
from gbr_lsp.model.assembly import studies_of
from gbr_lsp.model.block import Block, cut
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.solutions import solution_of
from gbr_lsp.solutions.line import nodes_of
from gbr_lsp.solutions.movetext import PartKind, last_result, parts_of
from gbr_lsp.solutions.nags import glyphs_of

_COMMENTS = regex(r"\{[^}]*+\}?|\"[^\"\\\r\n]*+(?:\\.[^\"\\\r\n]*+)*\"|;(?P<line>[^\r\n}]*+)(?=[\r\n]|\Z)")


def export_edit(block: Block, conventions: Conventions) -> Edit | None:
    """The edit that writes a game in the export format; None where it is so already, or something would be lost."""
    text = block.text
    start = len(text) - len(text.lstrip("\ufeff"))
    span = Span(start, len(text.rstrip()))
    content = _game_content(block, conventions) if text.startswith("[", start) else None
    exported_text = _in_export_format(text[slice(*span)]) if content else None
    if exported_text is None:
        return None
    ending = LINE_END.search(text)
    new = _game_after(block, Edit(span, exported_text.replace("\n", ending[0] if ending else "\n")))
    if new is None:
        return None
    new = _game_after(new, *game_layout(new)) or new
    if new.text == text or _game_content(new, conventions) != content:
        return None
    return Edit(span, new.text[start:].rstrip())


def _game_after(block: Block, *edits: Edit) -> Block | None:
    """A game after edits, which must be one game then too."""
    blocks, _ = cut(block.host, apply_edits(block.text, edits), block.state)
    return blocks[0] if len(blocks) == 1 else None


def _game_content(block: Block, conventions: Conventions) -> object:
    """All that a game says, in no order; None where it has what is no PGN."""
    reading = block.found.reading
    solution = solution_of(block, studies_of([block], conventions)) if reading.tags else None
    if solution is None or not solution.has_moves or solution.game.problems:
        return None
    parts = list(parts_of(block.text))
    allowed_kinds = (PartKind.NUMBER, PartKind.MOVE, PartKind.BRACKET, PartKind.RESULT)
    result = last_result(block.text)
    if any(part.kind not in allowed_kinds for part in parts) or sum(part.kind is PartKind.RESULT for part in parts) > 1:
        return None
    movetext = max(span.end for span in reading.tags.values())
    comments = Counter(char for span in reading.comments for char in block.text[slice(*span)] if not char.isspace())
    glyphs = Counter(glyph.number for glyph in glyphs_of(block.text, movetext))
    steps = Counter(repr((node.before, node.after)) for node in nodes_of(solution.line))
    tags = {name: block.text[slice(*span)] for name, span in reading.tags.items()}
    roster = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
    roster |= {"Result": result.text if result else "*"}
    return steps, glyphs, comments, roster | tags, result.text if result else "*"


def _in_export_format(text: str) -> str | None:
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

    braced_text = _COMMENTS.sub(lambda found: f"{{{found['line']}}}" if found["line"] is not None else found[0], text)
    stream = StringIO(braced_text)
    game = chess.pgn.read_game(stream, Visitor=Builder)
    if game is None or game.errors or stream.read().strip():
        return None
    return game.accept(chess.pgn.StringExporter(columns=None))
