"""A move of White gives away the goal of the study.

## Why it matters

By the tablebases, White can reach the goal before the move, but not after it. In a sound solution, only tries have
such moves, and tries are marked (`?`, `??`, `?!`, or `$2`, `$4`, `$6` in PGN): this rule does not judge a marked move
of White, or the moves after it.

The tablebases are asked only if the setting `syzygy` names folders with Syzygy tables (`syzygy = ["…"]`) and few
enough men are left. Mate, stalemate and bare kings count without tables. A line is reported once, at its first such
move. Records with the flags `U3`, `U4` and `U5` are not checked, nor is a study whose goal the tablebases refute from
the start (`refuted-stipulation`).

## Example

```pgn tables
[White "Nobody"]
[Black "(+0000.10g4f7)"]
[FEN "8/5k2/8/8/6K1/4P3/8/8 w - - 0 1"]

1. Kf5 Ke7 2. Ke5 Kd7 3. Kd5 Ke7 4. e4 *
                                    ^^ throwaway: 4.e4 draws; only 4.Ke5 wins
```
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gbr_lsp.model.finding import Finding, Need, RuleScope, Severity, rule

if TYPE_CHECKING:
    from gbr_lsp.model.outcomes import JudgedSolution

_MAX_ONLY_MOVES = 3


@rule(
    Severity.WARNING,
    RuleScope.JUDGED_SOLUTION,
    need=Need.TABLES_AND_SOLUTION,
    is_silent_if_clean=True,
    needs_legal_moves=True,
)
def throwaway(solution: "JudgedSolution") -> Iterator[Finding]:
    for judged_strand in solution.strands:
        if not judged_strand.is_thrown or judged_strand.lost_at is None:
            continue
        node = judged_strand.strand.nodes[judged_strand.lost_at]
        if node.after is None:
            continue
        keeping_moves = solution.keeping_moves(node)
        if keeping_moves:
            verb = solution.verb(keeping_moves[0].after)
            only = "only " if len(keeping_moves) <= _MAX_ONLY_MOVES and solution.are_all_moves_known(node) else ""
            advice = f"{only}{solution.move_names(node, keeping_moves)} {verb}{'s' if len(keeping_moves) == 1 else ''}"
        else:
            # The tablebase with the men after the right move is missing.
            advice = f"before this move, White {solution.verb(node.before)}s" if node.before else ""
        yield Finding(solution.place(node), f"{solution.ending(node, node.after)}; {advice}")
