"""URIs and paths: a document is known by its path where it is a file, for clients write one URI in several ways."""

import os
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from urllib.parse import quote, unquote_to_bytes, urlsplit


def path_of(uri: str) -> str | None:
    """The path of a file URI; None for untitled and virtual documents, and for what no file can be called."""
    try:
        parts = urlsplit(uri)
        path = os.fsdecode(unquote_to_bytes(parts.path))
    except ValueError:
        return None
    if parts.scheme != "file" or "\0" in path:
        return None
    return path[1:] if os.name == "nt" and path[2:3] == ":" else path


def folder_of(uri: str) -> str | None:
    """The path of the URI of a folder, which clients write with a slash at its end or without."""
    path = path_of(uri)
    return os.path.normpath(path) if path else None


@lru_cache(1 << 10)
def name_of(uri: str) -> str:
    """The path of a file, else the URI itself."""
    path = path_of(uri)
    return uri if path is None else os.path.normpath(path)


@lru_cache(1 << 10)
def uri_of(name: str) -> str:
    """The URI of a document by its name."""
    if not os.path.isabs(name):
        return name
    path = name.replace(os.sep, "/")
    return f"file://{'' if path.startswith('/') else '/'}{quote(os.fsencode(path))}"


def lies_in(name: str, paths: AbstractSet[str]) -> bool:
    """Whether a document is one of some paths, or stands in a folder that is."""
    return not paths.isdisjoint(_with_folders(name))


def _with_folders(name: str) -> Iterator[str]:
    while name:
        yield name
        outer = os.path.dirname(name)
        name = "" if outer == name else outer
