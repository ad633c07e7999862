"""`check --output-format html`: one page that needs nothing else, and in which no text of a file is obeyed."""

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.support.commands import run

WRONG = "f1h1 0001.04 2/6 Win"
HOSTILE = '<script>alert(1)</script> <img src="https://example.org/x.png" onerror="alert(2)"> f1h1 0001.04 2/6 Win\n'


class Page(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.said = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.said += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def report(folder: Path, text: str, name: str = "a.md") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    ran = run("check", "--isolated", name, "--output-format", "html", "--output-file", "report.html", cwd=folder)
    assert ran.err == ""
    return (folder / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["report.html", "report.json", "baseline.json"])
def test_what_was_written_into_a_folder_is_not_checked_with_it(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.md").write_text("```gbr\n+0400.10 g3g1\n6k1/8/8/8/8/6K1/8/RR6 w - - 0 1\n```\n")
    options = ["--baseline", name, "--write-baseline"]
    if name.startswith("report"):
        options = ["--output-format", name.rpartition(".")[2], "-o", name]
    run("check", "--isolated", *options, cwd=tmp_path)
    assert re.search(r"\b0[24]00\.[01]0\b", (tmp_path / name).read_text(encoding="utf-8"))
    assert run("check", "--isolated", "--show-files", cwd=tmp_path).out == "a.md\n"


def test_a_finding_stands_with_its_line_and_both_boards(tmp_path: Path) -> None:
    text = '[White "?"]\n[Black "(+0040.22g6e6)"]\n[FEN "8/6b1/4Kpk1/6p1/6B1/6PP/8/8 w - - 0 1"]\n\n*\n'
    page = Page(report(tmp_path, text, "a.pgn"))
    assert "king-mismatch" in page.said
    assert len([one for one in page.all("svg") if one.get("class") == "board"]) >= 2
    labels = {one.get("aria-label") for one in page.all("svg")}
    assert any(label and label.count(".") == 62 for label in labels), "the kings of the code"
    assert any(label and "K" in label and label.count(".") < 60 for label in labels), "the FEN"


def test_a_board_with_only_the_kings_says_so(tmp_path: Path) -> None:
    known = "Only the kings are known"
    page = Page(report(tmp_path, "g3g1 0323.12 4/4 Draw\n"))
    assert f"the code g3g1 0323.12 4/4 Draw{known}" in page.said
    text = "```gbr\n+0400.10 g3g1\n6k1/8/8/8/8/6K1/8/RR6 w - - 0 1\n```\n"
    page = Page(report(tmp_path, text))
    assert 0 < page.said.count(known) == len(page.all("figure")) // 2, "not below the FEN"
    page = Page(report(tmp_path, "a7d3 0116.00 b2b3c6d5 3/4+\n"))
    assert page.all("figure")
    assert known not in page.said, "the code lists its men"


def test_nothing_of_a_file_is_obeyed(tmp_path: Path) -> None:
    text = report(tmp_path, HOSTILE)
    page = Page(text)
    assert page.all("img") == []
    assert len(page.all("script")) == 1
    assert "alert(2)" in page.said
    assert "control-mismatch" in page.said


def test_the_page_needs_no_network(tmp_path: Path) -> None:
    text = report(tmp_path, WRONG + "\n")
    page = Page(text)
    (policy,) = [one["content"] for one in page.all("meta") if one.get("http-equiv") == "Content-Security-Policy"]
    assert policy is not None
    assert policy.startswith("default-src 'none';")
    assert not re.search(r"(?:src|href)=\"(?!#)", text)
    assert "@import" not in text
    assert "url(" not in text


def test_each_man_is_drawn_once(tmp_path: Path) -> None:
    page = Page(report(tmp_path, f"{WRONG}\n\n" * 5))
    names = [one.get("id") for one in page.all("symbol")]
    assert sorted(str(name) for name in names) == sorted([*"KQRBNPkqrbnp", "board"])


@pytest.mark.parametrize("count", [200, pytest.param(1_000, marks=pytest.mark.long)])
def test_a_thousand_findings_are_two_megabytes_at_most(tmp_path: Path, count: int) -> None:
    record = '[White "A"]\n[Black "(+0040.22g6e6)"]\n[FEN "8/6b1/4Kpk1/6p1/6B1/6PP/8/{} w - - 0 1"]\n\n*\n\n'
    ranks = [f"{left}R{6 - left - right}r{right}" for left in range(6) for right in range(6 - left)]
    ranks = [re.sub("0", "", rank) for rank in ranks]
    records = (record.format(ranks[number % len(ranks)]) for number in range(11 * count // 10))
    text = report(tmp_path, "".join(records), "a.pgn")
    assert count <= text.count("<article")
    assert len(text.encode()) <= 2_000_000 * text.count("<article") / 1000


def test_what_could_not_be_read_is_on_the_page(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"a\0b")
    run("check", "--isolated", "a.md", "--output-format", "html", "--output-file", "report.html", cwd=tmp_path)
    assert "a.md: is a binary file" in Page((tmp_path / "report.html").read_text(encoding="utf-8")).said


def test_a_browser_shows_the_page_and_its_filter_works(tmp_path: Path) -> None:
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no Chromium is installed")
    report(tmp_path, HOSTILE)
    done = subprocess.run(
        [
            browser,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--enable-logging=stderr",
            "--dump-dom",
            (tmp_path / "report.html").as_uri(),
        ],
        capture_output=True,
        text=True,
    )
    assert "<form><label>Rule" in done.stdout.replace(' hidden=""', ""), "the script ran: its hash is right"
    assert "<form hidden" not in done.stdout
    assert "Refused to" not in done.stderr
    assert "violates" not in done.stderr
