"""Main lines of a database in other prints: letters of languages, figurines, tables, a section of solutions."""

import re
from collections.abc import Iterator, Sequence

import chess

from gbr_lsp.base.encoding import decode
from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.model.document import Document
from gbr_lsp.model.solution import positions_of
from gbr_lsp.solutions.position import Position
from tests.conftest import CORPORA
from tests.solutions.slips import SoundLine

LETTERS = {
    "English": "KQRBN",
    "S for knight": "KQRBS",
    "German": "KDTLS",
    "Dutch": "KDTLP",
    "French": "RDTFC",
    "Russian": ("Кр", "Ф", "Л", "С", "К"),
    "figurines": "♔♕♖♗♘",
}
APART = "apart"
PRINTS = (*LETTERS, "long", "table", "brackets", "PGN", APART)
_IN_ONE_TEXT = 10
"""The number of studies before a section with their solutions."""
_LONG_ENOUGH = 8


def printed(how: str, most: int = 127) -> Iterator[SoundLine]:
    """Yield lines of at least eight plies from the first `most` studies, in the print `how`."""
    if how == APART:
        lines = list(printed("English", most))
        yield from (one for at in range(0, len(lines), _IN_ONE_TEXT) for one in _apart(lines[at : at + _IN_ONE_TEXT]))
        return
    document = Document.of(decode((CORPORA / "hhdb-sample.pgn").read_bytes()).text, host_for("a.pgn"))
    for study in list(document.studies())[:most]:
        movetext = re.sub(r"\{[^}]*\}|\$\d+", "", study.block.text.rpartition('"]')[2])
        while "(" in movetext and (shorter := re.sub(r"\([^()]*\)", "", movetext)) != movetext:
            movetext = shorter
        sans = re.findall(r"[KQRBNa-hO][\w=-]+", re.sub(r"\b(?:1-0|0-1|1/2-1/2)|\d+\.+", " ", movetext))
        fen = re.search(r'\[FEN "([^"]+)"\]', study.block.text)
        start = positions_of(study)[0]
        if fen and _LONG_ENOUGH <= len(sans):
            yield _line(
                how, fen[1], sans, start, f"{study.block.text[study.occurrence.span.start : study.occurrence.span.end]}"
            )


def _line(how: str, fen: str, sans: Sequence[str], start: Position, code: str) -> SoundLine:
    board, words, english = chess.Board(fen), [], []
    black_first = not board.turn
    for san in sans:
        move = board.parse_san(san)
        sign = "".join(re.findall(r"[+#]", board.san(move)))
        english.append(re.sub(r"[+#]", "", board.san(move)))
        if how == "long" and not board.is_castling(move):
            piece = board.piece_at(move.from_square)
            assert piece
            link = "x" if board.is_capture(move) else "-"
            promotion = f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""
            squares = f"{chess.square_name(move.from_square)}{link}{chess.square_name(move.to_square)}{promotion}"
            words.append(("" if piece.piece_type == chess.PAWN else piece.symbol().upper()) + squares + sign)
        else:
            word = english[-1] + sign
            letters = LETTERS.get(how, "KQRBN")
            words.append("".join(letters["KQRBN".index(char)] if char in "KQRBN" else char for char in word))
        board.push(move)
    text, name = f"{code}\n\n{fen}\n\n", "a.txt"
    if how == "PGN":
        text, name = f'[Event "?"]\n[Black "{code}"]\n[FEN "{fen}"]\n\n', "a.pgn"
    if how == "table":
        text, name = f"{code}\n\n`{fen}`\n\n| | White | Black |\n|---|---|---|\n", "a.md"
    spans = []
    for number, word in enumerate(words):
        half = number + 2 + black_first
        if how == "table":
            text += f"| {half // 2}. | " if half % 2 == 0 else "" if number else f"| {half // 2}. | … | "
        elif half % 2 == 0:
            text += f"{half // 2}." + (" " if how in ("PGN", "German") else "")
        elif not number:
            text += f"{half // 2}..." + (" " if how == "PGN" else "")
        spans.append(Span(len(text), len(text) + len(word)))
        text += word + (" " if how != "table" else " |\n" if half % 2 else " | ")
        if how == "brackets" and number == 1:
            text += "(a remark) "
    text += "*\n" if how == "PGN" else "\n" if how == "table" else "wins.\n"
    return SoundLine(name, text, spans, english, start)


def _apart(lines: Sequence[SoundLine]) -> Iterator[SoundLine]:
    """Yield each of `lines` in one Markdown document, with all lines in a section after all studies."""
    text, solutions = "# Studies\n\n", "# Solutions\n\n"
    starts = []
    for number, line in enumerate(lines, 1):
        first = line.text.rindex("\n\n", 0, line.moves[0].start) + 2
        study, moves = line.text[:first], line.text[first:]
        text += f"**{number}.** {study.strip()}\n\n"
        solutions += f"**{number}.** "
        starts.append(len(solutions) - first)
        solutions += moves.strip() + "\n\n"
    for start, line in zip(starts, lines, strict=True):
        yield line._replace(
            name="a.md", text=text + solutions, moves=[span.shift(len(text) + start) for span in line.moves]
        )
