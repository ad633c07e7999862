"""The messages of `check` without files to check: how to check the files left out."""

from collections.abc import Iterator, Sequence
from itertools import islice

from gbr_lsp.base.files import AllFiles, walk
from gbr_lsp.cli.files import PROOFS
from gbr_lsp.cli.folder_settings import FolderSettings
from gbr_lsp.cli.output import printable_name

_IMAGES = ("png", "jpg", "jpeg", "tif", "tiff", "webp", "djvu")
_MAX_NAMED = 3
_MAX_LISTED = 1000

USE_OCR = "text recognition (OCR) makes a PDF with text of scanned pages"


def why_no_files(paths: Sequence[str], configuration: FolderSettings) -> Iterator[str]:
    """Yield the messages for `paths` without files to check."""
    yield "there are no files to check"
    folders = [path for path in paths if path != "-"]
    if proofs := _found(folders, configuration, PROOFS):
        yield f"{_listed(proofs)} left out: name a PDF or Word file to have it checked"
    elif images := _found(folders, configuration, _IMAGES):
        yield f"{_listed(images)} left out: {USE_OCR}"


def _found(folders: Sequence[str], configuration: FolderSettings, endings: Sequence[str]) -> list[str]:
    """Return at most `_MAX_LISTED` files with `endings` that git and the settings do not exclude."""
    names = (
        name
        for folder in folders
        for visited in walk(folder, endings, lambda where: AllFiles(None, configuration.of_folder(where).exclude))
        for name in visited.files
    )
    return list(islice(names, _MAX_LISTED))


def _listed(names: Sequence[str]) -> str:
    """Return `names` before `left out`: `a.pdf was`, `a.pdf, b.pdf, c.docx and 2 others were`."""
    shown = [printable_name(name) for name in names[:_MAX_NAMED]]
    more = len(names) - len(shown)
    if more:
        shown.append(f"{more} other{'s' if 1 < more else ''}")
    return f"{' and '.join(filter(None, [', '.join(shown[:-1]), shown[-1]]))} {'were' if 1 < len(names) else 'was'}"
