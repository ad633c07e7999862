"""Kinds of setting values, each with a validator and a JSON schema."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from gbr_lsp.model.finding import Severity

Path = tuple[str | int, ...]
"""The path of a value in the settings: keys, and indexes of list items."""


class Fault(NamedTuple):
    """A problem with a value, or with its key. Settings with warnings are usable."""

    path: Path
    message: str
    severity: Severity = Severity.ERROR
    is_on_key: bool = False


class ValueKind(NamedTuple):
    """A kind of value: its JSON schema and its validator."""

    schema: dict[str, Any]
    faults: Callable[[Any, Path], Iterator[Fault]]
    is_table: bool = False


_MAX_WORD_LENGTH = 100
"""Number of characters of a word that are compared with names."""

PATH_PATTERN = r"^[^\u0000-\u001f]+(?![\s\S])"
"""The syntax of a path, for Python's `re` and for a JSON schema."""


def word_kind(values: Iterable[str]) -> ValueKind:
    """Return the `ValueKind` of a word from `values`."""
    words = list(values)

    def faults(value: Any, path: Path) -> Iterator[Fault]:
        if not isinstance(value, str) or value not in words:
            hint = suggestion(value, words) if isinstance(value, str) else ""
            *others, last = map(repr, words)
            yield Fault(path, f"{key_text(path)} must be {', '.join(others)} or {last}{hint}")

    return ValueKind({"enum": words}, faults)


def text_kind(pattern: str, what: str, schema: dict[str, Any] | None = None) -> ValueKind:
    """Return the `ValueKind` of a string that matches `pattern`; `what` describes it in messages."""

    def faults(value: Any, path: Path) -> Iterator[Fault]:
        if not isinstance(value, str) or not re.search(pattern, value) or not _is_unicode(value):
            yield Fault(path, f"{key_text(path)} must be {what}")

    return ValueKind({"type": "string", "pattern": pattern} if schema is None else schema, faults)


def name_kind(known_names: Iterable[str], what: str, schema: dict[str, Any]) -> ValueKind:
    """Return the `ValueKind` of a name from `known_names`; an unknown name is a warning.

    `what` is the noun in messages, such as `rule`.
    """
    names = list(known_names)

    def faults(value: Any, path: Path) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield Fault(path, f"{key_text(path)} must be the name of a {what}")
        elif value not in names:
            yield Fault(path, f"there is no {what} {value!r}{suggestion(value, names)}", Severity.WARNING)

    return ValueKind(schema, faults)


def list_kind(kind: ValueKind, what: str) -> ValueKind:
    """Return the `ValueKind` of a list with items of `kind`; `what` describes them in messages."""

    def faults(value: Any, path: Path) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield Fault(path, f"{key_text(path)} must be a list of {what}")
            return
        for number, item in enumerate(value):
            item_faults = list(kind.faults(item, (*path, number)))
            if any(fault.severity is Severity.ERROR for fault in item_faults):
                item_faults = [Fault((*path, number), f"{key_text(path)} must be a list of {what}")]
            yield from item_faults

    return ValueKind({"type": "array", "items": kind.schema}, faults)


def table_kind(key: ValueKind, value: ValueKind, what: str, schema: Mapping[str, Any]) -> ValueKind:
    """Return the `ValueKind` of a table: keys of kind `key`, values of kind `value`.

    `what` describes them in messages.
    """

    def faults(entries: Any, path: Path) -> Iterator[Fault]:
        if not isinstance(entries, dict):
            yield Fault(path, f"{key_text(path)} must be a table of {what}")
            return
        for entry, item in entries.items():
            key_faults = list(key.faults(entry, path))
            if any(fault.severity is Severity.ERROR for fault in key_faults):
                key_faults = [Fault((), f"{key_text(path)} must be a table of {what}")]
            yield from [fault._replace(path=(*path, entry), is_on_key=True) for fault in key_faults]
            if not key_faults:
                yield from value.faults(item, (*path, entry))

    return ValueKind({"type": "object", **schema}, faults, is_table=True)


def suggestion(word: str, known_names: Iterable[str]) -> str:
    """Return a hint at the name most like `word`, or an empty string: `; did you mean 'nine'?`."""
    from difflib import get_close_matches

    similar_names = get_close_matches(word[:_MAX_WORD_LENGTH].lower().replace("_", "-"), list(known_names), n=1)
    return f"; did you mean {similar_names[0]!r}?" if similar_names else ""


def key_text(path: Path) -> str:
    """Return the key of the value at `path` as TOML writes it: `severity.print-error`."""
    return ".".join(quote_key(part) for part in path if isinstance(part, str))


def quote_key(key: str) -> str:
    """Return `key`, quoted if TOML requires it: `*.md` → `"*.md"`."""
    import json

    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _is_unicode(text: str) -> bool:
    """Return True if `text` has no lone surrogate, which no file name can contain."""
    return not re.search("[\ud800-\udfff]", text)
