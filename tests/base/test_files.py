"""Which files are found, held to git itself where git has a say, and how they are read."""

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gbr_lsp.base.files import AllFiles, globs, is_found, may_be_scanned, walk
from gbr_lsp.base.files.globs import PATTERN, Globs
from gbr_lsp.base.regular_file import FileState
from gbr_lsp.cli.files import FileRequest, file_requests, read
from gbr_lsp.cli.folder_settings import FolderSettings
from gbr_lsp.cli.output import printable_name
from gbr_lsp.hosts import ENDINGS
from tests.support.commands import run

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

NAMES = ["a", "b", "ab", "b.a", "aab", "[", "a b", "a ", "a\\", "-", "!", "#"]
NAMES_IN_PATTERNS = [
    *NAMES, "?", "*", "**", "a*", "*b", "a*b*", "*a*b", "**b", "[ab]", "[!a]", "[^a]b", "[a-b]",
    "\\a", "\\[", "[]", "[]a]", "[a", "[!]", "[!]a]", "[a-]", "[a[]", "\\!", "\\#", "\\",
    "a ", "a\\ ", "a\\\\ ", "a[!b]b", "a[^b]*b*b", "a[-.]b", "a?b", "a**b",
]  # fmt: skip
UNLIKE_GIT = re.compile(r"(?<!\\)\[[!^]?\]?[^\]/]*/|\\/|(?<!\\) /$")
"""What pathspec reads in its own way, and what is rare: a bracket that ends behind a slash, a backslash before a slash,
a blank before the slash at the end. Nor are there, above, three stars, which are two to git, and in brackets
backslashes, classes of POSIX as in `[[:alpha:]]`, and ranges from high to low.
"""
paths = st.lists(st.sampled_from(NAMES), min_size=1, max_size=3).map("/".join)
patterns = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", "", "!"]),
    st.sampled_from(["", "", "/", "**/"]),
    st.lists(st.sampled_from(NAMES_IN_PATTERNS), min_size=1, max_size=3).map("/".join),
    st.sampled_from(["", "", "/", "/**", " ", "\r"]),
).filter(lambda pattern: not UNLIKE_GIT.search(pattern))
ignores = st.dictionaries(st.sampled_from(["", "a", "ab", "a/b"]), st.lists(patterns, max_size=4), max_size=3)


def found(folder: Path, top: str = ".") -> list[str]:
    return sorted(
        os.path.relpath(name, folder) for visited in walk(str(folder / top), ENDINGS) for name in visited.files
    )


def found_one_by_one(folder: Path) -> list[str]:
    paths = [path for path in folder.rglob("*") if path.is_file() and is_found(str(folder), str(path), ENDINGS)]
    return sorted(os.path.relpath(path, folder) for path in paths)


def folders_one_by_one(folder: Path) -> set[str]:
    return {str(path) for path in folder.rglob("*") if path.is_dir() and is_found(str(folder), str(path), ENDINGS)}


@needs_git
@given(names=st.sets(paths, min_size=1, max_size=8), ignores=ignores, excluded=st.lists(patterns, max_size=2))
@example(names={"a/b", "a-b"}, ignores={"": ["/a[!b]b", "x[/]y"]}, excluded=[])
@example(names={"a ", "a"}, ignores={"": ["a\\  "]}, excluded=["a\\"])
def test_what_git_ignores_is_not_read(
    tmp_path_factory: pytest.TempPathFactory, names: set[str], ignores: dict[str, list[str]], excluded: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("repository")
    for name in names:
        (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / name / "t.md").write_text("")
        (folder / name / "b.a.txt").write_text("")
    for inner, lines in ignores.items():
        if (folder / inner).is_dir():
            (folder / inner / ".gitignore").write_text("\n".join(lines), newline="")
    (folder / ".git" / "info").mkdir(parents=True)
    (folder / ".git" / "objects").mkdir()
    (folder / ".git" / "refs").mkdir()
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / ".git" / "info" / "exclude").write_text("\n".join(excluded), newline="")
    command = ["git", "-c", "core.excludesFile=", "ls-files", "-z", "--others", "--exclude-standard", "*.md", "*.txt"]
    listed = subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout.decode()
    assert found(folder) == sorted(filter(None, listed.split("\0")))
    assert found_one_by_one(folder) == found(folder)
    assert folders_one_by_one(folder) == {one.folder for one in walk(str(folder), ENDINGS)} - {str(folder)}


@needs_git
def test_a_folder_that_is_named_is_read_though_git_ignores_it(tmp_path: Path) -> None:
    made(tmp_path, "out/a.md", "out/deep/b.md", "out/deep/c.txt", "d.md")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("/out/\n*.txt\n")
    assert found(tmp_path) == ["d.md"]
    assert found(tmp_path, "out") == ["out/a.md", "out/deep/b.md"]
    assert found(tmp_path, "out/deep") == ["out/deep/b.md"]


def test_a_repository_in_another_one_and_one_that_is_elsewhere(tmp_path: Path) -> None:
    made(tmp_path, "a.md", "sub/a.md", "sub/b.md", "sub/in/c.md", "tree/a.md", "tree/b.md")
    git = tmp_path / ".git"
    for folder in (git, git / "info", git / "worktrees", git / "worktrees" / "tree", tmp_path / "sub" / ".git"):
        folder.mkdir()
    (git / "info" / "exclude").write_text("b.md")
    (git / "worktrees" / "tree" / "commondir").write_text("../..\n")
    (tmp_path / "tree" / ".git").write_text(f"gitdir: {git}/worktrees/tree\n")
    (tmp_path / ".gitignore").write_text("\ufeffa.md\r\n", encoding="utf-8")
    assert found(tmp_path) == ["sub/a.md", "sub/b.md", "sub/in/c.md", "tree/a.md"]
    assert found(tmp_path, "sub/in") == ["sub/in/c.md"]


def test_outside_a_repository_each_folder_may_ignore_what_is_in_it(tmp_path: Path) -> None:
    made(tmp_path, "a.md", "sub/a.md", "sub/b.md")
    (tmp_path / ".gitignore").write_text("a.md")
    assert found(tmp_path) == ["sub/b.md"]
    assert found(tmp_path, "sub") == ["sub/a.md", "sub/b.md"]


@pytest.mark.parametrize("folder", [".git", ".hg", ".jj", ".svn"])
def test_the_folders_of_version_control_are_never_read(tmp_path: Path, folder: str) -> None:
    made(tmp_path, f"{folder}/a.md", f"sub/{folder}/a.txt", ".hidden/a.md")
    assert found(tmp_path) == [".hidden/a.md"]


# Patterns


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("*.md", "a.md", True),
        ("*.md", "x/y/a.md", True),
        ("/*.md", "x/a.md", False),
        ("x/*.md", "x/a.md", True),
        ("x/*.md", "y/x/a.md", False),
        ("x/*.md", "x/y/a.md", False),
        ("x/**/*.md", "x/a.md", True),
        ("x/**/a.md", "x/y/z/a.md", True),
        ("**/x/*", "y/x/a", True),
        ("x/**", "x/y", True),
        # Before version 2.43 git looked at a wrong place of its memory for what stands before two stars.
        ("a**/b", "ax/b", True),
        ("a**/b", "ax/y/b", False),
        ("x/**a", "x/y/a", False),
        ("x", "x/y/a.md", True),
        ("x/", "x", False),
        ("x/", "x/y", True),
        ("?.md", "é.md", True),
        ("[!a].md", "é.md", True),
        ("*a*a*a*a*a*a*a*a*a*b", "a" * 5000, False),
        ("*", "a\nb", True),
        ("**/*", "a\nb/c", True),
        ("x/**", "x", False),
        ("x/**/", "x/y", False),
        ("x/**/", "x/y/z", True),
        ("a[!b]b", "a/b", False),
        ("x/a[!0-9]*", "x/a/b.md", False),
        # Python warns of the first, and refuses the second.
        ("[[a].md", "a.md", True),
        ("[b-a]", "b", False),
    ],
)
def test_patterns_of_paths(pattern: str, path: str, fits: bool) -> None:
    assert Globs("/f", (pattern,)).has_match(f"/f/{path}") == fits
    assert not Globs("/f", (pattern,)).has_match(f"/ff/{path}")
    assert Globs("/", (pattern,)).has_match(f"/{path}") == fits


def test_the_last_pattern_that_fits_has_the_last_word() -> None:
    globs = Globs("/f", ("*.md", "!a.md", "x/a.md"))
    assert [globs.has_match(f"/f/{name}") for name in ("b.md", "a.md", "x/a.md", "a.txt")] == [True, False, True, False]


@given(st.text(alphabet="ab[]!^-\\*?/:alph ", max_size=8))
@example("[[:alpha:]]")
@example("[a\\]]")
def test_a_pattern_that_is_not_complete_fits_nothing(pattern: str) -> None:
    """So the schema, which has the same expression, refuses only what is of no use.

    To pathspec a backslash in brackets is itself, so `[\\]` is complete; to git and the schema it is not.
    """
    names = ["a", "b", "ab", "a/b", "[", "[a", "\\", "a\\", "!", "-", "]", "[]", "[!]", "^", "[^]"]
    if not re.search(PATTERN, pattern) and not re.search(r"\[.*\\", pattern):
        assert not any(Globs("/f", (pattern,)).has_match(f"/f/{name}") for name in names)


@pytest.mark.parametrize(
    ("ignored", "is_loaded"), [(None, False), ("# none\n\n", False), ("b.md", False), ("*.m", True)]
)
def test_pathspec_is_imported_for_the_first_pattern_that_may_match(
    tmp_path: Path, ignored: str | None, is_loaded: bool
) -> None:
    made(tmp_path, "a.md")
    if ignored is not None:
        (tmp_path / ".gitignore").write_text(ignored)
    script = (
        "import sys\nfrom gbr_lsp.base.files import walk\n"
        "print([visited.files for visited in walk('.', ['md', 'pgn'])], 'pathspec' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (f"[('a.md',)] {is_loaded}\n", "")


# What the settings want


def asked(folder: Path, *paths: str, force: bool = False, config: str | None = None) -> list[str]:
    """The files that a command finds, as it does in a folder."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        return [asked.name for asked in FolderSettings(config).requests(paths, force_exclude=force)]
    finally:
        os.chdir(before)


def test_include_and_exclude_are_those_of_the_nearest_settings(tmp_path: Path) -> None:
    made(tmp_path, "a.md", "a.dat", "drafts/b.md", "sub/a.md", "sub/a.dat", "sub/drafts/c.md", "sub/own/d.md")
    (tmp_path / "gbr.toml").write_text('exclude = ["drafts/"]\ninclude = ["*.dat", "/sub/"]')
    (tmp_path / "sub" / "own" / "gbr.toml").write_text('exclude = ["x"]')
    assert asked(tmp_path, ".") == ["a.dat", "sub/a.dat", "sub/a.md", "sub/own/d.md"]
    assert asked(tmp_path, "sub") == ["sub/a.dat", "sub/a.md", "sub/own/d.md"]


def test_what_is_named_is_read_but_with_force_exclude(tmp_path: Path) -> None:
    made(tmp_path, "a.md", "drafts/b.md", "drafts/deep/c.md", "drafts/d.tmp.md")
    (tmp_path / "gbr.toml").write_text('exclude = ["drafts", "*.tmp.md", "!drafts/b.md"]')
    named = ("drafts/b.md", "drafts/deep", "a.md", "drafts")
    assert asked(tmp_path, *named) == ["a.md", "drafts/b.md", "drafts/deep/c.md"]
    assert asked(tmp_path, *named, force=True) == ["a.md"]
    assert asked(tmp_path, ".") == ["a.md"]
    configuration = FolderSettings(str(tmp_path / "gbr.toml"))
    for name, count in (("a.md", 1), ("drafts/b.md", 0)):
        stdin = str(tmp_path / name)
        assert len(configuration.requests(["-"], stdin, force_exclude=True)) == count
    assert len(configuration.requests(["-"], force_exclude=True)) == 1


# Odd things in folders


def test_files_are_sorted_and_each_is_read_once(tmp_path: Path) -> None:
    made(tmp_path, "a/b.md", "a.md", "a-b.md", "c/é.md")
    (tmp_path / "link.md").symlink_to("a.md")
    (tmp_path / "loop").symlink_to(".")
    (tmp_path / "c" / "up").symlink_to("..")
    (tmp_path / "gone.md").symlink_to("nowhere")
    (tmp_path / "self.md").symlink_to("self.md")
    assert asked(tmp_path, "c", ".", "a.md", "./a.md", "loop/a/b.md") == ["a-b.md", "a.md", "a/b.md", "c/é.md"]
    assert asked(tmp_path, "link.md", "a.md") == ["link.md"]
    assert asked(tmp_path, "loop", "loop/loop") == ["loop/a-b.md", "loop/a.md", "loop/a/b.md", "loop/c/é.md"]
    assert read(FileRequest("gone.md", str(tmp_path / "gone.md"))).trouble == "no such file or directory"
    assert read(FileRequest("self.md", str(tmp_path / "self.md"))).trouble == "too many levels of symbolic links"


def test_pipes_and_sockets_are_not_read_from_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path, "a.md", "folder.md/b.md")
    os.mkfifo(tmp_path / "pipe.md")
    os.mkfifo(tmp_path / ".gitignore")
    (tmp_path / "null.md").symlink_to("/dev/null")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.md")
        assert found(tmp_path) == found_one_by_one(tmp_path) == ["a.md", "folder.md/b.md"]
        assert read(FileRequest("socket.md", "socket.md")).trouble == "no such device or address"
    assert read(FileRequest("null.md", "/dev/null")).trouble is None


def test_what_cannot_be_listed_is_one_line_and_the_rest_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(tmp_path, "a.md", "closed/b.md", "z/c.md")

    def scandir(path: str, scan=os.scandir):  # type: ignore[no-untyped-def]
        if path.endswith("closed"):
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", scandir)
    monkeypatch.chdir(tmp_path)
    assert file_requests(["."]) == [
        FileRequest("a.md", "a.md"), FileRequest("closed", None, "permission denied"), FileRequest("z/c.md", "z/c.md")
    ]  # fmt: skip
    assert read(file_requests(["."])[1]).trouble == "permission denied"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads everything")
def test_a_closed_folder_is_named_and_the_status_is_2(tmp_path: Path) -> None:
    made(tmp_path, "a.md", "closed/b.md")
    (tmp_path / "closed").chmod(0)
    ran = run("check", cwd=tmp_path)
    assert (ran.status, ran.err) == (2, "gbr-lsp: closed: permission denied\n")


def test_paths_too_long_for_the_system_are_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(30):
        os.mkdir("d" * 200)
        os.chdir("d" * 200)
    Path("a.md").write_text("")
    monkeypatch.chdir(tmp_path)
    made(tmp_path, "z.md")
    entries = file_requests(["."])
    assert [entry.trouble for entry in entries] == ["file name too long", None]
    assert entries[1].name == "z.md"
    assert read(FileRequest("x", "x" * 300)).trouble == "file name too long"
    shutil.rmtree("d" * 200)


def test_names_of_any_bytes_are_read_and_printed_on_one_line(tmp_path: Path) -> None:
    for name in (b"a\nb.md", b"\xff.md", b"\x1b[31m.md", "é\u202e.md".encode(), b"-.md"):
        with open(os.path.join(os.fsencode(tmp_path), name), "wb") as file:
            file.write(b"\0")
    ran = run("check", cwd=tmp_path)
    assert ran.status == 2
    assert ran.err.splitlines() == [
        f"gbr-lsp: {name}: is a binary file"
        for name in ("\\x1b[31m.md", "-.md", "a\\nb.md", "é\\u202e.md", "\\udcff.md")
    ]


@given(st.text())
def test_a_printed_name_is_one_line_of_any_encoding_that_has_its_letters(name: str) -> None:
    shown = printable_name(name)
    assert len(shown.splitlines()) <= 1
    shown.encode("utf-8")
    assert printable_name(shown) == shown


def test_a_file_that_is_being_written_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.md"
    path.write_text("x")
    states = iter([1, 2, 3, 3])
    monkeypatch.setattr(FileState, "of", lambda status: next(states))
    assert read(FileRequest("a.md", str(path))).text == "x"
    assert next(states, None) is None
    endless = iter(range(100))
    monkeypatch.setattr(FileState, "of", lambda status: next(endless))
    assert read(FileRequest("a.md", str(path))).trouble == "changed while it was read"


@pytest.mark.parametrize(
    ("encoding", "content", "text", "trouble"),
    [
        ("auto", b"\xef\xbb\xbf\xc3\xa9", "é", None),
        ("auto", b"\xe9", "é", None),
        ("utf-8", b"\xc3\xa9", "é", None),
        ("utf-8", b"\xef\xbb\xbfa\xe9", "", "is not UTF-8: byte 5"),
        ("cp1252", b"\xc3\xa9", "Ã©", None),
        ("cp1252", b"\x81\0", "", "is a binary file"),
    ],
)
def test_files_are_read_in_the_encoding_of_their_settings(
    tmp_path: Path, encoding: str, content: bytes, text: str, trouble: str | None
) -> None:
    (tmp_path / "gbr.toml").write_text(f'encoding = "{encoding}"')
    (tmp_path / "a.md").write_bytes(content)
    (source,) = FolderSettings().sources([str(tmp_path)])
    assert (source.text, source.trouble) == (text, trouble)


# Workspaces


def test_a_walk_is_made_of_steps_and_ends_where_it_is_told(tmp_path: Path) -> None:
    made(tmp_path, *(f"{folder}/{number}.md" for folder in "abc" for number in range(4)))
    steps = walk(str(tmp_path), ENDINGS)
    assert next(steps).files == ()
    assert next(steps).files == tuple(str(tmp_path / "a" / f"{number}.md") for number in range(4))
    counts = [
        sum(len(visited.files) for visited in walk(str(tmp_path), ENDINGS, max_files=most))
        for most in (0, 3, 5, 12, 99)
    ]
    assert counts == [0, 3, 5, 12, 12]


def test_a_walk_asks_for_the_settings_of_each_folder(tmp_path: Path) -> None:
    made(tmp_path, "a.md", "sub/a.md")

    def wanted(folder: str) -> AllFiles:
        return AllFiles(exclude=Globs(folder, ("a.md",)) if folder.endswith("sub") else None)

    assert [name for visited in walk(str(tmp_path), ENDINGS, wanted) for name in visited.files] == [
        str(tmp_path / "a.md")
    ]


def test_what_is_not_scanned_without_being_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "users" / "me"
    made(tmp_path, "users/me/project/a.md", "users/me/project/.git/x", "users/menace/a.md")
    (tmp_path / "link").symlink_to(home)
    monkeypatch.setenv("HOME", str(tmp_path / "link"))
    for folder in ("/", str(home), str(tmp_path / "link"), str(tmp_path / "users"), str(tmp_path)):
        assert not may_be_scanned(folder)
    assert not may_be_scanned(str(home / "project" / ".git"))
    assert may_be_scanned(str(home / "project"))
    assert may_be_scanned(str(tmp_path / "users" / "menace"))


def test_of_very_many_patterns_only_those_that_may_match_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = globs._compile
    monkeypatch.setattr(globs, "_compile", counted := Mock(side_effect=compiled))
    patterns = Globs("/f", tuple(f"x{number}*/[a]" for number in range(100_000)))
    assert patterns.decision("/f/a.md", is_folder=False) is None
    assert patterns.decision("/f/x99999y/a", is_folder=False)
    assert 0 < counted.call_count < 20


def test_a_file_of_patterns_that_is_too_large_is_said(tmp_path: Path) -> None:
    made(tmp_path, "a.md", "inner/b.md")
    (tmp_path / ".git").mkdir()
    (tmp_path / "inner" / ".gitignore").write_text("#" * 1_000_001)
    (*_, inner) = walk(str(tmp_path), ["md"])
    assert inner.problem == ".gitignore has more than 1,000,000 characters"
    assert not is_found(str(tmp_path), str(tmp_path / "inner" / "b.md"), ["md"])
    assert [one.problem for one in walk(str(tmp_path / "inner"), ["md"])] == [inner.problem]
    (tmp_path / ".gitignore").write_text("#" * 1_000_001)
    assert [one.problem for one in walk(str(tmp_path / "inner"), ["md"])] == [inner.problem]


def made(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")


@pytest.mark.parametrize(
    ("name", "content", "is_read"),
    [
        ("a.json", '{"gbr": "0323.12", "kings": "g3g1"}', True),
        ("a.json", '{"study": "=0323.12g3g1"}', True),
        ("a.json", '{"price": 1323.12, "move": "g3g1"}', False),
        ("a.json", '{"end_location": 1, "text": "=0323.12g3g1"}', False),
        ("a.yml", "gbr: 0323.12\nkings: g3g1\n", True),
        ("a.yml", "version: 1.2\n", False),
        ("a.csv", "0323.12,g3g1\n0400.11,a1c3\n0100.00,c1c3\n", True),
        ("a.csv", "1323.12,12\n1400.11,13\n", False),
        ("a.html", "<p>=0323.12g3g1</p>", True),
        ("a.html", "<p>costs 1323.12</p>", False),
        ("a.json", " " * 4_000_000 + '{"study": "=0323.12g3g1"}', False),
    ],
)
def test_files_of_data_are_read_in_folders_if_a_code_is_in_them(
    tmp_path: Path, name: str, content: str, is_read: bool
) -> None:
    from gbr_lsp.cli.files import file_requests

    (tmp_path / name).write_text(content)
    assert [asked.name for asked in file_requests([str(tmp_path)])] == ([str(tmp_path / name)] if is_read else [])
    assert [asked.name for asked in file_requests([str(tmp_path / name)])] == [str(tmp_path / name)]


def test_a_file_of_data_that_may_not_be_read_is_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its text is none here that would be read: what it holds cannot be known."""
    (tmp_path / "a.csv").write_text("no code\n")
    assert file_requests([str(tmp_path)]) == []
    monkeypatch.setattr("os.access", lambda path, mode: mode == os.F_OK)
    assert [asked.name for asked in file_requests([str(tmp_path)])] == [str(tmp_path / "a.csv")]
