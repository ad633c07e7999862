"""Guards: documents with a part that must not be blamed, because it has no slip.

A measure that changes one place at a time rewards a linter that blames every difference. But a
caption may be copied from an older version together with its control. A board may belong to another
study, a twin or a later position. `[sic]` marks a quotation, and a 9 means several counts of men.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.notation.checks import impossibility
from gbr_lsp.notation.code_forms import code_of
from gbr_lsp.notation.placement import Placement, from_squares
from gbr_lsp.notation.values import BLACK, KING, KNIGHT, PAWN, QUEEN, WHITE, Goal, Stipulation
from tests.slips.kinds import spoiled
from tests.slips.later import later_positions
from tests.slips.measure import judge
from tests.slips.studies import Study, caption, document


class Guarded(NamedTuple):
    """A document, and the spans that must not be blamed; if `innocent` is empty, every finding is wrong."""

    name: str
    text: str
    innocent: tuple[Span, ...]


_Maker = Callable[[list[Study], random.Random], Guarded | None]


def is_convicted(guarded: Guarded) -> bool:
    """Return True if a finding is wrong: all its edits are in `innocent` spans, and no fix is tied."""
    found, placed = judge(guarded.text, guarded.name)
    offsets = found.offsets()
    if not guarded.innocent:
        return bool(placed)
    for item in placed:
        fixes = item.finding.fixes
        spans = [edit.place.span.shift(offsets[edit.place.block]) for fix in fixes for edit in fix.edits]
        inside = [any(one.start <= span.start and span.end <= one.end for one in guarded.innocent) for span in spans]
        if fixes and all(inside) and not any(fix.is_tied for fix in fixes):
            return True
    return False


def convicted(kind: str, studies: list[Study], path: Path, count: int, seed: str) -> tuple[int, int]:
    """Return how many documents of `kind` get a wrong blame, and how many were made (at most `count`)."""
    rng = random.Random(f"{seed} {kind}")
    if kind == "later position":
        made = [Guarded("a.md", text, ()) for text in later_positions(path, count, f"{seed} {kind}")]
    else:
        tries = (GUARDS[kind](studies, rng) for _ in range(4 * count))
        made = [one for one in tries if one][:count]
    return sum(map(is_convicted, made)), len(made)


def _of(study: Study, placement: Placement) -> Study | None:
    """Return `study` with another board and its code, or None if it is impossible or its control unknown."""
    code = code_of(placement, Stipulation(Goal(study.sign), None))
    if code is None or code.control is None or impossibility(placement, WHITE):
        return None
    return study._replace(code=code, placement=placement)


def _older(study: Study, rng: random.Random) -> Study | None:
    """Return `study` with one man more or less, or None if that is impossible or needs a 9."""
    men = dict(study.placement.men_by_square)
    if rng.random() < 0.5:
        men.pop(rng.choice([square for square, man in men.items() if man[0] != KING]))
    else:
        square = rng.choice([square for square in range(8, 56) if square not in men])
        men[square] = (rng.choice((PAWN, PAWN, KNIGHT, QUEEN)), rng.choice((WHITE, BLACK)))
    made = from_squares(men)
    older = _of(study, made) if made else None
    return None if older is None or "9" in str(older.code.force) else older


def _caption(study: Study) -> str:
    return "".join(piece.text for piece in caption(study))


def _grid(placement: Placement) -> str:
    rows = [placement.squares[at : at + 8] for at in range(56, -1, -8)]
    return "\n".join(f"{8 - number} {' '.join(row)}" for number, row in enumerate(rows)) + "\n  a b c d e f g h\n"


def _together(code: Study, board: Study, rng: random.Random, *, moves: str = "") -> tuple[str, str, str, str]:
    """Return file name and text of a document, its caption (of `code`) and its FEN (of `board`)."""
    said, fen = _caption(code), board.placement.fen
    name, text = rng.choice(
        [
            ("a.md", f"## 41. Somebody\n\n{said}\n\n`{fen} w - - 0 1`\n\n{moves}\n"),
            ("a.txt", f"No 41 Somebody\n{said}\n{fen} w - - 0 1\n\n{moves}\n"),
            ("a.tex", f"\\section{{Study}}\n\\fen{{{fen} w - - 0 1}}\n\n{said}\n\n{moves}\n"),
            ("a.md", f"```chess\n{fen} w - - 0 1\n{said}\n```\n\n{moves}\n"),
        ]
    )
    return name, text, said, fen


def _at(text: str, part: str) -> Span:
    start = text.index(part)
    return Span(start, start + len(part))


def _stale_caption(studies: list[Study], rng: random.Random) -> Guarded | None:
    """Caption of an older version; the board is right."""
    study = rng.choice(studies)
    older = _older(study, rng)
    if older is None:
        return None
    name, text, _, fen = _together(older, study, rng, moves=study.moves)
    return Guarded(name, text, (_at(text, fen),))


def _stale_fen(studies: list[Study], rng: random.Random) -> Guarded | None:
    """FEN of an older version; the caption is right."""
    study = rng.choice(studies)
    older = _older(study, rng)
    if older is None:
        return None
    name, text, said, _ = _together(study, older, rng, moves=study.moves)
    return Guarded(name, text, (_at(text, said),))


def _fresh_diagram(studies: list[Study], rng: random.Random) -> Guarded | None:
    """FEN of an older version; caption and diagram are right."""
    study = rng.choice(studies)
    older = _older(study, rng)
    if older is None:
        return None
    said, grid, fen = _caption(study), _grid(study.placement), older.placement.fen
    text = f"## 41. Somebody\n\n{said}\n\n```\n{grid}```\n\n`{fen} w - - 0 1`\n"
    return Guarded("a.md", text, (_at(text, said), _at(text, grid)))


def _board_of_another(studies: list[Study], rng: random.Random) -> Guarded:
    """A caption with a picture, and another study with a board and no caption."""
    study, other = rng.sample(studies, 2)
    one = f"## 41. Somebody\n\n{_caption(study)}\n\n![](a.png)\n\n{study.moves}\n\n"
    two = f"## 42. Somebody else\n\n`{other.placement.fen} w - - 0 1`\n\n{other.moves}\n\n"
    return Guarded("a.md", one + two if rng.random() < 0.5 else two + one, ())


def _twin(studies: list[Study], rng: random.Random) -> Guarded | None:
    """A caption, its board or a picture, and the board of a twin with one man on another square."""
    study = rng.choice(studies)
    men = dict(study.placement.men_by_square)
    square = rng.choice(list(men))
    to = rng.choice([to for to in range(8, 56) if to not in men])
    men[to] = men.pop(square)
    made = from_squares(men)
    if made is None or impossibility(made, WHITE):
        return None
    own = f"`{study.placement.fen} w - - 0 1`" if rng.random() < 0.5 else "![](a.png)"
    twin = f"b) another square for one man\n\n`{made.fen} w - - 0 1`\n"
    return Guarded("a.md", f"## 41. Somebody\n\n{_caption(study)}\n\n{own}\n\n{study.moves}\n\n{twin}", ())


def _sic(studies: list[Study], rng: random.Random) -> Guarded | None:
    """A code with a slip, quoted with `[sic]`."""
    written = document(studies, rng.choice(("B", "C")), rng)
    kind = rng.choice(("digit ±1", "king one off", "control ±1", "digits transposed", "kings exchanged"))
    last = written.named("result")
    made = spoiled(written, kind, rng) if last is not None else None
    if made is None or last is None:
        return None
    wrong = made[0].with_text(last, f"{written.pieces[last].text} [sic]")
    return Guarded(wrong.name, wrong.text, ())


def _nines(studies: list[Study], rng: random.Random) -> Guarded | None:
    """At least three men of one kind and color, so that the code has a 9."""
    study = rng.choice(studies)
    men = dict(study.placement.men_by_square)
    color, kind = rng.choice((WHITE, BLACK)), rng.choice((KNIGHT, QUEEN))
    had = sum(man == (kind, color) for man in men.values())
    for square in rng.sample([square for square in range(8, 56) if square not in men], max(0, 3 - had)):
        men[square] = (kind, color)
    made = from_squares(men)
    code = code_of(made, Stipulation(Goal(study.sign), None)) if made else None
    if (
        made is None
        or impossibility(made, WHITE)
        or code is None
        or code.control is None
        or "9" not in str(code.force)[:4]
    ):
        return None
    if any(sum(man[1] is side and man[0] == PAWN for man in men.values()) > 5 for side in (WHITE, BLACK)):
        return None
    name, text, _, _ = _together(study._replace(code=code), study._replace(placement=made), rng)
    return Guarded(name, text, ())


GUARDS: dict[str, _Maker] = {
    "stale caption": _stale_caption,
    "stale FEN": _stale_fen,
    "stale FEN, fresh diagram": _fresh_diagram,
    "board of another": _board_of_another,
    "twin": _twin,
    "[sic]": _sic,
    "nines": _nines,
}
KINDS = (*GUARDS, "later position")
