"""Rules and what they report: findings, fixes, severities."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from gbr_lsp.boards.value import PlacedBoard
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.document import Document
from gbr_lsp.model.records import PlacedRecord, Record
from gbr_lsp.model.roles import Indexes, Role, indexes_in, role_outside_index, roles_beside
from gbr_lsp.model.study import Study
from gbr_lsp.model.suppressions import Ignore


class Severity(Enum):
    """How certain and how severe a finding is; rules that report hints are off unless they are selected."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


class Replacement(NamedTuple):
    """A text that replaces a place."""

    place: Place
    text: str


class Fix(NamedTuple):
    """Edits that resolve a finding. A fix is safe if it changes no meaning and trusts no source over another.

    A fix is tied if another source, or none that is known, may be the wrong one as well: it is shown and offered to a
    person, and never applied by a program.
    """

    title: str
    edits: tuple[Replacement, ...]
    safe: bool
    tied: bool = False

    @property
    def applicability(self) -> str:
        """What reports call it: `safe`, `unsafe`, or `display`, which is never applied."""
        return "display" if self.tied else "safe" if self.safe else "unsafe"


class Remote(NamedTuple):
    """A place on one line of another document, in code points, with that line: all an edge needs to point at it."""

    document: str
    row: int
    start: int
    end: int
    line: str
    spot: str | None = None
    """The place in words, such as `p112:y364`, where rows and columns say nothing."""

    @property
    def text(self) -> str:
        return self.line[self.start : self.end]


class Related(NamedTuple):
    """Another place that a finding refers to."""

    message: str
    place: Place | Remote


THE_CODE = "the code"
"""What a finding about something beside a code calls the code among its related places."""


class Finding(NamedTuple):
    """What is so, where, and what to write instead. `rule` is filled in by the rule that yields it.

    `severity` is None where it is that of the rule, and filled in by an edge whose settings say another one.
    """

    place: Place
    message: str
    fixes: tuple[Fix, ...] = ()
    related: tuple[Related, ...] = ()
    rule: str = ""
    severity: Severity | None = None


_Made = TypeVar("_Made")


class CollectionContext:
    """All studies of a document."""

    def __init__(self, document: Document, studies: list[Study]) -> None:
        self.document = document
        self.studies = studies
        self._made: dict[Callable[..., Any], Any] = {}

    def once(self, make: "Callable[[CollectionContext], _Made]") -> "_Made":
        """What a function makes of the studies, made once for all rules that ask for it."""
        if make not in self._made:
            self._made[make] = make(self)
        made: _Made = self._made[make]
        return made

    @cached_property
    def indexes(self) -> Indexes:
        """The indexes of the document, which is no PGN."""
        return indexes_in(self.document, self.studies)

    @cached_property
    def roles(self) -> list[Role]:
        """What each study is there for; counted only where a rule asks."""
        if self.document.host.has_records:
            return [role_outside_index(study) for study in self.studies]
        return roles_beside(self.indexes, self.studies)


class RepeatedRecords(NamedTuple):
    """The records of a document that may stand more than once, in order, and those of documents read before it."""

    here: list[PlacedRecord]
    elsewhere: Mapping[Record, Remote]


class Over(Enum):
    """What a rule is called with: a study, the moves of one, all studies of a document, what its proof says, or
    an ignore comment."""

    STUDY = "study"
    """Each study by itself."""
    SOLUTION = "solution"
    """The moves of each game or study."""
    JUDGED_SOLUTION = "judged solution"
    """The moves of each study of which it is known what White is to reach."""
    STUDIES = "studies"
    """All studies of a document."""
    REPEATED_RECORDS = "repeated records"
    """The records (position and turn) of PGN games that may stand more than once, here or elsewhere."""
    INDEX = "index"
    """All studies of a document that has an index."""
    PROOF = "proof"
    """All studies of a document beside those of its proof, where one is given."""
    IGNORES = "ignores"
    """Each comment to the linter, after all other rules have run."""


class Rule(NamedTuple):
    """A rule: its name, how bad a breach is, what it looks at, the page about it, and the judge itself.

    `silent_on_clean_record` declares that a rule over studies never reports anything in a clean record: a PGN game
    whose `Black` tag holds, letter for letter, the code of its possible FEN, whose `Result` fits the sign, and which
    has no other code, board or signature (see `lint/fastpath.py`). `follows_moves` says that this holds only for a
    record whose moves are legal. A rule that declares nothing is asked about every study: one such rule that is
    selected switches the fast path off. A rule over moves that declares nothing is asked about those of every record.
    """

    name: str
    severity: Severity
    over: Over
    page: str
    module: str
    judge: Callable[[Any], Iterator[Finding]]
    judge_board: "Callable[[Block, PlacedBoard], Iterator[Finding]] | None" = None
    """What the rule says of a board of a proof, with or without a code. It is not asked twice about one place."""
    silent_on_clean_record: bool = False
    follows_moves: bool = False

    @property
    def summary(self) -> str:
        """The first line of the page, without its full stop."""
        return self.page.partition("\n")[0].rstrip(".")


class Used(NamedTuple):
    """An ignore comment after the run: the names in it that silenced nothing, whether it silenced anything, the names
    of all rules, and whether all of its codes have `[sic]`, which leaves it nothing to silence."""

    ignore: Ignore
    idle: tuple[str, ...]
    served: bool
    known: tuple[str, ...]
    beside_sic: bool = False


def rule(
    severity: Severity,
    over: Over = Over.STUDY,
    *,
    silent_on_clean_record: bool = False,
    follows_moves: bool = False,
) -> Callable[[Callable[[Any], Iterator[Finding]]], Rule]:
    """Makes a rule of a function; the rule has the function's name, and its page is the docstring of the module.

    See `Rule` for the two declarations. When in doubt, declare nothing: the rule is slower on databases, never silent.
    """

    def make(judge: Callable[[Any], Iterator[Finding]]) -> Rule:
        import sys

        page = sys.modules[judge.__module__].__doc__ or ""
        name = judge.__name__.replace("_", "-")
        return Rule(name, severity, over, page, judge.__module__, judge, None, silent_on_clean_record, follows_moves)

    return make


def write(place: Place, text: str, *, safe: bool) -> Fix:
    """The fix that writes a text at a place."""
    return Fix(changing(place, text), (Replacement(place, text),), safe)


def changing(place: Place, text: str) -> str:
    """Return what writing `text` at `place` does: `Change 2/6 to 2/5`, `Insert Kd5 before 3.`, `Remove f1h1`."""
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
    """Return the names of the letters in `old` that look like others in `new`: ` (е is the Cyrillic small letter ie)`.

    Return an empty text if there are none.
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
