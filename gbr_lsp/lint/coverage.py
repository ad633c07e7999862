"""Coverage of a document: the number of codes, and of those with a board or a solution.

A run without findings looks the same for a hundred codes with boards and for none that was
recognized. The numbers come from the caches of the chunks, so that nothing is read again.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

from gbr_lsp.base.text import count_line_ends
from gbr_lsp.hosts.pgn import has_moves
from gbr_lsp.lint.memo import clean_games, linted_chunks, linted_studies, results_of
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Need, RuleScope
from gbr_lsp.model.study import Study
from gbr_lsp.model.witnesses import witnesses
from gbr_lsp.notation.values import Kind
from gbr_lsp.rules import RULES, names_over

_TABLE_RULES = names_over(RuleScope.JUDGED_SOLUTION)
_SOLUTION_RULES = frozenset(name for name, rule in RULES.items() if rule.needs_legal_moves)


class ProvedStudy(NamedTuple):
    """A study whose main line is known to keep its goal from a move on.

    `line` is the line of its code, from 0, `code` the code as written, and `move` the move number.
    """

    line: int
    code: str
    move: int


class Coverage(NamedTuple):
    """Numbers of codes, of codes compared with a board, and of boards with a followed solution."""

    codes: int = 0
    boards: int = 0
    solutions: int | None = None
    """None if no selected rule follows solutions."""
    proved_studies: tuple[ProvedStudy, ...] = ()
    """The studies proved by tables; empty without tables."""
    unmatched: int = 0
    """The number of codes with neither a board nor a solution."""
    controls: int = 0
    """The number of `unmatched` codes that were compared with their own control or squares."""
    texts: int = 0
    """The number of other `unmatched` codes that were compared with a text, such as a remark or an index."""

    def after_lines(self, lines: int) -> "Coverage":
        """Return the coverage of the same text if `lines` lines precede it."""
        proved = tuple(study._replace(line=lines + study.line) for study in self.proved_studies)
        return self._replace(proved_studies=proved)

    @property
    def compared(self) -> int:
        """The number of codes that were compared with anything."""
        return self.codes - self.unmatched + self.controls + self.texts

    @property
    def summary(self) -> str:
        """Return a text: `11 of 14 codes compared (11 with a board, 9 with a solution)`, or `0 codes`.

        Codes with neither follow: `; of the others 2 with a control, 1 with a remark`.
        """
        codes = f"{self.codes} code{'' if self.codes == 1 else 's'}"
        if not self.codes:
            return codes
        boards = f"{self.boards} with a board"
        what = boards if self.solutions is None else f"{boards}, {self.solutions} with a solution"
        counts = ((self.controls, "a control"), (self.texts, "a remark"))
        others = ", ".join(f"{count} with {name}" for count, name in counts if count)
        what += f"; of the others {others}" if others else ""
        return f"{self.compared} of {codes} compared ({what})"


def empty_coverage(selected: frozenset[str]) -> Coverage:
    """Return the coverage of a document without codes for the rules `selected`."""
    return Coverage(solutions=0 if selected & _SOLUTION_RULES else None)


def coverage_of(document: Document, selected: frozenset[str]) -> Coverage:
    """Return the `Coverage` of `document`, which has been linted with the rules `selected`."""
    codes = boards = solutions = 0
    alone: list[Study] = []
    are_followed = bool(selected & _SOLUTION_RULES)
    for chunk in document.chunks:
        games = clean_games(chunk, selected)
        codes += len(games)
        boards += len(games)
        if games and are_followed:
            # There is no bracket after the tags of a clean record.
            solutions += sum(has_moves(game.text, game.text.rfind("[")) for game in games)
        for study, is_solved in linted_studies(chunk, selected):
            codes += 1
            has_board = next(study.placements, None) is not None
            boards += has_board
            solutions += is_solved
            alone += [] if has_board or is_solved else [study]
        solutions += results_of(chunk, selected).followed_count
    proved = tuple(_proved_studies(document)) if document.conventions.tables and selected & _TABLE_RULES else ()
    others = _others(document, alone, selected) if alone else (0, 0)
    return Coverage(codes, boards, solutions if are_followed else None, proved, len(alone), *others)


def _others(document: Document, alone: list[Study], selected: frozenset[str]) -> tuple[int, int]:
    """Return the numbers of codes in `alone` compared with their own parts, and of others with a text."""
    needs = {RULES[name].need for name in selected}
    rest = [
        study
        for study in alone
        if not (Need.CONTROL in needs and study.code.control)
        and not (Need.SQUARES in needs and study.occurrence.parts_of(Kind.PIECE, Kind.PAWN))
    ]
    controls, mute = len(alone) - len(rest), [study for study in rest if not any(witnesses(study))]
    texts = len(rest) - len(mute)
    if mute and any(found.index_lines for found in linted_chunks(document) or ()):
        # Few documents have an index.
        from gbr_lsp.lint.explain_witnesses import LintFacts

        facts = LintFacts(document)
        texts += sum(facts.is_in_index(study) for study in mute)
    return controls, texts


def _proved_studies(document: Document) -> Iterator[ProvedStudy]:
    """Yield a `ProvedStudy` for each study that tables prove from a move on.

    The answers of the tables are cached.
    """
    from gbr_lsp.model.assign import assign
    from gbr_lsp.model.game_solutions import solutions_of
    from gbr_lsp.model.outcomes import judged

    line_counts = accumulate((block.line_ends for block in document.blocks), initial=0)
    firsts = dict(zip(document.blocks, line_counts, strict=False))
    for section in document.sections():
        relevant = [block for block in section if block.is_relevant]
        read = read_section(relevant, document.conventions)
        is_prose = not document.host.has_records and not document.host.has_placed_boards
        for one in judged([*solutions_of(relevant, read.studies), *(assign(read) if is_prose else ())]):
            first, study = one.first_proved_move, one.moves.study
            if study is not None and first is not None and one.moves.is_certain:
                line = firsts[study.block] + count_line_ends(study.block.text[: study.occurrence.span.start])
                yield ProvedStudy(line, " ".join(study.text(study.occurrence.span).split()), first.half // 2)


def total_coverage(coverages: Iterable[Coverage]) -> Coverage:
    """Return the sum of `coverages` as one `Coverage`."""
    each = list(coverages)
    solutions = [one.solutions for one in each if one.solutions is not None]
    codes, boards = sum(one.codes for one in each), sum(one.boards for one in each)
    proved = tuple(study for one in each for study in one.proved_studies)
    alone, controls, texts = (sum(getattr(one, name) for one in each) for name in ("unmatched", "controls", "texts"))
    return Coverage(codes, boards, sum(solutions) if solutions else None, proved, alone, controls, texts)
