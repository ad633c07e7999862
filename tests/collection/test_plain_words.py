"""Questions in plain words: each is read as the table of specifications says."""

import random
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gbr_lsp
from gbr_lsp.collection import plain_material as material
from gbr_lsp.collection import plain_negations as negations
from gbr_lsp.collection import plain_words as plain
from gbr_lsp.collection import questions as questions_module
from gbr_lsp.collection.facts import ORDINALS, Facts, plain_text
from gbr_lsp.collection.plain_words import read_plain
from gbr_lsp.collection.questions import read_question
from gbr_lsp.collection.search import BadQuery, read_query
from gbr_lsp.database.record_positions import is_met_in_play
from tests.collection.test_search import facts_in

SPEC = Path(__file__).parent / "plain-words.md"
NAMES = {
    "composer": "kubbel troitzky reti van der heijden o'donovan grin-gulyaev",
    "event": "shakhmaty chicago tribune kubbel mt",
    "title": "the saavedra position",
}


def field_of(word: str) -> str | None:
    folded = plain_text(word)
    for name, words in NAMES.items():
        if f" {words}".find(f" {folded}") != -1:
            return name
    return None


def questions() -> list[tuple[str, str]]:
    rows = [line for line in SPEC.read_text("utf-8").splitlines() if line.startswith("| ")][1:]
    pairs = [row.replace("\\|", "¦").strip("| ").split(" | ") for row in rows]
    return [(words.strip(), reading.replace("¦", "|").strip()) for words, reading in pairs]


@pytest.mark.parametrize(("words", "reading"), questions())
def test_each_question_is_read_as_the_table_says(words: str, reading: str) -> None:
    assert read_plain(words, field_of) == reading
    read_query(reading)


def test_there_are_sixty_questions() -> None:
    assert 60 <= len({words for words, _ in questions()})


@pytest.mark.parametrize("word", ["xyzzy", "#!", "rinck", "k9", "0323.1", "against", "1234567", "rook:a"])
def test_a_word_without_meaning_is_named_with_three_examples(word: str) -> None:
    with pytest.raises(BadQuery, match="is not understood") as caught:
        read_plain(f"Kubbel {word} 1925", field_of)
    assert repr(word) in str(caught.value)
    assert str(caught.value).endswith("Try rook against pawn, Kubbel 1925 or 1st prize draw")


@pytest.mark.parametrize("name", ["Kovalenko", "O'Hara", "Afek-Timman"])
def test_a_name_that_is_absent_is_reported_as_one(name: str) -> None:
    for question in (name, f"draws by {name}", f"Kubbel, not by {name}"):
        with pytest.raises(BadQuery, match=r"nobody of that name in this collection\. Try rook") as caught:
            read_question(question, field_of)
        assert repr(name) in str(caught.value)


@pytest.mark.parametrize(
    ("question", "corrected"),
    [
        ("rook aganst pawn", "rook against pawn"),
        ("bishp against knight", "bishop against knight"),
        ("Rook Agianst Pawn", "Rook Against Pawn"),
        ("bishp aganst pwn", "bishop against pawn"),
        ("Kubbel drwa", "Kubbel draw"),
        ("frist prize 1925", "first prize 1925"),
        ("1st prise 1925", "1st prize 1925"),
        ("Kubbel witout pawns", "Kubbel without pawns"),
        ("miniatres by Kubbel", "miniatures by Kubbel"),
        ('composer:whte event:"pown a" drwa', 'composer:whte event:"pown a" draw'),
        ("rook aganst pawn (1925)", "rook against pawn (1925)"),
    ],
)
def test_a_misspelt_word_has_one_correction(question: str, corrected: str) -> None:
    with pytest.raises(BadQuery) as caught:
        read_question(question, field_of)
    assert str(caught.value).endswith(f". Did you mean {corrected!r}?")
    read_question(corrected, field_of)


@pytest.mark.parametrize(
    "question",
    [
        "Kubbel xyzzy",
        "rook against",
        "Kling 1851",
        "rook against minor",
        "Prince 1925",
        "Kubbel prizs",
        "a.bishp",
        "draws by Kovalenko",
    ],
)
def test_a_word_without_one_good_correction_has_none(question: str) -> None:
    with pytest.raises(BadQuery) as caught:
        read_question(question, field_of)
    assert "Did you mean" not in str(caught.value)


def test_all_words_with_a_meaning_are_known_to_corrections() -> None:
    tables: list[Iterable[str]] = [plain._FILLERS, plain._STARTS, plain._ENDS, plain._MEN, plain._MAXIMA, plain._LIMITS]
    tables += [plain._GOALS, plain._PLAY, material.CONNECTORS, material.JOINERS, material.NUMBERS, material._KINDS]
    tables += [(f"{name}s" for name in material._KINDS), ORDINALS, negations._NEGATIONS]
    known = {word for table in tables for phrase in table for word in phrase.split()}
    assert {word for word in known if word.isalpha() and len(word) > 2} - questions_module._WORDS == {"zeroth"}


def test_no_correction_is_sought_in_a_question_that_is_too_long() -> None:
    asked = []
    with pytest.raises(BadQuery, match="at most 200 words"):
        read_question("drwa " * 201, lambda word: asked.append(word))
    assert not asked


def test_a_name_of_the_collection_is_no_misspelling() -> None:
    assert read_question("Pawm draw", lambda word: "composer" if word == "Pawm" else None)[1] == "composer:pawm draw"


def test_a_long_question_is_refused_and_each_condition_of_a_long_query_is_looked_at_once() -> None:
    with pytest.raises(BadQuery, match="at most 200 words"):
        read_plain("rook and " * 101, lambda _: None)
    assert read_plain("draw " * 200, lambda _: None) == "draw"
    steps = Counter(count=0)
    sys.setprofile(lambda *_: steps.update(count=1))
    try:
        read_query("draw " * 2000)
    finally:
        sys.setprofile(None)
    assert steps["count"] < 2000 * 100


@pytest.mark.parametrize("question", ["rook vs two minor pieces", "a rook against the minor", "RP v minor by Kubbel"])
def test_the_unread_word_after_a_connector_is_reported(question: str) -> None:
    with pytest.raises(BadQuery, match="'minor' is not understood"):
        read_question(question, field_of)


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("KR v KP", "(KRvKP | KPvKR)"),
        ("kr vs. kp", "(krvkp | kpvkr)"),
        ("KR v KR", "KR v KR"),
        ("K+P v K+R", "(KPvKR | KRvKP)"),
        ("KRPvKR", "KRPvKR"),
        ("KR v KP a1 0400.??", "(KRvKP | KPvKR) a1 0400.??"),
        ("-KR v KRP", "-(KRvKRP | KRPvKR)"),
        ('event:"KR v KP"', 'event:"KR v KP"'),
        ("KR v KP Kubbel", "(KRvKP | KPvKR) composer:kubbel"),
        ("draw|win Kubbel", "(draw|win) composer:kubbel"),
    ],
)
def test_either_side_of_material_with_spaces_may_be_white(question: str, reading: str) -> None:
    assert read_question(question, field_of)[1] == reading


NEGATIONS = ("not {}", "without the {}", "not in any {}", "no {}", "except for {}")
TWO_NAMES = "Kubbel MT"
"""A question that begins with a composer and an event, so that its negation is not clear."""

TWO_COMPOSERS = "Kubbel & Troitzky"
"""After a negation, these are a list: neither of them."""


def _facts_of_many() -> list[Facts]:
    """Return the facts of studies that differ in every fact that the questions are about."""
    random_ = random.Random(1)
    composers = ["Kubbel=L", "Troitzky=A", "Réti=R", "Heijden=H van der", "O'Donovan=C", "Grin-Gulyaev=A", ""]
    events = ["1.p Shakhmaty", "2nd prize Kubbel MT", "1st/2nd Prize Chicago Tribune", "2.hm Tribune", "sp.p X", ""]
    found = []
    forces = [force for sides in _SIDES for force in ("".join(sides), "".join(sides[::-1]))]
    for _ in range(400):
        men = random_.choice([*forces, "".join(random_.choices("QqRrBbNnPp", k=random_.randint(0, 6)))])
        board = chess.Board(None)
        squares = random_.sample(range(8, 56), len(men) + 2)
        for man, square in zip("Kk" + men, squares, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        board.turn = random_.random() < 0.5
        code = gbr_lsp.code_of(board.fen()).spell("prefixed", random_.choice("+="))
        tags = {
            "Event": random_.choice(events),
            "White": random_.choice(composers),
            "Black": f"({code})",
            "Date": f"{random_.choice((1900, 1912, 1921, 1925, 1955, 2015))}.??.??",
            "FEN": board.fen(),
        }
        text = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
        found += facts_in(f"{text}\n*\n")
    return found


_SIDES = [("R", "p"), ("RP", "r"), ("NN", "p"), ("R", "bpp"), ("BN", ""), ("Q", "r"), ("QPP", "q"), ("RR", "rr")]


@pytest.fixture(scope="module")
def many() -> list[Facts]:
    return _facts_of_many()


@pytest.mark.parametrize(("words", "reading"), questions())
def test_each_negated_question_finds_the_other_studies(words: str, reading: str, many: list[Facts]) -> None:
    """A negation is about the first term of a question and the terms that `or` adds."""
    first = _first_term(words, reading)
    others = reading.removeprefix(first).strip()
    expected = read_query(f"-({first}) {f'-{others}' if words == TWO_COMPOSERS else others}")
    for negation in NEGATIONS:
        question = negation.format(words)
        if words == TWO_NAMES:
            with pytest.raises(BadQuery, match="it is not clear what to exclude"):
                read_question(question, field_of)
            continue
        query, negated = read_question(question, field_of)
        assert [query.is_match(facts) for facts in many] == [expected.is_match(facts) for facts in many], negated
        if words == TWO_COMPOSERS:
            continue
        double, _ = read_question(f"not {question}", field_of)
        assert [double.is_match(facts) for facts in many] == [read_query(reading).is_match(facts) for facts in many]


def _first_term(words: str, reading: str) -> str:
    """Return the first term of `reading`; adjacent names are one."""
    if reading.startswith("("):
        return reading[: reading.index(")") + 1]
    names = list(takewhile(lambda term: term.startswith(("composer:", "event:")), reading.split(" ")))
    if '"' in reading.split(" ")[0]:
        return reading[: reading.index('"', reading.index('"') + 1) + 1]
    is_list = "," in words or "&" in words
    return " ".join(names) if names and not is_list else reading.split(" ")[0]


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("by Kubbel, not a draw", "composer:kubbel -draw"),
        ("without any pawns", "pawns:0"),
        ("not in 1917", "-year:1917"),
        ("not van der Heijden or Kubbel", "-(composer:van composer:der composer:heijden) -composer:kubbel"),
        ("not Kubbel, Troitzky and Reti", "-composer:kubbel -composer:troitzky -composer:reti"),
        ("not by Kubbel and in 1925", "-composer:kubbel year:1925"),
        ("not by Kubbel, Shakhmaty", "-composer:kubbel event:shakhmaty"),
        ("neither Kubbel nor Troitzky", "-composer:kubbel -composer:troitzky"),
        ("with neither queens nor rooks, draw", "0???.* ?0??.* draw"),
        ("without a queen, a rook or any pawns", "0???.* ?0??.* pawns:0"),
        ("no queens and pawns by Kubbel", "0???.* pawns:0 composer:kubbel"),
        ("no queens, two bishops", "0???.* ??[256789]?.*"),
        ("no queens and with two bishops", "0???.* ??[256789]?.*"),
        ("no rook on a1 and pawn", '-(board:"Ra1" | board:"ra1") pawns:0'),
        ("no rook endings", "-0400.*"),
        ("0 pawns", "pawns:0"),
        ("zero queens", "0???.*"),
        ("not without queens or rooks", "-(0???.* ?0??.*)"),
        ("not not a draw", "-(-draw)"),
        ("non-draws", "-draw"),
        ("Kubbel isn’t drawn", "composer:kubbel -draw"),
        ("other than by Kubbel", "-composer:kubbel"),
        ("draws but not by Kubbel", "draw -composer:kubbel"),
        ("no draws but wins", "-draw win"),
        ("Kubbel or not a draw", "(composer:kubbel | -draw)"),
        ("not a draw or not by Kubbel or Troitzky", "(-draw | -composer:kubbel -composer:troitzky)"),
        ("not draw|win", "-(draw|win)"),
        ("not =0323.12g3g1", "-(=0323.12g3g1)"),
        ("no more than 7 men", "-men:>7"),
        ("not KR v KP", "-(KRvKP | KPvKR)"),
        ("not 1st/2nd honourable mention", "-award:1/2.hm"),
    ],
)
def test_a_negation_is_about_the_next_term_and_its_list(question: str, reading: str) -> None:
    assert read_question(question, field_of)[1] == reading


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        ("Kubbel not", "'not' needs a term to exclude after it, as in 'not a draw'"),
        ("no studies but draws", "'no' needs a term to exclude after it"),
        ("not " * 150 + "draw", "'not' needs a term to exclude after it"),
        ("not " * 5000 + "draw", "a question in plain words has at most 200 words"),
        ("not and draw", "'not' needs a term to exclude after it"),
        ("not 1925, 1926", "it is not clear whether 'not' is also about '1926'. Repeat it, or write the negation last"),
        ("without queens, pawns", "it is not clear whether 'without' is also about 'pawns'"),
        ("no queens and two bishops", "it is not clear whether 'no' is also about 'two'"),
        ("not a draw or by Kubbel", "it is not clear whether 'not' is also about 'by'"),
        ("not Kubbel MT", "it is not clear what to exclude of 'Kubbel MT'. Write a comma or quotes"),
        ("all but draws", "'but' is not clear here. Write 'not' before each term to exclude"),
        ("draws excluded", "'excluded' is not clear here"),
        ("not only draws", "'only' is not clear here"),
        ("not (draw or win)", "'(draw' is not understood"),
        ("composer:kubbel not", "'not' needs a term to exclude after it"),
    ],
)
def test_a_negation_that_is_not_clear_is_refused(question: str, problem: str) -> None:
    with pytest.raises(BadQuery) as caught:
        read_question(question, field_of)
    assert str(caught.value).startswith(problem)


_POSITIVE = [
    *sorted({word for words, _ in questions() for word in words.split() if word not in ("not", "without", "no")})
]


@given(st.lists(st.sampled_from(_POSITIVE), max_size=6), st.integers(0, 6), st.sampled_from(NEGATIONS))
def test_a_negation_anywhere_changes_the_reading_or_is_refused(words: list[str], place: int, negation: str) -> None:
    negated = [*words[:place], negation.format(""), *words[place:]]
    try:
        reading = read_plain(" ".join(negated), field_of)
        other = read_plain(" ".join(words), field_of)
    except BadQuery:
        return
    assert reading != other


_WORDS = [*sorted({word for words, _ in questions() for word in words.split()}), "or", "not", "v", '"', "(", "|", "-"]


@given(st.lists(st.sampled_from(_WORDS), max_size=7).map(" ".join))
def test_every_reading_is_a_query_and_is_read_as_itself(words: str) -> None:
    try:
        reading = read_plain(words, field_of)
    except BadQuery:
        return
    read_query(reading)


@given(st.text(max_size=30))
def test_any_text_has_a_reading_or_an_error(text: str) -> None:
    with suppress(BadQuery):
        read_query(read_plain(text, lambda _word: "composer"))


_NAMES = {"Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
_NUMBERS = {1: "", 2: "two ", 3: "three "}


@given(st.integers(0, 1 << 32))
def test_material_in_words_finds_the_boards_with_it_whichever_side_has_it(seed: int) -> None:
    random_ = random.Random(seed)
    sides = [Counter(random_.choices("QRBNPP", k=random_.randint(1, 2))) for _ in range(2)]
    words = " against ".join(
        " and ".join(f"{_NUMBERS[count]}{_NAMES[kind]}{'s' * (1 < count)}" for kind, count in side.items())
        for side in sides
    )
    query = read_query(read_plain(words, field_of))
    for _ in range(4):
        others = (
            random_.sample(sides, 2) if random_.random() < 0.6 else [Counter("R"), Counter(random_.choice("QRBNP"))]
        )
        board = _board_with(others, random_)
        facts = facts_in(
            f'[Black "({gbr_lsp.code_of(board.fen()).spell("prefixed", "=")})"]\n[FEN "{board.fen()}"]\n\n*\n'
        )[0]
        assert query.is_match(facts) == (others in (sides, sides[::-1])), (words, board.fen())


def _board_with(sides: list[Counter[str]], random_: random.Random) -> chess.Board:
    """Return a board with the men of White and Black, and both kings."""
    while True:
        board = chess.Board(None)
        men = [
            (kind, color) for color, side in ((True, sides[0]), (False, sides[1])) for kind in ["K", *side.elements()]
        ]
        for (kind, color), square in zip(men, random_.sample(range(8, 56), len(men)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(kind if color else kind.lower()))
        if board.is_valid():
            return board


@given(st.integers(0, 1 << 32))
def test_mate_and_stalemate_are_those_of_another_program(seed: int) -> None:
    random_ = random.Random(seed)
    board = _board_with([Counter("QR"), Counter(random_.choice(["", "P"]))], random_)
    game = chess.pgn.Game.from_board(board)
    node: chess.pgn.GameNode = game
    seen = set()
    for _ in range(40):
        moves = sorted(board.legal_moves, key=str)
        if not moves:
            seen.add("mate" if board.is_checkmate() else "stalemate")
            break
        ending = [move for move in moves if _ends(board, move)]
        board.push(random_.choice(ending or moves))
        node = node.add_variation(board.peek())
    text = str(game)
    facts = facts_in(f'[Black "(+{"0000.00"}a1a8)"]\n{text}')[0]
    for word in ("mate", "stalemate"):
        condition = read_query(read_plain(word, field_of)).condition
        assert is_met_in_play(condition, facts, lambda: text) == (word in seen), text


def _ends(board: chess.Board, move: chess.Move) -> bool:
    board.push(move)
    try:
        return not any(board.legal_moves)
    finally:
        board.pop()
