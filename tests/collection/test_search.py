"""The query language: what is found equals what a naive search finds, and what is wrong is said in one line."""

import random
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gbr_lsp
from gbr_lsp.collection.facts import Facts, fen_of, plain_text
from gbr_lsp.collection.fields import FIELDS
from gbr_lsp.collection.nearness import relation_of
from gbr_lsp.collection.search import BadQuery, Options, is_term, read_query
from gbr_lsp.collection.study_facts import facts_of
from gbr_lsp.hosts import host_for
from gbr_lsp.model.document import Document
from gbr_lsp.notation.placement import Placement
from tests.collection import naive
from tests.support.strategies import placements


def facts_in(text: str) -> list[Facts]:
    return [facts_of(study) for study in Document.of(text, host_for("a.pgn")).studies()]


@given(st.integers(0, 1 << 32))
def test_what_is_found_is_what_a_naive_search_finds(seed: int) -> None:
    random_ = random.Random(seed)
    made = [naive.study(random_) for _ in range(8)]
    facts = facts_in("".join(study.text for study in made))
    assert len(facts) == len(made)
    for _ in range(6):
        asked = naive.query(random_, made)
        try:
            query = read_query(asked.text)
        except BadQuery:
            # It asks for wtm and for btm.
            continue
        for study, known in zip(made, facts, strict=True):
            assert query.is_match(known) == asked.meaning(study), (asked.text, study.text)


STUDY = """[Event "2.p Magyar Sakkvilag"]
[Date "1922.??.??"]
[White "Réti=R"]
[Black "(=0400.10a1c3) (c)"]
[FEN "8/8/8/8/r6R/2k5/7P/K7 w - - 0 1"]

1. Kb1 Ra8 2. Kb5 *
"""
FOUND_BY = {
    "composer": ("reti", "Kubbel"),
    "year": ("1920..1930", "1923.."),
    "event": ("Sakkvilag", "Shakhmaty"),
    "award": ("2.p", "hm"),
    "men": ("5", "<5"),
    "pawns": ("1", "2"),
    "promoted": ("0", "1"),
    "flag": ("c", "m"),
    "goal": ("draw", "win"),
    "turn": ("white", "black"),
    "fen": ("8/8/8/8/r6R/2k5/7P/K7", "8/8/8/8/r6R/2k5/6P1/K7"),
    "board": ("Rh4 ra4", "Qh4"),
    "like": ("8/8/8/8/r6R/2k5/6P1/K7", "8/8/8/8/8/2k5/8/KBN5"),
    "during": ("ra8", "ra7"),
    "title": ("Rook ending", "Queen ending"),
    "rule": ("illegal-solution", "stipulation-mismatch"),
    "twin": ("Kb1", "Ka1"),
}
"""For each field what finds the study, and what does not."""


@pytest.mark.parametrize("field", FIELDS)
def test_each_field_of_a_search_is_filled(field: str, tmp_path: Path) -> None:
    assert field in FOUND_BY, f"add to FOUND_BY what stands in STUDY for {field}:, and what does not"
    if field == "title":
        (tmp_path / "a.md").write_text("# A rook ending\n\n=0400.10a1c3\n")
    elif field == "twin":
        (tmp_path / "a.md").write_text("=0400.10a1c3\n\n`8/8/8/8/r6R/2k5/7P/K7 w - - 0 1`\n\nb) wKb1\n")
    else:
        (tmp_path / "a.pgn").write_text(STUDY)
    found = [len(list(gbr_lsp.search(f'{field}:"{value}"', [tmp_path]))) for value in FOUND_BY[field]]
    assert found == [1, 0], f"facts_of in collection/study_facts.py does not fill what {field}: asks for"


def board_facts(fen: str) -> Facts:
    return Facts(" " * 7, "  ", " " * 10, "s     ", "    ", Placement(fen).squares)


@given(st.integers(0, 1 << 32), st.booleans(), st.booleans(), st.booleans())
def test_other_boards_are_those_of_cql(seed: int, flip: bool, shift: bool, flipcolor: bool) -> None:
    """Single squares are moved by python-chess here; whole ranks and files have a test of their own."""
    random_ = random.Random(seed)
    study = naive.study(random_)
    squares = random_.sample(sorted(study.board.piece_map()), 2)
    men = [(square, study.board.piece_at(square)) for square in squares]
    asked = " ".join(f"{man}{chess.square_name(square)}" for square, man in men)
    query = read_query(f'board:"{asked}"', Options(flip=flip, shift=shift, flipcolor=flipcolor))
    other = naive.study(random_).board if random_.random() < 0.3 else _moved(study.board, random_)
    expected = False
    for color in (False, True) if flipcolor else (False,):
        pattern = [
            (square ^ 56, chess.Piece(man.piece_type, not man.color)) if color else (square, man)
            for square, man in men
            if man
        ]
        for turned in range(8 if flip else 1):
            for right in range(-7, 8) if shift else (0,):
                for up in range(-7, 8) if shift else (0,):
                    places = [(_turned(square, turned, right, up), man) for square, man in pattern]
                    expected |= all(place is not None and other.piece_at(place) == man for place, man in places)
    assert query.is_match(board_facts(other.board_fen())) == expected


def _turned(square: int, turned: int, right: int, up: int) -> int | None:
    file, rank = chess.square_file(square), chess.square_rank(square)
    for _ in range(turned % 4):
        file, rank = rank, 7 - file
    file = 7 - file if 4 <= turned else file
    file, rank = file + right, rank + up
    return chess.square(file, rank) if 0 <= file < 8 and 0 <= rank < 8 else None


def _moved(board: chess.Board, random_: random.Random) -> chess.Board:
    change = random_.choice(
        (chess.flip_vertical, chess.flip_horizontal, chess.flip_diagonal, chess.flip_anti_diagonal, lambda one: one)
    )
    changed = board.transform(change)
    return changed.mirror() if random_.random() < 0.4 else changed


def test_whole_ranks_and_files_are_not_shifted_along_themselves() -> None:
    query = read_query('board:"P[a-h]2 Ka1"', Options(shift=True))
    assert query.is_match(board_facts("8/8/8/7P/3K4/8/8/7k"))
    assert not query.is_match(board_facts("8/8/8/8/3K3P/8/8/7k"))


def test_colors_are_exchanged_with_the_side_to_move_and_the_goal() -> None:
    """A win of White becomes one of Black, which no study has."""
    (black,) = facts_in('[Black "(=0100.00a1c3)"]\n[FEN "8/8/8/8/8/2k5/8/K6R b - - 0 1"]\n\n*\n')
    options = Options(flipcolor=True)
    assert read_query("0300.00 wtm draw", options).is_match(black)
    assert not read_query("0300.00 btm", options).is_match(black)
    assert not read_query("0300.00 win", options).is_match(black._replace(signs="s+" + black.signs[2:]))


@given(placements(), st.integers(0, 1 << 32))
def test_a_board_is_near_itself_in_all_guises(placement: Placement, seed: int) -> None:
    random_ = random.Random(seed)
    board = chess.Board(f"{placement.fen} w - - 0 1")
    has_pawns = bool(board.pawns)
    changed = board.transform(chess.flip_horizontal) if random_.random() < 0.5 else board
    if not has_pawns and random_.random() < 0.5:
        changed = changed.transform(chess.flip_diagonal)
    if random_.random() < 0.5:
        changed = changed.mirror()
    found = relation_of(Placement(board.board_fen()).squares, Placement(changed.board_fen()).squares)
    assert found is not None
    assert found.men == 0
    squares = [square for square, piece in changed.piece_map().items() if piece.piece_type != chess.KING]
    if squares:
        gone = random_.choice(squares)
        man = changed.remove_piece_at(gone)
        one_less = relation_of(Placement(board.board_fen()).squares, Placement(changed.board_fen()).squares)
        assert one_less is not None
        free = [square for square in range(8, 56) if not changed.piece_at(square) and square != gone]
        changed.set_piece_at(random_.choice(free), man)
        elsewhere = relation_of(Placement(board.board_fen()).squares, Placement(changed.board_fen()).squares)
        assert elsewhere is not None


def test_nearness_is_said_in_words() -> None:
    squares = Placement("8/8/8/3k4/8/3P4/3K4/8").squares
    said = {
        "identical": "8/8/8/3k4/8/3P4/3K4/8",
        "mirrored": "8/8/8/4k3/8/4P3/4K3/8",
        "shifted": "8/8/3k4/8/3P4/3K4/8/8",
        "colors exchanged": "8/3k4/3p4/8/3K4/8/8/8",
        "one man elsewhere": "8/8/8/3k4/8/4P3/3K4/8",
        "one man more": "8/8/8/3k4/8/3P4/3K4/N7",
        "one man less": "8/8/8/3k4/8/8/3K4/8",
    }
    for words, fen in said.items():
        found = relation_of(squares, Placement(fen).squares)
        assert found is not None
        assert found.words == words
    assert relation_of(squares, Placement("8/8/8/3k4/8/3P4/3K4/NN6").squares) is None
    assert relation_of(squares, " " * 64) is None


@pytest.mark.parametrize("code", ["g3g1 0323.12 a3a2e1g8.h6c3c6 4/5=", "g3g1 0323.12 a3a2e1g8.h6c3c6"])
def test_a_code_with_all_its_squares_is_a_position(code: str) -> None:
    fen = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"
    for field in ("fen", "like"):
        assert read_query(f'{field}:"{code}"') == read_query(f"{field}:{fen}")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("draww", "'draww' is not understood; did you mean 'draw'?"),
        ("Réti", "'Réti' is not understood; did you mean 'composer:Réti'?"),
        ("7K/8/k1P5/7p/8/8/8/8", "'7K/8/k1P5/7p/8/8/8/8' is not understood; did you mean 'fen:7K/8/k1P5/7p/8/8/8/8'?"),
        ("KRBKN", "'KRBKN' is not understood. Try 0323.12"),
        ("composr:Réti", "'composr:Réti': there is no field 'composr'; did you mean 'composer:'?"),
        ("composer:", "'composer:' is not understood: nothing follows composer:"),
        ('composer:"Réti', "'composer:\"Réti' is not understood: a \" is missing at its end"),
        ("year:192", "'year:192': '192' is not a year such as 1920, 1920..1930"),
        ("year:1930..1920", "'year:1930..1920': '1930..1920' ends before it begins"),
        ("men:many", "'men:many': 'many' is not a number such as 7, <=7, 5..7"),
        ("fen:8/8", "'fen:8/8': the FEN has 2 ranks, not 8"),
        ("fen:0323.12", "'fen:0323.12': '0323.12' is neither a FEN nor a code with the squares of all its men"),
        ("like:a1c3", "'like:a1c3': 'a1c3' is neither a FEN nor a code with the squares of all its men"),
        ("fen:a1a1", "'fen:a1a1': 'a1a1' is neither a FEN nor a code with the squares of all its men"),
        ("board:a4", "'board:a4': 'a4' designates no men: which man is on it? Ka4, Aa4, _a4"),
        ('board:"Ra1 Xb2"', "'board:\"Ra1 Xb2\"': 'Xb2' designates no men such as Ra1"),
        ("(0323.12", "'(' has no ) after it"),
        ("0323.12)", "')' is not understood: there is no ( before it"),
        ("win |", "a term is missing at the end of the pattern"),
        ("win - draw", "'-' needs a word directly after it, as in '-draw'"),
        ("turn:red", "'turn:red': 'red' must be one of white, "),
        ("(" * 100, "the parentheses are nested too deeply"),
    ],
)
def test_errors_point_at_the_term(query: str, said: str) -> None:
    with pytest.raises(BadQuery) as error:
        read_query(query)
    assert str(error.value).startswith(said)
    start, end = error.value.span
    assert 0 <= start <= end <= len(query)


def test_a_hyphen_is_material_before_it_is_a_negation() -> None:
    assert read_query("KRP -KR") == read_query("KRPvKR")
    assert read_query("0400.10 -draw") != read_query("0400.10 draw")
    with pytest.raises(BadQuery):
        read_query("g3g1-draw")


def test_terms_are_told_from_paths() -> None:
    assert is_term("draw")
    assert is_term("composer:Réti")
    assert not is_term("studies.pgn")


@pytest.mark.parametrize(("one", "other"), [("RÉTI", "reti"), ("Žigmund", "zigmund"), ("Gołębiewski", "golebiewski")])
def test_names_are_compared_without_accents(one: str, other: str) -> None:
    assert plain_text(one) == other


@given(placements())
def test_squares_are_spelled_as_a_fen(placement: Placement) -> None:
    assert fen_of(placement.squares) == placement.fen


_AWARDS = (
    *("1.p", "1/2.p", "1-2.p", ".p", "1/3.p", "2.p", "2/3.p", "12.p", "sp.p", "1.sp.p", "1/2.sp.p"),
    *("10.hm", "7/13.hm", ".hm", "sp.hm", ".c", "1.c"),
)


@pytest.mark.parametrize(
    ("sought", "given"),
    [
        ("1.p", "1.p 1/2.p 1-2.p .p 1/3.p"),
        ("2.p", "2.p 1/2.p 2/3.p 1-2.p 1/3.p"),
        ("1/2.p", "1/2.p 1-2.p 1/3.p"),
        ("p", "1.p 1/2.p 1-2.p .p 1/3.p 2.p 2/3.p 12.p sp.p 1.sp.p 1/2.sp.p"),
        ("sp.p", "sp.p 1.sp.p 1/2.sp.p"),
        ("10.hm", "10.hm 7/13.hm"),
        ("1.hm", ""),
        ("sp.hm", "sp.hm"),
        ("c", ".c 1.c"),
        ("1.c", "1.c"),
    ],
)
def test_a_shared_award_counts_for_each_of_its_places(sought: str, given: str) -> None:
    """Of commendations and mentions there are several without a place, but only one prize is."""
    text = "".join(f'[Event "{award} EG"]\n[Black "(=0000.11h8a6)"]\n\n*\n\n' for award in _AWARDS)
    found = [facts.award for facts in facts_in(text) if read_query(f"award:{sought}").is_match(facts)]
    assert sorted(found) == sorted(given.split())


@pytest.mark.parametrize(
    ("event", "award"),
    [
        ("2nd prize Shakhmaty 1925", "2.p"),
        ("1st/2nd Prize, EG", "1/2.p"),
        ("First Prize", "1.p"),
        ("tenth commendation", "10.c"),
        ("Special prize", "sp.p"),
        ("3rd hon. mention", "3.hm"),
        ("1st–2nd honourable mentions, A", "1/2.hm"),
        ("1-2.hm A", "1-2.hm"),
        ("2.p EG", "2.p"),
        ("Prize Fund", ""),
        ("2nd prizewinners' tourney", ""),
        ("Shakhmaty, 2nd prize", ""),
    ],
)
def test_the_award_at_the_start_of_an_event_may_be_in_words(event: str, award: str) -> None:
    (facts,) = facts_in(f'[Event "{event}"]\n[Black "(=0000.11h8a6)"]\n\n*\n')
    assert facts.award == award
    assert not award or read_query(f"award:{award}").is_match(facts)
