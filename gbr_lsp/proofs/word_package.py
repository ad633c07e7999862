"""The parts of a Word file, an archive of XML and pictures, read with limits.

Nothing outside the archive is read: external relations are skipped, and a part that declares a
document type, and with it perhaps entities, is refused. Source: ECMA-376, parts 1 and 2.
"""

import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

from gbr_lsp.proofs.errors import UnreadableProof, message_of

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
_CONTENTS = "[content_types].xml"
_MAX_BYTES, _MAX_PARTS = 300_000_000, 50_000
"""Maximum size of all unpacked parts together, and number of parts."""
_MAX_XML_BYTES, _MAX_ELEMENTS, _MAX_BLOCK_ELEMENTS, _MAX_ROOT_ELEMENTS = 60_000_000, 3_000_000, 1_000_000, 250_000
"""Maximum size of an XML part, and number of its elements: in all, in a block, in a part that is read whole."""
_CHUNK_BYTES = 1 << 20


class _Tree(TreeBuilder):
    """The growing tree of a part. `count` elements were read, the first `released` are not in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.root: Element | None = None
        self.count = self.released = 0
        self.is_complete = False
        self._start = super().start

    def start(self, tag: str, attributes: dict[str, str], /) -> Element:
        element = self._start(tag, attributes)
        self.count += 1
        if self.root is None:
            self.root = element
        return element

    def doctype(self, name: str, public: str | None, system: str | None) -> None:
        raise UnreadableProof("is not a Word file: it declares a document type")


class WordPackage(zipfile.ZipFile):
    """The Word file at `path`. Raises UnreadableProof, as all methods do.

    Parts are named by their paths in the archive, in lower case.
    """

    def __init__(self, path: str) -> None:
        try:
            super().__init__(path)
        except NotImplementedError:
            raise UnreadableProof("is packed in an unknown way") from None
        except (zipfile.BadZipFile, ValueError, EOFError):
            raise UnreadableProof(_not_word_reason(path)) from None
        self._parts = {info.filename.replace("\\", "/").lower(): info for info in self.infolist()}
        try:
            _check_parts(self._parts)
        except UnreadableProof:
            self.close()
            raise

    def relations(self, part: str) -> dict[str, tuple[str, str]]:
        """Return the relations of `part` (`""`: the file) by their ids, without external ones.

        Each is the last word of its kind, such as `image`, and the name of the other part.
        """
        folder, name = posixpath.split(part)
        source = posixpath.join(folder, "_rels", f"{name}.rels")
        found = {}
        for one in self.root(source) if source in self._parts else ():
            if one.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/", folder, unquote(one.get("Target", ""))))
                kind = one.get("Type", "").rpartition("/")[2]
                found[one.get("Id", "")] = kind, target.lstrip("/").lower()
        return found

    def size(self, part: str) -> int:
        """Return the size of `part` in bytes, 0 if it does not exist."""
        return self._parts[part].file_size if part in self._parts else 0

    def content(self, part: str) -> bytes:
        """Return the bytes of `part`."""
        if part not in self._parts:
            raise UnreadableProof(f"is damaged: it has no part {part or 'with text'}")
        try:
            return self.read(self._parts[part])
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
            raise UnreadableProof(f"is damaged: {part} cannot be unpacked") from None

    def root(self, part: str) -> Element:
        """Return the outermost element of `part`."""
        (*_, tree) = self._trees(part, _MAX_ROOT_ELEMENTS)
        return tree.close()

    def blocks(self, part: str) -> Iterator[Element]:
        """Yield the elements directly in the body or the notes of `part`, each complete.

        They are removed from the tree, so that a large body needs little memory.
        """
        for tree in self._trees(part, _MAX_BLOCK_ELEMENTS):
            if tree.root is None:
                continue
            if tree.root.tag.startswith(_STRICT):
                raise UnreadableProof("is a Strict Open XML Document; save it as Word Document (.docx)")
            if not tree.root.tag.startswith(W):
                raise UnreadableProof("is not a Word file: it is an archive of something else")
            body = tree.root.find(f"{W}body")
            parent = tree.root if body is None else body
            blocks = parent[:] if tree.is_complete else parent[:-1]
            if blocks:
                del parent[: len(blocks)]
                tree.released = tree.count
            yield from blocks

    def _trees(self, part: str, max_elements: int) -> Iterator[_Tree]:
        """Yield the `_Tree` of `part` after each chunk, and when it is complete.

        At most `max_elements` elements are in memory.
        """
        tree = _Tree()
        parser = XMLParser(target=tree)
        if _MAX_XML_BYTES < self.size(part):
            raise UnreadableProof(f"has more than {_MAX_XML_BYTES // 1_000_000} MB of text in {part}")
        try:
            content = self.content(part)
            for at in range(0, len(content), _CHUNK_BYTES):
                parser.feed(content[at : at + _CHUNK_BYTES])
                if _MAX_ELEMENTS < tree.count or max_elements < tree.count - tree.released:
                    raise UnreadableProof(f"has too many elements in {part}")
                yield tree
            parser.close()
        except UnreadableProof:
            raise
        except (ParseError, ValueError, LookupError) as error:
            raise UnreadableProof(f"is damaged: {part} is not well-formed ({message_of(error)})") from None
        tree.is_complete = True
        yield tree


def _check_parts(parts: dict[str, zipfile.ZipInfo]) -> None:
    """Raise UnreadableProof if `parts` are not those of a Word file, or too large."""
    infos = parts.values()
    if _CONTENTS not in parts:
        raise UnreadableProof("is not a Word file: it is an archive of something else")
    if _MAX_BYTES < sum(info.file_size for info in infos) or _MAX_PARTS < len(infos):
        raise UnreadableProof(f"unpacks to more than {_MAX_BYTES // 1_000_000} MB or {_MAX_PARTS:,} parts")
    if any(info.flag_bits & 1 for info in infos):
        raise UnreadableProof("is encrypted")
    if any(info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for info in infos):
        raise UnreadableProof("is packed in an unknown way")


def _not_word_reason(path: str) -> str:
    """Return why the file at `path`, which is no zip archive, is not a Word file."""
    with open(path, "rb") as file:
        start = file.read(8)
    if start == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        return "is protected by a password, or was written by Word 97"
    return "is not a Word file" if start else "is not a Word file: it is empty"
