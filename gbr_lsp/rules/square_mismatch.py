"""A list of squares disagrees with the board, or with the solution after it.

## Why it matters

The list and the board give the same position twice. If they differ, a reader who sets up the wrong one gets a study
that does not work. Most often, one square is mistyped, or the squares of a white and a black man are exchanged.

## Example

````markdown
```gbr
a7d3 0116.00 b2b3c6d5 3/3+
                   ^^ square-mismatch: The FEN has a black knight on d6, not on d5
8/K7/2nn4/8/8/1B1k4/1R6/8
```
````
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.base.text import enumeration
from gbr_lsp.model.dispute_fixes import fixes_of
from gbr_lsp.model.disputes import Blame, Case
from gbr_lsp.model.finding import THE_CODE, Finding, Need, RelatedMessage, Replacement, RuleScope, Severity, rule, write
from gbr_lsp.model.list_corrections import corrections
from gbr_lsp.notation.values import SQUARE_NAMES

if TYPE_CHECKING:
    from gbr_lsp.model.solution import SolutionOf


@rule(Severity.ERROR, need=Need.BOARD_AND_SQUARES, is_silent_if_clean=True)
def square_mismatch(study: Case) -> Iterator[Finding]:
    dispute = study.disputes.squares
    for correction in corrections(study, dispute.placement) if dispute else ():
        # off-board-square reports a square that is off the board, together with the witness.
        if dispute is None or None in [part.square for part in correction.parts]:
            continue
        edits = tuple(
            Replacement(study.place(part.span), SQUARE_NAMES[square])
            for part, square in zip(correction.parts, correction.squares, strict=True)
            if part.square != square
        )
        code_squares = enumeration(study.text(part.span) for part in correction.parts)
        right = enumeration(SQUARE_NAMES[square] for square in correction.squares)
        fixes = fixes_of(dispute, f"Change {code_squares} to {right}", edits)
        place, witness = study.place(correction.span), dispute.witness
        message = f"The {witness.noun} has {correction.message}"
        if dispute.blame is Blame.BOARD:
            yield Finding(witness.place, f"{message}, but the code does not", fixes, (RelatedMessage(THE_CODE, place),))
            return
        suffix = f", not on {code_squares}" if len(correction.parts) == 1 else ""
        yield Finding(place, message + suffix, fixes, (RelatedMessage(witness.name, witness.place),))


@square_mismatch.register(RuleScope.WRONG_LIST)
def _solution_finding(solution: "SolutionOf") -> Iterator[Finding]:
    """Yield the `Finding` about the square of a man that makes the printed solution illegal."""
    if solution.wrong_square is None or solution.study is None:
        return
    part, squares, first = solution.wrong_square
    names = [SQUARE_NAMES[square] for square in squares]
    place = solution.study.place(part.span)
    fixes = tuple(write(place, name, safe=False)._replace(is_tied=1 < len(names)) for name in names)
    message = f"The solution works only if the man on {solution.study.text(part.span)} is moved to {' or '.join(names)}"
    yield Finding(place, message, fixes, (RelatedMessage("the first move", first),))
