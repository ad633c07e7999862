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
from gbr_lsp.model.block import Place
from gbr_lsp.model.finding import Finding, Fix, RelatedMessage, Replacement, RuleScope, Severity, edit_title, rule
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import man_name
from gbr_lsp.notation.placement import MAN_OF_LETTER
from gbr_lsp.notation.values import SIDE_NAMES, SQUARE_NAMES, Kind

if TYPE_CHECKING:
    from gbr_lsp.model.proof_comparison import ComparedStudy, ProofComparison

_MIN_PAIRED_SHARE = 0.5
"""Minimum share of the document's codes in the proof; below it, the proof is that of another text."""
_MAX_SQUARES = 4
"""Maximum number of squares that a message lists."""
_MIN_EQUAL_MOVES = 2
"""Number of equal moves that must follow a differing move, if that is among the first three."""
_EARLY_MOVES = 3
_MAX_GAP = 60
"""Code points: a larger gap may hide something between two moves."""


@rule(Severity.WARNING, RuleScope.PROOF, is_silent_if_clean=True)
def proof_mismatch(comparison: "ProofComparison") -> Iterator[Finding]:
    studies = comparison.studies
    if len(comparison.pairs) < _MIN_PAIRED_SHARE * len(studies):
        found_text = f"{len(comparison.pairs)} of {len(studies)} codes are in the proof"
        message = f"Only {found_text}: is it the proof of this text?"
        yield Finding(studies[0].place(studies[0].occurrence.span), message)
        return
    for own, other in comparison.pairs:
        yield from _study_findings(comparison, own, comparison.proof[other])
    for number in comparison.missing_numbers:
        yield Finding(studies[number].code_place, "This code is missing in the proof")


def _study_findings(comparison: "ProofComparison", number: int, other: "ComparedStudy") -> Iterator[Finding]:
    """Yield a `Finding` for each difference between study `number` and `other`.

    `other` is a study of the proof.
    """
    study, own = comparison.studies[number], comparison.own_studies[number]
    related = (RelatedMessage("the proof", other.place),)
    for place, message, fixes in (*_code_differences(study, other), *_board_differences(study, own, other)):
        yield Finding(place, f"The proof has {message}", fixes, related)
    move_index = _differing_move(own, other)
    if move_index is not None:
        document = comparison.document
        span = own.moves[move_index].span
        block = document.block_number(span.start)
        place = Place(document.blocks[block], span.shift(-document.starts[block]))
        yield Finding(place, f"The proof has {' '.join(other.words[move_index].split())}", (), related)


_Difference = tuple[Place, str, tuple[Fix, ...]]


def _code_differences(study: Study, other: "ComparedStudy") -> Iterator[_Difference]:
    """Yield a `_Difference` for class, kings, goal, side to move, control and squares."""
    occurrence, code = study.occurrence, study.code
    if code.force and other.code.force and code.force != other.code.force:
        force = str(other.code.force)
        yield _difference(study, other, Kind.CLASS, [(occurrence.span_of(Kind.CLASS), force)], force)
    if code.kings and other.code.kings and code.kings != other.code.kings and None not in other.code.kings:
        names = [SQUARE_NAMES[square] for square in other.code.kings if square is not None]
        spans = [part.span for kind in (Kind.KING, Kind.KING_AGAIN) for part in occurrence.king_parts(kind)]
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
    """Return the `_Difference` of `part`: its place, the `text` in the proof, a tied fix.

    Either text may be right. There is no fix if the proof contradicts itself. `edits` are the new
    texts by span.
    """
    place = study.place(study.occurrence.span_of(part))
    if other.has_conflict_in(part):
        return place, text, ()
    replacements = tuple(Replacement(study.place(one), new) for one, new in edits)
    fix = Fix(f"{edit_title(place, text)} to match the proof", replacements, is_safe=False, is_tied=True)
    return place, text, (fix,)


def _board_differences(study: Study, own: "ComparedStudy", other: "ComparedStudy") -> Iterator[_Difference]:
    """Yield a `_Difference` if the document and the proof have no board in common."""
    if not own.placements or not other.placements or set(own.placements) & set(other.placements):
        return
    owned, ours = next((owned, one) for owned, one in study.placements if one in own.placements)
    theirs = min(other.placements, key=lambda one: len(ours.differing_squares(one)))
    differing_squares = ours.differing_squares(theirs)
    if len(differing_squares) <= _MAX_SQUARES:
        message = enumeration(
            f"{_man_name(theirs.squares[square])} on {SQUARE_NAMES[square]}" for square in differing_squares
        )
    else:
        message = f"another {owned.name}, which differs on {len(differing_squares)} squares"
    yield owned.place, message, ()


def _man_name(letter: str) -> str:
    """Return the man of a FEN letter: `K` → `a white king`; other text is `nothing`."""
    return f"a {man_name(*MAN_OF_LETTER[letter])}" if letter in MAN_OF_LETTER else "nothing"


def _differing_move(own: "ComparedStudy", other: "ComparedStudy") -> int | None:
    """Return the index in `own.moves` of the first differing move, or None.

    It must directly follow a move in both texts. It is None if the lines continue differently, or
    if letters may have been lost in reading: then the printed move is unknown.
    """
    pairs = list(zip(own.moves, other.moves, strict=False))
    number = next((n for n, (a, b) in enumerate(pairs) if a.san != b.san), None)
    if number is None:
        return None
    ours, theirs = pairs[number]
    if ours.after is not None and ours.after == theirs.after:
        return None
    own_san, other_san = ours.san or "", theirs.san or ""
    if own_san.endswith(other_san) or other_san.endswith(own_san):
        return None
    next_pairs = pairs[number + 1 : number + 1 + _MIN_EQUAL_MOVES]
    are_equal = [a.san == b.san for a, b in next_pairs]
    if number < _EARLY_MOVES and not (len(are_equal) == _MIN_EQUAL_MOVES and all(are_equal)):
        return None
    if number and not all(
        0 <= moves[number].span.start - moves[number - 1].span.end < _MAX_GAP for moves in (own.moves, other.moves)
    ):
        return None
    # If later moves differ too, it is another line.
    return number if not are_equal or are_equal[0] else None
