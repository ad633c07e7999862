"""Each fix mends what it is for, and nothing else changes."""

import pytest

from gbr_lsp.base.text import Edit, apply_edits
from gbr_lsp.edits.edit_check import edit_document
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.lint.fixes import choose_fixes, fix_document, preferred_fix, why_left
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Fix

FEN = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"


def fixed(text: str, fix: Fix, document: Document) -> str:
    offsets = document.offsets()
    return apply_edits(text, [Edit(edit.place.span.shift(offsets[edit.place.block]), edit.text) for edit in fix.edits])


@pytest.mark.parametrize(
    ("name", "text", "after"),
    [
        ("a.txt", "0400,10 g3g1\n", "0400.10 g3g1\n"),
        ("a.txt", "040010g3g1\n", "0400.10g3g1\n"),
        ("a.txt", "0400 10 g3g1\n", "0400.10 g3g1\n"),
        ("a.txt", "O4OO.l0 g3g1\n", "0400.10 g3g1\n"),
        ("a.txt", "f1h1 0001.04f1h1 2/5 Win\n", "f1h1 0001.04 2/5 Win\n"),
        ("a.txt", "f1h1 0001.04 f1h1 2/5 Win\n", "f1h1 0001.04 2/5 Win\n"),
        ("a.txt", "g3g1 0323.12 a3a2e1g8h6c3c6 4/5=\n", "g3g1 0323.12 a3a2e1g8.h6c3c6 4/5=\n"),
        ("a.txt", "a7d3 0116.00 b2b3c6d6. 3/3+\n", "a7d3 0116.00 b2b3c6d6 3/3+\n"),
        ("a.md", f"=0324.12g3g1 `{FEN}`\n", f"=0323.12g3g1 `{FEN}`\n"),
        ("a.md", f"=0323.12g1g3 `{FEN}`\n", f"=0323.12g3g1 `{FEN}`\n"),
        ("a.md", f"=0323.12g3, g1 is Kubbel's: `{FEN}`\n", f"=0323.12g3g1 is Kubbel's: `{FEN}`\n"),
        ("a.txt", "gbr: ignore-next-line[control-mismach]\nf1h1 0001.04 2/6\n",
         "gbr: ignore-next-line[control-mismatch]\nf1h1 0001.04 2/6\n"),
        ("a.md", "=0323.12g3g1 <!-- gbr: ignore[king-mismatch] why -->\n", "=0323.12g3g1 \n"),
        ("a.md", "f1h1 0001.04 2/6 <!-- gbr: ignore[king-mismatch, control-mismatch] why -->\n",
         "f1h1 0001.04 2/6 <!-- gbr: ignore[control-mismatch] why -->\n"),
        ("a.md", "f1h1 0001.04 2/6 <!-- gbr: ignore[control-mismatch] gbr: ignore[king-mismatch] -->\n",
         "f1h1 0001.04 2/6 <!-- gbr: ignore[control-mismatch]  -->\n"),
        ("a.pgn", "{The only move, since Bc1 loses. gbr: ignore[force-mismatch]} *\n",
         "{The only move, since Bc1 loses. } *\n"),
        ("a.tex", "=0323.12g3g1 % gbr: ignore[king-mismatch] why\n", "=0323.12g3g1 \n"),
    ],
)  # fmt: skip
def test_a_fix_leaves_a_text_without_findings(name: str, text: str, after: str) -> None:
    document = Document.of(text, host_for(name))
    fix, *_ = next(finding.fixes for _, finding in lint(document) if finding.fixes)
    assert fixed(text, fix, document) == after
    assert lint(Document.of(after, host_for(name))) == []


MACROS = r"""a1c3 0100.00 2/1 Win

\chessboard[setfen=8/8/8/8/8/2k5/8/K6R w - - 0 1]

1.%h3+ @c4 2.% @c3 3.%h3+ @c4 4.%h4+ @c3 5.%h3+ @c4 6.%h4+ and wins.
"""


@pytest.mark.parametrize(
    ("rook", "wrong", "right"),
    [
        (r"\symrook ", r"\symbishop h4+", r"\symrook h4+"),
        (r"\symrook{}", r"\symbishop{}h4+", r"\symrook{}h4+"),
        (r"\textsymrook ", "h4+", r"\textsymrook h4+"),
        (r"{\symrook}", r"{\symbishop}h4+", r"{\symrook}h4+"),
        (r"$\symrook$", r"$\symbishop$h4+", r"$\symrook$h4+"),
        (r"\rook ", r"\bishop h4+", r"\rook h4+"),
        (r"\rook ", r"\symbishop h4+", r"\symrook h4+"),
        ("♖", r"\symbishop h4+", "♖h4+"),
    ],
)
def test_a_move_in_macros_is_mended_in_the_macros_of_its_author(rook: str, wrong: str, right: str) -> None:
    king = rook.replace("rook", "king").replace("♖", "♔")
    text, after = (MACROS.replace("2.%", f"2.{move}").replace("%", rook).replace("@", king) for move in (wrong, right))
    document = Document.of(text, host_for("a.tex"))
    fix, *_ = next(finding.fixes for _, finding in lint(document) if finding.fixes)
    assert fixed(text, fix, document) == after
    assert lint(Document.of(after, host_for("a.tex"))) == []


def test_kings_that_stand_twice_are_mended_twice() -> None:
    text = f"g1g3 0323.12g1g3 4/5 Draw `{FEN}`\n"
    document = Document.of(text, host_for("a.md"))
    fixes = [finding.fixes[0] for _, finding in lint(document) if finding.rule == "king-mismatch"]
    after = fixed(text, fixes[0], document)
    assert after == f"g3g1 0323.12g3g1 4/5 Draw `{FEN}`\n"
    assert [finding.rule for _, finding in lint(Document.of(after, host_for("a.md")))] == ["repeated-kings"]


def test_a_number_typed_twice_is_removed_once_for_all() -> None:
    game = '[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]\n\n1. {}Rh3+ Kc4 2.{}Rh4+ Kd5 3. {}Kb2 1-0\n'
    document = Document.of(game.format("1. ", "2.", "4. "), host_for("a.pgn"))
    after = fix_document(document, lint, unsafe=True)
    assert (after.skipped_rules, after.document.text) == ((), game.format("", "", ""))


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("a.txt", "f1h1 0001,04f1h1 2/5 Win\n", []),
        ("a.txt", "f1h1 O001.O4f1h1 2/5 Win\n",
         [("confused-digit", "the fix is not safe enough to be applied unseen")]),
        ("a.md", f"g1g3 0323.12g1g3 4/5 Draw `{FEN}`\n",
         [("king-mismatch", "several fixes are possible and nothing decides: choose one in the light bulb")]),
        ("a.txt", "f1h1 0001,04 h1h1 2/5 Win\n", [("rival-kings", "no fix is known")]),
        # Both fixes change the same brackets.
        ("a.md", "=0323.12g3g1 <!-- gbr: ignore[king-mismach, king-mismatch] -->\n",
         [("unused-ignore", "the fix has to wait for another one: run Fix All again")]),
        # The comment has the name of a rule only after the fix.
        ("a.md", "f1h1 0001.04 2/5 <!-- gbr: ignore[king-mismach] -->\n",
         [("unused-ignore", "the fix has to wait for another one: run Fix All again")]),
    ],
)  # fmt: skip
def test_what_one_run_leaves_has_a_reason(name: str, text: str, left: list[tuple[str, str]]) -> None:
    """A finding waits exactly if the next run fixes it."""
    document = Document.of(text, host_for(name))
    after = edit_document(document, choose_fixes(document, lint(document)).edits)
    found = [finding for _, finding in lint(after)]
    assert [(finding.rule, why_left(finding)) for finding in found] == left
    waiting = ["wait" in why_left(finding) for finding in found]
    assert waiting == [preferred_fix(finding) is not None for finding in found]
