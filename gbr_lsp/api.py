"""The library: what scripts can do with GBR codes. `import gbr_lsp` offers these names; docs/api.md shows them at work.

All values are plain: classes as `0323.12`, squares as `g3`, goals as `+` and `=`, sides as `white` and `black`,
placements as the first field of a FEN. Spans are half-open, in code points of the text that was given; lines and
columns count from 1. Settings are read where they are asked for, and by `search`, as the command does.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from gbr_lsp.base.text import LineIndex, Span
from gbr_lsp.hosts import HOSTS, host_for
from gbr_lsp.lint.engine import judge, lint, rules_of
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Severity
from gbr_lsp.model.roles import roles
from gbr_lsp.model.study import Study
from gbr_lsp.notation.code_forms import code_of as code_of_placement
from gbr_lsp.notation.code_forms import spell
from gbr_lsp.notation.known_code import parse_codes
from gbr_lsp.notation.placement import Placement, placement_problem
from gbr_lsp.notation.values import BLACK, COLOR_NAMES, SQUARE_NAMES, Code, Form, Goal, Stipulation
from gbr_lsp.rules import RULES
from gbr_lsp.settings import Settings

if TYPE_CHECKING:
    import chess

    from gbr_lsp.cli.configured import TextOrPath
    from gbr_lsp.cli.searching.hits import Hit
    from gbr_lsp.proofs.value import Proof

__all__ = [
    "CheckFinding",
    "FixEdit",
    "FoundCode",
    "FoundStudy",
    "ParseError",
    "RelatedPlace",
    "StudyCode",
    "SuggestedFix",
    "check",
    "code_of",
    "find",
    "parse",
    "search",
]

_GOALS = {goal.value: goal for goal in Goal}
_ALL_HOSTS = {
    language.lower(): host for host in HOSTS if not host.has_placed_boards for language in (host.name, *host.languages)
} | dict.fromkeys(("text", "plaintext"), host_for(""))
_HOST_NAMES = sorted({"text", *(host.name.lower() for host in _ALL_HOSTS.values() if host is not host_for(""))})


class ParseError(ValueError):
    """A text that is no code, or a wrong one; `span` is where, in code points of the text, half open."""

    def __init__(self, message: str, span: tuple[int, int]) -> None:
        super().__init__(message)
        self.span = span


class StudyCode:
    """What a GBR code says. Two codes that say the same are equal, however they were written."""

    __slots__ = ("_code", "fen")

    fen: str | None
    """The placement that the code spells out or was made of; None where it does not say where all men stand."""

    def __init__(self, code: Code, fen: str | None) -> None:
        self._code = code
        self.fen = fen

    @property
    def force(self) -> str | None:
        """The class, such as `0323.12`; None where a digit of it is lost."""
        return str(self._code.force) if self._code.force else None

    @property
    def kings(self) -> tuple[str | None, str | None] | None:
        """The squares of White's and of Black's king."""
        kings = self._code.kings
        if kings is None:
            return None
        white, black = (None if square is None else SQUARE_NAMES[square] for square in kings)
        return white, black

    @property
    def stipulation(self) -> str | None:
        """The goal, `+` or `=`."""
        goal = self._code.stipulation.goal
        return goal.value if goal else None

    @property
    def turn(self) -> str | None:
        """Who moves, `white` or `black`; None where the code does not say."""
        turn = self._code.stipulation.turn
        return None if turn is None else COLOR_NAMES[turn]

    @property
    def control(self) -> str | None:
        """The numbers of men, such as `4/5`."""
        return str(self._code.control) if self._code.control else None

    def spell(self, form: str, stipulation: str | None = None) -> str:
        """The code in a form: `class`, `prefixed`, `caption`, `full`, `dotted` or `compact`.

        `stipulation` takes the place of that of the code. Raises ValueError where the form or the stipulation is none,
        or where the code does not say what the form needs.
        """
        if form not in [known.value for known in Form]:
            raise ValueError(f"{form!r} is not a form; the forms are {', '.join(known.value for known in Form)}")
        if stipulation is not None and stipulation not in _GOALS:
            raise ValueError(f"{stipulation!r} is not a stipulation: use + or =")
        code = self._code
        if stipulation is not None:
            code = code._replace(stipulation=code.stipulation._replace(goal=_GOALS[stipulation]))
        text = spell(code, Form(form))
        if text is None:
            raise ValueError(f"the code does not say what the form {form!r} needs")
        return text

    def __str__(self) -> str:
        for form in (Form.FULL, Form.CAPTION, Form.CLASS):
            text = spell(self._code, form)
            if text:
                return text
        return ""

    def __repr__(self) -> str:
        return f"<StudyCode {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StudyCode) and (self._code, self.fen) == (other._code, other.fen)

    def __hash__(self) -> int:
        return hash((self._code, self.fen))


class FoundCode(NamedTuple):
    """A code in a text: what it says, how it is written and where, and the placements that stand beside it.

    `role` is `study`, `index` for an entry of an index, or `mention`.
    """

    code: StudyCode
    text: str
    line: int
    column: int
    span: tuple[int, int]
    boards: tuple[str, ...]
    role: str


class FixEdit(NamedTuple):
    """The text that takes the place of a span."""

    span: tuple[int, int]
    text: str


class SuggestedFix(NamedTuple):
    """Edits that fix a finding; one that is safe changes no meaning and trusts no source over another.

    One that is tied is one of several, of which none is known to be right: it is for a person to choose.
    """

    title: str
    safe: bool
    edits: tuple[FixEdit, ...]
    tied: bool = False


class RelatedPlace(NamedTuple):
    """Another place that a finding refers to, such as `the FEN`; a board of a PDF or Word file has an empty span."""

    message: str
    line: int
    column: int
    span: tuple[int, int]
    place: str = ""


class CheckFinding(NamedTuple):
    """What `gbr-lsp check` would report: the rule, how severe it is, in words, where, how to fix it, and other places
    that it refers to. `place` is that of a PDF or Word file, as `p112:y364` or `par12`; empty in a text."""

    rule: str
    severity: str
    message: str
    line: int
    column: int
    span: tuple[int, int]
    fixes: tuple[SuggestedFix, ...]
    related: tuple[RelatedPlace, ...] = ()
    place: str = ""


class FoundStudy(NamedTuple):
    """A study that a search has found. `position` is a placement; `record` gives its record as a PGN file has it."""

    filename: str
    line: int
    column: int
    text: str
    force: str | None
    composer: str | None
    year: int | None
    event: str | None
    award: str | None
    position: str | None
    side_to_move: str | None
    record: Callable[[], str]


def parse(text: str) -> StudyCode:
    """The code that a text is, in any of its forms. Raises ParseError for anything else, and for a wrong code."""
    found = parse_codes(text)
    if not found:
        raise ParseError("it is not a GBR code", (0, len(text)))
    if 1 < len(found):
        raise ParseError("there is more than one code", _pair(found[1].span))
    (occurrence,) = found
    study = Study(Block(host_for(""), text, False), occurrence, (), Conventions())
    for finding in judge(study):
        if RULES[finding.rule].severity in (Severity.ERROR, Severity.WARNING):
            raise ParseError(finding.message, _pair(finding.place.span))
    for rest, start in ((text[: occurrence.span.start], 0), (text[occurrence.span.end :], occurrence.span.end)):
        stray = rest.strip().strip("()[].")
        if stray:
            at = start + rest.index(stray)
            raise ParseError(f"{stray!r} does not belong to the code", (at, at + len(stray)))
    return _code_in(study)


def code_of(board: "chess.Board | str") -> StudyCode:
    """The code of a `chess.Board` or a FEN. Raises ValueError for what is no board, or has no code.

    Black to move is said by the code, White to move is not, as it is the custom.
    """
    fields = (board if isinstance(board, str) else board.fen()).split()
    problem = placement_problem(fields[0] if fields else "")
    if problem:
        raise ValueError(f"the FEN {problem}")
    placement = Placement(fields[0])
    code = code_of_placement(placement, Stipulation(None, BLACK if fields[1:2] == ["b"] else None))
    if code is None:
        raise ValueError("the FEN has more than eight pawns of one color")
    return StudyCode(code, placement.fen)


def find(text: "TextOrPath", host: str | None = None, *, settings: bool = False) -> Iterator[FoundCode]:
    """The codes of a text, or of the file of a path, a PDF or Word file too, in order.

    `host` is the kind of text: `markdown`, `latex`, `pgn`, `text`, in any case; by default that of the file's name.
    `settings` is whether the settings files beside a file are read. Raises ValueError for another kind, or for settings
    that are wrong, OSError for a file that cannot be read.
    """
    document, _, _ = _read(text, host, settings=settings)
    text = document.text
    lines, offsets = LineIndex(text), document.offsets()
    studies = list(document.studies())
    for study, role in zip(studies, roles(document, studies), strict=True):
        span = study.occurrence.span.shift(offsets[study.block])
        boards = tuple(dict.fromkeys(placement.fen for _, placement in study.placements))
        said = text[span.start : span.end]
        yield FoundCode(_code_in(study), said, *_at(lines, span), _pair(span), boards, role.value)


def check(
    text: "TextOrPath",
    host: str | None = None,
    select: Iterable[str] | None = None,
    *,
    settings: bool = False,
) -> Iterator[CheckFinding]:
    """What is wrong with the codes of a text, or of the file of a path, a PDF or Word file too, by line.

    `select` names the rules, by default those of the settings or of the command. `host` and `settings` are as `find`
    has them. Raises ValueError for a kind of text, a rule or settings that there are not, OSError for a file that
    cannot be read.
    """
    document, own, proof = _read(text, host, settings=settings)
    names = rules_of(own) if select is None else frozenset(select)
    for name in names - RULES.keys():
        raise ValueError(f"there is no rule {name!r}")
    text = document.text
    lines, offsets = LineIndex(text), document.offsets()
    severities = dict(own.severities)
    for span, finding in lint(document, names):
        fixes = tuple(
            SuggestedFix(
                fix.title,
                fix.safe,
                tuple(
                    FixEdit(_pair(edit.place.span.shift(offsets[edit.place.block])), edit.text) for edit in fix.edits
                ),
                fix.tied,
            )
            for fix in finding.fixes
        )
        severity = (severities.get(finding.rule) or finding.severity or RULES[finding.rule].severity).value
        related = tuple(
            RelatedPlace(one.message, *_at(lines, there), _pair(there), _spot(proof, there))
            for one in finding.related
            if isinstance(one.place, Place)
            for there in (one.place.span.shift(offsets[one.place.block]),)
        )
        at, spot = _at(lines, span), _spot(proof, span)
        yield CheckFinding(finding.rule, severity, finding.message, *at, _pair(span), fixes, related, spot)


def search(
    pattern: str,
    paths: "Iterable[TextOrPath]",
    *,
    either_color: bool = False,
    every: bool = False,
    cache: bool = True,
    jobs: int = 1,
) -> Iterator[FoundStudy]:
    """The studies in files and folders that match a pattern of `gbr-lsp search`, file by file, each as it is found.

    `every` also finds codes in indexes and running text; `cache` is whether the user's index is used and kept; with
    more `jobs` than one, files are read in as many processes. Raises ValueError for a pattern that cannot be read, and
    OSError for a file that cannot be.
    """
    from gbr_lsp.cli.searching.studies import Studies, query_of
    from gbr_lsp.collection.search import Options

    named = tuple(path if isinstance(path, str) else path.__fspath__() for path in paths)
    studies = Studies(named, None, jobs=jobs, cache=cache, complain=_refuse)
    return map(_found, studies.found(query_of(pattern, studies, Options(either=either_color), every=every).condition))


def _refuse(name: str, trouble: str) -> None:
    raise OSError(f"{name}: {trouble}")


def _found(hit: "Hit") -> FoundStudy:
    from gbr_lsp.collection.described import described_facts
    from gbr_lsp.database.records import record_text

    entry = hit.entry
    facts: dict[str, Any] = described_facts(entry.facts)
    data = hit.record()
    return FoundStudy(
        hit.name,
        hit.row,
        hit.column,
        entry.shown,
        entry.facts.force.strip() or None,
        **facts,
        record=lambda: record_text(entry, data, hit.encoding, is_record=hit.is_record),
    )


def _read(text: "TextOrPath", host: str | None, *, settings: bool) -> "tuple[Document, Settings, Proof | None]":
    """The document of a text, or of the file of a path, with its settings."""
    kind = None if host is None else _ALL_HOSTS.get(host.lower())
    if host is not None and kind is None:
        raise ValueError(f"{host!r} is not a kind of text; the kinds are {', '.join(_HOST_NAMES)}")
    if isinstance(text, str):
        return Document.of(text, kind or host_for("")), Settings(), None
    from gbr_lsp.cli.configured import read_path

    source, own = read_path(text, settings=settings)
    if kind is None or source.proof:
        return source.document(own.conventions), own, source.proof
    return Document.of(source.text, kind, own.conventions), own, None


def _spot(proof: "Proof | None", span: Span) -> str:
    if proof is None:
        return ""
    from gbr_lsp.proofs.places import spot_of

    return spot_of(proof, span.start, span.end)


def _code_in(study: Study) -> StudyCode:
    spelled = study.spelled
    return StudyCode(study.code, spelled.fen if spelled else None)


def _at(lines: LineIndex, span: Span) -> tuple[int, int]:
    line, column = lines.line_and_column(span.start)
    return line + 1, column + 1


def _pair(span: Span) -> tuple[int, int]:
    return span.start, span.end
