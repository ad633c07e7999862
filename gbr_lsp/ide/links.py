"""Links from ignore comments to rule pages, and from codes to pages of positions.

The addresses of positions come from templates of the user only.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.edits.rewritings import fen, turn_of
from gbr_lsp.model.document import Document
from gbr_lsp.model.ignore_comments import ignores_of
from gbr_lsp.model.rule_pages import page_url
from gbr_lsp.notation.values import BLACK, COLOR_NAMES, WHITE
from gbr_lsp.rules import RULES

_WEB = regex(r"https?://[^\s]+\Z")
"""Only web pages are linked, since settings may come with a folder from somebody else."""

_FIELD = regex(r"\{(fen|fen_underscored|turn)\}")


class Link(NamedTuple):
    """A span of a document, the address of its link, and the title."""

    span: Span
    target: str
    title: str


def links(document: Document, templates: Mapping[str, str]) -> list[Link]:
    """Return the `Link`s of a document, sorted by span.

    `templates` are addresses by title, with `{fen}`, `{fen_underscored}` or `{turn}` (`white` or
    `black`) in them. Each makes a link on every code whose position is known.
    """
    usable = {name: one for name, one in templates.items() if _WEB.match(one) and _FIELD.search(one)}
    found = [*_of_rules(document), *(_of_positions(document, usable) if usable else ())]
    return sorted(found, key=lambda link: link.span)


def _of_rules(document: Document) -> Iterator[Link]:
    ignores = ignores_of(document)
    offsets = document.offsets() if ignores else {}
    for ignore in ignores:
        for name, place in ignore.names:
            if name in RULES:
                yield Link(place.span.shift(offsets[place.block]), page_url(RULES[name]), RULES[name].summary)


def _of_positions(document: Document, templates: Mapping[str, str]) -> Iterator[Link]:
    offsets = document.offsets()
    for study in document.studies():
        position = study.position
        if position is None:
            continue
        turn = BLACK if turn_of(study) is BLACK else WHITE
        written = fen(position, turn)
        values = {
            "fen": written.replace(" ", "%20"),
            "fen_underscored": written.replace(" ", "_"),
            "turn": COLOR_NAMES[turn],
        }
        span = study.occurrence.span.shift(offsets[study.block])
        for name, template in templates.items():
            yield Link(span, _filled(template, values), name)


def _filled(template: str, values: Mapping[str, str]) -> str:
    return _FIELD.sub(lambda field: values[field[1]], template)
