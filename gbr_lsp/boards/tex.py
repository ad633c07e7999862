"""How TeX reads a macro: without comments, its arguments in braces and brackets, options between commas."""

import re
from collections.abc import Iterable, Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span

FILLER = "\0"
"""Stands for what is not read, so that offsets stay; to TeX it is not there at all, not even a blank."""
_BLANKS = " \t\r\n\f\v" + FILLER
_BLANK = regex(r"[\s\0]*+")
_COMMENT_END = regex(r"(?<=\0)(?:\r\n|\r|\n)[ \t]*+")
_BRACKET = regex(r"\\.|[{}\[\]]", re.DOTALL)
_COMMA = regex(r"\\.|[{,]", re.DOTALL)

Closers = dict[int, int]
"""The offsets of closing brackets and braces, by those of the opening ones."""


def as_read(text: str, spans: Iterable[Span]) -> str:
    """The text as TeX reads it, offset for offset: a comment swallows its line end and the blanks behind it."""
    parts, done = [], 0
    for span in spans:
        parts += [FILLER * (span.start - done), text[span.start : span.end]]
        done = span.end
    shown = "".join(parts) + FILLER * (len(text) - done)
    return _COMMENT_END.sub(lambda found: FILLER * len(found[0]), shown) if FILLER in shown else shown


def closers_of(text: str) -> Closers:
    """Where brackets and braces are closed: braces come in pairs, and a bracket that stands alone within them has no
    partner."""
    closers: Closers = {}
    opened: list[int] = []
    for found in _BRACKET.finditer(text):
        if found[0] in ("{", "["):
            opened.append(found.start())
        elif found[0] == "}":
            while opened and text[opened[-1]] == "[":
                opened.pop()
            if opened:
                closers[opened.pop()] = found.start()
        elif found[0] == "]" and opened and text[opened[-1]] == "[":
            closers[opened.pop()] = found.start()
    return closers


def arguments_behind(text: str, at: int, closers: Closers) -> Iterator[Span]:
    """What stands in the brackets and braces that follow, blanks between them; the sign stands before each span."""
    while True:
        opening = _BLANK.match(text, at).end()  # type: ignore[union-attr]
        if opening not in closers:
            return
        yield Span(opening + 1, closers[opening])
        at = closers[opening] + 1


def options_in(text: str, span: Span, closers: Closers) -> Iterator[tuple[str, Span]]:
    """The names and values of options between commas; a name without a value has an empty one."""
    cuts, at = [span.start - 1], span.start
    while (found := _COMMA.search(text, at, span.end)) is not None:
        at = closers.get(found.start(), found.start()) + 1 if found[0] == "{" else found.end()
        if found[0] == ",":
            cuts.append(found.start())
    for cut, end in zip(cuts, [*cuts[1:], span.end], strict=True):
        name, _, value = text[cut + 1 : end].partition("=")
        yield name.replace(FILLER, "").strip(), _bare(text, Span(end - len(value), end), closers)


def content_of(text: str, span: Span) -> str:
    """What a span says to TeX."""
    return text[span.start : span.end].replace(FILLER, "")


def trimmed(text: str, span: Span) -> Span:
    """A span without the blanks at its ends."""
    content = text[span.start : span.end]
    start = span.end - len(content.lstrip(_BLANKS))
    return Span(start, start + len(content.strip(_BLANKS)))


def _bare(text: str, span: Span, closers: Closers) -> Span:
    """A value without the braces around it; xkeyval takes off no more than three pairs."""
    span = trimmed(text, span)
    for _ in range(3):
        if closers.get(span.start) == span.end - 1:
            span = trimmed(text, Span(span.start + 1, span.end - 1))
    return span
