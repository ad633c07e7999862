"""Decoding a file and encoding it again, so that bytes outside an edit are written unchanged.

Real collections start with a UTF-8 BOM and still contain cp1252 bytes. A file is therefore read as
UTF-8, and as cp1252 if that fails. The five bytes that cp1252 does not define (81 8D 8F 90 9D)
become C1 controls.
"""

import codecs
from typing import NamedTuple

BOM = codecs.BOM_UTF8

_HEAD_SIZE = 1000
"""Number of bytes that are examined for UTF-16 without a BOM."""
_MIN_UNITS = 4
"""Minimum number of two-byte units. In fewer, the zeros may be there by chance."""

_CP1252_CHARS = "".join(
    bytes([byte]).decode("cp1252") if byte not in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else chr(byte) for byte in range(256)
)
_CP1252_CHARMAP = codecs.charmap_build(_CP1252_CHARS)

_OTHER_FORMATS = (
    (b"%PDF-1.", b"", "is a PDF; `pdftotext FILE.pdf` writes its text, and is best without -layout"),
    (b"PK\3\4", b"word/", "is a Word document; end its name with .docx"),
    (b"PK\3\4", b"opendocument", "is an OpenDocument file; `pandoc FILE.odt -o FILE.md` writes its text"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", "is in the format of an old Word; save it as .docx or as text"),
)
"""Formats of manuscripts that are not text: first bytes, a marker inside, a message."""


class EncodedText(NamedTuple):
    """A text with its codec, and whether a BOM preceded it; `encode` restores the bytes."""

    text: str
    codec: str
    has_bom: bool


class NotText(ValueError):
    """The bytes are not text; the message names their format."""


def is_binary(head: bytes) -> bool:
    """Return True if `head`, a file's first bytes, has a NUL and is no archive."""
    return b"\0" in head and not head.startswith(tuple(start for start, marker, _ in _OTHER_FORMATS if marker))


def refuse_wide_or_binary(data: bytes) -> None:
    """Raise NotText if `data`, a file or its first bytes, is UTF-16, UTF-32 or binary."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        raise NotText("is UTF-32; save it as UTF-8")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or (b"\0" in data and _is_utf_16(data[:_HEAD_SIZE])):
        raise NotText("is UTF-16; save it as UTF-8")
    if b"\0" in data:
        raise NotText("is a binary file")


def _is_utf_16(head: bytes) -> bool:
    """Return True if `head` looks like UTF-16 without a BOM, in either byte order.

    More than half of the units must have a zero as high byte, as Latin letters do. No low byte may
    be a control character before TAB.
    """
    units = len(head) // 2
    return _MIN_UNITS <= units and any(
        units < 2 * high_bytes.count(0) and ord("\t") <= min(low_bytes)
        for high_bytes, low_bytes in ((head[::2], head[1::2]), (head[1::2], head[::2]))
    )


def decode(data: bytes, encoding: str = "auto") -> EncodedText:
    """Return the `EncodedText` of the bytes of a file, decoded as `encoding`.

    `encoding` is `"utf-8"`, `"cp1252"` or, for the first that fits, `"auto"`. A BOM is not part of
    the text. Raises NotText for binary files, and for `"utf-8"` if `data` is not UTF-8.
    """
    for start, marker, problem in _OTHER_FORMATS:
        if data.startswith(start) and marker in data:
            raise NotText(problem)
    refuse_wide_or_binary(data)
    has_bom = data.startswith(BOM)
    body = data[len(BOM) :] if has_bom else data
    try:
        if encoding != "cp1252":
            return EncodedText(body.decode("utf-8"), "utf-8", has_bom)
    except UnicodeDecodeError as error:
        if encoding == "utf-8":
            raise NotText(f"is not UTF-8: byte {error.start + 1 + len(data) - len(body)}") from None
    return EncodedText(codecs.charmap_decode(body, "strict", _CP1252_CHARS)[0], "cp1252", has_bom)


def encode(encoded: EncodedText) -> bytes:
    """Return the bytes of `encoded`, whose text may have been edited.

    Raises UnicodeEncodeError for characters that the codec lacks.
    """
    text, codec, has_bom = encoded
    body = text.encode() if codec == "utf-8" else codecs.charmap_encode(text, "strict", _CP1252_CHARMAP)[0]
    return BOM + body if has_bom else body
