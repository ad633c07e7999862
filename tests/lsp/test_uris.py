"""URIs and paths, back and forth."""

import subprocess
import sys

import pytest

from gbr_lsp.lsp.uris import name_of, path_of, uri_of

PATHS = {
    "/home/reti/studies.pgn": "file:///home/reti/studies.pgn",
    "/home/réti/my studies #1 50%.pgn": "file:///home/r%C3%A9ti/my%20studies%20%231%2050%25.pgn",
    "/a;b?c&d=e+f~g/[h]": "file:///a%3Bb%3Fc%26d%3De%2Bf~g/%5Bh%5D",
}


@pytest.mark.skipif(sys.platform == "win32", reason="paths of other systems")
@pytest.mark.parametrize("path", PATHS)
def test_a_path_is_a_uri_and_the_uri_that_path(path: str) -> None:
    assert uri_of(path) == PATHS[path]
    assert path_of(uri_of(path)) == path


@pytest.mark.skipif(sys.platform != "win32", reason="paths of Windows")
def test_a_path_with_a_drive_is_a_uri_and_the_uri_that_path() -> None:
    assert uri_of(r"C:\my studies\1.pgn") == "file:///C%3A/my%20studies/1.pgn"
    assert name_of(uri_of(r"C:\my studies\1.pgn")) == r"C:\my studies\1.pgn"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are text there")
def test_a_name_that_is_not_text_has_a_uri() -> None:
    assert uri_of("/a\udcff.pgn") == "file:///a%FF.pgn"
    assert path_of("file:///a%FF.pgn") == "/a\udcff.pgn"


def test_what_no_file_can_be_called_has_no_path() -> None:
    assert path_of("file:///a\ud800.pgn") is path_of("file:///a%00.pgn") is None


def test_an_untitled_document_is_its_own_uri() -> None:
    assert uri_of("untitled:Untitled-1") == name_of("untitled:Untitled-1") == "untitled:Untitled-1"


def test_nothing_of_http_is_imported_for_a_uri() -> None:
    script = (
        "import os, sys; from gbr_lsp.lsp.uris import uri_of; uri_of(os.path.abspath('a b')); "
        "print({'urllib.request', 'http.client', 'email'} & set(sys.modules))"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout == "set()\n"
