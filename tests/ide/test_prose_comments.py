"""Words of printed solutions as comments of their moves."""

import re
from collections import Counter
from random import Random
from unittest.mock import patch

import pytest

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts import host_for
from gbr_lsp.ide.move_nodes import MoveNode, move_nodes
from gbr_lsp.ide.support import prose_comments
from gbr_lsp.ide.support.cursor_moves import moves_around
from gbr_lsp.model.document import Document

FEN = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"
HEAD = f"=0000.11h8a6 `{FEN}`\n\n"
LINE = "1.Kg7 h4 2.Kf6 Kb6 3.Ke5 h3 4.Kd6 h2 5.c7"
Row = tuple[str, str, str]
"""A move with its number, and the comments before and after it."""


def nodes_of(document: Document, offset: int) -> list[MoveNode]:
    moves = moves_around(document, offset)
    assert moves
    assert moves.tree.is_in_prose
    return move_nodes(moves, document).nodes


def rows_of(nodes: list[MoveNode]) -> list[Row]:
    """The moves with comments, in the order of the text."""
    found = [(node.span, node.number + node.text, node.before or "", node.comment or "") for node in nodes]
    return [(move, before, comment) for _, move, before, comment in sorted(found) if before or comment]


def rows(text: str, name: str = "a.md", at: str = "Kf6") -> list[Row]:
    return rows_of(nodes_of(Document.of(text, host_for(name)), text.index(at)))


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (
            "1.Kg7 (a remark) h4 and Black runs. 2.Kf6 (or 2.Kh6 Kb6 draws) Kb6 3.Ke5 draws.",
            [
                ("1.Kg7", "", "a remark"),
                ("1…h4", "", "and Black runs."),
                ("2.Kh6", "or", ""),
                ("2…Kb6", "", "draws"),
                ("3.Ke5", "", "draws."),
            ],
        ),
        ("1.Kg7!! (x) h4!? 2.Kf6! ! Kb6 3.Ke5 = $1.", [("1.Kg7!!", "", "x")]),
        ("1.Kg7, the move, h4 2.Kf6 Kb6 3.Ke5.", [("1.Kg7", "", "the move,")]),
        (f"{LINE} and Black (to move) runs (to h1).", [("5.c7", "", "and Black (to move) runs (to h1).")]),
        (f"{LINE}, with ideas such as Kd7 and Kb8.", [("5.c7", "", "with ideas such as Kd7 and Kb8.")]),
        (
            "1.Kg7 h4 2.Kf6 (see below) (2.Kh6 (bad) Kb6 (2...Kb5 wins, too) 3.Kg5 Kxc6) and now Kb6 3.Ke5.",
            [
                ("2.Kf6", "", "see below and now"),
                ("2.Kh6", "", "bad"),
                ("2…Kb5", "", "wins, too"),
            ],
        ),
        (
            f"{LINE} draws. A second sentence. But not 2.Kh6? Kb6 and Black wins.",
            [("5.c7", "", "draws. A second sentence."), ("2.Kh6?", "But not", ""), ("2…Kb6", "", "and Black wins.")],
        ),
        (f"{LINE} draws, but not 2.Kh6 Kb6.", [("5.c7", "", "draws,"), ("2.Kh6", "but not", "")]),
        (f"{LINE}. However, not 2.Kh6 Kb6.", [("2.Kh6", "However, not", "")]),
        (f"{LINE} draws. 2.Kh6? Kb6.", [("5.c7", "", "draws.")]),
        (f"{LINE} draws; if 2.Kh6 Kb6.", [("5.c7", "", "draws;"), ("2.Kh6", "if", "")]),
        (f"{LINE} draws. Weak is, e.g. 2.Kh6 Kb6.", [("5.c7", "", "draws."), ("2.Kh6", "Weak is, e.g.", "")]),
        (f"{LINE} draws (but not 2.Kh6. A word.", [("5.c7", "", "draws"), ("2.Kh6", "but not", "A word.")]),
        (
            "1.Kg7 h4 wins? 1...Kb6 2.Kf6 h4 3.Ke5. 2.Kf6 Kb6 3.Ke5 h3 4.Kd6.",
            [("1…h4", "", "wins?")],
        ),
        (
            f"{LINE} draws.\n\nA paragraph about it.\n\nNot well: 2.Kh6? Kb6.\n\nThe end.",
            [("5.c7", "", "draws."), ("2.Kh6?", "Not well:", "")],
        ),
        (
            "1.Kg7 h4 runs.\n\nA paragraph.\n\n2.Kf6 Kb6 3.Ke5 h3 4.Kd6 h2 5.c7 draws.\n\nThe end.",
            [("1…h4", "", "runs."), ("5.c7", "", "draws.")],
        ),
        (
            f"{LINE} draws\nin *all* lines, **as** `is` _known_.\n\nNo.",
            [("5.c7", "", "draws in all lines, as is known.")],
        ),
        (f"{LINE} draws.\n\n# Next\n\nMore words.", [("5.c7", "", "draws.")]),
        (f"{LINE} draws.\n\n0000.11h1a1\n\nWords.", [("5.c7", "", "draws.")]),
        (f"{LINE} draws `{FEN}` at 0000.11 move 5. White rests.", [("5.c7", "", "draws at move 5. White rests.")]),
    ],
)
def test_words_are_comments(moves: str, expected: list[Row]) -> None:
    assert rows(f"{HEAD}{moves}\n", at="1.Kg7") == expected


def test_notes() -> None:
    text = (
        "1.Kg7/a h4 2.Kf6/b Kb6/c 3.Ke5 h3 4.Kd6 h2 5.c7 draws.\n\na) The only move, 1.Kg8? h4 loses.\n\n"
        "b) not 2.Kh6 Kb6.\n\nc) threatening to take.\n\nd) of another study.\n\nThe end."
    )
    assert rows(f"{HEAD}{text}\n") == [
        ("2…Kb6", "", "threatening to take."),
        ("5.c7", "", "draws."),
        ("1.Kg8?", "The only move,", ""),
        ("1…h4", "", "loses."),
        ("2.Kh6", "not", ""),
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "a.md",
            "=0000.11h8a6 `{fen}`\n\n| no | 1.Kg7 (**a** word) {line} draws. | no |\n|--|--|--|\n| no | no | no |\n",
        ),
        ("a.md", "=0000.11h8a6 `{fen}`\n\n1.Kg7 (<b>a</b> word) {line} draws.\n\n- no\n"),
        ("a.csv", "fen,gbr,no,solution,no\n{fen},=0000.11h8a6,no,1.Kg7 (a word) {line} draws.,no\n{fen},no,,no,no\n"),
        ("a.csv", 'gbr,fen,solution,no\n=0000.11h8a6,{fen},"1.Kg7 (a word) {line} draws.",no\n'),
        ("a.tsv", "fen\tgbr\tsolution\tno\n{fen}\t=0000.11h8a6\t1.Kg7 (a word) {line} draws.\tno\n"),
        ("a.html", "<p>{fen} =0000.11h8a6</p><p>1.Kg7 (<b>a</b> word) {line} draws.</p><p>No &amp; no</p>\n"),
        ("a.html", "<table><tr><td>{fen} =0000.11h8a6<td>1.Kg7 (a word) {line} draws.<td>No<tr><td>no</table>\n"),
        ("a.tex", "{fen} =0000.11h8a6\n\n1.Kg7 (\\emph{{a}} word) {line} draws.\\par No % no\n\nNo.\n"),
        ("a.tex", "\\study{{{fen}}}{{=0000.11h8a6}}{{1.Kg7 (a word) {line} draws.}}{{No}}\n"),
        ("a.json", '[{{"fen":"{fen}","gbr":"=0000.11h8a6","s":"1.Kg7 (a word) {line} draws.","no":"no"}}]\n'),
        ("a.json", '[{{"fen":"{fen}","gbr":"=0000.11h8a6","s":["1.Kg7 (a word) {line} draws."],"no":["no"]}}]\n'),
        ("a.yaml", "- fen: {fen}\n  gbr: =0000.11h8a6\n  s: 1.Kg7 (a word) {line} draws.\n  no: no\n"),
        ("a.yaml", "- fen: {fen}\n  gbr: =0000.11h8a6\n  s: |\n    1.Kg7 (a word) {line} draws.\n  no: |\n    no\n"),
        (
            "a.bib",
            "@misc{{a,\n f={{{fen}}},\n g={{=0000.11h8a6}},\n s = {{1.Kg7 (a word) {line} draws.}},\n no={{no}}\n}}\n",
        ),
        ("a.csv", "fen,gbr,s,no,s2,no\n{fen},=0000.11h8a6,1.Kg7 (a word) h4,no,2.Kf6 Kb6 3.Ke5 draws.,no\n"),
        ("a.txt", "{fen} =0000.11h8a6\n1.Kg7 (a word) {line} draws.\n– 12 –\nNo\n"),
        ("a.txt", "{fen} =0000.11h8a6\n1.Kg7 (a word)\n{line}\ndraws.\nNo other study.\nNo.\n"),
        ("a.adoc", "{fen} =0000.11h8a6\n\n1.Kg7 (*a* word) {line} draws.\n\nNo.\n"),
        ("a.txt", "{fen} =0000.11h8a6\r\n1.Kg7 (a word) {line} draws.\r\n\r\nNo.\r\n"),
        ("a.wiki", "{fen} =0000.11h8a6\n\n{{| \n| 1.Kg7 (a word) {line} draws. || no\n|}}\n"),
    ],
)
def test_no_words_of_other_fields(name: str, text: str) -> None:
    text = text.format(fen=FEN, line="h4 2.Kf6 Kb6 3.Ke5")
    assert rows(text, name) == [("1.Kg7", "", "a word"), ("3.Ke5", "", "draws.")]


@pytest.mark.parametrize("name", ["a.md", "a.txt"])
def test_edited_words_are_those_of_the_document(name: str) -> None:
    """Edits before, in and after a solution, and in its notes; the caches are those of requests."""
    line = "1.Kb7 a4 2.Kc6 Kg6 3.Kd5 a3 4.Ke6 a2 5.f7"
    other = f"=0000.11a8h6 `K7/8/5P1k/p7/8/8/8/8 w - - 0 1`\n\n{line} is drawn.\n\n"
    document = Document.of(
        f"A text.\n\n{other}{HEAD}1.Kg7/a h4 runs. 2.Kf6 Kb6 3.Ke5 draws.\n\na) A note.\n", host_for(name)
    )
    edits = [("A text", "Some other text"), ("is drawn", "ends"), ("runs", "walks away"), ("A note", "Another one")]
    for old, new in [*edits, *((new, old) for old, new in edits)]:
        nodes_of(document, document.text.index("Kf6"))
        start = document.text.index(old)
        document = document.edit(Edit(Span(start, start + len(old)), new))
        fresh = Document.of(document.text, host_for(name))
        for offset in (document.text.index("Kc6"), document.text.index("Kf6")):
            assert rows_of(nodes_of(document, offset)) == rows_of(nodes_of(fresh, offset))
    assert rows_of(nodes_of(document, document.text.index("Kc6"))) == [("5.f7", "", "is drawn.")]
    assert rows_of(nodes_of(document, document.text.index("Kf6"))) == [
        ("1.Kg7", "", "A note."),
        ("1…h4", "", "runs."),
        ("3.Ke5", "", "draws."),
    ]


WORDS = ("black", "runs,", "w.", "Zugzwang!", "- and", "éa;", "“so")


def random_words(random: Random) -> str:
    return " ".join(
        word + "".join(random.choices("uvwyz", k=5)) for word in random.choices(WORDS, k=random.randrange(4))
    )


@pytest.mark.parametrize("seed", range(60))
def test_each_word_is_in_one_comment(seed: int) -> None:
    """Naively: all words of the paragraph without moves, numbers, marks."""
    random = Random(seed)
    side = ("(%s2.Kh6 %s)", "(%s2.Kh6 (%s2.Kf7 %s) Kb6 %s)", "(%s 1.Kg8 (%s) h4 %s)", "(%s)", "%s", "")
    parts = ["1.Kg7", "1...h4", "2.Kf6", "2...Kb6", "3.Ke5", "3...h3", "4.Kd6", "4...h2", "5.c7"]
    text = ""
    for part in parts:
        more = random.choice(side)
        text += f"{part} {more % tuple(random_words(random) + ' ' for _ in range(more.count('%s')))} "
    text += f"{random_words(random)}. Or {random_words(random)} 2.Kh6 Kb6 {random_words(random)}."
    document = Document.of(f"{HEAD}{text}\n\nNext one 1.\n", host_for("a.md"))
    nodes = nodes_of(document, len(HEAD) + 2)
    shown = " ".join(f"{node.before or ''} {node.comment or ''}" for node in nodes)
    assert words_without_moves(shown) == words_without_moves(text)


def words_without_moves(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", re.sub(r"[1-5]\.+\S+|(?<!\w)(?:Kb6|h4)(?!\w)", " ", text)))


def test_work_is_linear() -> None:
    """Pieces of words read, by their lengths."""

    def work(count: int) -> int:
        unit = "(bad (so) and 2.Kh6 (or [not] so) Kb6 it wins) "
        document = Document.of(f"{HEAD}1.Kg7 h4 2.Kf6 {unit * count}Kb6 3.Ke5 draws.\n", host_for("a.md"))
        read: list[int] = []
        stock = prose_comments._words

        def counted(text: str) -> str:
            read.append(len(text))
            return stock(text)

        with patch.object(prose_comments, "_words", counted):
            nodes_of(document, len(HEAD) + 2)
        return sum(read) + len(read)

    few, many = work(10), work(80)
    assert 100 < many < 9 * few
