"""A move played on the board, written into the movetext: at the end of its line, or as a variation beside another.

It is written with the letters of the document, and with its number where one is due. The new text is read again: the
move must stand where it was played, and all other moves as before.
"""

from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.edits.reread import Refusal, Writing, edited
from gbr_lsp.edits.suppress import end_of_header
from gbr_lsp.ide.support.followed import MovesAt, moves_at
from gbr_lsp.ide.support.lines import Cursor, Step
from gbr_lsp.model.document import Document
from gbr_lsp.notation.grammar import RESULT
from gbr_lsp.solutions.legal import LegalMove, check_sign, legal_moves
from gbr_lsp.solutions.moves import Position
from gbr_lsp.solutions.spoken import made_move

_BEHIND_MOVE = regex(r"(?:[+#!?†‡]|/[a-z]{1,4}\b)*")
_ANNOTATION = regex(r"\s*(?:\$[0-9]+|[!?]+|\{[^}]*\}|;[^\r\n]*(?=[\r\n])|(?<![^\r\n])%[^\r\n]*)")
_INSIDE = regex(r"\{[^}]*\}|;[^\r\n]*|[()]")
_RESULT_AT_END = regex(rf"(?:{RESULT})\s*\Z")
_NUMBER_AND_BLANK = regex(r"(?<![\w.])[1-9][0-9]*\.(?P<gap>[ \t]?)[^\s.…]")
_LINE_COMMENT = regex(r"(?:;|(?<![^\r\n])%)[^\r\n]*\Z")


class PlayedMove(NamedTuple):
    """A move by its squares; the king's in castling. A pawn becomes a queen unless another letter is named."""

    origin: str
    to: str
    promotion: str = "Q"


def played_move(document: Document, offset: int, move: PlayedMove) -> Writing | Refusal:
    """The edit that writes a move at the position that a caret stands in; none where it is printed there already."""
    moves = _moves(document, offset)
    if moves is None:
        return Refusal("No moves are followed at the cursor")
    if moves.cursor.lost:
        return Refusal(f"The position is not known here: {moves.cursor.lost}")
    legal = _legal(moves.position, move)
    if legal is None:
        return Refusal(f"{move.origin}–{move.to} is no legal move here")
    printed = next((step for step in moves.lines.choices(moves.cursor) if step.after == legal.after), None)
    if printed:
        return Writing((), printed.span.start + moves.shift)
    here = moves.lines.resolved(moves.cursor)
    steps = moves.lines.lines[here.line].steps
    edit, within = _appended(moves, here, legal) if here.made == len(steps) else _beside(moves, steps[here.made], legal)
    edit = Edit(edit.span.shift(moves.shift), edit.text)
    caret = edit.span.start + within
    if not _holds(document, edit, caret, moves, legal.after):
        return Refusal("Written here, the move would not be read as it was played")
    return Writing((edit,), caret)


def _moves(document: Document, offset: int) -> MovesAt | None:
    """The moves at a caret; in the tags of a game its start."""
    moves = moves_at(document, offset)
    if moves or not document.blocks or not document.host.holds_records:
        return moves
    number = document.block_number(offset)
    return moves_at(document, document.starts[number] + end_of_header(document.blocks[number].text))


def _legal(position: Position | None, move: PlayedMove) -> LegalMove | None:
    """The legal move between two squares."""
    for legal in legal_moves(position) if position else ():
        made = made_move(position, legal.after) if position else None
        becomes = legal.san.partition("=")[2]
        if made and (made.origin, made.to) == (move.origin, move.to) and becomes in ("", move.promotion.upper()):
            return legal
    return None


def _appended(moves: MovesAt, here: Cursor, legal: LegalMove) -> tuple[Edit, int]:
    """The edit that goes on with a line, and where the move stands in its text."""
    line, text = moves.lines.lines[here.line], moves.text
    last = line.steps[-1].span.end if line.steps else line.opening.start
    if moves.in_prose:
        at = _behind(text, last)
    else:
        result = _RESULT_AT_END.search(text, last)
        end = line.closing - 1 if line.closing is not None else result.start() if result else len(text)
        at = last + len(text[last:end].rstrip()) if line.steps else max(last, len(text[:end].rstrip()))
    between = text[last:at]
    half = moves.lines.due(here)
    needs = half % 2 == 0 or not line.steps or any(sign in between for sign in "({;")
    number = _number(moves, half) if needs else ""
    lead = _lead(text, at, has_steps=bool(line.steps), in_prose=moves.in_prose)
    written = f"{lead}{number}{_san(moves, legal)}"
    follows = text[at : at + 1]
    trail = "" if not follows or follows.isspace() or follows in ").,;:]" else " "
    return Edit(Span(at, at), written + trail), len(lead) + len(number)


def _lead(text: str, at: int, *, has_steps: bool, in_prose: bool) -> str:
    """What parts a move from what stands before it."""
    end = "\r\n" if "\r\n" in text else "\n"
    if not in_prose and _LINE_COMMENT.search(text[:at]):
        return end
    if not has_steps and not in_prose and text[:at].endswith("]"):
        return end + end
    return "" if not at or text[at - 1].isspace() or text[at - 1] == "(" else " "


def _beside(moves: MovesAt, step: Step, legal: LegalMove) -> tuple[Edit, int]:
    """The edit that writes a variation behind a move, its comments and the variations that it has."""
    text = moves.text
    at = _behind(text, step.span.end) if moves.in_prose else _behind_variations(text, step.span.end)
    number = _number(moves, step.half)
    following = next((one for line in moves.lines.lines for one in line.steps if at <= one.span.start), None)
    again = ""
    if (
        following
        and following.half == step.half + 1
        and following.half % 2
        and not text[at : following.span.start].strip()
    ):
        again = f" {_number(moves, following.half)}".rstrip()
    comment = not moves.in_prose and _LINE_COMMENT.search(text[:at])
    lead = ("\r\n" if "\r\n" in text else "\n") if comment else "" if text[at - 1 : at].isspace() else " "
    written = f"{lead}({number}{_san(moves, legal)}){again}"
    follows = text[at : at + 1]
    trail = "" if not follows or follows.isspace() or follows in ").,;:" else " "
    if again:
        # The number stands where the blank before the move was.
        start = following.span.start if following else at
        gap = moves.text[at:start]
        return Edit(Span(at, start), written + ("" if not _gap(moves) and gap == " " else gap)), len(lead) + 1 + len(
            number
        )
    return Edit(Span(at, at), written + trail), len(lead) + 1 + len(number)


def _san(moves: MovesAt, legal: LegalMove) -> str:
    return moves.lines.language.foreign(legal.san) + check_sign(legal.after)


def _number(moves: MovesAt, half: int) -> str:
    """The number before a move, as the document writes numbers."""
    dots = "…" if moves.in_prose and "…" in moves.text and "..." not in moves.text else "..."
    return f"{half // 2}{dots if half % 2 else '.'}{_gap(moves)}"


def _gap(moves: MovesAt) -> str:
    """The blank that the document has between numbers and moves."""
    start, end = moves.lines.span
    found = _NUMBER_AND_BLANK.search(moves.text, start, end)
    return found["gap"] if found else ""


def _behind(text: str, at: int) -> int:
    found = _BEHIND_MOVE.match(text, at)
    return found.end() if found else at


def _behind_variations(text: str, at: int) -> int:
    """Where the glyphs, comments and variations of a move end."""
    at = _behind(text, at)
    while True:
        found = _ANNOTATION.match(text, at)
        if found:
            at = found.end()
            continue
        opening = at + len(text[at:]) - len(text[at:].lstrip())
        if text[opening : opening + 1] != "(":
            return at
        depth = 0
        for sign in _INSIDE.finditer(text, opening):
            depth += {"(": 1, ")": -1}.get(sign[0], 0)
            if not depth:
                at = sign.end()
                break
        else:
            return at


def _holds(document: Document, edit: Edit, caret: int, moves: MovesAt, after: Position) -> bool:
    """Whether the move is read where it was played, and all others as before."""
    now = moves_at(edited(document, [edit]), caret)
    if now is None or now.cursor.lost or now.position != after or now.step is None or now.step.after != after:
        return False
    place = caret - now.shift
    old, new = _played(moves), [one for one in _played(now) if one[0] != place]
    return len(_played(now)) == len(old) + 1 and [one[1:] for one in old] == [one[1:] for one in new]


def _played(moves: MovesAt) -> list[tuple[int, str, Position | None]]:
    """All moves of a text, in order."""
    return sorted((step.span.start, step.san, step.after) for line in moves.lines.lines for step in line.steps)
