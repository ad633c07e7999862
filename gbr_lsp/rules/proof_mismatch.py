"""The proof has a different code, board or solution here.

## Why it matters

When a publisher sets a manuscript, a digit, a man or a move can be lost. Author and reader then look at different
studies, and each text may be consistent in itself, so that no other rule reports it.

The rule runs if a proof is given: `gbr-lsp check book.tex --against book.pdf`. Two studies are taken for the same if
they have the same code, or if they stand between the same neighbors and have most in common. Their code, board and
main line are compared if both texts have them. A code between two others that the proof does not have is reported as
missing. Differences in order, spelling or language are not reported. There is no fix towards a part of the proof that
its own board, class, control or squares contradict.

## Example

The proof has

```text proof
a1h8 0100.01 2/2 Win

c3e5 0401.11 4/3 Draw
```

and the manuscript

```text against
a1h8 0100.01 2/2 Win

c3e5 0401.10 4/2 Draw
     ^^^^^^^ proof-mismatch: The proof has 0401.11
             ^^^ proof-mismatch: The proof has 4/3
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.base.text import Span, enumeration
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.finding import Finding, Fix, Over, Related, Replacement, Severity, changing, rule
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import LETTERS, Placement
from gbr_lsp.notation.values import COLOR_NAMES, PIECE_NAMES, SIDE_NAMES, SQUARE_NAMES, Kind

if TYPE_CHECKING:
    from gbr_lsp.model.comparison import ComparedStudy, ProofComparison

_FEWEST = 0.5
"""The share of a document's codes that must be in the proof, for it to be the document's."""
_MOST_SQUARES = 4
"""So many squares of a board are named."""
_REJOINED = 2
"""So many moves must be the same behind one that differs early in a line."""
_EARLY = 3
_NEAR = 60
"""A move stands directly behind the one before if so few code points are between."""


@rule(Severity.WARNING, Over.PROOF, silent_on_clean_record=True)
def proof_mismatch(comparison: "ProofComparison") -> Iterator[Finding]:
    studies = comparison.studies
    if len(comparison.pairs) < _FEWEST * len(studies):
        message = (
            f"Only {len(comparison.pairs)} of {len(studies)} codes are in the proof: is it the proof of this text?"
        )
        yield Finding(studies[0].place(studies[0].occurrence.span), message)
        return
    for own, other in comparison.pairs:
        yield from _compared(comparison, own, comparison.proof[other])
    for number in comparison.missing:
        study = studies[number]
        yield Finding(study.place(study.occurrence.span), "This code is missing in the proof")


def _compared(comparison: "ProofComparison", number: int, other: "ComparedStudy") -> Iterator[Finding]:
    study, own = comparison.studies[number], comparison.own[number]
    related = (Related("the proof", other.place),)
    for place, message, fixes in (*_codes(study, other), *_boards(study, own, other)):
        yield Finding(place, f"The proof has {message}", fixes, related)
    differing = _differing_move(own, other)
    if differing is not None:
        block, start = _block_at(comparison, own.moves[differing].span.start)
        span = own.moves[differing].span.shift(-start)
        yield Finding(Place(block, span), f"The proof has {' '.join(other.words[differing].split())}", (), related)


_Difference = tuple[Place, str, tuple[Fix, ...]]


def _codes(study: Study, other: "ComparedStudy") -> Iterator[_Difference]:
    """What differs of the code: its class, its kings, its goal and side to move, its control, its squares."""
    occurrence, code = study.occurrence, study.code
    if code.force and other.code.force and code.force != other.code.force:
        force = str(other.code.force)
        yield _difference(study, other, Kind.CLASS, [(occurrence.span_of(Kind.CLASS), force)], force)
    if code.kings and other.code.kings and code.kings != other.code.kings and None not in other.code.kings:
        names = [SQUARE_NAMES[square] for square in other.code.kings if square is not None]
        spans = [part.span for kind in (Kind.KING, Kind.KING_AGAIN) for part in occurrence.kings(kind)]
        yield _difference(study, other, Kind.KING, list(zip(spans, names * 2, strict=False)), "".join(names))
    (goal, turn), (their_goal, their_turn) = code.stipulation, other.code.stipulation
    if goal and their_goal and goal is not their_goal:
        yield study.place(occurrence.span_of(Kind.SIGN, Kind.RESULT)), f"a {their_goal.name.lower()}", ()
    if None not in (turn, their_turn) and turn is not their_turn:
        place = study.place(occurrence.span_of(Kind.TURN, Kind.SIGN, Kind.RESULT))
        yield place, f"{SIDE_NAMES[bool(their_turn)]} to move", ()
    if code.control and other.code.control and code.control != other.code.control:
        control = str(other.code.control)
        yield _difference(study, other, Kind.CONTROL, [(occurrence.span_of(Kind.CONTROL), control)], control)
    for kind, ours, theirs in ((Kind.PIECE, code.pieces, other.code.pieces), (Kind.PAWN, code.pawns, other.code.pawns)):
        if ours is not None and theirs is not None and ours != theirs and occurrence.part(kind) and None not in theirs:
            names = [SQUARE_NAMES[square] for square in theirs if square is not None]
            yield study.place(occurrence.span_of(kind)), "".join(names) or "no squares", ()


def _difference(
    study: Study, other: "ComparedStudy", part: Kind, edits: list[tuple[Span, str]], text: str
) -> _Difference:
    """Return a part of a code that differs, with a tied fix: either text may be the right one.

    There is no fix if the proof contradicts itself.
    """
    place = study.place(study.occurrence.span_of(part))
    if other.contradicts_itself(part):
        return place, text, ()
    changed = tuple(Replacement(study.place(one), new) for one, new in edits)
    return place, text, (Fix(f"{changing(place, text)} to match the proof", changed, safe=False, tied=True),)


def _boards(study: Study, own: "ComparedStudy", other: "ComparedStudy") -> Iterator[_Difference]:
    """The board, if none of the document's is one of the proof's."""
    if not own.placements or not other.placements or set(own.placements) & set(other.placements):
        return
    owned, ours = next((owned, one) for owned, one in study.placements if one in own.placements)
    theirs = min(other.placements, key=lambda one: len(_squares_apart(ours, one)))
    apart = _squares_apart(ours, theirs)
    if len(apart) <= _MOST_SQUARES:
        said = enumeration(f"{_man(theirs.squares[square])} on {SQUARE_NAMES[square]}" for square in apart)
    else:
        said = f"another {owned.board.name}, which differs on {len(apart)} squares"
    yield owned.place, said, ()


def _squares_apart(one: Placement, other: Placement) -> list[int]:
    return [square for square in range(64) if one.squares[square] != other.squares[square]]


def _man(letter: str) -> str:
    names = {LETTERS[kind, color]: f"a {COLOR_NAMES[color]} {PIECE_NAMES[kind]}" for kind, color in LETTERS}
    return names.get(letter, "nothing")


def _differing_move(own: "ComparedStudy", other: "ComparedStudy") -> int | None:
    """The first move that differs, if both texts have it directly behind the one before.

    Where a line goes on elsewhere, or lost its letters on the way to the reader, it is not known what is printed.
    """
    pairs = list(zip(own.moves, other.moves, strict=False))
    number = next((n for n, (a, b) in enumerate(pairs) if a.san != b.san), None)
    if number is None:
        return None
    ours, theirs = pairs[number]
    if ours.after is not None and ours.after == theirs.after:
        return None
    if ours.san.endswith(theirs.san) or theirs.san.endswith(ours.san):
        return None
    behind = pairs[number + 1 : number + 1 + _REJOINED]
    goes_on = [a.san == b.san for a, b in behind]
    if number < _EARLY and not (len(goes_on) == _REJOINED and all(goes_on)):
        return None
    if number and not all(
        0 <= moves[number].span.start - moves[number - 1].span.end < _NEAR for moves in (own.moves, other.moves)
    ):
        return None
    # A line that differs and goes on is another line, unless it comes back to the same moves.
    return number if not goes_on or goes_on[0] else None


def _block_at(comparison: "ProofComparison", offset: int) -> tuple[Block, int]:
    """The block of an offset of the document, and where it starts."""
    number = comparison.document.block_number(offset)
    block = comparison.document.blocks[number]
    return block, comparison.document.starts[number]
