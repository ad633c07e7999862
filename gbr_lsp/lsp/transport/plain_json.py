"""The messages of a keystroke, read and written as plain JSON: classes and converters take longer than the work itself.

What is not just as expected is None, and goes the way of all messages, which says what is wrong with it.
"""

import json
from collections.abc import Callable
from typing import Any

from lsprotocol import types

from gbr_lsp.lint.engine import Placed
from gbr_lsp.lsp.convert import to_diagnostic
from gbr_lsp.lsp.features.diagnostics import related_blocks, result_id
from gbr_lsp.lsp.state.documents import Documents, Opened
from gbr_lsp.lsp.state.lint_jobs import Scans
from gbr_lsp.lsp.transport.frames import framed
from gbr_lsp.model.block import Place
from gbr_lsp.model.finding import Finding

_MOST = 100
"""More findings are told in slices and threads."""


def change_of(params: object) -> types.DidChangeTextDocumentParams | None:
    """The parameters of `textDocument/didChange`."""
    try:
        document, changes = params["textDocument"], params["contentChanges"]  # type: ignore[index]
        uri, version = document["uri"], document["version"]
        if type(uri) is not str or type(version) is not int or type(changes) is not list:
            return None
        read = [_change(change) for change in changes]
    except (TypeError, KeyError, ValueError):
        return None
    return types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(version, uri), read)


def _change(change: dict[str, Any]) -> types.TextDocumentContentChangeEvent:
    if type(change["text"]) is not str or "range" not in change:
        raise TypeError(change)
    start, end = change["range"]["start"], change["range"]["end"]
    range_ = types.Range(position_of(start), position_of(end))
    return types.TextDocumentContentChangePartial(range_, change["text"])


def position_of(position: dict[str, Any]) -> types.Position:
    """A position. Raises TypeError or KeyError for what is not just as expected."""
    line, character = position["line"], position["character"]
    if type(line) is not int or type(character) is not int or not (0 <= line and 0 <= character):
        raise TypeError(position)
    return types.Position(line, character)


class Reports:
    """Answers to `textDocument/diagnostic`; what was told of a finding is kept, for most findings are told again."""

    def __init__(self, documents: Documents, scans: Scans, unstructure: Callable[[Any], Any]) -> None:
        self._documents = documents
        self._scans = scans
        self._unstructure = unstructure
        self._told: dict[str, dict[tuple[int, ...], tuple[Finding, str]]] = {}

    def answer(self, number: int | str, params: object) -> bytes | None:
        """The frame of the answer to a request, where all that is found is known or soon found."""
        try:
            uri, known = params["textDocument"]["uri"], params.get("previousResultId")  # type: ignore[index, attr-defined]
        except (TypeError, KeyError, AttributeError):
            return None
        opened = self._documents.get(uri) if type(uri) is str else None
        if opened is None or not (known is None or type(known) is str):
            return None
        if known == result_id(opened):
            return answer_with(number, f'{{"kind":"unchanged","resultId":"{known}"}}')
        try:
            found = self._scans.now(opened)
            if found is None or _MOST < len(found):
                return None
            items = ",".join(self._items(opened, found))
        except Exception:
            # It will go wrong again, where it is answered and logged.
            return None
        return answer_with(number, f'{{"items":[{items}],"kind":"full","resultId":"{result_id(opened)}"}}')

    def _items(self, opened: Opened, found: list[Placed]) -> list[str]:
        """The findings as JSON."""
        positions = self._documents.positions(opened)
        before, told = self._told.get(opened.uri, {}), {}
        offsets = opened.document.offsets_near([item.span.start for item in found], related_blocks(found))
        items = []
        for item in found:
            # Where the lines are the same, so are the columns, for a finding is of its blocks as they are.
            places = [one.place for one in item.finding.related if isinstance(one.place, Place)]
            starts = [item.span.start, *(offsets[place.block] + place.span.start for place in places)]
            key = (id(item.finding), *map(positions.line, starts))
            kept = before.get(key)
            if kept is None:
                diagnostic = self._unstructure(to_diagnostic(item, positions, opened, offsets))
                kept = item.finding, json.dumps(diagnostic, separators=(",", ":"))
            told[key] = kept
            items.append(kept[1])
        # Nothing is kept of documents that are closed.
        self._told = {uri: known for uri, known in self._told.items() if self._documents.get(uri)}
        self._told[opened.uri] = told
        return items


def answer_with(number: int | str, result: str) -> bytes:
    """The frame of an answer with a result in JSON."""
    return framed(f'{{"jsonrpc":"2.0","id":{json.dumps(number)},"result":{result}}}')
