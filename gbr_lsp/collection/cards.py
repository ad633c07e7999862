"""A collection: the codes of many documents, found again by what they say and by the position they show.

A document is kept as cards, a card a code: what other documents ask about, and no text but the line of the code.
"""

from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple

from gbr_lsp.base.cooperative import consumed, finished
from gbr_lsp.collection.facts import Facts
from gbr_lsp.collection.reading import facts_of_code, tag
from gbr_lsp.edits.rewrite import turn_of
from gbr_lsp.model.assembly import studies_of
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Remote
from gbr_lsp.model.roles import Role, roles
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import Men
from gbr_lsp.notation.symmetry import least_mirror
from gbr_lsp.notation.values import Code, Force, Kings


class Card(NamedTuple):
    """A code of a document: where it stands, what it is there for, what it says, and the least mirror of its board."""

    place: Remote
    role: Role
    code: Code
    men: Men | None
    turn: bool | None
    position: str | None
    composer: str = ""
    event: str = ""
    """The tags `White` and `Event` of the game, on one line."""

    @property
    def title(self) -> str:
        """The code with its composer and its event: what a study is searched and listed by."""
        return " · ".join(filter(None, (self.place.text, self.composer.strip(" ?"), self.event.strip(" ?"))))

    @property
    def facts(self) -> Facts:
        """What can be asked of the code; a card knows no tags and keeps no board."""
        return facts_of_code(self.code, self.men, self.turn, self.role)

    @property
    def said(self) -> tuple[Force | None, Kings | None]:
        return self.code.force, self.code.kings


def cards_in(document: Document, name: str) -> Generator[float, None, list[Card]]:
    """The cards of a document, in short steps; each yields how much of the document has been read, up to 1."""
    studies: list[Study] = []
    rows: list[int] = []
    row = 0
    for number, chunk in enumerate(document.chunks):
        first_rows = dict(zip(chunk.blocks, chunk.first_lines, strict=True))
        for section in chunk.sections():
            found = studies_of(section, document.conventions)
            studies += found
            rows += [row + first_rows[study.block] for study in found]
            yield number / len(document.chunks)
        row += chunk.lines
    cards = []
    all_roles = roles(document, studies) if studies else []
    for study, role, first_row in zip(consumed(studies), all_roles, rows, strict=True):
        cards.append(_card(study, role, name, first_row))
        yield 1.0
    return cards


def cards_of(document: Document, name: str) -> list[Card]:
    """The cards of a document, at once."""
    return finished(cards_in(document, name))


def _card(study: Study, role: Role, name: str, first_row: int) -> Card:
    """The card of a study; `first_row` is the row of the first line of its block."""
    span, lines = study.occurrence.span, study.block.lines
    row, column = lines.column(span.start)
    line = lines.line_span(row)
    text = lines.text[line.start : line.end]
    place = Remote(name, first_row + row, column, min(span.end, line.end) - line.start, text)
    position = study.position
    mirror = least_mirror(position.fen) if position else None
    tags = (tag(study, "White"), tag(study, "Event"))
    return Card(place, role, study.code, study.men, turn_of(study), mirror, *tags)


class Collection:
    """Cards by document, and by what they say."""

    def __init__(self) -> None:
        self._documents: dict[str, list[Card]] = {}
        self._said: dict[tuple[Force | None, Kings | None], dict[str, list[Card]]] = defaultdict(dict)
        self._classes: dict[Force, dict[str, int]] = defaultdict(dict)
        self._positions: dict[str, dict[str, list[Card]]] = defaultdict(dict)

    def __iter__(self) -> Iterator[Card]:
        """All cards, by document."""
        return (card for name in sorted(self._documents) for card in self._documents[name])

    def __len__(self) -> int:
        return sum(map(len, self._documents.values()))

    @property
    def names(self) -> list[str]:
        """The documents in the collection, also those without a code."""
        return sorted(self._documents)

    def put(self, name: str, cards: list[Card]) -> None:
        """Replaces the cards of a document."""
        self.drop(name)
        self._documents[name] = cards
        for card in cards:
            self._said[card.said].setdefault(name, []).append(card)
            if card.code.force and card.role is Role.STUDY:
                counts = self._classes[card.code.force]
                counts[name] = counts.get(name, 0) + 1
            if card.position:
                self._positions[card.position].setdefault(name, []).append(card)

    def drop(self, name: str) -> None:
        """Removes a document."""
        for card in consumed(self._documents.pop(name, [])):
            self._said[card.said].pop(name, None)
            if card.code.force:
                self._classes[card.code.force].pop(name, None)
            if card.position:
                self._positions[card.position].pop(name, None)

    def counts(self) -> dict[Force, int]:
        """How many studies have each class."""
        return {force: sum(by_document.values()) for force, by_document in self._classes.items()}

    def of_class(self, force: Force) -> list[Card]:
        """The cards of a class, by document."""
        return [card for card in self if card.code.force == force]

    def alike(self, code: Code, position: str | None) -> list[Card]:
        """The cards with the class and kings of a code, and those that show its position, each once, by place.

        A class alone is looked up by itself.
        """
        if code.force is None:
            return []
        if code.kings is None:
            return self.of_class(code.force)
        found = [*_all(self._said.get((code.force, code.kings), {}))]
        found += _all(self._positions.get(position, {})) if position else ()
        return sorted({card.place: card for card in found}.values(), key=lambda card: card.place[:3])


def _all(by_document: dict[str, list[Card]]) -> Iterable[Card]:
    return (card for cards in by_document.values() for card in cards)
