"""The side to move in a code differs from the one in its words or its board.

## Why it matters

Who moves first decides what a study is. A code with two sides to move, or with another one than its FEN, does not help
the solver. The signs `+` and `=` do not say who moves.

A FEN is also reported if the printed solution can be played from it only with the other side to move.

## Example

```text
+ ZAZ 0001.11 a8b1 3/2 White to move, win
                       ^^^^^^^^^^^^^^^^^^ turn-mismatch: ZAZ says Black to move, but the words say White
```

```markdown
a7d3 0116.00 3/3 BTM, Win `8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1`
                 ^^^^^^^^ turn-mismatch: The code says Black to move, but the FEN says White
```
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.model.finding import Finding, Fix, Need, RelatedMessage, RuleScope, Severity, rule, write
from gbr_lsp.model.study import Bond, Study
from gbr_lsp.notation.results import read_result, turn_of
from gbr_lsp.notation.values import BLACK, SIDE_NAMES, WHITE, Kind, Part

if TYPE_CHECKING:
    from gbr_lsp.model.solution import SolutionOf

_SIDE_WORD = regex(r"(?P<short>WTM|BTM|ZAZ)\b|(?P<color>White|Black|Back)(?=\s+to\s+(?:move|play)\b)", re.IGNORECASE)


@rule(Severity.WARNING, need=Need.TWO_TURNS, is_silent_if_clean=True, needs_legal_moves=True)
def turn_mismatch(study: Study) -> Iterator[Finding]:
    turn, result = study.occurrence.part(Kind.TURN), study.occurrence.part(Kind.RESULT)
    words = result and read_result(study.block.text, result.span.start, len(study.block.text), after_control=True)
    if turn and result and words and words.stipulation.turn is not None:
        sign = study.text(turn.span)
        if turn_of(sign) is not words.stipulation.turn:
            sign_side, words_side = SIDE_NAMES[turn_of(sign)], SIDE_NAMES[words.stipulation.turn]
            message = f"{sign} says {sign_side} to move, but the words say {words_side}"
            yield Finding(study.place(result.span), message)
            return
    part = turn or result
    if part:
        yield from _board_findings(study, part)


@turn_mismatch.register(RuleScope.WRONG_TURN)
def _solution_findings(solution: "SolutionOf") -> Iterator[Finding]:
    """Yield a `Finding` for each board whose side to move contradicts the first move of the solution."""
    if solution.first_move is None:
        return
    first, by_white = solution.first_move
    for owned in solution.wrong_turns:
        text = " ".join(first.block.text[slice(*first.span)].split())
        place = owned.turn_place
        message = (
            f"The {owned.name} says {SIDE_NAMES[not by_white]} to move, "
            f"but the solution begins with {SIDE_NAMES[by_white]}'s {text}"
        )
        fixes = (write(place, "w" if by_white else "b", safe=False),) if place else ()
        yield Finding(place or owned.place, message, fixes, (RelatedMessage("the solution", first),))


def _board_findings(study: Study, part: Part) -> Iterator[Finding]:
    """Yield a `Finding` if the boards of `study` show another side to move."""
    code_turn = study.code.stipulation.turn
    boards = [owned for owned in study.boards if owned.bond in (Bond.SURE, Bond.AGREES)]
    board_turns = {owned.board.turn for owned in boards} - {None}
    if code_turn is None or board_turns != {not code_turn}:
        return
    owned = next(owned for owned in boards if owned.board.turn is not None)
    message = f"The code says {SIDE_NAMES[code_turn]} to move, but the {owned.name} says {SIDE_NAMES[not code_turn]}"
    related = (RelatedMessage(f"the {owned.name}", owned.place),)
    yield Finding(study.place(part.span), message, _fixes(study, part, not code_turn), related)


def _fixes(study: Study, part: Part, turn: bool) -> tuple[Fix, ...]:
    """Return a tuple of the `Fix` that writes `turn` in place of the other side.

    It is empty without a word for it, or if it decides the goal: `Black to move loses`.
    """
    text = study.text(part.span)
    found = _SIDE_WORD.match(text)
    if not found or re.search(r"wins?\b|loses?\b", text, re.IGNORECASE):
        return ()
    word = {WHITE: "WTM", BLACK: "BTM"}[turn] if found["short"] else SIDE_NAMES[turn]
    span = part.span._replace(end=part.span.start + found.end())
    return (write(study.place(span), word, safe=False),)
