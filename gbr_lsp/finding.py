"""What a rule is and what it says: findings, fixes, severities."""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, NamedTuple

from gbr_lsp.directives import Ignore
from gbr_lsp.document import Place


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


class Related(NamedTuple):
    """Another place that a finding speaks of."""

    message: str
    place: Place


class Finding(NamedTuple):
    """What is so, where, and what to write instead. `rule` is filled in by the rule that yields it."""

    place: Place
    message: str
    fixes: tuple[Fix, ...] = ()
    related: tuple[Related, ...] = ()
    rule: str = ""


class Over(Enum):
    """What a rule looks at: one study, all studies of a document, or its ignore comments once they have served."""

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
