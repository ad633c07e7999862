"""Files that the page opens and saves. They lie in the memory that the worker has as its file system."""

from typing import Any

from gbr_lsp.base.encoding import Encoded, NotText, decode, encode
from gbr_lsp.cli.checking.viewed import checked
from gbr_lsp.hosts import host_for

__all__ = ["checked", "opened", "saved"]


def opened(path: str) -> dict[str, Any]:
    """Return `text`, `language` (a language id of the protocol), `codec` and `bom` of the file at `path`.

    If the file is not text, return `trouble` instead, which says what it is.
    """
    with open(path, "rb") as file:
        data = file.read()
    try:
        text, codec, bom = decode(data)
    except NotText as error:
        return {"trouble": str(error)}
    language = next(iter(host_for(path).languages), "plaintext")
    return {"text": text, "language": language, "codec": codec, "bom": bom}


def saved(path: str, text: str, codec: str, bom: bool) -> dict[str, Any]:
    """Write `text` to `path` in `codec`, or in UTF-8 if `codec` lacks a character.

    Return the `codec` that was used, and `replaced`: the number of lone surrogates, which became U+FFFD.
    """
    units = text.encode("utf-16-le", "surrogatepass")
    valid = units.decode("utf-16-le", "replace")
    replaced = valid.count("\ufffd") - text.count("\ufffd")
    try:
        data = encode(Encoded(valid, codec, bom))
    except UnicodeEncodeError:
        codec = "utf-8"
        data = encode(Encoded(valid, codec, bom))
    with open(path, "wb") as file:
        file.write(data)
    return {"codec": codec, "replaced": replaced}
