"""The moves of a game use the letters of a language other than English.

## Why it matters

PGN uses English letters. A program that reads PGN stops at `Sf3`, or takes it for the pawn move `f3`. gbr-lsp follows
the game in its own letters anyway.

A file may be meant for people only, so this rule is off by default.

## Example

```pgn select=foreign-letters
[White "Nobody"]
[FEN "8/8/8/8/8/2k5/8/K6N w - - 0 1"]

1. Sf2 Kc4 2. Se4 1/2-1/2
   ^^^ foreign-letters: The moves use the letters of English (S for knight): in PGN, Sf2 is Nf2
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.model.finding import Finding, Fix, Replacement, RuleScope, Severity, rule

if TYPE_CHECKING:
    from gbr_lsp.model.game_solutions import GameSolution


@rule(Severity.HINT, RuleScope.GAME)
def foreign_letters(solution: "GameSolution") -> Iterator[Finding]:
    # The modules about moves are slow to import.
    from gbr_lsp.solutions.languages import ENGLISH
    from gbr_lsp.solutions.line import nodes_of

    if solution.ends is not None:
        return  # It can be read as English.
    game = solution.game
    if game.language is ENGLISH:
        return
    edits = []
    for node in nodes_of(game.line):
        text = solution.text[node.span.start : node.span.end]
        english = game.language.to_english(text) if node.san else None
        if english and english != text:
            edits.append(Replacement(solution.place(node.span), english))
    if edits:
        edits.sort(key=lambda edit: edit.place.span)
        place, english = edits[0].place, edits[0].text
        text = place.block.text[place.span.start : place.span.end]
        message = f"The moves use the letters of {game.language.name}: in PGN, {text} is {english}"
        yield Finding(place, message, (Fix("Change all moves to English letters", tuple(edits), is_safe=False),))
