"""The library for scripts that work with GBR codes; see docs/api.md for examples.

`import gbr_lsp` offers these names. All values are plain: classes such as `0323.12`, squares such
as `g3`, goals `+` and `=`, sides `white` and `black`, placements as in the first field of a FEN.
Spans are half-open and count code points of the given text. Lines and columns count from 1.
`search` reads settings files as the command does, `find` and `check` only on request.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from gbr_lsp.base.text import LineIndex, Span
from gbr_lsp.hosts import HOSTS, host_for
from gbr_lsp.lint.engine import judge, lint, rules_of
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, Replacement, Severity
from gbr_lsp.model.roles import roles
from gbr_lsp.model.study import Study
from gbr_lsp.notation.code_forms import code_of as code_of_placement
from gbr_lsp.notation.code_forms import spell
from gbr_lsp.notation.known_code import parse_codes, stray_text
from gbr_lsp.notation.placement import Placement, placement_problem
from gbr_lsp.notation.values import BLACK, COLOR_NAMES, SQUARE_NAMES, Code, Form, Goal, Stipulation
from gbr_lsp.rules import RULES
from gbr_lsp.settings import Settings

if TYPE_CHECKING:
    import chess

    from gbr_lsp.cli.folder_settings import TextOrPath
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

_IMPOSSIBLE = frozenset(("adjacent-kings", "impossible-force", "impossible-position", "pawn-rank"))
"""The rules about positions that no game has."""
_GOALS = {goal.value: goal for goal in Goal}
_ALL_HOSTS = {
    language.lower(): host for host in HOSTS if not host.has_placed_boards for language in (host.name, *host.languages)
} | dict.fromkeys(("text", "plaintext"), host_for(""))
_HOST_NAMES = sorted({"text", *(host.name.lower() for host in _ALL_HOSTS.values() if host is not host_for(""))})


class ParseError(ValueError):
    """Text that is not a valid code; `span` is the wrong part, half-open, in code points."""

    def __init__(self, message: str, span: tuple[int, int]) -> None:
        super().__init__(message)
        self.span = span


class StudyCode:
    """Content of a GBR code. Codes with the same content are equal, even in different forms."""

    __slots__ = ("_code", "fen")

    fen: str | None
    """Placement in the code or of its board; None if a square is unknown."""

    def __init__(self, code: Code, fen: str | None) -> None:
        self._code = code
        self.fen = fen

    @property
    def force(self) -> str | None:
        """The class, such as `0323.12`; None if a digit of it is lost."""
        return str(self._code.force) if self._code.force else None

    @property
    def kings(self) -> tuple[str | None, str | None] | None:
        """The squares of White's and Black's king, such as `("g3", "g1")`; None for unknown."""
        kings = self._code.kings
        if kings is None:
            return None
        white, black = (None if square is None else SQUARE_NAMES[square] for square in kings)
        return white, black

    @property
    def stipulation(self) -> str | None:
        """The goal, `+` or `=`, or None."""
        goal = self._code.stipulation.goal
        return goal.value if goal else None

    @property
    def turn(self) -> str | None:
        """The side to move, `white` or `black`; None if the code does not state it."""
        turn = self._code.stipulation.turn
        return None if turn is None else COLOR_NAMES[turn]

    @property
    def control(self) -> str | None:
        """The numbers of White's and Black's men, such as `4/5`, or None."""
        return str(self._code.control) if self._code.control else None

    @property
    def problems(self) -> tuple[str, ...]:
        """The reasons why no game has the position, a sentence each; perhaps empty."""
        found = _read_code(str(self))[1] if self.force else []
        return tuple(finding.message for finding in found if finding.rule in _IMPOSSIBLE)

    def spell(self, form: str, stipulation: str | None = None) -> str:
        """Write the code in `form`: `class`, `prefixed`, `caption`, `full`, `dotted` or `compact`.

        `stipulation`, `+` or `=`, replaces that of the code. Raises ValueError for an unknown form
        or stipulation, or if the code lacks a part that the form needs.
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
        return next(filter(None, (spell(self._code, form) for form in (Form.FULL, Form.CAPTION, Form.CLASS))), "")

    def __repr__(self) -> str:
        return f"<StudyCode {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StudyCode) and (self._code, self.fen) == (other._code, other.fen)

    def __hash__(self) -> int:
        return hash((self._code, self.fen))


class FoundCode(NamedTuple):
    """A code in a text, with the placements of its boards; `role` is `study`, `index` or `mention`."""

    code: StudyCode
    text: str
    line: int
    column: int
    span: tuple[int, int]
    boards: tuple[str, ...]
    role: str


class FixEdit(NamedTuple):
    """A replacement of `span` by `text`."""

    span: tuple[int, int]
    text: str


class SuggestedFix(NamedTuple):
    """Edits that fix a finding.

    A `safe` fix changes no meaning and trusts no source over another. A `tied` fix is an
    alternative to others, and nothing proves which of them is right: a person must choose.
    """

    title: str
    safe: bool
    edits: tuple[FixEdit, ...]
    tied: bool = False


class RelatedPlace(NamedTuple):
    """Another place of a finding. A board in a PDF or Word file has an empty span."""

    message: str
    line: int
    column: int
    span: tuple[int, int]
    place: str = ""


class CheckFinding(NamedTuple):
    """A finding of `gbr-lsp check`; `place` is `p112:y364` or `par12` in a PDF or Word file, else empty."""

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
    """A study found by `search`; `position` is a placement, `record()` returns its PGN record."""

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
    """Parse `text` as one code, in any form: `"=0323.12g3g1"`.

    Raises ParseError for other text and for a wrong code. The code of an impossible position has `problems`.
    """
    study, findings = _read_code(text)
    for finding in findings:
        if RULES[finding.rule].severity in (Severity.ERROR, Severity.WARNING) and finding.rule not in _IMPOSSIBLE:
            raise ParseError(finding.message, _pair(finding.place.span))
    if stray := stray_text(text, study.occurrence):
        raise ParseError(f"{text[slice(*stray)]!r} does not belong to the code", _pair(stray))
    return _code_in(study)


def _read_code(text: str) -> tuple[Study, list[Finding]]:
    """Return the code of `text` and the findings about it."""
    found = parse_codes(text)
    if not found:
        raise ParseError("it is not a GBR code", (0, len(text)))
    if 1 < len(found):
        raise ParseError("there is more than one code", _pair(found[1].span))
    study = Study(Block(host_for(""), text, False), found[0], (), Conventions())
    return study, judge(study)


def code_of(board: "chess.Board | str") -> StudyCode:
    """Return the code of `board`, a `chess.Board` or a FEN.

    Black to move becomes part of the code. White to move is left out, as is the custom. Raises
    ValueError if `board` is invalid or has no code. An impossible position has `problems`.
    """
    fields = (board if isinstance(board, str) else board.fen()).split()
    if problem := placement_problem(fields[0] if fields else ""):
        raise ValueError(f"the FEN {problem}")
    placement = Placement(fields[0])
    code = code_of_placement(placement, Stipulation(None, BLACK if fields[1:2] == ["b"] else None))
    if code is None:
        raise ValueError("the FEN has more than eight pawns of one color")
    return StudyCode(code, placement.fen)


def find(text: "TextOrPath", host: str | None = None, *, settings: bool = False) -> Iterator[FoundCode]:
    """Yield the codes in `text`, a string or the path of a file, in order.

    A string is always text, so a path must be a `Path`. `host` is the kind of text in any case, such
    as `markdown`, `latex`, `pgn` or `text`; by default it follows from the name of the file. PDF and
    Word files ignore it. With `settings`, the settings that apply to the file are read. Raises
    ValueError for an unknown kind or invalid settings, OSError for an unreadable file.
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
    text: "TextOrPath", host: str | None = None, select: Iterable[str] | None = None, *, settings: bool = False
) -> Iterator[CheckFinding]:
    """Yield the findings about the codes in `text`, sorted by place.

    `select` contains names of rules, by default those of the settings or of the command. `text`,
    `host` and `settings` are as for `find`. Raises ValueError for an unknown kind, an unknown rule
    or invalid settings, OSError for an unreadable file.
    """
    document, own, proof = _read(text, host, settings=settings)
    names = rules_of(own) if select is None else frozenset(select)
    for name in names - RULES.keys():
        raise ValueError(f"there is no rule {name!r}")
    text = document.text
    lines, offsets = LineIndex(text), document.offsets()
    severities = dict(own.severities)

    def edit(one: Replacement) -> FixEdit:
        return FixEdit(_pair(one.place.span.shift(offsets[one.place.block])), one.text)

    for span, finding in lint(document, names):
        fixes = tuple(
            SuggestedFix(fix.title, fix.is_safe, tuple(map(edit, fix.edits)), fix.is_tied) for fix in finding.fixes
        )
        severity = (severities.get(finding.rule) or finding.severity or RULES[finding.rule].severity).value
        related = tuple(
            RelatedPlace(one.message, *_at(lines, there), _pair(there), _spot(proof, there))
            for one in finding.related
            if isinstance(one.place, Place)
            for there in (one.place.span.shift(offsets[one.place.block]),)
        )
        place = (*_at(lines, span), _pair(span))
        yield CheckFinding(finding.rule, severity, finding.message, *place, fixes, related, _spot(proof, span))


def search(
    pattern: str,
    paths: "Iterable[TextOrPath]",
    *,
    either_color: bool = False,
    every: bool = False,
    cache: bool = True,
    jobs: int = 1,
) -> Iterator[FoundStudy]:
    """Yield the studies in files and folders that match `pattern`, file by file.

    `pattern` is that of `gbr-lsp search`, or plain words. `either_color` also matches with colors exchanged.
    `every` also finds codes in indexes and running text. With `cache`, the user's index is used and
    updated. `jobs` is the number of processes. Raises ValueError for an invalid pattern, OSError
    for an unreadable file.
    """
    from gbr_lsp.cli.searching.studies import Studies, query_of
    from gbr_lsp.collection.search import Options

    named = tuple(path if isinstance(path, str) else path.__fspath__() for path in paths)
    studies = Studies(named, None, jobs=jobs, cache=cache, on_trouble=_refuse)
    return map(_found, studies.hits(query_of(pattern, studies, Options(either_color), every=every)[0].condition))


def _refuse(name: str, trouble: str) -> None:
    raise OSError(f"{name}: {trouble}")


def _found(hit: "Hit") -> FoundStudy:
    from gbr_lsp.collection.code_json import facts_json
    from gbr_lsp.database.records import record_text

    entry = hit.entry
    facts: dict[str, Any] = facts_json(entry.facts)
    del facts["title"], facts["twins"]
    data = hit.record()
    return FoundStudy(
        hit.name,
        hit.row,
        hit.column,
        entry.text,
        entry.facts.force.strip() or None,
        **facts,
        record=lambda: record_text(entry, data, hit.encoding, is_record=hit.is_record),
    )


def _read(text: "TextOrPath", host: str | None, *, settings: bool) -> "tuple[Document, Settings, Proof | None]":
    """Return the document of `text`, a string or path, with its settings and proof."""
    kind = None if host is None else _ALL_HOSTS.get(host.lower())
    if host is not None and kind is None:
        raise ValueError(f"{host!r} is not a kind of text; the kinds are {', '.join(_HOST_NAMES)}")
    if isinstance(text, str):
        return Document.of(text, kind or host_for("")), Settings(), None
    from gbr_lsp.cli.folder_settings import read_path

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
    spelled = study.spelled_position
    return StudyCode(study.code, spelled.fen if spelled else None)


def _at(lines: LineIndex, span: Span) -> tuple[int, int]:
    line, column = lines.line_and_column(span.start)
    return line + 1, column + 1


def _pair(span: Span) -> tuple[int, int]:
    return span.start, span.end
