"""The FEN of a code does not have eight ranks of eight squares, or one king of each color.

## Why it matters

No program can set up such a position, and nothing can be compared with it.

## Example

```pgn
[White "Kubbel=L"]
[Black "(=0323.12g3g1)"]
[FEN "6n1/8/2p4P/8/8/r1p3K1/B7 w - - 0 1"]
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unreadable-fen: The FEN has 7 ranks, not 8
```
"""

from collections.abc import Iterator

from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.boards_as_coded import fen_repairs
from gbr_lsp.model.finding import THE_CODE, Finding, Fix, Need, RelatedMessage, Severity, rule, write
from gbr_lsp.model.study import OwnedBoard, Study


@rule(Severity.ERROR, need=Need.FEN, is_silent_if_clean=True)
def unreadable_fen(study: Study) -> Iterator[Finding]:
    for owned in study.boards:
        if owned.board.problem and owned.board.kind is BoardKind.FEN:
            code = RelatedMessage(THE_CODE, study.code_place)
            yield Finding(owned.place, f"The FEN {owned.board.problem}", _fixes(study, owned), (code,))


def _fixes(study: Study, owned: OwnedBoard) -> tuple[Fix, ...]:
    """Return a `Fix` for each FEN that the code suggests, as a tuple.

    They are tied if none is certain.
    """
    start, end = owned.board.span
    fen_text = next(iter(owned.block.text[start:end].split(maxsplit=1)), "")
    span = owned.board.span._replace(end=start + len(fen_text))
    if not owned.block.text.startswith(fen_text, start):
        return ()
    found = fen_repairs(fen_text, study)
    fixes = [(fen, write(owned.place._replace(span=span), fen, safe=False)) for fen in found.fens]
    return tuple(fix._replace(title=f"Change the FEN to {fen}", is_tied=not found.is_certain) for fen, fix in fixes)
