"""Subjects of rules: what they judge besides studies and moves."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from gbr_lsp.boards.value import PlacedBoard
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import RemotePlace
from gbr_lsp.model.ignore_comments import Ignore
from gbr_lsp.model.records import PlacedRecord, Record
from gbr_lsp.model.roles import Indexes, Role, indexes_in, roles
from gbr_lsp.model.study import Study

_Made = TypeVar("_Made")


class CollectionContext:
    """All studies of a document, with values shared by its rules."""

    def __init__(self, document: Document, studies: list[Study]) -> None:
        self.document = document
        self.studies = studies
        self._made: dict[Callable[..., Any], Any] = {}

    def compute_once(self, make: "Callable[[CollectionContext], _Made]") -> "_Made":
        """Return `make(self)`, computed once for all rules that need it."""
        if make not in self._made:
            self._made[make] = make(self)
        made: _Made = self._made[make]
        return made

    @cached_property
    def indexes(self) -> Indexes:
        """The indexes of the document, which is not PGN."""
        return indexes_in(self.document, self.studies)

    @cached_property
    def roles(self) -> list[Role]:
        """The `Role` of each study in a list, computed only if a rule needs it."""
        indexes = None if self.document.host.has_records else self.indexes
        return roles(self.document, self.studies, indexes)


class RepeatedRecords(NamedTuple):
    """The records that may be repeated: `own_records` in order, `other_records` of earlier documents."""

    own_records: list[PlacedRecord]
    other_records: Mapping[Record, RemotePlace]


class BoardInProof(NamedTuple):
    """A board of a proof, with or without a code, in its block."""

    block: Block
    placed: PlacedBoard


class IgnoreUse(NamedTuple):
    """An ignore comment and its effect on the findings of all other rules.

    `idle_names` are its names that silenced nothing, `has_silenced` is True if it silenced anything, `known_rules`
    are the names of all rules. `is_all_sic` is True if all of its codes have `[sic]`, so that
    nothing is left to silence.
    """

    ignore: Ignore
    idle_names: tuple[str, ...]
    has_silenced: bool
    known_rules: tuple[str, ...]
    is_all_sic: bool = False
