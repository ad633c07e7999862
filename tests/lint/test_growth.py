"""Linting takes steps that grow with the text, for every construct of every host; steps are counted, never time."""

import gc
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from types import FrameType
from typing import Any

import pytest

import gbr_lsp.ide.actions
from gbr_lsp.base import lazy_regex
from gbr_lsp.base.text import Span
from gbr_lsp.collection import directory
from gbr_lsp.collection.directory import ClassAndKings, index_style, key_of
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import DEFAULT_RULES, lint
from gbr_lsp.lint.explain import explain_all
from gbr_lsp.model import prose_solutions
from gbr_lsp.model import study as study_module
from gbr_lsp.model.assign import assign
from gbr_lsp.model.board_matching import unused_boards
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.votes import with_vote
from gbr_lsp.notation.code_search import find
from gbr_lsp.notation.values import Code
from gbr_lsp.rules import RULES
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.movetext import MoveToken
from gbr_lsp.solutions.slip_explanation import SlipExplanation
from gbr_lsp.solutions.slip_search import SlipSearch
from gbr_lsp.solutions.tablebase import syzygy
from gbr_lsp.solutions.variations_in_prose import named_moves
from tests.support.specs import SYZYGY

ENDINGS = ["md", "pgn", *(pytest.param(ending, marks=pytest.mark.long) for ending in ("txt", "tex"))]
CONSTRUCTS = {
    "codes": "g3g1 0323.12 bKg1 ",
    "lists": "a7d3 0116.00 b2b3c6d6 3/3+",
    "codes on lines": "a1b3 0400.10 Win\n",
    "damaged codes": "0O16.32d4g7 ",
    "noughts of two alphabets": "(=OОQО.10g3g1) ",
    "damaged kings": "=0323.12 3gg1 g3g1 0323.12 4/5 Draw\n",
    "lists that are not read": "g3g1 0323.12 4/6 Win White: Kd5, Rd5; Black: Kd4. ",
    "captions with a list": "a1b3 0000.10 .h2 2/1+ White: Ka1, Ph2; Black: Kb3\n\n",
    "letters of several men": "White: Kg3, Ba2/e4, h6; Black: Kg1, Ra3, Ng8, c3 g3g1 0323.13\n",
    "damaged lists": "g3g1 0323.12 a3a2e18g.h6c3c6 4/5=\n",
    "FENs": "`8/8/8/8/8/8/k7/2K5 w` ",
    "signatures": "KRP-KR (3+2) ",
    "paragraphs": "g3g1 0323.12\n\n",
    "headings": "# A\n\n=0323.12g3g1\n\n",
    "fences": "```\n=0323.12g3g1\n```\n",
    "comments": "{gbr: ignore} % gbr: ignore\n<!-- gbr: ignore[force-mismatch] -->",
    "ignored findings": "g3g1 0323.12 3/4 Win <!-- gbr: ignore -->\n",
    "lines of comments": "% gbr: ignore\n",
    "macros": "\\fen{8/8/8/8/8/8/k7/2K5} \\pieces{wKa1} ",
    "index lines": "0323.12 g3g1  7\n",
    "tags": '[Event "a"]\n[Black "(=0323.12g3g1)"]\n[FEN "8/8/8/8/8/8/k7/2K5 w - - 0 1"]\n\n1.Kb1 (1.Kd1) *\n\n',
    "brackets": "((([[[{{{",
    "links": "[a](b) <http://a.b/0323.12g3g1> ",
}

OWN_CONSTRUCTS = {
    "json": [
        '{"gbr":"0323.12","kings":"g3g1","fen":"8/8/8/8/8/8/k7/2K5 w - - 0 1"},',
        '{"code":"=0000.00h1a8","fen":"k7/8/8/8/8/8/8/7K w - - 0 1","moves":"1.Kg2 Kb7"},',
        '"g3g1 0323.12 3/3",',
        '{"a":[',
    ],
    "yaml": [
        "- gbr: 0323.12 g3g1\n  fen: 8/8/8/8/8/8/k7/2K5 w - - 0 1\n",
        "{gbr: 0323.12, kings: g3g1}, ",
        "- - ",
        "gbr: 0400.11\nkings: 1ca4\n",
        '- "g3g1 0323.12 4/6 Win White: Kd5, Rd5; Black: Kd4. "\n',
    ],
    "html": [
        "<b>gg31</b> <i>0323.12</i> <span>4/5</span> ",
        "<b>0323,12</b> <i>g3g1</i> 6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1 ",
        "<tr><td>0323.12<td>g3g1",
        "<p>0323.12 <b>g3g1</b></p>",
        "<div><!-- ",
        "&lt;0323.12&gt;",
    ],
    "tex": ["\\variation{K", "\\variation{K} {"],
    "typ": [
        "== A\n`8/8/8/8/8/8/k7/2K5 w` g3g1 0323.12\n",
        '#board(fen("8/8/8/8/8/8/k7/2K5 w")) ',
        "[0323.12], [g3g1], ",
    ],
    "adoc": ["== A\n0323.12 g3g1\n", "|0323.12 |g3g1\n"],
    "rst": [
        "   * - g3g1\n     - 0323.12\n",
        "a1b3 0000.10\n\n8/8/8/8/8/1k6/7P/K7 w\n\n1.Kb1 Kc3\n\n",
        "=\n" * 3,
        "A\n===\n\n0323.12 g3g1\n\n",
        "===",
    ],
    "pgn": ['[Black "(=0323.12g3g1)"] [FEN "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"] {+0323.11g3g1}\n'],
    "wiki": ["{{fen|8/8/8/8/8/1k6/7P/K7}} a1b3 0000.10 ", "1.Kb1 (1.Ka2 Kc3) Kc3 a1b3 0000.10 " * 16],
    "csv": ["0323.12,g3g1,8/8/8/8/8/8/k7/2K5 w - - 0 1\n", "0323.12 g3g1,", '"0323.12 ""g3g1""",'],
}
"""What only these hosts read, by the ending of their files."""


N = 16
_METHODS = ("finditer", "findall", "search", "split", "sub", "match")


class Scanned:
    """How much text regular expressions are given to search."""

    def __init__(self) -> None:
        self.length = 0

    def method(self, stock: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            text = next(one for one in arguments if isinstance(one, str))
            spans = [one for one in arguments if isinstance(one, int)]
            start, end = (spans[0] if spans else 0), (min(spans[1], len(text)) if 1 < len(spans) else len(text))
            found = stock(*arguments)
            if found is not None or stock.__name__ != "match":
                # How far `match` looks in vain, is not known.
                self.length += max(0, (found.end() if isinstance(found, re.Match) else end) - start)
            return found

        return counted


@pytest.fixture(scope="module")
def scanned() -> Iterator[Scanned]:
    """Counts what all lazy regular expressions of the package search."""
    scanned = Scanned()
    with pytest.MonkeyPatch.context() as patch:
        for one in gc.get_objects():
            if type(one) is lazy_regex._LazyPattern:
                compiled = re.compile(one.pattern, one._flags)
                for name in _METHODS:
                    patch.setattr(one, name, scanned.method(getattr(compiled, name)), raising=False)
        yield scanned


def steps_of(work: Callable[[], object]) -> int:
    """How many functions some work calls, of Python and of C; each turn of a generator counts as a call."""
    count = 0

    def counted(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_twice_the_text_takes_twice_the_steps(ending: str, construct: str, scanned: Scanned) -> None:
    takes_twice_the_steps(CONSTRUCTS[construct], ending, scanned)


@pytest.mark.parametrize(
    ("ending", "construct"), [(host, one) for host, each in OWN_CONSTRUCTS.items() for one in each]
)
def test_twice_the_cells_and_objects_take_twice_the_steps(ending: str, construct: str, scanned: Scanned) -> None:
    takes_twice_the_steps(construct, ending, scanned)


def takes_twice_the_steps(construct: str, ending: str, scanned: Scanned) -> None:
    def work(count: int) -> object:
        return lint(Document.of(construct * count, host_for(f"a.{ending}")), frozenset(RULES))

    def steps(count: int) -> tuple[int, int]:
        scanned.length = 0
        return steps_of(lambda: work(count)), scanned.length

    # What is compiled and imported at the first use is no step of this text.
    work(N)
    (one, searched), (two, searched_twice) = steps(N), steps(2 * N)
    assert two < 2.5 * one
    assert searched_twice < 2.5 * searched + 1000


def positions(count: int) -> list[tuple[str, str]]:
    """Kings and FENs of studies of White's rook, no two of them the same."""
    squares = ((king, other, rook) for king in range(8) for other in range(8) for rook in range(64))
    apart = ((a, b, r) for a, b, r in squares if r // 8 not in (0, 7))
    found = []
    for white, black, rook in islice(apart, count):
        ranks = [["1"] * 8 for _ in range(8)]
        ranks[7][white], ranks[0][black], ranks[7 - rook // 8][rook % 8] = "K", "k", "R"
        found.append((f"{'abcdefgh'[white]}1{'abcdefgh'[black]}8", "/".join(map("".join, ranks)) + " b - - 0 1"))
    return found


SHAPES: dict[str, Callable[[int], str]] = {
    "captions.md": lambda n: "".join(f"{kings} 0100.00 Win\n\n" for kings, _ in positions(n)),
    "captions before boards.md": lambda n: "\n\n".join(
        [f"{kings} 0100.00" for kings, _ in positions(n)] + [fen for _, fen in positions(n)]
    ),
    "captions before boards on a line.txt": lambda n: " ".join(
        [f"{kings} 0100.00" for kings, _ in positions(n)] + [fen for _, fen in positions(n)]
    ),
    "chapters.md": lambda n: "".join(
        f"# {number}\n\n{kings} 0100.00\n\n# Board\n\n{fen}\n\n" for number, (kings, fen) in enumerate(positions(n))
    ),
    "signatures under titles.md": lambda n: (
        "| White material | Black material | GBR |\n|---|---|---|\n"
        + "| KRP | KR | 0400.10 |\n| KR | KRP | 0400.10 |\n" * n
    ),
    "one study.md": lambda n: "a1b3 0400.10 Win KRP-KR 3/2 " * n,
    "one game.pgn": lambda n: (
        '[FEN "8/8/8/8/8/1k6/7P/K7 w - - 0 1"]\n\n1.Kb1 Kc3 ' + "{a1b3 0000.10 .b2 2/1+} (1.Kb2) " * n
    ),
    "an index with a long line.txt": lambda n: "".join(
        [f"0000.01 {king}1c3  {page}\n" for page, king in enumerate("aefgh")] + ["0000.01 b8c3 "] * 4 * n + ["7\n"]
    ),
    "a long row over short ones.csv": lambda n: ",".join(["0400.11"] * 8 * n) + "\n" + "0400.11,g3g1\n" * 8 * n,
}


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_studies_of_a_text_take_twice_the_steps(shape: str, scanned: Scanned) -> None:
    def steps(count: int) -> tuple[int, int]:
        document, scanned.length = Document.of(SHAPES[shape](count), host_for(shape)), 0
        return steps_of(lambda: lint(document, frozenset(RULES))), scanned.length

    steps(2)
    (one, searched), (two, searched_twice) = steps(N), steps(2 * N)
    assert two < 2.3 * one
    assert searched_twice < 2.5 * searched + 1000


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_studies_are_explained_in_twice_the_steps(
    shape: str, scanned: Scanned, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unused_boards, "_MAX_NEAR", 3)

    def steps(count: int) -> tuple[int, int]:
        document = Document.of(SHAPES[shape](count), host_for(shape))
        lint(document, DEFAULT_RULES)
        scanned.length = 0
        return steps_of(lambda: list(explain_all(document))), scanned.length

    steps(2)
    (one, searched), (two, searched_twice) = steps(N), steps(2 * N)
    assert two < 2.3 * one
    assert searched_twice < 2.5 * searched + 1000


def test_a_line_is_not_read_again_for_each_of_thousands_of_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a code stands alone on its line is looked at only where the line is no longer than such lines are."""
    read: list[int] = []

    class Recorded:
        def fullmatch(self, rest: str) -> None:
            read.append(len(rest))

    monkeypatch.setattr(study_module, "_NO_WORDS", Recorded())
    monkeypatch.setattr(study_module, "_MAX_WORDLESS_LENGTH", 20 * N)

    def length_read(count: int) -> int:
        read.clear()
        document = Document.of("*" * count + "g3g1 0323.12 " * count, host_for("a.tex"))
        lint(document, DEFAULT_RULES)
        list(explain_all(document))
        return sum(read)

    assert 0 < length_read(N)
    assert length_read(2 * N) == 0


def test_a_misprint_that_is_printed_again_and_again_is_mended_once_for_each_study(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each study of a paragraph has all the solutions behind it that run from its board."""
    one = (
        "e1e8 1111.10 6/1 Win 4k3/8/8/8/8/8/P7/RNBQK3 w - - 0 1  1.Sc3 Kf7 2.Lf4 Ke6 3.Dd3 Kf7 4.Ld1 Ke7 5.Se4 Kf8 "
        "6.Dd8+ Kf7 7.Dd7+ Kg8 8.a4 Kh8 9.a5 Kg8 10.a6 Kh8 11.a7 Kg8 12.a8=D+ wins. "
    )
    (block,) = Document.of(one * N, host_for("a.txt")).blocks
    section = read_section([block], Conventions())
    mended: list[SlipSearch] = []
    best = SlipSearch.find_best

    def recorded(search: SlipSearch) -> SlipExplanation | None:
        mended.append(search)
        return best(search)

    monkeypatch.setattr(SlipSearch, "find_best", recorded)
    assert all(solution.misprint is None for solution in assign(section))
    assert 0 < len(mended) <= 2 * len(section.studies) == 2 * N


@pytest.mark.skipif(not SYZYGY.is_dir(), reason=f"no tables at {SYZYGY}")
def test_what_a_section_names_is_read_once_for_all_its_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that a table shows to win too is no dual where the text names it, wherever it does."""
    one = "g4f7 0000.10 .e3 2/1 Win\n\n1.Kf5 Ke7 2.Ke5 Kd7 3.Kf6 Ke8 4.e4 Kd7 5.e5 wins.\n"
    named: list[int] = []

    def recorded(items: Sequence[MoveToken], language: Language) -> set[tuple[int | None, str]]:
        named.append(len(items))
        return named_moves(items, language)

    monkeypatch.setattr(prose_solutions, "named_moves", recorded)
    conventions = Conventions(tables=syzygy((str(SYZYGY),)))
    lint(Document.of(one * N, host_for("a.txt"), conventions), frozenset(RULES))
    assert len(named) == 1


def test_twice_the_votes_of_a_paragraph_take_twice_the_steps() -> None:
    """Each code and its board are a tie, and the text around them is looked at for a solution that decides."""
    one = "8/8/8/8/8/1k6/7P/K7 w - - 0 1 a1b3 0000.10 .b2 2/1+ 1.Kb1 "

    def steps(count: int) -> int:
        document = Document.of(one * count, host_for("a.txt"))
        return steps_of(lambda: lint(document, frozenset({"square-mismatch"})))

    steps(2)
    assert steps(2 * N) < 2.5 * steps(N)


def test_twice_the_disputed_codes_of_a_section_are_voted_on_in_twice_the_steps() -> None:
    """Each has a paragraph of its own, and the section is no longer passed over for each."""
    one = "a1b3 0000.10 .b2 2/1+\n\n8/8/8/8/8/1k6/7P/K7 w - - 0 1\n\n"

    def steps(count: int) -> int:
        blocks = [block for block in Document.of(one * count, host_for("a.md")).blocks if block.is_relevant]
        section = read_section(blocks, Conventions())
        return steps_of(lambda: [with_vote(section, number) for number in range(len(section.studies))])

    steps(2)
    assert steps(4 * N) < 2.1 * steps(2 * N)


def test_twice_the_indexes_of_a_text_are_compared_in_twice_the_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each chapter has an index of its own, which lacks one of its studies."""
    asked = 0

    def counted(code: Code) -> ClassAndKings | None:
        nonlocal asked
        asked += 1
        return key_of(code)

    def chapter(number: int) -> str:
        numbers = range(6 * number, 6 * number + 6)
        codes = [f"0100.{k // 64 % 9}{k // 576} {'abcdefgh'[k % 8]}1{'abcdefgh'[k // 8 % 8]}8" for k in numbers]
        entries = "".join(f"{code}  {page}\n" for page, code in enumerate(codes[:5]))
        return f"# {number}\n\n" + "\n\n".join(codes) + f"\n\nIndex\n\n{entries}\n\n"

    def lookups(count: int) -> int:
        nonlocal asked
        document, asked = Document.of("".join(map(chapter, range(count))), host_for("a.md")), 0
        assert len(lint(document, frozenset({"unindexed-study"}))) == count
        return asked

    for module in (directory, index_style):
        monkeypatch.setattr(module, "key_of", counted)
    assert lookups(2 * N) < 2.2 * lookups(N)


@pytest.mark.parametrize(
    "construct",
    [
        "```gbr\ng3g1 0323.12 g8.h5 4/5\n6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 b - - 0 1\n```\n\n",
        "g3g1 0323.12 Win\n\n[FEN 8/8/8/8/8/8/k7/2K4 w - - 0 1]\n\n",
    ],
)
def test_twice_the_boards_of_a_section_take_twice_the_steps(construct: str) -> None:
    """Where boards belong, which costs so little for each of them that it shows in many only."""

    def steps(count: int) -> int:
        document = Document.of(construct * count, host_for("a.md"))
        section = list(document.blocks)
        for block in section:
            assert block.contents
        return steps_of(lambda: read_section(section, document.conventions))

    steps(N)
    assert steps(8 * N) < 2.5 * steps(4 * N)


@pytest.mark.parametrize("before", ["0323.12 ", "g3g1 0323,12 ", "g3g1 0323.12 ", "0323.12"])
@pytest.mark.parametrize("repeated", ["*", "_", "`", "a1", "\\quad  ", "a1\n", "</b>", "\\,"])
def test_what_is_repeated_beside_a_code_is_read_in_one_way(before: str, repeated: str) -> None:
    """Read in two ways each, sixty of them would keep a regular expression busy for years."""
    for behind in ("x", "!", "0", "\n"):
        lint(Document.of(before + 60 * repeated + behind, host_for("a.txt")), frozenset(RULES))


@pytest.mark.parametrize("text", ["8a1h1a8h8c1f1c8f8b1g1b" * 50_000, "0323.12 g3g1" + 500_000 * " " + "x"])
def test_what_goes_on_without_end_is_searched_once(text: str) -> None:
    """Searched again from each of its places, these texts would take most of an hour."""
    assert len(find(text, [Span(0, len(text))])) == text.count(".")


def test_blanks_without_end_in_a_value_of_yaml_are_searched_once() -> None:
    document = Document.of("code: 0323.12\nkings: g3g1" + 300_000 * " " + "x\n", host_for("a.yaml"))
    assert not lint(document, frozenset(RULES))


def test_blanks_without_end_behind_men_in_words_are_read_in_one_way() -> None:
    """Divided in every way between what may stand before the other side, they would take minutes."""
    text = "White: Kh8, pc6" + 20_000 * " " + "0323.12 g3g1\n"
    lint(Document.of(text, host_for("a.txt")), frozenset(RULES))


def test_actions_for_a_whole_paragraph_of_findings_take_steps_that_grow_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As an editor asks for when everything is selected: each comment is tried, and the paragraph read with it."""
    monkeypatch.setattr(gbr_lsp.ide.actions, "_MAX_IGNORED", 2)

    def steps(count: int) -> int:
        document = Document.of("g3g1 0323.12 3/4 Win; " * count, host_for("a.md"))
        findings = lint(document, DEFAULT_RULES)
        assert len(findings) == count
        return steps_of(lambda: gbr_lsp.ide.actions.actions(document, Span(0, document.length), findings))

    steps(2)
    assert steps(2 * N) < 2.5 * steps(N)


def test_twice_the_remarks_among_the_boards_of_a_block_take_twice_the_steps() -> None:
    one = '**, {"code":"0323.12g3g1","fen":"8/8/8/8/8/1k6/7P/K7 w","list":"White: Kd5; Black: Kd4."},\n\n'

    def steps(count: int) -> int:
        document = Document.of(one * count, host_for("a.yaml"))
        return steps_of(lambda: lint(document, DEFAULT_RULES))

    steps(2)
    assert steps(48 * N) < 2.3 * steps(24 * N)
