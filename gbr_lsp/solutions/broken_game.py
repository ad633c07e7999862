"""The slip that explains why a line of a PGN game breaks off, see `slip_search`."""

from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.line import Line, Node, path_through
from gbr_lsp.solutions.prose import ProseItem
from gbr_lsp.solutions.slip_search import Explained, LineStep, SlipSearch
from gbr_lsp.solutions.tokens import movetext_tokens

_MOST_TOKENS = 40
"""So many tokens behind a move that cannot be played are read."""


def explained(text: str, line: Line, node: Node, language: Language) -> Explained | None:
    """The slip that lets a line of a game run on behind a node at which it breaks; None where no single one does."""
    path = [one for one in path_through(line, node)[0][:-1] if one.after and one.san]
    first = (path or [node])[0]
    if node.before is None or first.before is None:
        return None
    steps = [LineStep(first.half, first.before)]
    for one in path:
        if one.after and one.san:
            steps.append(LineStep(one.half + 1, one.after, ProseItem("move", one.san, one.span), one.san))
    tokens = movetext_tokens(text, node.span.start, _MOST_TOKENS)
    return SlipSearch(text, steps, tokens, language).best()
