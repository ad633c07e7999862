"""The files that a command reads, and their text."""

import os
import stat
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

import click

from gbr_lsp.base.encoding import EncodedText, NotText, decode, is_binary
from gbr_lsp.base.file_parts import FileChanged
from gbr_lsp.base.files import AllFiles, FileFilter, may_hold_codes, reason_of, walk
from gbr_lsp.base.regular_file import FileState, has_other_names, identity
from gbr_lsp.cli.output import print_message
from gbr_lsp.hosts import ENDINGS, host_for
from gbr_lsp.model.conventions import DEFAULT_CONVENTIONS, Conventions
from gbr_lsp.model.document import Document

if TYPE_CHECKING:
    from gbr_lsp.proofs.value import Proof

_TRIES = 3
_HEAD = 8000
"""Number of bytes that are read first, as in git: a zero byte among them makes the file binary."""
PROOFS = ("pdf", "docx", "doc", "docm")
"""The endings of PDF and Word files."""


class FileRequest(NamedTuple):
    """A file to read: its name as given and its path (None for stdin), or its `trouble`."""

    name: str
    path: str | None
    trouble: str | None = None
    is_named: bool = False
    """Whether it was named, and not found in a folder."""


class Source(NamedTuple):
    """A file that was read: its name as given, and its text, or why it is unreadable in `trouble`."""

    name: str
    text: str = ""
    trouble: str | None = None
    encoded: EncodedText | None = None
    """The text with the data to write it back."""
    proof: "Proof | None" = None
    """The pages and boards of a PDF or Word file."""

    def document(self, conventions: Conventions = DEFAULT_CONVENTIONS) -> Document:
        """Return the document of the file."""
        if self.proof is not None:
            from gbr_lsp.proofs.document import document_of

            return document_of(self.proof, conventions)
        return Document.of(self.text, host_for(self.name), conventions)


def file_requests(
    paths: Iterable[str],
    stdin_name: str | None = None,
    is_wanted: Callable[[str], FileFilter] = lambda folder: AllFiles(),
    *,
    force_exclude: bool = False,
) -> list[FileRequest]:
    """Return the files under `paths`, sorted by name, each once, not yet read; `-` is standard input.

    A named file is read, whatever its ending, git or the settings; with `force_exclude`, the
    settings of its folder may exclude it, and a data file needs a code. `is_wanted` returns the filter of a folder.
    """
    stdin = False
    found: dict[str, FileRequest] = {}
    for path in paths:
        if force_exclude and (
            _is_excluded(stdin_name if path == "-" else path, is_wanted)
            or (path != "-" and not os.path.isdir(path) and not _may_be_read(path))
        ):
            continue
        if path == "-":
            stdin = True
        elif not os.path.isdir(path):
            known = found.get(identity(path), FileRequest(path, path))
            found[identity(path)] = known._replace(is_named=True)
        else:
            for visited in walk(path, ENDINGS, is_wanted, is_accepted=_may_be_read):
                folder = identity(visited.folder)
                for name in visited.files:
                    found.setdefault(_identity_in(folder, name), FileRequest(name, name))
                if visited.problem:
                    found.setdefault(folder, FileRequest(visited.folder, None, visited.problem))
    # Standard input and a file of the same name are two different sources.
    entries = [*found.values(), *([FileRequest(stdin_name or "-", None, is_named=True)] if stdin else [])]
    return sorted(entries, key=lambda asked: asked.name)


def _may_be_read(path: str) -> bool:
    """Return True unless `path` is a data file without codes; unreadable ones are reported later."""
    data = host_for(path).data
    if data is None or (os.access(path, os.F_OK) and not os.access(path, os.R_OK)):
        return True
    if not may_hold_codes(path, data.words, data.exclusions, has_columns=data.has_columns):
        return False
    source = read(FileRequest(path, path))
    return source.trouble is None and next(source.document().studies(), None) is not None


def read(request: FileRequest, encoding: str = "auto", proof_seconds: float | None = None) -> Source:
    """Return the file with its text, or with the reason of failure as `trouble`."""
    name = request.name
    if request.trouble:
        return Source(name, trouble=request.trouble)
    if is_proof(name):
        return _read_proof(request, proof_seconds)
    try:
        encoded = decode(_bytes(request.path), encoding)
        return Source(name, encoded.text, encoded=encoded)
    except NotText as error:
        return Source(name, trouble=str(error))
    except MemoryError:
        return Source(name, trouble="is too large to be read")
    except (OSError, ValueError) as error:
        return Source(name, trouble=reason_of(error))


def is_proof(name: str) -> bool:
    """Return True if `name` has the ending of a PDF or Word file; nothing is imported for this."""
    return name.rpartition(".")[2].lower() in PROOFS


def _read_proof(request: FileRequest, seconds: float | None) -> Source:
    from gbr_lsp.proofs.reader import UnreadableProof, read_proof

    if request.path is None:
        return Source(request.name, trouble="a PDF or Word file is read by its name, not from standard input")
    try:
        proof = read_proof(request.path, seconds)
    except UnreadableProof as error:
        return Source(request.name, trouble=str(error))
    return Source(request.name, proof.text, encoded=EncodedText(proof.text, "utf-8", has_bom=False), proof=proof)


def report_trouble(source: Source) -> None:
    """Print why a file could not be read on stderr, in one line."""
    print_message(f"{source.name}: {source.trouble}")


def standard_input() -> str:
    """Return all of standard input; raise ClickException if it is closed or not text."""
    source = read(FileRequest("-", None))
    if source.trouble:
        raise click.ClickException(f"-: {source.trouble}")
    return source.text


def _is_excluded(name: str | None, wanted: Callable[[str], FileFilter]) -> bool:
    if name is None:
        return False
    path = os.path.abspath(name)
    is_folder = os.path.isdir(path)
    exclude = wanted(path if is_folder else os.path.dirname(name)).exclude
    return exclude is not None and exclude.has_match(path, is_folder=is_folder)


def _identity_in(folder: str, name: str) -> str:
    """Return the identity of the file `name` in a folder of known identity; only links lead elsewhere."""
    try:
        status = os.lstat(name)
    except OSError:
        return name
    is_link = stat.S_ISLNK(status.st_mode) or has_other_names(status)
    return identity(name) if is_link else os.path.join(folder, os.path.basename(name))


def _bytes(path: str | None) -> bytes:
    """Return the bytes of a file in one consistent state: a file that changes is read again."""
    if path is None:
        if sys.stdin is None:
            raise ValueError("standard input is closed")
        return sys.stdin.buffer.read()
    for _ in range(_TRIES):
        with open(path, "rb") as file:
            before = os.fstat(file.fileno())
            content = file.read(_HEAD)
            if is_binary(content):
                return content
            content += file.read()
            after = os.fstat(file.fileno())
        if not stat.S_ISREG(before.st_mode) or FileState.of(before) == FileState.of(after):
            return content
    raise FileChanged
