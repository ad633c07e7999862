"""All positions of a solution, its variations included."""

from collections.abc import Iterator

from gbr_lsp.solutions.moves import AMBIGUOUS, Position, play
from gbr_lsp.solutions.movetext import CLOSE, OPEN, is_mistake, tokens_of
from gbr_lsp.solutions.replay import Start, position_at
from gbr_lsp.solutions.san import MOVES


def positions_in(text: str, start: Start) -> Iterator[Position]:
    """The positions behind the moves of a PGN game, in the order of its text, up to what cannot be followed."""
    tokens = tokens_of(text)
    if not tokens:
        return
    turn = not tokens[0].endswith("...") if start.turn is None else start.turn
    now = position_at(start, turn)
    before: Position | None = None
    lines: list[tuple[Position, Position]] = []
    for token in tokens:
        if token[-1] == "." or is_mistake(token):
            continue
        if token == OPEN:
            if before is None:
                return
            lines.append((now, before))
            now, before = before, None
        elif token == CLOSE:
            if not lines:
                return
            now, before = lines.pop()
        else:
            move = MOVES[now[3]][token]
            after = move and play(now, move)
            if not after or after is AMBIGUOUS:
                return
            before, now = now, after
            yield now
