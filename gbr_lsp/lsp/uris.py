"""URIs and paths: a file's document is identified by path, as clients spell URIs differently."""

import os
from collections.abc import Set as AbstractSet
from functools import lru_cache
from urllib.parse import quote, unquote_to_bytes, urlsplit

from gbr_lsp.base.regular_file import with_folders


def path_of(uri: str) -> str | None:
    """Return the path of the file URI `uri`, or None.

    None for untitled and virtual documents, and for paths that no file can have.
    """
    try:
        parts = urlsplit(uri)
        path = os.fsdecode(unquote_to_bytes(parts.path))
    except ValueError:
        return None
    if parts.scheme != "file" or "\0" in path:
        return None
    return path[1:] if os.name == "nt" and path[2:3] == ":" else path


def is_in_memory(uri: str) -> bool:
    """Return True for a document of the scheme `gbr`, which the VS Code extension keeps in memory: its example."""
    return uri.startswith("gbr:")


def folder_of(uri: str) -> str | None:
    """Return the normalized path of the folder URI `uri`, or None."""
    path = path_of(uri)
    return os.path.normpath(path) if path else None


@lru_cache(1 << 10)
def name_of(uri: str) -> str:
    """Return the name of a document: the normalized path of a file, else the URI."""
    path = path_of(uri)
    return uri if path is None else os.path.normpath(path)


@lru_cache(1 << 10)
def uri_of(name: str) -> str:
    """Return the URI of the document `name`."""
    if not os.path.isabs(name):
        return name
    path = name.replace(os.sep, "/")
    return f"file://{'' if path.startswith('/') else '/'}{quote(os.fsencode(path))}"


def is_in(name: str, paths: AbstractSet[str]) -> bool:
    """Return True if the document `name` is in `paths` or below a folder in `paths`."""
    return not paths.isdisjoint(with_folders(name))
