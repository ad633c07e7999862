"""What a rule is and what it says: findings, fixes, severities."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple

from gbr_lsp.boards.value import PlacedBoard
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.document import Document
from gbr_lsp.model.records import Record
from gbr_lsp.model.roles import Role, roles
from gbr_lsp.model.study import Study
from gbr_lsp.model.suppressions import Ignore


class Severity(Enum):
    """How sure and how bad; hints are off unless they are selected."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


class Replacement(NamedTuple):
    """The text that takes a place."""

    place: Place
    text: str


class Fix(NamedTuple):
    """Edits that mend a finding. A fix is safe if it changes no meaning and trusts no source over another."""

    title: str
    edits: tuple[Replacement, ...]
    safe: bool


class Remote(NamedTuple):
    """A place on one line of another document, in code points, with that line: all an edge needs to point at it."""

    document: str
    row: int
    start: int
    end: int
    line: str

    @property
    def text(self) -> str:
        return self.line[self.start : self.end]


class Related(NamedTuple):
    """Another place that a finding speaks of."""

    message: str
    place: Place | Remote


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


class CollectionContext:
    """All studies of a document, and what is known of documents that were read before it."""

    def __init__(self, document: Document, studies: list[Study], elsewhere: Mapping[Record, Remote]) -> None:
        self.document = document
        self.studies = studies
        self.elsewhere = elsewhere

    @cached_property
    def roles(self) -> list[Role]:
        """What each study is there for; counted only where a rule asks."""
        return roles(self.document, self.studies)


class Over(Enum):
    """What a rule looks at: a Study, a CollectionContext, or the ignore comments of a document after all else."""

    STUDY = "study"
    STUDIES = "studies"
    IGNORES = "ignores"


class Rule(NamedTuple):
    """A rule: its name, how bad a breach is, what it looks at, the page about it, and the judge itself."""

    name: str
    severity: Severity
    over: Over
    page: str
    module: str
    judge: Callable[[Any], Iterator[Finding]]
    judge_board: "Callable[[Block, PlacedBoard], Iterator[Finding]] | None" = None
    """What the rule says of a board of a proof, with or without a code. It is not asked twice about one place."""

    @property
    def summary(self) -> str:
        """The first line of the page, without its full stop."""
        return self.page.partition("\n")[0].rstrip(".")


class Used(NamedTuple):
    """An ignore comment after the run: the names in it that silenced nothing, whether it silenced anything, and the
    names of all rules."""

    ignore: Ignore
    idle: tuple[str, ...]
    served: bool
    known: tuple[str, ...]


def rule(severity: Severity, over: Over = Over.STUDY) -> Callable[[Callable[[Any], Iterator[Finding]]], Rule]:
    """Makes a rule of a judge; its name is the function's, and its page the docstring of the module."""

    def make(judge: Callable[[Any], Iterator[Finding]]) -> Rule:
        import sys

        page = sys.modules[judge.__module__].__doc__ or ""
        return Rule(judge.__name__.replace("_", "-"), severity, over, page, judge.__module__, judge)

    return make


def write(place: Place, text: str, *, safe: bool) -> Fix:
    """The fix that writes a text in a place."""
    return Fix(f"Write {text}" if text else "Remove it", (Replacement(place, text),), safe)
