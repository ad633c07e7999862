"""`check --show-codes`: every code, with what it is checked against.

No finding means nothing where nothing was compared.
"""

from collections.abc import Iterator

from gbr_lsp.base.text import LineIndex
from gbr_lsp.cli.checking.options import CheckOptions
from gbr_lsp.cli.checking.write import write_lines
from gbr_lsp.cli.configured import FolderSettings, selection
from gbr_lsp.cli.files import Asked, Source, complain
from gbr_lsp.cli.output import harmless, readable
from gbr_lsp.cli.report.visible import visible
from gbr_lsp.lint.engine import lint
from gbr_lsp.lint.witnesses import Roles, checked_against
from gbr_lsp.model.document import Document


def show_codes(options: CheckOptions, configuration: FolderSettings, asked: list[Asked]) -> int:
    """Writes a line for each code of some files, read one after the other; the exit status."""
    failed = False

    def lines() -> Iterator[str]:
        nonlocal failed
        for one in asked:
            source = configuration.read(one)
            if source.trouble:
                complain(source)
                failed = True
                continue
            document = configuration.document(source)
            settings = configuration.settings(source)
            lint(document, selection(settings, options.select, options.extend_select, options.ignore))
            yield from _codes(source, document)

    write_lines(lines(), options.output_file)
    return 2 if failed else 0


def _codes(source: Source, document: Document) -> Iterator[str]:
    name, lines, roles = visible(harmless(readable(source.name))), LineIndex(source.text), Roles(document)
    offsets = document.offsets()
    found = False
    for study in document.studies():
        found = True
        row, column = lines.column(study.occurrence.span.start + offsets[study.block])
        code = visible(" ".join(study.text(study.occurrence.span).split()))
        against = checked_against(document, study, roles, inner=True)
        said = f"checked against {against}" if against else "nothing to check it against"
        yield f"{name}:{row + 1}:{column + 1}: {code}: {said}"
    if not found:
        yield f"{name}: no code was found"
