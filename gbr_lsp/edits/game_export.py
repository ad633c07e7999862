"""A PGN game in the full export format of the PGN standard, as written by python-chess.

It is offered only if nothing is lost. The new text is read again and must have the same moves in
all lines, glyphs, comments, tags and result.
"""

from collections import Counter
from io import StringIO

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LINE_END, Edit, Span, apply_edits
from gbr_lsp.edits.layout import game_layout
from gbr_lsp.model.block import Block, cut
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.game_solutions import solution_of
from gbr_lsp.solutions.line import nodes_of
from gbr_lsp.solutions.movetext import TokenKind, last_result, parts_of
from gbr_lsp.solutions.nags import glyphs_of

_COMMENTS = regex(r"\{[^}]*+\}?|\"[^\"\\\r\n]*+(?:\\.[^\"\\\r\n]*+)*\"|;(?P<line>[^\r\n}]*+)(?=[\r\n]|\Z)")


def export_edit(block: Block, conventions: Conventions) -> Edit | None:
    """Return the edit that writes `block` in export format, or None.

    It is None if it changes nothing or loses something.
    """
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
    """Return the block after `edits` of its text, or None if that is not one game."""
    blocks, _ = cut(block.host, apply_edits(block.text, edits), block.state)
    return blocks[0] if len(blocks) == 1 else None


def _game_content(block: Block, conventions: Conventions) -> object:
    """Return the unordered content of a game as a tuple, for comparison, or None.

    It is None if part of the text is not PGN.
    """
    reading = block.contents.reading
    solution = solution_of(block, read_section([block], conventions).studies) if reading.tags else None
    if solution is None or not solution.has_moves or solution.game.problems:
        return None
    parts = list(parts_of(block.text))
    allowed_kinds: tuple[TokenKind, ...] = ("number", "move", "open", "close", "result")
    result = last_result(block.text)
    if any(part.kind not in allowed_kinds for part in parts) or sum(part.kind == "result" for part in parts) > 1:
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
    """Return the game in `text` with its moves on one line, or None.

    It is None on errors or if more text follows. Comments after `;`, which python-chess skips, are
    put into braces first. Other losses are not detected here.
    """
    # python-chess is slow to import.
    import chess.pgn

    class Builder(chess.pgn.GameBuilder[chess.pgn.Game]):
        def handle_error(self, error: Exception) -> None:
            """Store `error` without the log entry of the base class."""
            self.game.errors.append(error)

    braced_text = _COMMENTS.sub(lambda found: f"{{{found['line']}}}" if found["line"] is not None else found[0], text)
    stream = StringIO(braced_text)
    game = chess.pgn.read_game(stream, Visitor=Builder)
    if game is None or game.errors or stream.read().strip():
        return None
    return game.accept(chess.pgn.StringExporter(columns=None))
