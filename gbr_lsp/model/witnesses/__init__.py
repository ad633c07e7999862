"""What was found beside a code that says again what the code says, each kind of witness in a module of its own.

To add a kind: a module with a function from a study to witnesses, and its line in a table below (CONTRIBUTING.md). Then
rules compare what it claims with the code, the verdict counts it, and explanations name it.
"""

from collections.abc import Callable, Iterator

from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.study import Study
from gbr_lsp.model.witnesses import boards, results, signatures, tablebases
from gbr_lsp.model.witnesses.claim import Claim, of_class
from gbr_lsp.model.witnesses.witness import Witness
from gbr_lsp.notation.values import Kind, Kings

_Find = Callable[[Study], Iterator[Witness]]

_SHOWING: tuple[_Find, ...] = (boards.find,)
"""What says where men stand: where a code differs from it, force-, king- or square-mismatch reports that."""
_COUNTING: tuple[_Find, ...] = (signatures.find,)
"""What only counts men; looked at where there is a dispute, and by a rule of its own."""
_CLAIMING: tuple[_Find, ...] = (results.find, tablebases.find)
"""What says something else, and has a rule of its own."""


def witnesses(study: Study) -> Iterator[Witness]:
    """What stands beside a code."""
    return (witness for find in (*_SHOWING, *_COUNTING, *_CLAIMING) for witness in find(study))


def showing(study: Study) -> Iterator[Witness]:
    """What says where men stand."""
    return (witness for find in _SHOWING for witness in find(study))


def counting(study: Study) -> Iterator[Witness]:
    """What only counts men."""
    return (witness for find in _COUNTING for witness in find(study))


def parts(study: Study) -> Iterator[Witness]:
    """What a code says in several ways; a control and a list that its digits make were written from one position."""
    code, occurrence = study.code, study.occurrence
    digits = of_class(code.force) if code.force else Claim()

    def part(noun: str, claim: Claim, *kinds: Kind) -> Witness:
        origin = noun if claim.contradicts(digits) else "code"
        return Witness(noun, claim, study.place(occurrence.span_of(*kinds)), Bond.SURE, origin)

    yield part("class", digits, Kind.CLASS)
    if code.control is not None:
        yield part("control", Claim(control=code.control), Kind.CONTROL)
    if code.kings is not None:
        yield part("kings", Claim(kings=code.kings), Kind.KING)
    again = occurrence.all(Kind.KING_AGAIN)
    kings = Kings(again[0].square, again[-1].square) if again else code.kings
    if kings is not None and kings != code.kings:
        yield part("kings again", Claim(kings=kings), Kind.KING_AGAIN)._replace(origin="kings again")
    if code.pieces is not None and occurrence.all(Kind.PIECE, Kind.PAWN):
        listed = len(occurrence.all(Kind.PIECE)), len(occurrence.all(Kind.PAWN))
        yield part("squares", Claim(listed=listed, placement=study.spelled), Kind.PIECE, Kind.PAWN)
