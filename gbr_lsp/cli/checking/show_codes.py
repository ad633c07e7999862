"""`check --show-codes`: every code, with the witnesses it is checked against.

If there is no witness, the absence of findings proves nothing.
"""

from collections.abc import Iterator

from gbr_lsp.base.text import LineIndex
from gbr_lsp.cli.checking.options import CheckOptions
from gbr_lsp.cli.checking.write import write_lines
from gbr_lsp.cli.configured import FolderSettings, selection
from gbr_lsp.cli.files import Asked, Source
from gbr_lsp.cli.listing import Files
from gbr_lsp.cli.output import harmless, readable
from gbr_lsp.cli.report.visible import visible
from gbr_lsp.lint.engine import lint
from gbr_lsp.lint.witnesses import AsLinted, checked_against, not_read
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study


def show_codes(options: CheckOptions, configuration: FolderSettings, asked: list[Asked]) -> int:
    """Write a line for each code in the files; return the exit status."""
    files = Files(configuration=configuration)

    def lines() -> Iterator[str]:
        for one in asked:
            name, is_read, found = visible(harmless(readable(one.name))), False, False
            rules = selection(configuration.settings(one), options.select, options.extend_select, options.ignore)
            for source, document, first_row in files.parts(one):
                is_read = True
                lint(document, rules)
                for row, column, said in _codes(source, document):
                    found = True
                    yield f"{name}:{first_row + row + 1}:{column + 1}: {said}"
            if is_read and not found:
                yield f"{name}: no code was found"

    write_lines(lines(), options.output_file)
    return 2 if files.failed else 0


def _codes(source: Source, document: Document) -> Iterator[tuple[int, int, str]]:
    """Yield the row and column (from 0) of each code, and the code with its witnesses as text."""
    lines, linted, offsets = LineIndex(source.text), AsLinted(document), document.offsets()
    studies = list(document.studies())
    for study, broken in zip(studies, _broken(document, studies), strict=True):
        code = visible(" ".join(study.text(study.occurrence.span).split()))
        against = checked_against(document, study, linted, inner=True)
        said = f"checked against {against}" if against else "nothing to check it against"
        said = "; ".join(filter(None, (said, visible(broken), visible(not_read(document, study)))))
        yield *lines.line_and_column(study.occurrence.span.start + offsets[study.block]), f"{code}: {said}"


def _broken(document: Document, studies: list[Study]) -> list[str]:
    """Return for each study where its printed solution breaks off, in words; or ""."""
    if document.host.has_records or not any(study.boards for study in studies):
        return [""] * len(studies)
    # The modules that replay moves import slowly.
    from gbr_lsp.lint.explain_solution import where_broken
    from gbr_lsp.model.printed import own_beginnings

    text = document.text
    found = [solution and where_broken(text, solution) for solution in own_beginnings(document, studies)]
    return [f"its solution is {broken}" if broken else "" for broken in found]
