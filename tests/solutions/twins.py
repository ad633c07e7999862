"""Studies with twins as authors print them, and how well the program understands them.

    python -m tests.solutions.twins [--seed S] [--count N] [--unseen] [--missed] [--show]
        [--language L ...] [--kind K ...] [--lines N]

A twin is a second position that is announced by a change of the first one: `b) wRh1 to g1`. The table
counts the announced twins by language and by kind of change: understood, if the true position is among
at most `MOST_POSSIBLE` that the program takes for possible; wrong, if others are; not understood, if there
are none. Then follow the slips found in the lines of twins, and the sound texts that are blamed.
"""

import argparse
import functools
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import chess
import chess.pgn

from gbr_lsp.api import code_of
from gbr_lsp.base.text import Span
from gbr_lsp.hosts import host_for
from gbr_lsp.model.document import Document
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions.position import position_of
from tests.conftest import CORPORA
from tests.solutions.slips import KINDS as SLIPS
from tests.solutions.slips import Count, SoundLine, measured
from tests.solutions.twin_changes import KINDS, announce, is_playable, random_line
from tests.solutions.twin_patterns import patterns_of
from tests.solutions.twin_words import TONGUES, Tongue

MOST_POSSIBLE = 8
PLACES = ("under", "in one paragraph", "in one line", "before", "before, in one paragraph", "list", "emphasis")
"""Where an announcement is: under the code, before the line, or in Markdown."""
_LABELS = ("b)", "b)", "b)", "b)", "(b)", "(b)", "B)", "b:", "II)", "b.", "word")
_AUTHORS = ("A. Miller, 1987", "J. van Dam", "12. B. Novák, Problem 1954", "Original", "K. Lund & P. Rey")
_SIMPLE_KINDS = ("move", "king", "remove", "add")
_ROMAN = ("I", "II", "III")
_TRIES = 400


class TwinText(NamedTuple):
    """A document with a study and its twins.

    `kind` is the name of the change of the (last) twin, `manner` that of its place. `diagram` is the placement
    of the first position, which has White to move. `twins` has the placement and True for White to move by
    letter, `b` for the first twin whatever its printed label; `lines`, `words` and `kinds` have the line, the
    announcement and the kind of change by letter, and `first_line` is the line of the diagram.
    """

    name: str
    text: str
    language: str
    kind: str
    manner: str
    diagram: str
    twins: dict[str, tuple[str, bool]]
    lines: dict[str, SoundLine]
    words: dict[str, str]
    kinds: dict[str, str]
    first_line: SoundLine


class _Part(NamedTuple):
    """A position of the study: its board, its line in SAN, and its announcement."""

    board: chess.Board
    sans: list[str]
    words: str
    kind: str


def announced(document: Document) -> dict[str, list[tuple[str, bool]]]:
    """Return the positions that the program takes for possible, by letter of the twin.

    A position is the placement of a FEN and True if White is to move.
    """
    found: dict[str, list[tuple[str, bool]]] = {}
    section = document.as_section(list(document.studies()))
    twins = [twin for study in section.studies for twin in study.twins]
    first = min((twin.letter for twin in twins), default="")
    for twin in twins:
        shown = [(one.board.placement, one.board.turn) for one in twin.boards if one.board.placement]
        # The labels `Variant A` and `Variant B` may count from the diagram or from the first twin.
        letter = chr(ord(twin.letter) + 1) if first == "a" else twin.letter or "b"
        found[letter] = [(placement.fen, turn is not False) for placement, turn in shown]
    return found


@functools.cache
def _boards() -> list[str]:
    """Return positions of 3 to 10 men with White to move from the games of the corpus, as FENs."""
    found: dict[str, None] = {}
    with (CORPORA / "hhdb-sample.pgn").open(encoding="utf-8", errors="replace") as file:
        while game := chess.pgn.read_game(file):
            for node in (game, *game.mainline()):
                board = node.board()
                if board.turn and 3 <= len(board.piece_map()) <= 10 and board.is_valid() and node.ply() % 6 < 2:
                    found[f"{board.board_fen()} w - - 0 1"] = None
    return list(found)


class _Page:
    """The text of a document as it is written, with the spans of the moves of each line."""

    def __init__(self, tongue: Tongue, letters: tuple[str, ...], rng: random.Random) -> None:
        self.text = ""
        self.tongue = tongue
        self.letters = letters
        self.spans: list[list[Span]] = []
        self.space = rng.choice(("", "", " "))
        self.capture = rng.choice(("x", "x", "x", ":", ""))
        self.promotion = rng.choice(("", "="))
        self.has_signs = rng.random() < 0.5
        self.rng = rng

    def line(self, part: _Part) -> None:
        """Write the moves of `part` in the letters of the language."""
        spans = list[Span]()
        for number, san in enumerate(part.sans):
            half = number + (2 if part.board.turn else 3)
            if half % 2 == 0 or not number:
                self.text += f"{half // 2}{'.' if half % 2 == 0 else '...'}{self.space}"
            word = "".join(self.letters["KQRBN".index(one)] if one in "KQRBN" else one for one in san)
            # `bxc3` without a sign for the capture would be `bc3`, which not every language prints.
            sign = self.capture or ("x" if san[0] in "abcdefgh" else "")
            word = word.replace("x", sign).replace("=", self.promotion)
            spans.append(Span(len(self.text), len(self.text) + len(word)))
            is_last = number == len(part.sans) - 1
            self.text += word + ("!" if self.has_signs and not is_last and self.rng.random() < 0.1 else "") + " "
        self.text = self.text.rstrip() + self.rng.choice((".", f" {self.rng.choice(self.tongue.ends)}."))
        self.spans.append(spans)


def _label(style: str, number: int, tongue: Tongue, *, latin: bool) -> str:
    """Return the label of the position `number` from 0: `b)`."""
    letter = ("abc" if latin else tongue.first_letters)[number]
    if style == "II)":
        return f"{_ROMAN[number]})"
    return style.replace("b", letter).replace("B", letter.upper())


def _code(board: chess.Board, goal: str) -> str:
    code = code_of(board.board_fen())
    assert code.kings
    return f"{''.join(one or '' for one in code.kings)} {code.force} {code.control} {goal}".strip()


def _parts(
    language: str, kind: str, number: int, letters: tuple[str, ...], rng: random.Random, ref: str, *, unseen: bool
) -> list[_Part] | None:
    """Return the positions of a study whose last twin is announced by the pattern `number` of `kind`."""
    tongue = TONGUES[language]
    board = chess.Board(rng.choice(_boards()))
    patterns = patterns_of(language, kind, unseen=unseen)
    kinds = [(kind, patterns[number % len(patterns)])]
    if kind == "chain" or rng.random() < 0.25:
        other = rng.choice(_SIMPLE_KINDS)
        kinds.insert(0, (other, rng.choice(patterns_of(language, other))))
    sans = random_line(board, rng.randint(6, 10), rng)
    if sans is None:
        return None
    parts = [_Part(board, sans, "", "")]
    for one, pattern in kinds:
        twin = announce(one, pattern, parts[-1].board if one == "chain" else board, tongue, letters, rng, ref)
        sans = twin and random_line(twin[0], rng.randint(8, 14), rng)
        if not twin or not sans or is_playable(board, sans):
            return None
        parts.append(_Part(twin[0], sans, twin[1], one))
    return parts


def _with_remark(part: _Part, tongue: Tongue, place: str, rng: random.Random) -> str:
    """Return the announcement, sometimes with the goal or the code of the twin."""
    chance = rng.random()
    goal = rng.choice(tongue.goals)
    if part.board.turn and chance < 0.1:
        return f"{part.words} ({_code(part.board, '').rpartition(' ')[0]})"
    if part.board.turn and chance < 0.2:
        link = rng.choice((" ", ", ", "\n" if place.startswith("under") else ". "))
        return f"{part.words}{link}{_code(part.board, goal)}"
    return f"{part.words}{rng.choice((', ', ': '))}{goal.lower()}" if chance < 0.3 else part.words


def _head(page: _Page, board: chess.Board, rng: random.Random, *, is_markdown: bool) -> None:
    """Write the code and the FEN of the first position, in one order or the other."""
    fen = f"{board.board_fen()} w {rng.choice(('- - 0 1', '- - 0 1', '- -'))}"
    code = _code(board, rng.choice(page.tongue.goals))
    if is_markdown:
        fen = rng.choice((f"```fen\n{fen}\n```", f"```\n{fen}\n```", f"`{fen}`"))
    elif rng.random() < 0.3:
        fen = f"FEN: {fen}"
    title = rng.choice(_AUTHORS) if rng.random() < 0.4 else ""
    between = "\n\n" if is_markdown else rng.choice(("\n", "\n\n"))
    head = [code, fen] if rng.random() < 0.6 else [fen, code]
    page.text += between.join([title, *head] if title else head)


def _document(parts: Sequence[_Part], page: _Page, labels: list[str], place: str, rng: random.Random) -> None:
    """Write the study whose positions are `parts`; `labels` are those of the solutions."""
    is_markdown = place in ("list", "emphasis") or (place == "under" and rng.random() < 0.3)
    _head(page, parts[0].board, rng, is_markdown=is_markdown)
    between = "\n\n" if is_markdown else rng.choice(("\n", "\n\n"))
    if page.text.endswith(page.tongue.goals) and rng.random() < 0.2:
        between = rng.choice((". ", "; ", "   "))
    paragraph = " " if place.endswith("one paragraph") else rng.choice(("\n\n", "\n\n", "\n"))
    marked = [f"{label} " for label in labels]
    if place == "emphasis":
        mark = rng.choice(("**", "*", "_"))
        marked = [f"{mark}{label}{mark} " for label in labels]
    told = [_with_remark(part, page.tongue, place, rng) for part in parts[1:]]
    if not place.startswith("before"):
        rows = [label + words for label, words in zip(marked[1:], told, strict=True)]
        if place == "emphasis" and rng.random() < 0.3:
            # The whole announcement is emphasized.
            rows = [f"*{label} {words}*" for label, words in zip(labels[1:], told, strict=True)]
        if rng.random() < 0.3 and len(labels[0]) <= 3:
            rows.insert(0, marked[0] + page.tongue.diagram)
        if place == "list":
            rows = [f"- {row}" for row in rows]
        page.text += (
            between + ("; " if place == "in one line" else "\n").join(rows) + rng.choice(("", "", ".")) + "\n\n"
        )
    else:
        page.text += "\n\n"
    if rng.random() < 0.2 and not labels[0].startswith(page.tongue.solution):
        page.text += f"{page.tongue.solution}:{paragraph.replace(chr(10) * 2, chr(10))}"
    for number, part in enumerate(parts):
        page.text += paragraph if number else ""
        page.text += marked[number] if place == "emphasis" else f"{labels[number]} "
        if number and place.startswith("before"):
            page.text += told[number - 1] + rng.choice((": ", ": ", ". ", " ", ", "))
        page.line(part)
    page.text += "\n"


def twin_texts(
    seed: str, count: int, languages: Sequence[str] = (), kinds: Sequence[str] = (), *, unseen: bool = False
) -> Iterator[TwinText]:
    """Yield `count` documents that go through all languages, kinds and patterns in turn."""
    pairs = [
        (language, kind)
        for kind in kinds or KINDS
        for language in languages or TONGUES
        if patterns_of(language, kind, unseen=unseen)
    ]
    for number in range(count if pairs else 0):
        language, kind = pairs[number % len(pairs)]
        tongue = TONGUES[language]
        turn = number // len(pairs) + random.Random(f"{seed} {language} {kind}").randrange(100)
        rng = random.Random(f"{seed} {number} {language} {kind}")
        parts = None
        for _ in range(_TRIES):
            letters, style, latin = rng.choice(tongue.letters), rng.choice(_LABELS), rng.random() < 0.2
            if kind == "chain" and style == "word":
                style = "b)"
            ref = _label(style, 1, tongue, latin=latin).rstrip(".:")
            parts = _parts(language, kind, turn, letters, rng, ref, unseen=unseen)
            if parts and not (style == "word" and len(parts) != 2):
                break
        if not parts:
            continue
        place = rng.choice(PLACES)
        labels = [_label(style, one, tongue, latin=latin) for one in range(len(parts))]
        if style == "word":
            labels = [rng.choice((f"{tongue.solution}:", f"{tongue.diagram}:")), rng.choice(tongue.word_labels)]
        page = _Page(tongue, letters, rng)
        _document(parts, page, labels, place, rng)
        name = f"twins-{number}.{'md' if re.search('```|`', page.text) or place in ('list', 'emphasis') else 'txt'}"
        lines = [
            SoundLine(
                name,
                page.text,
                spans,
                [re.sub(r"[+#]", "", san) for san in part.sans],
                position_of(Placement(part.board.board_fen()), part.board.turn, ""),
            )
            for part, spans in zip(parts, page.spans, strict=True)
        ]
        twins = dict(zip("bc", parts[1:], strict=False))
        yield TwinText(
            name,
            page.text,
            language,
            kind,
            place,
            parts[0].board.board_fen(),
            {letter: (part.board.board_fen(), part.board.turn) for letter, part in twins.items()},
            dict(zip(twins, lines[1:], strict=True)),
            {letter: part.words for letter, part in twins.items()},
            {letter: part.kind for letter, part in twins.items()},
            lines[0],
        )


def understood(text: TwinText) -> Iterator[tuple[str, str]]:
    """Yield the letter of each twin and `yes`, `wrong` or `no`."""
    found = announced(Document.of(text.text, host_for(text.name)))
    for letter, true in text.twins.items():
        possible = set(found.get(letter, ()))
        yield (
            letter,
            "no" if not possible else "yes" if true in possible and len(possible) <= MOST_POSSIBLE else "wrong",
        )


def _table(texts: Sequence[TwinText], *, last_only: bool, lists_missed: bool) -> None:
    """Print how the twins are understood, with `last_only` only the last one of each text."""
    counts: Counter[tuple[str, str]] = Counter()
    for text in texts:
        for letter, verdict in understood(text):
            if last_only and letter != list(text.twins)[-1]:
                continue
            rows = (text.language, KINDS[text.kinds[letter]], f"at: {text.manner}", "all")
            counts.update((row, verdict) for row in rows)
            if lists_missed and verdict != "yes":
                kind, words = text.kinds[letter], text.words[letter]
                print(f"  {verdict:<6}{text.language:<11}{kind:<9}{letter}) {words}  ({text.name})")
    print(f"{'':<34}{'twins':>6}{'yes':>7}{'wrong':>7}{'no':>7}{'yes %':>8}")
    for row in (*TONGUES, *KINDS.values(), *(f"at: {place}" for place in PLACES), "all"):
        yes, wrong, no = (counts[row, verdict] for verdict in ("yes", "wrong", "no"))
        made = yes + wrong + no
        if made:
            print(f"{row:<34}{made:>6}{yes:>7}{wrong:>7}{no:>7}{100 * yes / made:>8.1f}")


def _slips(texts: Sequence[TwinText], options: argparse.Namespace) -> None:
    """Print the slips found in the lines of twins, in texts that are not blamed without a slip."""
    blamed = {text.name: found for text in texts if (found := text.first_line.found(text.text))}
    print(f"{len(blamed)} of {len(texts)} sound texts are blamed")
    for text in texts if options.missed else ():
        for placed in blamed.get(text.name, ()):
            here = " ".join(text.text[placed.span.start - 40 : placed.span.end + 20].split())
            print(f"  {text.language} {text.kind} {text.name}: {placed.finding.rule}: {here}")
    lines = [line for text in texts if text.name not in blamed for line in text.lines.values()]
    lines = random.Random(options.seed).sample(lines, min(options.lines, len(lines)))
    counts: dict[str, Count] = {}
    for kind, _, _, said in measured(lines, 1, options.seed):
        one = Count(1, said.found, said.at_the_move, said.right, said.findings == 1) if said else Count(silent=1)
        counts[kind] = counts.get(kind, Count()) + one
    print(f"{'slip':<11}{'slips':>6}{'found':>7}{'at':>6}{'right':>7}{'once':>6}{'legal':>7}")
    for row in (*(kind for kind in SLIPS if kind in counts), "all"):
        count = counts[row] if row in counts else sum(counts.values(), Count())
        share = 100 / max(1, count.made)
        shares = f"{count.found * share:>7.1f}{count.at * share:>6.1f}{count.right * share:>7.1f}"
        print(f"{row:<11}{count.made:>6}{shares}{count.once * share:>6.1f}{count.silent:>7}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.solutions.twins")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=500, help="number of documents")
    parser.add_argument("--lines", type=int, default=40, help="maximum number of lines of twins with slips")
    parser.add_argument("--language", action="append", choices=TONGUES, help="only these languages")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only these kinds of change")
    parser.add_argument("--unseen", action="store_true", help="use the patterns that are kept back")
    parser.add_argument("--missed", action="store_true", help="list what is not understood, and the blamed texts")
    parser.add_argument("--show", action="store_true", help="print the documents only")
    options = parser.parse_args()
    texts = list(
        twin_texts(options.seed, options.count, options.language or (), options.kind or (), unseen=options.unseen)
    )
    if options.show:
        for text in texts:
            print(f"===== {text.name} {text.language}, {text.kind}, {text.manner}: {text.twins}\n{text.text}")
        return
    _table(texts, last_only=options.unseen, lists_missed=options.missed)
    _slips(texts, options)


if __name__ == "__main__":
    main()
