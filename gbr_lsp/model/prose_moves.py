"""Solutions in prose, in the form that rules about goals need."""

import re
from bisect import bisect_right
from functools import cached_property

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.line_claims import LineClaim
from gbr_lsp.model.refutable_lines import may_be_refuted
from gbr_lsp.model.section import Section
from gbr_lsp.model.variations_in_prose import (
    SolutionProse,
    add_variations,
    core_of,
    line_with_variations,
    named_moves,
    play_line,
)
from gbr_lsp.notation.values import Goal
from gbr_lsp.solutions.languages import ENGLISH, Language
from gbr_lsp.solutions.line import Line, Node, nodes_of
from gbr_lsp.solutions.problems import MoveProblem

_ENGLISH_WORD = regex(r"\b(?:wins?|draws?|white|black|the|with)\b", re.IGNORECASE)
_MOVES = ("move", "any", "odd")


class ProseMoves:
    """A main line with the variations in brackets after its moves. Spans count in the section."""

    def __init__(self, section: Section, followed: LineClaim, goal: Goal) -> None:
        self._main = followed
        self.text = followed.prose.text
        self.place = section.place
        self.language = followed.language
        self._made = [move.item for move in followed.line.moves]
        self._prose = SolutionProse(followed.prose, followed.language, goal)

    @cached_property
    def line(self) -> Line:
        """The nodes of the moves with variations. If a move after them fails, it has a node too."""
        made, failed = self._main.line.moves, self._main.line.failed_item
        nodes = line_with_variations(self._prose, made)
        if not self._main.line.is_complete:
            span = failed.span if failed else Span(made[-1].span.end, made[-1].span.end)
            half, problem = self._main.half + len(made), MoveProblem.UNREADABLE
            nodes.append(Node(span, None, half, made[-1].after, None, problem, parent=nodes[-1]))
        return nodes

    @cached_property
    def is_ambiguous(self) -> bool:
        """Whether another language of the text reads all of the main line, with other moves.

        `a8=B` makes a bishop in English and a rook in Hungarian. A text with English words is
        English if its letters fit.
        """
        if self.language is ENGLISH and _ENGLISH_WORD.search(self.text):
            return False
        others = [language for language in self._main.prose.languages if language.name != self.language.name]
        meant = {node.span: node.san for node in nodes_of(self.line)} if others else {}
        read = (node for language in others for node in nodes_of(self._line_in(language)))
        return any(meant.get(node.span, node.san) != node.san for node in read)

    def _line_in(self, language: Language) -> Line:
        """Return the moves with variations in letters of `language`, or an empty line."""
        prose = self._prose._replace(language=language)
        line = play_line(prose, self._main.half, self._made, self._main.lines.start) or []
        add_variations(prose, line)
        return line

    def may_be_refuted(self, goal: Goal) -> bool:
        """Return True if a line may refute `goal` or a try, as far as known without tables."""
        return may_be_refuted(self._prose._replace(goal=goal), self.line)

    @property
    def has_one_line(self) -> bool:
        """Whether all moves outside brackets, before the next line from the same number, are of this line."""
        prose, start, made = self._main.prose, self._main.start, set(self._made)
        later_starts = prose.starts[bisect_right(prose.starts, max(made)) :]
        end = next((at for at in later_starts if prose.items[at].half == prose.items[start].half), len(prose.items))
        depth = 0
        for at in range(start, end):
            depth += {"open": 1, "close": -1}.get(prose.kinds[at], 0)
            if depth <= 0 and prose.kinds[at] in _MOVES and at not in made:
                return False
        return True

    def has_mention_of(self, node: Node, san: str) -> bool:
        """Return True if the text names, or may name, the move `san` instead of `node`."""
        prose = self._main.prose
        if self.language.name not in prose.named_moves:
            prose.named_moves[self.language.name] = named_moves(prose.items, self.language)
        named = prose.named_moves[self.language.name]
        return not {(node.half, core_of(san)), (None, core_of(san))}.isdisjoint(named)
