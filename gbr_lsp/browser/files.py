"""Files that the page opens and saves. They lie in the memory that the worker has as its file system."""

from typing import Any

from gbr_lsp.base.encoding import Encoded, NotText, decode, encode
from gbr_lsp.cli.checking.viewed import checked
from gbr_lsp.hosts import host_for

__all__ = ["checked", "opened", "saved"]


def opened(path: str) -> dict[str, Any]:
    """The text of a file, its kind as the protocol names it, and its encoding; or `trouble` and why it is no text."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        text, codec, bom = decode(data)
    except NotText as error:
        return {"trouble": str(error)}
    return {"text": text, "language": host_for(path).languages[0], "codec": codec, "bom": bom}


def saved(path: str, text: str, codec: str, bom: bool) -> dict[str, Any]:
    """Writes a text as its file was read, or in UTF-8 if that has not all of its characters; the codec that it took."""
    try:
        data = encode(Encoded(text, codec, bom))
    except UnicodeEncodeError:
        codec = "utf-8"
        data = encode(Encoded(text, codec, bom))
    with open(path, "wb") as file:
        file.write(data)
    return {"codec": codec}
