"""`check --fix` and `--diff`: what is written, and what is left alone."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.encoding import NotText, decode, encode
from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.cli.check import command as check_command
from gbr_lsp.cli.checking import fix as fixing
from gbr_lsp.cli.checking.check_file import FileResult, Fixing, Task, check_file
from gbr_lsp.cli.checking.file_replacement import NotWritten, replace_file
from gbr_lsp.cli.files import FileRequest
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import DEFAULT_RULES, PlacedFinding, lint
from gbr_lsp.lint.fixes import FixedDocument, choose_fixes, fix_document
from gbr_lsp.model.block import Place
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, Fix, Replacement, Severity
from gbr_lsp.rules import RULES
from tests.support import specs
from tests.support.commands import run

WRONG = "a2f1 0411.56 10/9 Win\n"
KUBBEL = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1"
RECORD = f'[White "Kubbel"]\n[Black "(=0323.12g3g1)"]\n[FEN "{KUBBEL} w - - 0 1"]\n\n'
posix = pytest.mark.skipif(os.name != "posix", reason="links, permissions and pipes of POSIX")
plain_user = pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everything")


EACH = pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.long)])
"""One in eight texts of each specification of a rule, or all."""


def documents_of_rules(step: int) -> Iterator[tuple[str, Document, frozenset[str]]]:
    """Yield each `step`-th text of each specification of a rule, with its place and the rules that run on it."""
    for path in sorted((Path(__file__).parents[1] / "specs" / "rules").glob("*.md")):
        fixtures = [fixture for fixture in specs.fixtures(path.read_text(encoding="utf-8")) if fixture.can_run]
        for fixture in fixtures[::step]:
            yield f"{path.stem}:{fixture.line}", fixture.document, fixture.selected


def errors_of(found: list[PlacedFinding]) -> Counter[str]:
    return Counter(item.finding.rule for item in found if RULES[item.finding.rule].severity is Severity.ERROR)


@EACH
def test_after_each_fix_its_finding_is_gone_and_no_new_error_is_there(step: int) -> None:
    """An unsafe fix may bring another mistake to light, but only one that can be mended too."""
    tried, wrong = 0, []
    for where, document, rules in documents_of_rules(step):
        found = lint(document, rules)
        for item in found:
            for fix in item.finding.fixes:
                tried += 1
                alone = item._replace(finding=item.finding._replace(fixes=(fix._replace(is_tied=False),)))
                text = apply_edits(document.text, choose_fixes(document, [alone], unsafe=True).edits)
                after = Document.of(text, document.host, document.conventions)
                left = lint(after, rules)
                if not said(left)[key_of(item)] < said(found)[key_of(item)]:
                    wrong.append(f"{where}: {key_of(item)} stays after {fix.title}:\n{text}")
                if not fix.is_safe:
                    left = fix_document(after, judged_by(rules), unsafe=True).findings
                if errors_of(left) - errors_of(found):
                    wrong.append(f"{where}: {fix.title} makes {errors_of(left) - errors_of(found)}:\n{text}")
    assert wrong == []
    assert 40 < tried * step


def said(found: list[PlacedFinding]) -> Counter[tuple[str, str]]:
    return Counter(map(key_of, found))


def key_of(item: PlacedFinding) -> tuple[str, str]:
    return item.finding.rule, item.finding.message


def judged_by(rules: frozenset[str]) -> Callable[[Document], list[PlacedFinding]]:
    return lambda document: lint(document, rules)


@EACH
@pytest.mark.parametrize("unsafe", [False, True])
def test_all_fixes_come_to_an_end_and_make_no_error(unsafe: bool, step: int) -> None:
    wrong = []
    for where, document, rules in documents_of_rules(step):
        before = lint(document, rules)
        after = fix_document(document, judged_by(rules), unsafe=unsafe)
        assert after.skipped_rules == (), where
        if any((fix.is_safe or unsafe) and not fix.is_tied for item in after.findings for fix in item.finding.fixes):
            wrong.append(f"{where}: fixes are left")
        if errors_of(after.findings) - errors_of(before):
            wrong.append(f"{where}: {errors_of(after.findings) - errors_of(before)}:\n{after.document.text}")
    assert wrong == []


def test_the_summary_counts_the_findings_that_fix_would_correct(tmp_path: Path) -> None:
    """Tied and unsafe fixes do not count."""

    def last_lines(*arguments: str, stdin: str = "") -> list[str]:
        """Return the summaries of `check` with `arguments`."""
        ran = run("check", "--isolated", *arguments, cwd=tmp_path, stdin=stdin)
        return [line for line in (ran.out + ran.err).splitlines() if re.match("[0-9]+ finding|No finding", line)]

    (tmp_path / "a.txt").write_text("0400,10 g3g1\n\nf1h1 0001,04 2/5 Win\n")
    (tmp_path / "b.txt").write_text(WRONG)
    (tmp_path / "known.json").write_text(
        '{"version": 1, "findings": {"a.txt": [{"rule": "separator", "count": 1, "line": "0400,10 g3g1"}]}}'
    )
    assert last_lines("a.txt", "b.txt") == ["3 findings in 2 of 2 files; 2 fixable with --fix"]
    assert last_lines("a.txt", "--output-format", "grouped") == ["2 findings in 1 of 1 file; 2 fixable with --fix"]
    assert last_lines("b.txt") == ["1 finding in 1 of 1 file"]
    assert last_lines("-", stdin="0400,10 g3g1\n") == ["1 finding in 1 of 1 file; 1 fixable with --fix"]
    assert last_lines("a.txt", "--baseline", "known.json") == ["1 finding in 1 of 1 file; 1 fixable with --fix"]
    assert last_lines("a.txt", "--diff") == last_lines("a.txt", "--quiet") == []
    for output_format in ("concise", "json", "sarif", "html"):
        ran = run("check", "a.txt", "--output-format", output_format, cwd=tmp_path)
        assert "fixable with" not in ran.out + ran.err
    assert last_lines("a.txt", "b.txt", "--fix") == ["1 finding in 1 of 2 files"]


@posix
def test_no_fix_is_promised_for_what_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A write-protected file, and a pipe that is named."""

    def summary_of(path: str) -> str:
        assert check_command.main(["--isolated", path], standalone_mode=False) == 1
        return capsys.readouterr().out.splitlines()[-2]

    path = tmp_path / "a.txt"
    path.write_text("0400,10 g3g1\n")
    assert summary_of(str(path)) == "1 finding in 1 of 1 file; 1 fixable with --fix"
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    assert summary_of(str(path)) == "1 finding in 1 of 1 file"
    monkeypatch.undo()
    end, start = os.pipe()
    os.write(start, path.read_bytes())
    os.close(start)
    assert summary_of(f"/dev/fd/{end}") == "1 finding in 1 of 1 file"
    os.close(end)


def test_fixes_that_undo_each_other_are_not_promised_after_a_fix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("0400,10 g3g1\n")
    left = lint(Document.of("0400,10 g3g1\n", host_for("a.txt")))

    def unfixed(document: Document, *_: object, **__: object) -> FixedDocument:
        return FixedDocument(document, lint(document), 0, (left[0].finding.rule,))

    monkeypatch.setattr("gbr_lsp.lint.fixes.fix_document", unfixed)
    monkeypatch.chdir(tmp_path)
    assert check_command.main(["--isolated", "--fix", "a.txt"], standalone_mode=False) == 1
    assert "1 finding in 1 of 1 file\n" in capsys.readouterr().out


TEXT = "".join(f"{number:04}.{number:02} a1c3\n" for number in range(1, 9))
spans = st.tuples(st.integers(0, len(TEXT)), st.integers(0, 9)).map(
    lambda pair: Span(pair[0], min(pair[0] + pair[1], len(TEXT)))
)
replacements = st.lists(st.tuples(spans, st.sampled_from(["", "x", "yz\n"])), min_size=1, max_size=3)
fixes = st.lists(st.tuples(replacements, st.booleans()), max_size=8)


@given(fixes)
def test_a_fix_goes_whole_or_not_at_all_and_touches_no_other(given: list[tuple[list[tuple[Span, str]], bool]]) -> None:
    document = Document.of(TEXT, host_for("a.txt"))
    (block,) = document.blocks
    made = [
        Fix(str(number), tuple(Replacement(Place(block, span), text) for span, text in edits), safe)
        for number, (edits, safe) in enumerate(given)
    ]
    found = [PlacedFinding(Span(0, 0), Finding(Place(block, Span(0, 0)), "", (fix,))) for fix in made]
    picked = choose_fixes(document, found, unsafe=True)
    owned = {fix.title: {Edit(place.span, text) for place, text in fix.edits} for fix in picked.fixes}
    assert sorted(picked.edits) == list(picked.edits)
    assert Counter(picked.edits) == Counter(edit for edits in owned.values() for edit in edits)
    for name, edits in owned.items():
        others = [edit for other in owned if other != name for edit in owned[other]]
        assert not any(
            one.span.start <= two.span.end and two.span.start <= one.span.end for one in edits for two in others
        )
    assert all(fix in picked.fixes for fix in made[:1] if len(fix.edits) == 1)


def test_of_fixes_that_touch_one_waits_for_the_next_round(tmp_path: Path) -> None:
    """Both are applied in the end; of an index every entry comes to its place."""
    comments = "<!-- gbr: ignore[king-mismatch] --><!-- gbr: ignore[force-mismatch] -->"
    (tmp_path / "a.md").write_text(f"=0323.12g3g1 {comments}\n")
    kept = ["0001.01", "0410.00", *(f"1{digit}00.00" for digit in range(9)), "4001.00", "4100.00"]
    listed = [f"+ {force} c2a1  {7 * number % 31}\n" for number, force in enumerate([*kept, "0300.10", "0010.20"])]
    (tmp_path / "b.txt").write_text("".join(listed))
    ran = run("check", "--fix", "--extend-select", "unsorted-index", cwd=tmp_path)
    assert (tmp_path / "a.md").read_text() == "=0323.12g3g1 \n"
    assert (tmp_path / "b.txt").read_text() == "".join(sorted(listed))
    assert ran.status == 0, ran.out


def test_unsafe_fixes_of_one_code_are_not_applied_together() -> None:
    """The second may only have been needed because of the first."""
    sound = f"```chess\ng3g1 0323.12 4/5 Draw\n{KUBBEL}\n```\n"
    document = Document.of(sound.replace("g3g1 0323.12", "g9g1 0323.13"), host_for("a.md"))
    found = lint(document)
    assert sum(bool(item.finding.fixes) for item in found) == 2
    assert len(choose_fixes(document, found, unsafe=True).fixes) == 1
    assert fix_document(document, lint, unsafe=True).document.text == sound


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("d6b8 |460.56", "d6b8 1460.56"),
        ("|460.56 d6b8", "1460.56 d6b8"),
        ("| 460.56 | d6b8 |", "| 1460.56 | d6b8 |"),
        ("|460.56|d6b8|", "|1460.56|d6b8|"),
        ("|Bruch\n|460.56\n|d6b8", "|Bruch\n|1460.56\n|d6b8"),
        ("Bruch|460.56 d6b8", "Bruch|1460.56 d6b8"),
        ("Bruch=460.56 d6b8", "Bruch=1460.56 d6b8"),
        ("GBR: =!460.56d6b8", "GBR: =1460.56d6b8"),
    ],
)
def test_a_bar_that_was_typed_for_a_digit_goes_and_one_of_a_table_stays(line: str, after: str) -> None:
    fen = "1k6/1p1b3r/1ppK4/7p/5p1P/4pP1P/1bP1P3/4RQ2 w - - 0 1\n"
    assert fix_document(Document.of(fen + line, host_for("a.txt")), lint, unsafe=True).document.text == fen + after


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("f3g5 0043.4|", "f3g5 0043.41"),
        ("f3g5 (0043.4|)", "f3g5 (0043.41)"),
        ("'0043.4|','f3g5'", "'0043.41','f3g5'"),
        ("|f3g5|0043.4|", "|f3g5|0043.41|"),
    ],
)
def test_a_bar_that_was_typed_for_the_last_digit(line: str, after: str) -> None:
    fen = "8/b3p3/P7/6k1/6P1/5KPB/6P1/3n4 w - - 0 1\n"
    assert fix_document(Document.of(fen + line, host_for("a.txt")), lint, unsafe=True).document.text == fen + after


def test_kings_that_a_line_break_parts_are_written_over_both() -> None:
    men = "\nBlancs : Ra4, Dc4, Pc6, Pe5, Ph4 – Noirs : Re7, Db6, Pa6, Pf5, Pf7, Pg5, Pg6. Nulle.\n"
    found = fix_document(Document.of(f"Code GBR : =4000.35a4-\ne7 (5/7).{men}", host_for("a.txt")), lint, unsafe=True)
    assert found.document.text.startswith("Code GBR : =4000.35a4e7 (5/7).")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("No. 5: g3g1 0 323.12 4/5 Draw", "No. 5: g3g1 0323.12 4/5 Draw"),
        ("No. 5: g3g1 0323.1\n2 4/5 Draw", "No. 5: g3g1 0323.12 4/5 Draw"),
        ("=0323.12g3g 1", "=0323.12g3g1"),
        ("=0323.12g3g-\n1", "=0323.12g3g1"),
        ("(=0323.12g3g\n1a3a2e1g8h6c3c6)", "(=0323.12g3g1a3a2e1g8h6c3c6)"),
        ("(=0323.12g3g-\n1a3a2e1g8h6c3c6)", "(=0323.12g3g1a3a2e1g8h6c3c6)"),
        ("(=0323.12g3\u00adg1a3a2e1g8h6c3c6)", "(=0323.12g3g1a3a2e1g8h6c3c6)"),
        ("=0323.12g3g 1/2", "=0323.12g3g1 1/2"),
        ("g 3g1 0323.12 4/5 Draw", "g3g1 0323.12 4/5 Draw"),
        ("=0323.12g3g&", "=0323.12g3g&"),
        ("g3\u00adg1 0323.12 4/5 Draw", "g3g1 0323.12 4/5 Draw"),
    ],
)
def test_what_a_blank_or_a_line_break_tore_off_goes_along(before: str, after: str) -> None:
    fen = "\n`6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1`\n"
    assert fix_document(Document.of(before + fen, host_for("a.txt")), lint, unsafe=True).document.text == after + fen


def test_a_pawn_that_was_lost_is_written_behind_the_point_of_its_list() -> None:
    """The control goes on behind the point, so it ends no sentence."""
    fen = "\n\n1R2r3/7k/8/1b4b1/8/8/2pR4/K7 w - - 0 1\n"
    found = fix_document(Document.of(f"a1h7 0560.01 b8d2e8b5g5. 3/5={fen}", host_for("a.txt")), lint, unsafe=True)
    assert found.document.text == f"a1h7 0560.01 b8d2e8b5g5.c2 3/5={fen}"
    ranks = "\n\n6k1/1p5p/8/8/8/p2p4/8/K7 w - - 0 1\n"
    found = fix_document(Document.of(f"a1g8 0000.04 .d3b7h7 1/5={ranks}", host_for("a.txt")), lint, unsafe=True)
    assert found.document.text == f"a1g8 0000.04 .a3d3b7h7 1/5={ranks}"
    # Another kind of man tells how the list is sorted.
    ranks = "\n\n6k1/p7/7p/8/8/PP6/1P6/K7 w - - 0 1\n"
    found = fix_document(Document.of(f"a1g8 0000.32 .b2b3h6a7 4/3={ranks}", host_for("a.txt")), lint, unsafe=True)
    assert found.document.text == f"a1g8 0000.32 .b2a3b3h6a7 4/3={ranks}"
    found = fix_document(Document.of(f"a1g8 0000.32 .b2b3a7h6 4/3={ranks}", host_for("a.txt")), lint, unsafe=True)
    assert found.document.text == f"a1g8 0000.32 .a3b2b3a7h6 4/3={ranks}"
    # A dotted code has its point with and without pawns, and a blank behind it.
    for behind, after in ((". ", ". c2"), (".", ". c2"), (". White draws", ". c2 White draws"), ("", "c2")):
        found = fix_document(Document.of(f"0560.01. a1h7b8d2e8b5g5{behind}{fen}", host_for("a.txt")), lint, unsafe=True)
        assert found.document.text == f"0560.01. a1h7b8d2e8b5g5{after}{fen}"


def test_beside_what_was_typed_for_a_square_none_is_written() -> None:
    text = "f1c1 4753.01 h4e4b7a5e8a2f2e6h1.h0 5/7=\n\n4r3/1R6/4b3/r7/4q2Q/8/B4B1p/2k2K1n w - - 0 1\n"
    document = Document.of(text, host_for("a.txt"))
    assert lint(document)
    assert fix_document(document, lint, unsafe=True).document.text == text


def test_of_a_tie_nothing_is_applied() -> None:
    """Code and board differ, and nothing tells which of them is wrong: both fixes are shown."""
    document = Document.of(RECORD.replace("g3g1", "g3h1"), host_for("a.pgn"))
    (item,) = lint(document)
    assert [fix.applicability for fix in item.finding.fixes] == ["display", "display"]
    assert choose_fixes(document, [item], unsafe=True).fixes == ()
    assert fix_document(document, lint, unsafe=True).document.text == document.text


def judged_by_letters(*rules: tuple[str, str, str]) -> Callable[[Document], list[PlacedFinding]]:
    """Lints with rules that are given by their name, what they find and what their fix writes."""

    def judge(document: Document) -> list[PlacedFinding]:
        (block,) = document.blocks
        found = [
            (Place(block, Span(*match.span())), replacement, name)
            for name, wrong, replacement in rules
            for match in re.finditer(wrong, document.text)
        ]
        return [
            PlacedFinding(
                place.span, Finding(place, "", (Fix("", (Replacement(place, text),), is_safe=True),), rule=name)
            )
            for place, text, name in found
        ]

    return judge


@pytest.mark.parametrize(
    ("text", "after", "applied", "left_out"),
    [
        ("a x", "a y", 1, ("there",)),
        ("a b x", "a b y", 1, ("back", "there")),
        ("c x c a", "c y c a", 1, ("first", "there")),
        ("k x", "k y", 1, ("more",)),
        ("k a x", "k a y", 1, ("more", "there")),
        ("e a d x", "j a j y", 12, ("there",)),
    ],
)
def test_of_fixes_without_end_the_others_are_applied(
    text: str, after: str, applied: int, left_out: tuple[str, ...]
) -> None:
    """Fixes that undo each other, and those that write what is to be fixed again, are left out; all others are not."""
    steps = [("then", one, other) for one, other in pairwise("defghij")]
    judge = judged_by_letters(
        ("there", "a", "b"),
        ("back", "b", "a"),
        ("first", "c", "a"),
        ("other", "x", "y"),
        ("more", "k(?!k)", "kk"),
        *steps,
    )
    done = fix_document(Document.of(text, host_for("a.txt")), judge)
    assert (done.document.text, done.applied_count, done.skipped_rules) == (after, applied, left_out)
    assert done.findings == judge(done.document)


WITH_TWO_MINDS = """
from gbr_lsp.cli import main
from gbr_lsp.cli.checking import check_file
from tests.cli.test_check_fix import judged_by_letters

rules = (("force-mismatch", "a", "b"), ("throwaway", "b", "a"), ("turn-mismatch", "x", "y"))
judge = judged_by_letters(*rules)
check_file.lint = lambda document, *_: judge(document)
check_file.is_known_clean = lambda *_: False
main.main()
"""
"""The program with rules of which two want the contrary of each other."""


def test_a_text_that_fixes_double_again_and_again_is_left_as_it_was() -> None:
    longest = 0
    judge = judged_by_letters(("double", "a", "aa"), ("other", "x", "y"))

    def measured(document: Document) -> list[PlacedFinding]:
        nonlocal longest
        longest = max(longest, len(document.text))
        assert longest < 100_000
        return judge(document)

    done = fix_document(Document.of("a x", host_for("a.txt")), measured)
    assert (done.document.text, done.applied_count, done.skipped_rules) == ("a y", 1, ("double",))


def test_fixes_that_undo_each_other_are_told_of_and_all_others_are_written(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a x")
    command = [sys.executable, "-c", WITH_TWO_MINDS, "check", "--isolated", "--fix", "a.txt"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert (tmp_path / "a.txt").read_text() == "a y"
    left_out = "gbr-lsp: a.txt: the fixes of force-mismatch kept changing the text and were not applied\n"
    assert (ran.returncode, ran.stderr) == (1, f"{left_out}gbr-lsp: 1 fix was applied in 1 file\n")


letters = st.text("abcd", min_size=1, max_size=2)


@given(st.lists(st.tuples(letters, letters), max_size=6), st.lists(letters, min_size=1, max_size=5))
def test_what_comes_to_no_end_stops_no_fix_elsewhere(rules: list[tuple[str, str]], words: list[str]) -> None:
    """Words that blanks part get the same fixes together as alone."""
    judge = judged_by_letters(*((wrong, wrong + "\\b", text) for wrong, text in rules))

    def done(text: str) -> FixedDocument:
        return fix_document(Document.of(text, host_for("a.txt")), judge)

    alone, together = [done(word) for word in words], done(" ".join(words))
    assert together.document.text.split(" ") == [one.document.text for one in alone]
    assert together.applied_count == sum(one.applied_count for one in alone)
    assert together.skipped_rules == tuple(sorted({rule for one in alone for rule in one.skipped_rules}))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"\xef\xbb\xbf0400,10 g3g1\r\ncaf\xc3\xa9\r\n", b"\xef\xbb\xbf0400.10 g3g1\r\ncaf\xc3\xa9\r\n"),
        (b"caf\xe9 \x81\x8d 0400,10 g3g1\r\rx", b"caf\xe9 \x81\x8d 0400.10 g3g1\r\rx"),
        (b"\xef\xbb\xbf\xef\xbb\xbf0400,10 g3g1\x0c\n\r\n\r", b"\xef\xbb\xbf\xef\xbb\xbf0400.10 g3g1\x0c\n\r\n\r"),
    ],
)
def test_every_byte_outside_a_fix_is_kept(tmp_path: Path, before: bytes, after: bytes) -> None:
    (tmp_path / "a.txt").write_bytes(before)
    ran = run("check", "--fix", cwd=tmp_path)
    assert (tmp_path / "a.txt").read_bytes() == after
    assert (ran.status, ran.err) == (0, "gbr-lsp: 1 fix was applied in 1 file\n")
    piped = subprocess.run([sys.executable, "-m", "gbr_lsp", "check", "--fix", "-"], input=before, capture_output=True)
    assert piped.stdout == after


def test_safe_fixes_only_unless_all_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(RECORD.replace("g3g1", "g3") + "*\n")
    (tmp_path / "b.txt").write_text("0400,10 g3g1\n")
    ran = run("check", "--fix", cwd=tmp_path)
    assert (
        ran.err == "gbr-lsp: 1 fix was applied in 1 file; 1 more fix needs your decision: see --diff --unsafe-fixes\n"
    )
    assert ran.status == 1
    assert "12g3)" in (tmp_path / "a.pgn").read_text()
    ran = run("check", "--fix", "--unsafe-fixes", cwd=tmp_path)
    assert (ran.status, ran.err) == (0, "gbr-lsp: 1 fix was applied in 1 file\n")
    assert (tmp_path / "a.pgn").read_text() == RECORD + "*\n"
    ran = run("check", "--fix", cwd=tmp_path)
    said = "No findings in 2 files\n1 of 2 codes compared (1 with a board, 0 with a solution), in 2 files\n"
    assert (ran.status, ran.out, ran.err) == (0, said, "")


def test_what_is_left_is_what_a_new_check_finds(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("0400,10 g3g1\n\n" + WRONG)
    fixed = run("check", "--fix", "--output-format", "json", cwd=tmp_path)
    assert fixed.out == run("check", "--output-format", "json", cwd=tmp_path).out
    assert '"row": 3' in fixed.out


def test_standard_input_goes_fixed_to_standard_output(tmp_path: Path) -> None:
    ran = run("check", "--fix", "-", "--stdin-filename", "a.txt", stdin="0400,10 g3g1\r\n\r\n" + WRONG, cwd=tmp_path)
    assert ran.out == "0400.10 g3g1\r\n\r\n" + WRONG
    assert "a.txt:3:14: error[control-mismatch]" in ran.err
    assert ran.status == 1
    assert run("check", "--fix", "-", stdin="nothing\r\n").out == "nothing\r\n"
    assert run("check", "--fix", "-", stdin=b"\0").out == ""
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_comment_that_ignores_a_record_of_another_file_stays(tmp_path: Path, jobs: str) -> None:
    (tmp_path / "a.pgn").write_text(RECORD + "*\n")
    (tmp_path / "b.pgn").write_text(RECORD + "{gbr: ignore[duplicate-position]} *\n")
    (tmp_path / "c.pgn").write_text(
        RECORD.replace("k1", "1k").replace("3K", "2K1") + "{gbr: ignore[duplicate-position]} *\n"
    )
    for number in range(300 if jobs == "2" else 0):
        (tmp_path / f"{number}.txt").write_text("0400.10 g3g1\n")
    run("check", "--fix", "--jobs", jobs, "--select", "duplicate-position,unused-ignore", cwd=tmp_path)
    assert "ignore" in (tmp_path / "b.pgn").read_text()
    assert "ignore" not in (tmp_path / "c.pgn").read_text()


def test_a_diff_changes_nothing_and_patch_reads_it(tmp_path: Path) -> None:
    files = {
        "a b.txt": b"\xef\xbb\xbfcaf\xc3\xa9\r\n0400,10 g3g1\r\nlast",
        "c.txt": b"caf\xe9\rx 0400,10 g3g1",
        "d.txt": b"f1h1 0001.04 2/5 Win\n",
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    command = [sys.executable, "-m", "gbr_lsp", "check", "--diff", "--fix"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True)
    assert {name: (tmp_path / name).read_bytes() for name in files} == files
    assert done.returncode == 1
    assert done.stderr == b"gbr-lsp: 2 fixes would be applied in 2 files\n"
    assert b"d.txt" not in done.stdout
    if not shutil.which("patch"):
        pytest.skip("there is no patch")
    subprocess.run(["patch", "-p0", "--binary"], cwd=tmp_path, input=done.stdout, check=True, capture_output=True)
    assert (tmp_path / "a b.txt").read_bytes() == files["a b.txt"].replace(b",", b".")
    assert (tmp_path / "c.txt").read_bytes() == files["c.txt"].replace(b",", b".")
    again = subprocess.run(command, cwd=tmp_path, capture_output=True)
    assert (again.returncode, again.stdout, again.stderr) == (0, b"", b"")


def test_a_diff_of_standard_input_and_in_colors() -> None:
    ran = run("check", "--diff", "--color", "always", "--exit-zero", "-", stdin="0400,10 g3g1\x1b[2J\n")
    assert ran.status == 0
    assert "\x1b[31m-0400,10 g3g1·[2J\x1b[0m\n\x1b[32m+0400.10 g3g1·[2J\x1b[0m\n" in ran.out


@posix
def test_links_and_permissions_stay(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a").write_text("0400,10 g3g1\n")
    (tmp_path / "real" / "a").chmod(0o640)
    (tmp_path / "a.txt").symlink_to("real/a")
    assert run("check", "--fix", "a.txt", cwd=tmp_path).status == 0
    assert (tmp_path / "a.txt").is_symlink()
    assert (tmp_path / "real" / "a").read_text() == "0400.10 g3g1\n"
    assert stat.S_IMODE((tmp_path / "real" / "a").stat().st_mode) == 0o640
    assert [path.name for path in (tmp_path / "real").iterdir()] == ["a"]


@plain_user
def test_what_may_not_be_written_is_named_and_left(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("0400,10 g3g1\n")
    (tmp_path / "a.txt").chmod(0o444)
    (tmp_path / "b.txt").write_text("0400,10 g3g1\n")
    ran = run("check", "--fix", cwd=tmp_path)
    assert ran.status == 2
    assert ran.err.startswith("gbr-lsp: a.txt: permission denied\n")
    assert (tmp_path / "a.txt").read_text() == "0400,10 g3g1\n"
    assert (tmp_path / "b.txt").read_text() == "0400.10 g3g1\n"


@posix
def test_what_is_no_plain_file_is_not_fixed(tmp_path: Path) -> None:
    command = f'printf "0400,10 g3g1\\n" | {sys.executable} -m gbr_lsp check --fix /dev/stdin'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "gbr-lsp: /dev/stdin: is not a regular file\n")


def seen_in(path: Path) -> tuple[Task, FileResult]:
    """What fixing sees in a file, before it is written."""
    task = Task(FileRequest(str(path), str(path)), None, DEFAULT_RULES, Conventions(), "auto", fixing=Fixing.SAFE)
    return task, check_file(task)


def test_a_file_that_has_changed_since_it_was_read_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("0400,10 g3g1\n")
    task, seen = seen_in(tmp_path / "a.txt")
    (tmp_path / "a.txt").write_text("0400,10 g3g2\n")
    with pytest.raises(NotWritten, match="has changed since it was read"):
        fixing.write(task, seen)
    assert (tmp_path / "a.txt").read_text() == "0400,10 g3g2\n"
    (tmp_path / "a.txt").unlink()
    with pytest.raises(NotWritten, match="no such file"):
        fixing.write(task, seen)
    assert list(tmp_path.iterdir()) == []


def test_a_fix_that_the_encoding_cannot_hold_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"caf\xe9 0400,10 g3g1\n")
    task, seen = seen_in(tmp_path / "a.txt")
    with pytest.raises(NotWritten, match="is Windows-1252 and cannot hold '♔'"):
        fixing.write(task, seen._replace(text_after="♔"))


@posix
def test_a_write_that_is_interrupted_leaves_the_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text("old")

    def interrupt(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        replace_file(str(tmp_path / "a.txt"), b"new", b"old")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.txt", "old")]


@given(st.binary(max_size=40))
def test_bytes_that_were_read_are_written_back(data: bytes) -> None:
    """What `--fix` compares a file with before it is overwritten."""
    try:
        encoded = decode(data)
    except NotText:
        return
    assert encode(encoded) == data


@pytest.mark.skipif(not hasattr(os, "link"), reason="no hard links")
@pytest.mark.parametrize("paths", [["a.md", "b.md"], ["b.md", "a.md"], ["."], ["b.md", "."]])
def test_a_file_of_two_names_is_checked_and_written_once(tmp_path: Path, paths: list[str]) -> None:
    (tmp_path / "a.md").write_text("0400,10 g3g1\n")
    os.link(tmp_path / "a.md", tmp_path / "b.md")
    assert len(json.loads(run("check", "--output-format", "json", *paths, cwd=tmp_path).out)) == 1
    ran = run("check", "--fix", *paths, cwd=tmp_path)
    assert (ran.status, ran.err) == (0, "gbr-lsp: 1 fix was applied in 1 file\n")
    assert (tmp_path / "b.md").read_text() == "0400.10 g3g1\n"
    assert (tmp_path / "a.md").samefile(tmp_path / "b.md")
    assert len(run("search", "--no-cache", "*", *paths, cwd=tmp_path).out.splitlines()) == 1
