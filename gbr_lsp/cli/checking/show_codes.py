"""`check --show-codes`: every code, with the witnesses it is checked against.

If there is no witness, the absence of findings proves nothing.
"""

from collections.abc import Iterator

from gbr_lsp.base.text import LineIndex
from gbr_lsp.cli.checking.options import CheckOptions
from gbr_lsp.cli.checking.result_files import write_lines
from gbr_lsp.cli.files import FileRequest, Source
from gbr_lsp.cli.folder_settings import FolderSettings, selected_rules
from gbr_lsp.cli.listing import Files
from gbr_lsp.cli.output import readable_name, safe_name
from gbr_lsp.cli.report.terminal_text import visible_text
from gbr_lsp.lint.engine import lint
from gbr_lsp.lint.explain_witnesses import LintFacts
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study


def show_codes(options: CheckOptions, configuration: FolderSettings, requests: list[FileRequest]) -> int:
    """Write a line for each code in the files; return the exit status."""
    files = Files(configuration=configuration)

    def lines() -> Iterator[str]:
        for one in requests:
            name, is_read, found = visible_text(safe_name(readable_name(one.name))), False, False
            rules = selected_rules(
                configuration.settings_for(one), options.select, options.extend_select, options.ignore
            )
            for source, document, first_row in files.parts(one):
                is_read = True
                lint(document, rules)
                for row, column, check_text in _codes(source, document):
                    found = True
                    yield f"{name}:{first_row + row + 1}:{column + 1}: {check_text}"
            if is_read and not found:
                yield f"{name}: no code was found"

    write_lines(lines(), options.output_file)
    return 2 if files.has_failed else 0


def _codes(source: Source, document: Document) -> Iterator[tuple[int, int, str]]:
    """Yield the row and column (from 0) of each code, and the code with its witnesses as text."""
    lines, linted, offsets = LineIndex(source.text), LintFacts(document), document.offsets()
    studies = list(document.studies())
    for study, broken in zip(studies, _broken(document, studies), strict=True):
        code = visible_text(" ".join(study.text(study.occurrence.span).split()))
        against = linted.witnesses_in_words(study, inner=True)
        check_text = f"checked against {against}" if against else "nothing to check it against"
        check_text = "; ".join(
            filter(None, (check_text, visible_text(broken), visible_text(linted.unread_in_words(study))))
        )
        yield *lines.line_and_column(study.occurrence.span.start + offsets[study.block]), f"{code}: {check_text}"


def _broken(document: Document, studies: list[Study]) -> list[str]:
    """Return for each study where its printed solution breaks off, in words; or ""."""
    if document.host.has_records or not any(study.boards for study in studies):
        return [""] * len(studies)
    # The modules that replay moves import slowly.
    from gbr_lsp.lint.explain_solution import break_sentence
    from gbr_lsp.model.assign import prose_solutions

    section = document.as_section(studies)
    found = [break_sentence(section.text, solution.or_first_line) for solution in prose_solutions(section)]
    return [f"its solution is {broken}" if broken else "" for broken in found]
