"""Rules and their reports: findings, fixes, severities."""

from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import Any, NamedTuple

from gbr_lsp.model.block import Place


class Severity(Enum):
    """How certain and severe a finding is.

    Rules that report hints are off unless selected.
    """

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


class Replacement(NamedTuple):
    """A text that replaces a place."""

    place: Place
    text: str


class Fix(NamedTuple):
    """Edits that resolve a finding.

    A fix is safe if it changes no meaning and trusts no source over another. It is tied if another
    source, or an unknown one, may equally be wrong. A tied fix is shown and offered to a person,
    but no program applies it.
    """

    title: str
    edits: tuple[Replacement, ...]
    is_safe: bool
    is_tied: bool = False

    @property
    def applicability(self) -> str:
        """The name in reports: `safe`, `unsafe`, or `display`, which is never applied."""
        return "display" if self.is_tied else "safe" if self.is_safe else "unsafe"


class RemotePlace(NamedTuple):
    """A place on one line of another document, with the text of that line.

    An edge needs no more to point at it. `row` counts lines; `start` and `end` are code points in
    the line.
    """

    document: str
    row: int
    start: int
    end: int
    line: str
    spot: str | None = None
    """The place in words, such as `p112:y364`, if rows and columns are meaningless."""

    @property
    def text(self) -> str:
        return self.line[self.start : self.end]


class RelatedMessage(NamedTuple):
    """Another place that a finding refers to."""

    message: str
    place: Place | RemotePlace


THE_CODE = "the code"
"""The name of the code among the related places of a finding elsewhere."""


class Finding(NamedTuple):
    """A result of a rule: a place, a message, and fixes.

    The linter fills in `rule`. `severity` is None for that of the rule; an edge fills it in if the
    settings differ.
    """

    place: Place
    message: str
    fixes: tuple[Fix, ...] = ()
    related: tuple[RelatedMessage, ...] = ()
    rule: str = ""
    severity: Severity | None = None


class RuleScope(Enum):
    """A kind of subject that rules judge, each with the type of the subject."""

    STUDY = "study"
    """Each study by itself: a `Case`."""
    GAME = "game"
    """The moves of each PGN game: a `GameSolution`."""
    LINE = "line"
    """Each solution outside PGN with a move that cannot be right: a `SolutionOf` with `problems`."""
    JUDGED_SOLUTION = "judged solution"
    """The moves of each study with a known goal, wherever they are printed: a `JudgedSolution`."""
    WRONG_TURN = "wrong turn"
    """Each solution that contradicts the side to move of a board: a `SolutionOf` with `wrong_turns`."""
    WRONG_GOAL = "wrong goal"
    """Each solution whose last words contradict the goal of its code: a `SolutionOf` with a `wrong_goal`."""
    WRONG_LIST = "wrong list"
    """Each solution that contradicts a list of squares: a `SolutionOf` with a `wrong_square`."""
    STUDIES = "studies"
    """All studies of a document: a `CollectionContext`."""
    REPEATED_RECORDS = "repeated records"
    """The records (position and turn) of PGN games that may be repeated, here or elsewhere: `RepeatedRecords`."""
    INDEX = "index"
    """All studies of a document that has an index: a `CollectionContext`."""
    PROOF = "proof"
    """All studies of a document and those of its proof, if there is one: a `ProofComparison`."""
    PROOF_BOARD = "proof board"
    """Each board of a proof: a `BoardInProof`. A rule reports nothing twice at the same place."""
    IGNORES = "ignores"
    """Each comment to the linter, after all other rules have run: an `IgnoreUse`."""


class Need(Enum):
    """What a rule compares a code with, if not only with itself. Explanations name the rules in this order."""

    CONTROL = auto()
    BOARD = auto()
    KINGS = auto()
    FEN = auto()
    SQUARES = auto()
    BOARD_AND_SQUARES = auto()
    TWO_BOARDS = auto()
    COUNT = auto()
    TWO_GOALS = auto()
    TWO_TURNS = auto()
    SOLUTION = auto()
    TABLES_AND_SOLUTION = auto()
    TABLES = auto()


Judge = Callable[[Any], Iterator[Finding]]
"""A function that yields the findings about one subject."""


class Rule(NamedTuple):
    """A rule: its name, severity and page, and in `judges` a function for each scope that it knows.

    `is_silent_if_clean` declares that a rule over studies never reports anything in a clean
    record. This is a PGN game with three properties: its `Black` tag is, letter for letter, the
    code of its possible FEN; its `Result` fits the sign; it has no other code, board or signature
    (see `lint/fastpath.py`). `needs_legal_moves` restricts this to records with legal moves. A rule
    without a declaration is run on every study, and selecting it switches the fast path off. A rule
    over moves without a declaration is run on the moves of every record.
    """

    name: str
    severity: Severity
    page: str
    module: str
    judges: dict[RuleScope, Judge]
    need: Need | None
    """The evidence that it compares a code with, or None if it needs only the code."""
    is_silent_if_clean: bool
    needs_legal_moves: bool

    def register(self, scope: RuleScope) -> Callable[[Judge], Judge]:
        """Return a decorator that registers a function as the one that judges subjects of `scope`."""

        def add(judge: Judge) -> Judge:
            self.judges[scope] = judge
            return judge

        return add

    @property
    def summary(self) -> str:
        """The first line of the page, without its full stop."""
        return self.page.partition("\n")[0].rstrip(".")


def rule(
    severity: Severity,
    *scopes: RuleScope,
    need: Need | None = None,
    is_silent_if_clean: bool = False,
    needs_legal_moves: bool = False,
) -> Callable[[Judge], Rule]:
    """Return a decorator that makes a `Rule` of a function, with the function's name.

    The function judges the subjects of all `scopes`, by default of `STUDY`. The page is the docstring of
    its module. See `Rule` for `is_silent_if_clean` and `needs_legal_moves`. When in doubt, declare neither:
    the rule is slower on databases, but never silent.
    """

    def make(judge: Judge) -> Rule:
        import sys

        page = sys.modules[judge.__module__].__doc__ or ""
        name = judge.__name__.replace("_", "-")
        judges = dict.fromkeys(scopes or (RuleScope.STUDY,), judge)
        return Rule(name, severity, page, judge.__module__, judges, need, is_silent_if_clean, needs_legal_moves)

    return make


def write(place: Place, text: str, *, safe: bool) -> Fix:
    """Return the `Fix` that writes `text` at `place`."""
    return Fix(edit_title(place, text), (Replacement(place, text),), safe)


def edit_title(place: Place, text: str) -> str:
    """Return the effect of writing `text` at `place`, in words.

    Examples: `Change 2/6 to 2/5`, `Insert Kd5 before 3.`, `Remove f1h1`.
    """
    old = " ".join(place.block.text[place.span.start : place.span.end].split())
    new = " ".join(text.split())
    if not new:
        return f"Remove {old}"
    if not old:
        return f"Insert {new}"
    if new.endswith(f" {old}"):
        return f"Insert {new[: -len(old) - 1]} before {old}"
    return f"Change {old}{lookalikes(old, new)} to {new}"


def lookalikes(old: str, new: str) -> str:
    """Return the names of the letters in `old` that look like others in `new`.

    Example: ` (е is the Cyrillic small letter ie)`; empty if there are none.
    """
    if old.isascii():
        return ""
    import unicodedata  # its tables take a millisecond

    from gbr_lsp.slips.lookalikes import TWIN_COST, lookalike_costs

    named = [
        f"{sign} is the {unicodedata.name(sign, f'sign U+{ord(sign):04X}').capitalize()}"
        for sign in dict.fromkeys(old)
        if not sign.isascii() and sign not in new
        if any(cost == TWIN_COST and meant in new for meant, cost in lookalike_costs(sign).items())
    ]
    return f" ({', '.join(named)})" if named else ""
