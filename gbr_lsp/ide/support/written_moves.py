"""Moves written in the style of a text, at a line's end or as a variation."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.edits.edit_check import BoardWriting
from gbr_lsp.ide.support.cursor_moves import MovesAt, moves_at
from gbr_lsp.ide.support.lines import bracket_of
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.languages import ENGLISH, Language
from gbr_lsp.solutions.legal_moves import LegalMove, replay
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.made_moves import made_move
from gbr_lsp.solutions.position import Position

_NUMBER = regex(r"[1-9][0-9]{0,3}(?P<dots>\s?(?:\.{3}|…|\.\s?\.\.|\.))(?P<gap>\s*)\Z")
_MAX_SAMPLE = 60
"""The number of moves examined for the style of numbers."""
_MOVE_SUFFIX = regex(r"(?:[!?]+|/[a-z]{1,4}+(?!\w))")
_GAME_MOVE_SUFFIX = regex(r"[!?]+|\s*+(?:\$[0-9]+|\{[^}]*\}|;[^\r\n]*(?:\r\n?|\n|\Z))")
_MATE = regex(r"(?<=[a-h][1-8QRBN])#")
_PROMOTION = regex(r"[18]([=(])")
_START = regex(r"(?:[ \t]*(?:\r\n?|\n)){0,2}")
"""The blanks between the tags and the moves."""
_BRACKET = regex(r"\s*\(")
_IN_MACRO = regex(r"\\(mainline|variation|hidemoves|movepiece)\s*(?:\[[^\]]*\]\s*)?\{[^{}]*\Z")
"""LaTeX macros that play the moves between their braces, and allow no parentheses there."""
_UCI = regex("[a-h][1-8][a-h][1-8][qrbn]?")


class CannotWrite(ValueError):
    """The reason why moves are not written, in one line."""


class MoveStyle(NamedTuple):
    """The signs after White's and Black's numbers, of mate and of promotion.

    `promotion` comes before the new man: `=`, nothing, or `(`, which is closed after it.
    """

    language: Language
    white: str
    black: str
    mate: str
    promotion: str = "="

    def line(self, moves: Sequence[str], half: int, *, numbered: bool = True) -> str:
        """Return `moves`, SAN in English letters with check signs, as a line in this style.

        `half`, the first half-move, is twice the move number, plus one for Black. Unless
        `numbered`, Black's has no number.
        """
        words = []
        for number, san in enumerate(moves, half):
            move_text = self.language.from_english(self._promoted(san))
            if move_text.endswith("#"):
                move_text = move_text[:-1] + self.mate
            before = ""
            if number % 2 == 0:
                before = f"{number // 2}{self.white}"
            elif number == half and numbered:
                before = f"{number // 2}{self.black}"
            words.append(before + move_text)
        return " ".join(words)

    def _promoted(self, san: str) -> str:
        """Return `san` with the promotion of this style: `e8=Q` → `e8(Q)`."""
        before, sign, piece = san.partition("=")
        bracket = ")" if self.promotion == "(" else ""
        return f"{before}{self.promotion}{piece[0]}{bracket}{piece[1:]}" if sign else san


_STANDARD_STYLE = MoveStyle(ENGLISH, ".", "...", "#")
"""The style if no text shows another."""


LineWriter = Callable[[Sequence[str]], str]
"""A function that writes moves, SAN in English letters, as a numbered line."""


def line_writer_at(document: Document, offset: int, fen: str) -> LineWriter:
    """Return the `LineWriter` of lines from `fen`, which has six fields and belongs to `offset`."""
    moves = moves_at(document, offset)
    _, turn, *_, number = fen.split()
    style = _style_of(moves) if moves and moves.fen == fen else _STANDARD_STYLE
    return partial(style.line, half=2 * int(number) + (turn == "b"))


def _style_of(moves: MovesAt) -> MoveStyle:
    """Return the `MoveStyle` of the moves around the cursor."""
    tree = moves.tree
    counts: dict[int, Counter[str]] = {0: Counter(), 1: Counter()}
    promotions: Counter[str] = Counter()
    for step in tree.moves[:_MAX_SAMPLE]:
        if step.san and step.san[0].islower() and step.san[-1].isupper():
            sign = _PROMOTION.search(tree.text, *step.span)
            promotions[sign[1] if sign else ""] += 1
        number = _NUMBER.search(tree.text, max(0, step.span.start - 12), step.span.start)
        if number:
            written = number["dots"] + " " * bool(number["gap"])
            counts[step.half % 2][written] += 1
    white = _commonest(counts[0], ". " if not tree.is_in_prose and not tree.next(tree.root) else ".")
    gap = " " * white.endswith(" ")
    dots = "…" if tree.is_in_prose and "…" in tree.text else "..."
    black = _commonest(counts[1], dots + gap)
    mate = "#"
    if tree.is_in_prose:
        mate = "\\#" if "\\#" in tree.text else "#" if _MATE.search(tree.text) else ""
    return MoveStyle(tree.language, white, black, mate, _commonest(promotions, "="))


def _commonest(counts: "Counter[str]", otherwise: str) -> str:
    return counts.most_common(1)[0][0] if counts else otherwise


def write_moves(document: Document, offset: int, fen: str, ucis: Sequence[str]) -> BoardWriting:
    """Return the edit that writes the moves `ucis` (`e7e8q`) at a caret whose position is `fen`.

    The caret of the `BoardWriting` is before the last move. Moves already there are followed. The rest
    extends its line, or begins a variation after the move in its place. Raises CannotWrite, also if the
    new moves would be read differently.
    """
    moves = moves_at(document, offset)
    if moves is None:
        raise CannotWrite("There are no moves here to add a move to")
    if moves.cursor.lost_reason or moves.fen != fen:
        raise CannotWrite("The position here has changed since the moves were made")
    start = moves.position
    played = _played(start, ucis) if start else []
    if not played:
        raise CannotWrite("There are no moves to write")
    edit, end = _edit(moves, played)
    placed = Edit(edit.span.shift(moves.shift), edit.text)
    if moves.tree.is_in_prose and "(" in edit.text:
        _refuse_in_macro(document, placed.span.start)
    after = moves_at(document.edit(placed), placed.span.start + end)
    if after is None or after.cursor.lost_reason or after.step is None or after.position != played[-1].after:
        raise CannotWrite("The moves cannot be written here in a way that gbr-lsp can read back")
    return BoardWriting((placed,), after.step.span.start + after.shift)


def _played(start: Position, ucis: Sequence[str]) -> list[LegalMove]:
    """Return the legal moves for `ucis`, with check signs; raise CannotWrite for an illegal one."""
    played = [LegalMove("", start)]
    for uci in ucis:
        move = legal_move(played[-1].after, uci)
        if move is None:
            raise CannotWrite(f"The move {uci[:8]} cannot be made here")
        played.append(move)
    return played[1:]


def _edit(moves: MovesAt, played: list[LegalMove]) -> tuple[Edit, int]:
    """Return the edit in the text of the lines, and the end of the last move in it."""
    tree, node = moves.tree, moves.cursor.node
    left = list(played)
    while left and (known := next((one for one in tree.choices(node) if one.after == left[0].after), None)):
        node = known
        left.pop(0)
    if not left:
        raise CannotWrite("These moves are already in the text")
    style, half, names = _style_of(moves), node.due, [move.san for move in left]
    if tree.next(node) is None:
        at, parted = _end_of(moves, node)
        return _inserted(moves, at, style.line(names, half, numbered=parted or node.san is None))
    replaced = tree.choices(node)[0]
    at, _ = _end_of(moves, replaced)
    number = ""
    following = tree.next(replaced)
    if not tree.is_in_prose and not half % 2 and following:
        # Black's next move is numbered again after the variation.
        between = tree.text[at : following.span.start]
        number = "" if between.strip() else f" {half // 2}{style.black.rstrip()}"
    return _inserted(moves, at, f"({style.line(names, half)}", f"){number}")


def _inserted(moves: MovesAt, at: int, line: str, closing: str = "") -> tuple[Edit, int]:
    """Return the edit that inserts `line` and `closing`, and the end of `line` in it."""
    text = moves.text
    before = "" if text[:at][-1:] in ("", "(") or text[at - 1].isspace() else " "
    next_char = text[at : at + 1]
    parted = (
        next_char.isalnum() or next_char in ("(", "[", "{") if moves.tree.is_in_prose else next_char not in ("", ")")
    )
    gap = " " if parted and not next_char.isspace() else ""
    return Edit(Span(at, at), f"{before}{line}{closing}{gap}"), len(before + line)


def _end_of(moves: MovesAt, node: Node) -> tuple[int, bool]:
    """Return the end of the move `node` with its glyphs, comments and variations.

    The second value is True if there is anything but glyphs. Raises CannotWrite if a variation is
    not closed.
    """
    tree = moves.tree
    if node.san is None:
        start = _START.match(tree.text, tree.first.start) if node is tree.root else None
        return (start.end() if start else node.span.start), False
    at, parted = node.span.end, False
    suffix = _MOVE_SUFFIX if tree.is_in_prose else _GAME_MOVE_SUFFIX
    while True:
        if found := suffix.match(tree.text, at):
            parted = parted or found[0].lstrip()[:1] in ("{", ";")
            at = found.end()
            continue
        opened = None if tree.is_in_prose else _BRACKET.match(tree.text, at)
        if opened is None:
            return at, parted
        closed = (one for one in map(bracket_of, tree.starts) if one and one.start == opened.end() - 1)
        if (bracket := next(closed, None)) is None:
            raise CannotWrite("A bracket among these moves is not closed")
        at, parted = bracket.end, True


def _refuse_in_macro(document: Document, at: int) -> None:
    """Raise CannotWrite if `at` is in a macro that allows no parentheses."""
    number = document.block_number(at)
    macro = _IN_MACRO.search(document.blocks[number].text[: at - document.starts[number]])
    if macro:
        raise CannotWrite(f"\\{macro[1]}{{…}} takes no variation among its moves")


def legal_move(position: Position, uci: str) -> LegalMove | None:
    """Return the `LegalMove` with the spelling `uci`, such as `e7e8q`, and its check sign, or None."""
    after = next((after for _, after in replay(position, [[uci]])), None) if _UCI.fullmatch(uci) else None
    return LegalMove(made_move(position, after).san, after) if after else None
