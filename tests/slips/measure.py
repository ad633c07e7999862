"""Outcome of linting a slip: found or not, place, and fixes."""

import random
import re
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

import chess

from gbr_lsp.base.text import Edit, apply_edits
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import PlacedFinding, lint
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Fix
from gbr_lsp.notation.class_token import force_from
from gbr_lsp.notation.men import control_of, men_of
from gbr_lsp.notation.placement import Placement, placement_problem
from gbr_lsp.notation.values import SLOTS, SQUARES, Force
from tests.slips.kinds import SLIPS, spoiled
from tests.slips.studies import Study, Written, document

OFFERED = 5
"""Maximum number of fixes counted per finding; nobody reads more."""


class Outcome(NamedTuple):
    """The result of linting one slip."""

    kind: str
    written: Written
    slip: str
    seen: bool
    """True if another witness in the document contradicts the slip."""
    found: bool
    on_spot: bool
    right: bool
    findings: int
    wrong: bool
    """True if a finding has no right fix but a fix that is not tied."""
    wrong_safe: bool
    said: tuple[str, ...]
    first: bool
    """True if the right fix is the first of a finding."""
    among: bool
    """True if the right fix is among the first `OFFERED` of a finding."""
    misled: bool
    """True if the only finding has fixes, but none of the first `OFFERED` is right."""


class Cell(NamedTuple):
    """Counts of the outcomes of one kind in one column."""

    tried: int
    seen: int
    found: int
    on_spot: int
    right: int
    more: int
    wrong: int
    wrong_safe: int


def judge(text: str, name: str) -> tuple[Document, list[PlacedFinding]]:
    made = Document.of(text, host_for(name))
    return made, lint(made)


def outcome(written: Written, kind: str, rng: random.Random) -> Outcome | None:
    """Put a slip of `kind` into `written`, lint it, and count new findings; None if no slip fits."""
    made = spoiled(written, kind, rng)
    if made is None:
        return None
    wrong, number = made
    sound = Counter(_key(item) for item in judge(written.text, written.name)[1])
    spoilt, placed = judge(wrong.text, wrong.name)
    findings = []
    for item in placed:
        key = _key(item)
        if sound[key]:
            sound[key] -= 1
        else:
            findings.append(item)
    start = wrong.start_of(number)
    end = start + len(wrong.pieces[number].text)
    restoring = [_restores(spoilt, fix, written.text) for item in findings for fix in item.finding.fixes]
    blaming = [
        item for item in findings
        if any(not getattr(fix, "is_tied", False) for fix in item.finding.fixes)
        and not any(_restores(spoilt, fix, written.text) for fix in item.finding.fixes)
    ]  # fmt: skip
    offered = [[_restores(spoilt, fix, written.text) for fix in item.finding.fixes[:OFFERED]] for item in findings]
    unsafe = [fix for item in findings for fix in item.finding.fixes if fix.is_safe]
    return Outcome(
        kind,
        wrong,
        wrong.pieces[number].text,
        is_contradicted(wrong, kind),
        bool(findings),
        any(item.span.start <= end and start <= item.span.end for item in findings),
        any(restoring),
        len(findings),
        bool(blaming),
        any(not _restores(spoilt, fix, written.text) for fix in unsafe),
        tuple(f"{item.finding.rule}: {item.finding.message}" for item in findings),
        any(fixes[:1] == [True] for fixes in offered),
        any(any(fixes) for fixes in offered),
        len(offered) == 1 and bool(offered[0]) and not any(offered[0]),
    )


@lru_cache(64)
def _is_blamed(written: Written) -> bool:
    """Return True if a finding overlaps the study to spoil before the slip is made."""
    start, end = written.start_of(written.first + 1), written.start_of(written.last)
    return any(item.span.start < end and start < item.span.end for item in judge(written.text, written.name)[1])


def _key(item: PlacedFinding) -> tuple[str, str]:
    return item.finding.rule, item.finding.message


def _restores(spoilt: Document, fix: Fix, text: str) -> bool:
    offsets = spoilt.offsets()
    edits = sorted(Edit(edit.place.span.shift(offsets[edit.place.block]), edit.text) for edit in fix.edits)
    return apply_edits(spoilt.text, edits) == text


def counted(outcomes: list[Outcome]) -> Cell:
    """Count `outcomes`; found, on the spot and right count only slips that a witness contradicts."""
    seen = [one for one in outcomes if one.seen]
    return Cell(
        len(outcomes), len(seen), sum(one.found for one in seen), sum(one.on_spot for one in seen),
        sum(one.right for one in seen), sum(1 < one.findings for one in outcomes), sum(one.wrong for one in outcomes),
        sum(one.wrong_safe for one in outcomes),
    )  # fmt: skip


def outcomes(
    studies: list[Study], pages: list[Written], column: str, kind: str, count: int, seed: str
) -> list[Outcome]:
    """Return up to `count` outcomes of `kind` in documents of `column`, after at most `3 * count` tries."""
    rng = random.Random(f"{seed} {column} {kind}")
    found: list[Outcome] = []
    for _ in range(3 * count):
        written = rng.choice(pages) if column == "P" else document(studies, column, rng)
        one = None if written.drawn and _is_blamed(written) else outcome(written, kind, rng)
        if one:
            found.append(one)
        if len(found) == count:
            break
    return found


def kinds() -> list[str]:
    return list(SLIPS)


_ENOUGH = 6
"""Minimum number of legal half-moves that count as a solution in prose."""
_SOME_KINGS = "a1h8"
"""Kings assumed for a class without kings; they are never adjacent."""
_CLASS = re.compile(r"[0-9]{4}\.[0-9]{2}")
_KINGS = re.compile(r"(?:[a-h][1-8]){2}")
_LIST = re.compile(r"(?:[a-h][1-8])*(?:\. ?(?:[a-h][1-8])*)?")


def is_contradicted(written: Written, kind: str) -> bool:
    """Return True if the study spoiled by `kind` contradicts itself; simple and slow."""
    said = {piece.name: piece.text for piece in written.pieces[written.first : written.last] if piece.name}
    if written.drawn and SLIPS[kind][0] in ("class", "kings", "control"):
        return True
    told = "".join(piece.text for piece in written.pieces[written.first : written.last])
    if not _CLASS.fullmatch(said["class"]) or not _KINGS.fullmatch(said.get("kings", _SOME_KINGS)):
        return True
    force, kings = force_from(said["class"]), said.get("kings", _SOME_KINGS)
    files, ranks = abs(ord(kings[0]) - ord(kings[2])), abs(ord(kings[1]) - ord(kings[3]))
    if max(files, ranks) < 2 or 8 < max(force[4:]):
        return True
    control = control_of(men_of(force))
    if "control" in said and control is not None and said["control"].replace("+", "/") != str(control):
        return True
    if "squares" in said and (not _LIST.fullmatch(said["squares"]) or _list_differs(said["squares"], force, kings)):
        return True
    if "sign" in said and "result" in said and (said["sign"] == "+") != (said["result"] == "Win"):
        return True
    result = re.search(r'\[Result "([^"]*)"', told)
    if result and "sign" in said and {"+": "1-0", "=": "1/2-1/2"}[said["sign"]] != result[1]:
        return True
    if SLIPS[kind][0] == "turn":
        return _moves_contradict(told, said["fen"])
    listed = re.search(r"\\pieces\[[^]]*\]\{([^}]*)\}", told)
    if listed:
        return _men_differ(listed[1], force, kings)
    return _fen_differs(said, force) if "fen" in said else False


def _moves_contradict(told: str, fen: str) -> bool:
    """Return True if the solution in `told` starts with `1.` and is legal from `fen` with White to move."""
    begins = re.search(r"(?:^|\s)1\. ?(?=[^.\s])", told)
    if not begins:
        return False
    text = re.sub(r"\{[^}]*\}|\$\d+", " ", told[begins.start() :])
    while "(" in text:
        shorter = re.sub(r"\([^()]*\)", " ", text)
        if shorter == text:
            return False
        text = shorter
    board, made = chess.Board(f"{fen} w - - 0 1"), 0
    for word in re.sub(r"\d+\.+", " ", text).split():
        try:
            board.push_san(word.rstrip("!?"))
        except ValueError:
            return _ENOUGH <= made or word in ("1-0", "1/2-1/2", "0-1", "*")
        made += 1
    return _ENOUGH <= made


def _fen_differs(said: dict[str, str], force: Force) -> bool:
    if placement_problem(said["fen"]):
        return True
    placement = Placement(said["fen"])
    if said.get("kings", str(placement.kings)) != str(placement.kings) or placement.men != tuple(men_of(force)):
        return True
    if "squares" not in said:
        return False
    listed = [SQUARES[square] for square in re.findall("[a-h][1-8]", said["squares"])]
    at = 0
    for slot in SLOTS:
        shown = placement.squares_of(*slot)
        if set(listed[at : at + len(shown)]) != set(shown):
            return True
        at += len(shown)
    return False


def _list_differs(squares: str, force: Force, kings: str) -> bool:
    listed = re.findall("[a-h][1-8]", squares)
    everyone = [kings[:2], kings[2:], *listed]
    return len(listed) != sum(count or 0 for count in men_of(force)) or len(set(everyone)) < len(everyone)


def _men_differ(men: str, force: Force, kings: str) -> bool:
    shown = {man[:2]: man[2:] for man in men.split(", ")}
    counts = tuple(len(shown.get(color + kind, "")) // 2 for kind in "DTLSB" for color in "ws")
    return shown["wK"] + shown["sK"] != kings or counts != tuple(men_of(force))
