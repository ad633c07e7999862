"""The fast path: the full parse finds nothing in a record that is passed over; in doubt it is switched off."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from gbr_lsp.base.generators import run_to_end
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts import pgn
from gbr_lsp.lint import fastpath
from gbr_lsp.lint.engine import PlacedFinding, lint, lint_steps
from gbr_lsp.lint.fastpath import clean_record, records_of_game
from gbr_lsp.lint.memo import LastLint
from gbr_lsp.model.conventions import DEFAULT_CONVENTIONS
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import RuleScope
from gbr_lsp.model.records import placed_records
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement, from_squares, placement_problem
from gbr_lsp.notation.values import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, SQUARE_NAMES, WHITE, Nine
from gbr_lsp.rules import RULES, Plan, names_over, plan_of
from gbr_lsp.solutions.legal_moves import check_sign, legal_moves
from gbr_lsp.solutions.position import Position, position_of
from tests.support import specs

ALL = frozenset(RULES)
EVERY = names_over(RuleScope.STUDY, RuleScope.GAME, RuleScope.JUDGED_SOLUTION)
"""The rules that look at one study or solution; the others are asked of a whole document, whose comments and repeats
are kept."""
SILENT = frozenset(name for name in EVERY if RULES[name].is_silent_if_clean)
WITHOUT_MOVES = frozenset(name for name in SILENT if not RULES[name].needs_legal_moves)
SELECTIONS = [WITHOUT_MOVES, SILENT, EVERY, WITHOUT_MOVES | {"check-sign", "annotation-sign"}, SILENT | {"dual"}]

RECORD = """[Event "2.p {place} ty#{number}"]
[Site "?"]
[Date "{date}"]
[Round "?"]
[White "{name}"]
[Black "({sign}{code}{kings}){flags}"]
[Result "{result}"]
[SetUp "1"]
[FEN "{fen} {turn} - - 0 1"]
[{tag} "{value}"]

{{{comment}}} {moves} {result}

"""
COMMENTS = [
    "(EG#20923).", "<or>", "Magyar Sakkvilag=5/12 after Gunst=J 1922.", "Shakhmaty=1/3/5", "K v R", "KRP-KR", "a6e3",
    "class 0410", "0410.00", "GBR 4000", "(3+4)", "+ 4)", "8/8/8/8/8/8/8/K6k",
    r"4k2Q\/8\/8\/8\/8\/8\/8\/4K3 w", "stipulation: mate in 3.", "gbr: ignore",
    "[sic]", "CÓDIGO 0410", "after Gunst=J a6e3 1932 a1b2", "1932 a6e3", "a6e3 1932.05", "a6e3&nbsp;0O16.32 Win",
    "0O16.32~d4g7", "l016.32 d4g7 3/4", "1950", "d4g7 0016.32", "0016,32d4g7", "code a1b2", "код 0410", "KBvK",
    "KBP v KB", "KNNPKR", "KB/KPP", "KPPKB",
    "K 0410.11", "; x", "100% {", "0O16.32d4g7", "Ka1b2", "EG#1135 code", "1-0", "5.12.2015", "2015.06.26",
]  # fmt: skip
FLAGS = ["", "", "", " (c)", " TT", " U3", " U5", " TW", " AN", " CR", " (v) MC", " XX", " 3/3+", " BTM"]


TRIED = [(11, 120), *(pytest.param(*one, marks=pytest.mark.long) for one in ((11, 400), (7, 1000), (11, 6000)))]
"""Seeds, and how many random records are tried with them."""


WHAT_TO_DO = (
    "A rule that is declared with is_silent_if_clean=True reports something in a record that is passed over: "
    "remove the declaration from the rule that is named above, or let clean_game in lint/fastpath.py refuse this "
    "record:\n"
)


def naively(document: Document, rules: frozenset[str]) -> list[PlacedFinding]:
    """What is found where every game is read and judged."""
    fresh = Document.of(document.text, document.host, document.conventions)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fastpath, "clean_game", lambda text: None)
        return lint(fresh, rules)


def board(rng: random.Random) -> Placement:
    """A board with few men, now and then an impossible one."""
    return board_with(rng, (3, 4, 5, 6, 8, 12, 20), (PAWN, PAWN, PAWN, QUEEN, ROOK, BISHOP, KNIGHT))


def board_with(rng: random.Random, counts: Sequence[int], kinds: Sequence[int]) -> Placement:
    """A board with so many men, of kinds that are taken by chance."""
    while True:
        squares = rng.sample(range(64), rng.choice(counts))
        men = {squares[0]: (KING, WHITE), squares[1]: (KING, BLACK)}
        for square in squares[2:]:
            piece_type = rng.choice(kinds)
            if piece_type == PAWN and square // 8 in (0, 7) and rng.random() < 0.99:
                continue
            men[square] = piece_type, rng.random() < 0.5
        placement = from_squares(men)
        if placement and max(placement.men[8:]) < 9:
            return placement


_SLIPS = [" ±", " =", " +-", "?", "!", "!?", " $2", " $1", "#", "+", "x", " Kh9", " {of note}", " ()", " 1-0", ""]


def line(rng: random.Random, now: Position, half: int, length: int, depth: int = 1) -> str:
    """Random legal moves, the last perhaps mate or stalemate, with signs and variations; seldom a slip."""
    text, numbered = "", True
    for _ in range(length):
        moves = legal_moves(now)
        if not moves:
            break
        ends = [move for move in moves if not legal_moves(move.after)] if rng.random() < 0.3 else []
        if ends and rng.random() < 0.3:
            moves = [move for move in moves if move not in ends] or moves
        san, after = rng.choice(ends or moves)
        number = f"{half // 2}{'...' if half % 2 else '.'}" if numbered or half % 2 == 0 else ""
        sign = check_sign(after) if rng.random() < 0.95 else rng.choice(["", "+", "#"])
        text += f" {number}{san}{sign}"
        numbered = rng.random() < 0.05
        text += rng.choice(_SLIPS) if numbered else ""
        if depth and rng.random() < 0.1:
            text, numbered = f"{text} ({line(rng, now, half, 4, depth - 1).strip()})", True
        now, half = after, half + 1
    return text


def played(rng: random.Random) -> str:
    """A record with moves, perhaps with promoted men on its board."""
    while True:
        text = record(rng, board_with(rng, (2, 3, 4, 6, 12, 20, 28), (PAWN, *rng.choices(_PIECES, k=3))))
        before, blank, moves = text.replace("\r", "").rpartition("\n\n{")
        fen = re.search(r'FEN "(\S+) ([wb])', before)
        if fen and not placement_problem(fen[1]):
            turn = fen[2] == "w"
            now = position_of(Placement(fen[1]), turn, "-")
            shown = line(rng, now, 2 if turn else 3, rng.choice([1, 2, 3, 8]))
            end = rng.choice(["1-0", "1/2-1/2", "*", ""]) if rng.random() < 0.2 else moves.split()[-1]
            return f"{before}{blank}{moves.partition('}')[0]}}}{shown} {end}\n\n"


def record(rng: random.Random, placement: Placement | None = None) -> str:
    """A record like those of a database, right or nearly so."""
    placement = placement or board(rng)
    sign = rng.choice("+=")
    result = {"+": "1-0", "=": "1/2-1/2"}[sign] if rng.random() < 0.9 else rng.choice(["*", "0-1", "1-0", "½-½", ""])
    text = RECORD.format(
        place=rng.choice(["Moscow", "Réti MT", "1950", "KRP", "Volgograd 1950 class"]),
        number=rng.choice([7, 1135, 20923]),
        tag=rng.choice(["PlyCount", "EventDate", "SourceDate", "Remark"]),
        value=rng.choice(["35", "35", "2015.06.26", "0410.00g9a1", "0410.00"]),
        date=rng.choice(["2015.??.??", "2015.06.26", "1890"]),
        name=rng.choice(["Rusz=A", "Kubbel=L Źródło=P", "Kd4e5"]),
        sign=sign,
        code=force_of(placement.men, rng.choice([Nine.MODERN] * 9 + [Nine.PROMOTED])),
        kings="".join(SQUARE_NAMES[square] for square in placement.kings if square is not None),
        flags=rng.choice(FLAGS) if rng.random() < 0.3 else "",
        result=result,
        fen=placement.fen,
        turn="w" if rng.random() < 0.8 else "b",
        comment=rng.choice(COMMENTS) if rng.random() < 0.6 else "",
        moves=rng.choice(["1.Kd4 $1 (1.Ke5 $2) 1...Kg2", "1.e4", ""]),
    )
    if rng.random() < 0.3:
        at = rng.randrange(len(text))
        text = (
            text[:at]
            + rng.choice(['"', "x", "9", "0", "a", "]", "\n", "[", "{", "}", " ", ".", "K", "/"])
            + text[at + 1 :]
        )
    return text.replace("\n", "\r\n") if rng.random() < 0.1 else text


_PIECES = (QUEEN, ROOK, BISHOP, KNIGHT)


def clean(rng: random.Random, name: str = "Rusz=A", comment: str = "(EG#20923).") -> str:
    """A clean record; such a name and comment say nothing of a position."""
    while True:
        placement, (sign, result) = board(rng), rng.choice([("+", "1-0"), ("=", "1/2-1/2")])
        kings = "".join(SQUARE_NAMES[square] for square in placement.kings if square is not None)
        text = RECORD.format(
            place="Moscow", number=7, date="2015.06.26", name=name, sign=sign, code=force_of(placement.men),
            kings=kings, flags="", result=result, fen=placement.fen,
            turn="w", tag="PlyCount", value="35", comment=comment, moves="",
        )  # fmt: skip
        if is_clean(text):
            return text


def is_clean(text: str) -> bool:
    """Whether a game is passed over, whatever its moves are asked for by the default rules, and nothing is found."""
    (block,) = Document.of(text, pgn.HOST).blocks
    known = clean_record(block, plan_of(SILENT))
    return known is not None and not known.findings


TAGS = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "SetUp",
    "FEN",
    "PlyCount",
    "ECO",
    "Annotator",
    "X_y",
]
VALUES = [
    *COMMENTS, "", "?", "*", "1-0", "0-1", "½-½", "(=0323.12g3g1)", "=0323.12g3g1", "+0000.43a1a7 4/3", "О4ОО.10g3g1",
    "0400·10 g3g1", "a1a7 0000.43", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "KQ-KR", "(3+2)", "BTM", "draw", "sic", "g3g1",
    "9",
    "0410.", ".00", "wKg3 sKg1", "K+P", "0 1 2 3 4", "\u2000", "Ａ", "０４００.10",
]  # fmt: skip


def varied(rng: random.Random) -> str:
    """A clean record with some tags or comments changed, added or taken away."""
    lines = clean(rng).split("\n")
    for _ in range(rng.choice((1, 1, 2, 3))):
        value, at = rng.choice(VALUES), rng.randrange(len(lines))
        tag = f'[{rng.choice(TAGS)} "{value}"]'
        kind = rng.randrange(5)
        if kind == 0 and lines[at].startswith("["):
            lines[at] = f'{lines[at].partition(" ")[0]} "{value}"]'
        elif kind == 1:
            lines.insert(rng.randrange(11), tag)
        elif kind == 2:
            lines.insert(at, rng.choice(["{%s}", "; %s", "%s", "{%s", "%% %s", "(%s)"]) % value)
        elif kind == 3 and lines[at].startswith("["):
            del lines[at]
        else:
            lines[at] = lines[at].replace("}", f" {value}}}").replace('"]', f' {value}"]', rng.random() < 0.5)
    return "\n".join(lines)


def hold(text: str) -> bool:
    """Whether a game is passed over; if so, all that may be found in it is found in its moves."""
    document = Document.of(text, pgn.HOST)
    passed = False
    for block in document.blocks:
        for selected in SELECTIONS:
            known = clean_record(block, plan_of(selected))
            if known is None:
                continue
            passed = True
            game = Document.of_blocks([block], document.host)
            found = sorted(str(item.finding) for item in naively(game, selected))
            if "gbr:" in block.text:
                # Comments to the linter are obeyed behind the fast path and the full parse alike.
                assert sorted(str(item.finding) for item in lint(game, selected)) == found, WHAT_TO_DO + block.text
            else:
                assert sorted(map(str, known.findings)) == found, WHAT_TO_DO + block.text
            (placed,) = placed_records(game.studies())
            assert placed.record == known.record, block.text
            assert [placed] == list(records_of_game(block, DEFAULT_CONVENTIONS)), block.text
    return passed


@pytest.mark.parametrize(("seed", "count"), TRIED)
def test_nothing_is_found_in_what_is_passed_over(seed: int, count: int) -> None:
    rng = random.Random(seed)
    passed = sum(hold(record(rng)) for _ in range(count))
    assert count <= 15 * passed, "hardly any record is passed over"


@pytest.mark.parametrize(("seed", "count"), TRIED)
def test_in_moves_the_same_is_found_with_and_without_the_full_parse(seed: int, count: int) -> None:
    rng = random.Random(seed)
    passed = sum(hold(played(rng)) for _ in range(count))
    assert count <= 6 * passed, "hardly any record is passed over"


def test_a_wrong_side_to_move_is_seen_where_no_other_rule_follows_moves() -> None:
    tags = '[White "?"]\n[Black "(+0100.00a1c3)"]\n[Result "1-0"]\n[FEN "8/8/8/8/8/2k5/8/K6R b - - 0 1"]\n'
    document = Document.of(f"{tags}\n1. Rh3+ Kc4 2. Rh4+ 1-0\n", pgn.HOST)
    assert [item.finding.rule for item in lint(document, frozenset({"turn-mismatch"}))] == ["turn-mismatch"]


def test_a_result_that_differs_from_the_tag_is_seen_without_following_moves() -> None:
    text = clean(random.Random(1))
    assert fastpath.clean_game(text)
    other = f"{text.rstrip().rpartition(' ')[0]} 0-1\n"
    assert fastpath.clean_game(other) is None
    game = Document.of(other, pgn.HOST)
    assert [item.finding.rule for item in lint(game, frozenset({"result-mismatch"}))] == ["result-mismatch"]


@pytest.mark.parametrize(("edits", "step"), [(1, 5), pytest.param(4, 1, marks=pytest.mark.long)])
def test_what_is_passed_over_in_the_sample_of_the_database(corpora: Path, edits: int, step: int) -> None:
    """One record in `step` is tried, each with some edits."""
    text = (corpora / "hhdb-sample.pgn").read_text(encoding="utf-8-sig")
    blocks = Document.of(text, pgn.HOST).blocks
    assert len(blocks) == 127
    tried = blocks[::step]
    # One is flagged as anticipated, and may repeat a position.
    assert len(tried) - 1 <= sum(hold(block.text) for block in tried) < len(blocks)
    rng = random.Random(3)
    for block in tried:
        for _ in range(edits):
            at = rng.randrange(min(len(block.text), 500))
            hold(block.text[:at] + rng.choice('0123456789abcdefghKQRBNPkqrbnp/.+=()[]{}"\n ') + block.text[at + 1 :])


@pytest.mark.parametrize(("seed", "count"), TRIED)
def test_whatever_tag_and_comment_of_a_clean_record_is_varied_both_ways_agree(seed: int, count: int) -> None:
    rng = random.Random(seed)
    passed = sum(hold(varied(rng)) for _ in range(count))
    assert count <= 6 * passed <= 5 * count, "the variations are all clean, or hardly any is"


def test_no_game_with_a_finding_in_a_specification_is_passed_over() -> None:
    folder = Path(__file__).parents[1] / "specs"
    texts = [
        fixture.document.text
        for path in sorted(folder.rglob("*.md"))
        for fixture in specs.fixtures(path.read_text(encoding="utf-8"))
        if "[Black " in fixture.body
    ]
    games = [block for text in texts for block in Document.of(text, pgn.HOST).blocks]
    assert 50 < len(games)
    for game in games:
        hold(game.text)


def test_the_shipped_rules_allow_the_fast_path_and_one_that_declares_nothing_switches_it_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert Plan(ALL).may_skip_clean_records
    assert fastpath.can_recognize_records(DEFAULT_CONVENTIONS)
    assert not fastpath.can_recognize_records(DEFAULT_CONVENTIONS._replace(nine=Nine.PROMOTED))
    monkeypatch.setitem(RULES, "digit-count", RULES["digit-count"]._replace(is_silent_if_clean=False))
    assert not Plan(ALL).may_skip_clean_records
    assert Plan(ALL - {"digit-count"}).may_skip_clean_records


def told(found: list[PlacedFinding]) -> list[tuple[object, ...]]:
    return [(span, finding.rule, finding.message, len(finding.related)) for span, finding in found]


@pytest.mark.parametrize(
    ("rounds", "sizes"), [(3, (3, 10, 30)), pytest.param(12, (3, 30, 140), marks=pytest.mark.long)]
)
def test_a_collection_is_judged_as_if_every_game_were_read_and_so_it_is_after_edits(
    rounds: int, sizes: Sequence[int]
) -> None:
    rng = random.Random(6)
    repeated = 0
    for _ in range(rounds):
        games = [record(rng) for _ in range(rng.choice(sizes))]
        games += [rng.choice(games) for _ in range(rng.randrange(4))]
        rng.shuffle(games)
        document, last = Document.of("".join(games), pgn.HOST), LastLint()
        for _ in range(4):
            found = told(run_to_end(lint_steps(document, ALL, last=last)))
            assert found == told(naively(document, ALL))
            repeated += sum(rule == "duplicate-position" for _, rule, *_ in found)
            start = rng.randrange(document.length)
            end = min(document.length, start + rng.choice((0, 1, 700)))
            new = rng.choice(["", "x", rng.choice(games), "\n", "[", '[Event "x"]\n'])
            document = document.edit(Edit(Span(start, end), new))
    assert rounds < repeated
