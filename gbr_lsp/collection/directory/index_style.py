"""A new line for an index, at its place and written like its neighbor.

Nothing is invented: if the lines differ in more than codes and numbers, there is no new line.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from itertools import chain, pairwise
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.collection.directory import ClassAndKings, Directory, DirectoryEntry, Run, key_of
from gbr_lsp.collection.directory.order import Rank, order_of
from gbr_lsp.model.roles import NUMBER
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import SQUARE_NAMES, Code, Goal, Kind

UNKNOWN_PAGE = "?"
"""The placeholder of a page number, because the page of a future study is unknown."""

_EXCEPTION_DIVISOR = 4
"""A property is the style of an index if at most one line in this number lacks it."""
_MAX_LINES_ABOVE = 3
"""Maximum number of lines from a code up to the number of its study."""

_HEADING = regex(r"[\W_]*(?:[^\W\d_]{1,10}\b[\W_]*)?(\d{1,6}[a-z]?)(?![\w/]|\.\d)")
r"""The number at the start of a heading, after at most one word: `No 12`, `## 12.`, `\section{12`."""
_WORD = regex(r"[^\W\d_]+")
_LIST_NUMBER = regex(r"\s*\d+[.)]")


class InsertionSpot(NamedTuple):
    """The entry next to which a study belongs: after it if `is_after`, otherwise before it."""

    neighbor: DirectoryEntry
    is_after: bool


class _Pool(NamedTuple):
    """The entries in order among which a study belongs, with their ranks."""

    entries: Run
    ranks: list[Rank]
    classes: list[tuple[int, str]]


class IndexStyle:
    """The order and the spelling of the lines of an index."""

    def __init__(
        self,
        directory: Directory,
        run: Run,
        claims: Mapping[ClassAndKings, Goal | None],
        heads: Mapping[ClassAndKings, Study],
    ) -> None:
        """Read the style of `run`; `claims` and `heads` are the goal and the first study of each key."""
        self.run = run
        self._directory = directory
        self._claims = claims
        self._heads = heads
        self._order = order_of(run, claims)
        self._single = len({entry.line for entry in run}) == len(run)
        self._signed = any(entry.study.code.stipulation.goal for entry in run)
        self._common_words = self._usual_words() if self._single else ()
        self._numbers_studies = self._single and self._has_numbers_of_studies()
        self.goals = {self._goal(entry) for entry in run}
        """The goals of the studies in the index."""
        self._pools: dict[Goal | None, _Pool] = {}

    def spot_for(self, code: Code) -> InsertionSpot | None:
        """Return the place of the study of `code`; None without an order or with several codes on a line."""
        if not self._order or not self._single:
            return None
        goal, rank = code.stipulation.goal, self._order.rank_of_code(code)
        if goal not in self._pools:
            entries = self._among(goal)
            ranks = [self._order.rank_of_code(entry.study.code) for entry in entries]
            self._pools[goal] = _Pool(entries, ranks, [other[:2] for other in ranks])
        entries, ranks, classes = self._pools[goal]
        if not entries:
            return None
        at = bisect_right(classes, rank[:2])
        while 0 < at and classes[at - 1] == rank[:2] and rank < ranks[at - 1]:
            at -= 1
        if at == 0 or (at < len(entries) and self._kinship(code, entries[at - 1]) < self._kinship(code, entries[at])):
            return InsertionSpot(entries[at], is_after=False)
        return InsertionSpot(entries[at - 1], is_after=True)

    def number_of(self, study: Study) -> str | None:
        """Return the number above `study` if the index has such numbers, or None."""
        return self._heading_number(study) if self._numbers_studies else None

    def new_line(self, code: Code, neighbor: DirectoryEntry, new_number: str | None = None) -> str | None:
        """Return the line of `code` with the number `new_number`, written like its neighbor; None if that has more
        text."""
        words, number = self._words(neighbor), self._number(neighbor)
        edits = self._spelling(code, neighbor)
        if edits is None or number is None or (words and words != self._common_words):
            return None
        text = self._directory.line_text(neighbor.line)
        listed = _LIST_NUMBER.match(text)
        if new_number is None and listed and number.end <= listed.end():
            return None
        return apply_edits(text, [*edits, Edit(number, new_number or UNKNOWN_PAGE)])

    def _among(self, goal: Goal | None) -> Run:
        """Return the sorted entries of the only section with `goal`, else all if sorted, else []."""
        if not self._order:
            return []
        kept, rank_of = self._order.sorted_entries, self._order.rank_of
        fitting = [run for run in kept if any(self._goal(entry) is goal for entry in run)]
        if len(fitting) == 1:
            return fitting[0]
        entries = [entry for run in kept for entry in run]
        ranks = [rank_of(entry) for entry in entries]
        return entries if all(one <= other for one, other in pairwise(ranks)) else []

    def _goal(self, entry: DirectoryEntry) -> Goal | None:
        key = key_of(entry.study.code)
        return entry.study.code.stipulation.goal or (self._claims.get(key) if key else None)

    def _kinship(self, code: Code, entry: DirectoryEntry) -> tuple[bool, int]:
        """Return whether the goals agree, and the length of the common start of the classes."""
        same = code.stipulation.goal is self._goal(entry)
        pairs = zip(str(code.force), str(entry.study.code.force), strict=True)
        return same, next((number for number, (one, other) in enumerate(pairs) if one != other), 7)

    def _spelling(self, code: Code, neighbor: DirectoryEntry) -> list[Edit] | None:
        """Return the edits of the neighbor's line that replace its code, or None."""
        occurrence, goal = neighbor.study.occurrence, code.stipulation.goal
        sign = occurrence.part(Kind.SIGN)
        if occurrence.parts_of(Kind.TURN, Kind.RESULT, Kind.KING_AGAIN) or (self._signed and not (sign and goal)):
            return None
        names = [SQUARE_NAMES[square] for square in code.kings or () if square is not None]
        wanted = list(zip(occurrence.king_parts(), names, strict=True))
        wanted += [(part, str(code.force)) for part in occurrence.parts_of(Kind.CLASS)]
        wanted += [(sign, goal.value)] if sign and goal else []
        shift = self._directory.start_of(neighbor.study) - self._directory.lines.starts[neighbor.line]
        return [Edit(part.span.shift(shift), text) for part, text in wanted]

    def _usual_words(self) -> tuple[str, ...]:
        """Return the words on nearly all lines, such as the name of a journal, or ()."""
        words, count = Counter(map(self._words, self.run)).most_common(1)[0]
        return words if len(self.run) <= count + len(self.run) // _EXCEPTION_DIVISOR else ()

    def _words(self, entry: DirectoryEntry) -> tuple[str, ...]:
        return tuple(_WORD.findall(" ".join(self._directory.text_around(entry.study))))

    def _number(self, entry: DirectoryEntry) -> Span | None:
        """Return the span on the line of the only number of an entry, or None."""
        before, after = self._directory.text_around(entry.study)
        shift = len(self._directory.line_text(entry.line)) - len(after)
        found = [Span(*number.span()) for number in NUMBER.finditer(before)]
        found += [Span(*number.span()).shift(shift) for number in NUMBER.finditer(after)]
        return found[0] if len(found) == 1 else None

    def _has_numbers_of_studies(self) -> bool:
        """Return True if most numbers in the index are printed above the studies."""
        agreeing = named = 0
        for entry in self.run:
            key, number = key_of(entry.study.code), self._number(entry)
            if key and key in self._heads and number:
                named += 1
                written = self._directory.line_text(entry.line)[number.start : number.end]
                agreeing += written == self._heading_number(self._heads[key])
        return 0 < named <= agreeing + named // _EXCEPTION_DIVISOR

    def _heading_number(self, study: Study) -> str | None:
        """Return the number on the line of the code, or at the start of the nearest line above, or None."""
        line = self._directory.lines.line_at(self._directory.start_of(study) + study.occurrence.span.start)
        above = map(self._directory.line_text, range(line - 1, max(-1, line - 1 - _MAX_LINES_ABOVE), -1))
        texts = chain([" ".join(self._directory.text_around(study))], above)
        return next((found[1] for found in map(_HEADING.match, texts) if found), None)


def styles_of(directory: Directory, runs: list[Run]) -> list[IndexStyle]:
    """Return the style of each of `runs`; the goals of the studies are looked up once."""
    heads = {key: studies[0] for key, studies in directory.heads_by_key().items()}
    claims = directory.goals()
    return [IndexStyle(directory, run, claims, heads) for run in runs]


def styles_by_goal(styles: list[IndexStyle]) -> dict[Goal | None, list[IndexStyle]]:
    """Return for each goal the styles of the indexes that list studies with it."""
    return {goal: [style for style in styles if goal in style.goals] for goal in (*Goal, None)}
