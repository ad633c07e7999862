"""The tree of a PGN game, with a cursor for every place of the movetext."""

from gbr_lsp.base.text import Span
from gbr_lsp.ide.support.lines import Cursor, MoveTree, Stop
from gbr_lsp.solutions.game import Game
from gbr_lsp.solutions.line import Node, nodes_of
from gbr_lsp.solutions.problems import MoveProblem
from gbr_lsp.solutions.reasons import reason

_CLOSED, _OPENED, _MOVE = range(3)


def game_lines(text: str, game: Game, start: int, clock: int) -> MoveTree:
    """Return the `MoveTree` of a game with movetext from `start` on."""
    # Other nodes report a number or a bracket and have no move.
    kinds = (None, MoveProblem.UNREADABLE)
    nodes = [node for node in nodes_of(game.line) if node.san is not None or node.problem in kinds]
    events = [(node.span.start, _MOVE, node) for node in nodes if start <= node.span.start]
    starts = _starts_in_tree(game, nodes)
    for one in (one for one in starts if start <= one.span.start):
        events.append((one.span.start, _OPENED, one))
        if one.problem is None:
            events.append((one.span.end + 1, _CLOSED, one))
    now = Cursor(game.root)
    opened: list[Cursor] = []
    stops = [Stop(start, now)]
    for offset, kind, node in sorted(events, key=lambda event: event[:2]):
        if kind == _CLOSED:
            now = opened.pop()
        elif kind == _OPENED:
            opened.append(now)
            # A position lost by the move itself is known before it.
            now = Cursor(node, None if node.before else now.lost_reason)
        elif node.san is None:
            now = now._replace(lost_reason=f"“{text[slice(*node.span)]}” is not a move")
        else:
            now = Cursor(node, None if node.after else _reason(text, node, now.lost_reason))
        stops.append(Stop(offset, now, kind == _MOVE))
    moves = [node for node in nodes if node.san is not None]
    return MoveTree(text, game.root, moves, stops, Span(start, len(text)), game.language, starts=starts, clock=clock)


def _starts_in_tree(game: Game, nodes: list[Node]) -> list[Node]:
    """Return the starts of the variations of `nodes`, all nodes of `game`.

    A variation replaces the move before it. If there is none, as in `(c5 c7 (e6))`, its moves are not among
    `nodes`, and the variations of these moves are left out.
    """
    known: set[Node | None] = {game.root, *nodes}
    found = []
    for start in game.starts:
        if start.parent in known:
            known.add(start)
            found.append(start)
    return found


def _reason(text: str, node: Node, lost_reason: str | None) -> str:
    """Return the reason why the position after a move is not known; `lost_reason` is that before it."""
    if node.before is None:
        return lost_reason or "a move before this one is missing"
    move_text = f"{node.number}{text[slice(*node.span)]}"
    if node.problem is MoveProblem.AMBIGUOUS:
        return f"{move_text} can be made by two men"
    if node.problem is None:
        return f"{move_text} cannot be followed"
    return f"{move_text} cannot be played: {reason(node.before, node.san or '')}"
