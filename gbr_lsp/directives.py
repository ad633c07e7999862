"""Comments that speak to the linter: `gbr: ignore[RULE]`, `-next-line`, `-file`, `-start` and `-end`."""

from enum import Enum
from typing import NamedTuple

from gbr_lsp.block import Place
from gbr_lsp.document import Document
from gbr_lsp.regex import regex
from gbr_lsp.text import LineIndex, Span

_DIRECTIVE = regex(
    r"gbr:[ \t]*ignore(?P<kind>-next-line|-file|-start|-end)?(?![^\s\[\]:}>*-])[ \t]*(?:\[(?P<names>[^\]\r\n]*)\])?"
)
_NAME = regex(r"[^\s,]+")
_MARKS = " \t<!->{}%;#/*"
_OPENING = regex(r"(?:<!--|[{;%])\Z")
_CLOSING = regex(r"-->|\}")


class Reach(Enum):
    """Which findings a comment speaks of."""

    HERE = ""
    """Those of its line; of its paragraph or game where it has a line of its own."""
    NEXT_LINE = "-next-line"
    FILE = "-file"
    START = "-start"
    END = "-end"


class Ignore(NamedTuple):
    """An ignore comment: its place, the names in it with theirs, and the span of the document it speaks of.

    No names means every rule. `whole` is what goes when the directive goes: the comment with the marks that make it
    one, if nothing else stands in it. `listed` is what is in brackets.
    """

    reach: Reach
    place: Place
    whole: Place
    listed: Place | None
    names: tuple[tuple[str, Place], ...]
    scope: Span

    def covers(self, span: Span) -> bool:
        """Whether a finding at a span of the document is to be ignored, if the rule is meant."""
        apart = self.scope.end <= span.start or max(span.end, span.start + 1) <= self.scope.start
        return not apart and self.reach is not Reach.END


def ignores_of(document: Document) -> list[Ignore]:
    """The ignore comments of a document, in order."""
    lines: LineIndex | None = None
    ignores: list[Ignore] = []
    for start, block in zip(document.starts, document.blocks, strict=True):
        if "gbr:" not in block.text:
            continue
        for comment in block.found.reading.comments:
            directives = list(_DIRECTIVE.finditer(block.text, comment.start, comment.end))
            for found in directives:
                lines = lines or LineIndex(document.text)
                reach = Reach(found["kind"] or "")
                names = tuple(
                    (name[0], Place(block, Span(*name.span())))
                    for name in (_NAME.finditer(block.text, *found.span("names")) if found["names"] else ())
                )
                extent = Span(start, start + len(block.text))
                games = document.host.name == "pgn"
                scope = _scope(reach, lines, comment.shift(start), start + found.start(), extent, games=games)
                here = Place(block, Span(*found.span()))
                listed = Place(block, Span(*found.span("names"))) if found["names"] else None
                alone = len(directives) == 1 and not block.text[comment.start : found.start()].strip(_MARKS)
                whole = Place(block, _with_marks(block.text, comment)) if alone else here
                ignores.append(Ignore(reach, here, whole, listed, names, scope))
    return _with_ends(ignores, document)


def _scope(reach: Reach, lines: LineIndex, comment: Span, offset: int, block: Span, *, games: bool) -> Span:
    line = lines.line_at(offset)
    if reach is Reach.NEXT_LINE:
        last = len(lines.starts) - 1
        return lines.line_span(line + 1) if line < last else Span(len(lines.text), len(lines.text))
    if reach is Reach.HERE:
        own = lines.line_span(line)
        others = lines.text[own.start : comment.start] + lines.text[comment.end : own.end]
        return block if games or not others.strip(_MARKS) else own
    if reach is Reach.FILE:
        return Span(0, len(lines.text))
    return Span(offset, len(lines.text))


def _with_marks(text: str, comment: Span) -> Span:
    """A comment with its opening and closing marks."""
    before = _OPENING.search(text, 0, comment.start)
    behind = _CLOSING.match(text, comment.end)
    return Span(before.start() if before else comment.start, behind.end() if behind else comment.end)


def _with_ends(ignores: list[Ignore], document: Document) -> list[Ignore]:
    """The comments with each `ignore-start` brought to an end by the next `ignore-end`."""
    offsets = document.offsets()
    end = len(document.text) if ignores else 0
    closed: list[Ignore] = []
    for ignore in reversed(ignores):
        if ignore.reach is Reach.END:
            end = offsets[ignore.place.block] + ignore.place.span.start
        elif ignore.reach is Reach.START:
            ignore = ignore._replace(scope=Span(ignore.scope.start, end))
        closed.append(ignore)
    return closed[::-1]
