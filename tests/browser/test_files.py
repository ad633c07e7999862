"""What the page opens and saves."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.encoding import decode
from gbr_lsp.browser.files import open_file, rule_page, save_file, setting_choices
from gbr_lsp.hosts import ENDINGS, HOSTS
from gbr_lsp.settings.keys import KEYS


@pytest.mark.parametrize("name", ["a.txt", "README", "a.log", ".hidden", "a.", "a.b.c", "A.TXT", "ä.text"])
def test_a_name_of_no_other_kind_is_plain_text(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(b"+0300.10b6a2\n")
    assert open_file(str(path)) == {"text": "+0300.10b6a2\n", "language": "plaintext", "codec": "utf-8", "bom": False}


@pytest.mark.parametrize("ending", sorted({*ENDINGS, *(ending for host in HOSTS for ending in host.endings)}))
def test_every_known_ending_has_a_kind(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{ending}"
    path.write_bytes(b"text")
    assert open_file(str(path))["language"]


def test_a_rule_has_a_page_and_an_unknown_name_has_none() -> None:
    assert rule_page("king-mismatch").startswith("# king-mismatch\n\n")
    assert rule_page("no-such-rule") == ""


def test_each_choice_of_the_settings_is_a_valid_setting() -> None:
    choices = setting_choices()
    values: list[tuple[str, Any]] = [("form", form) for form in choices["forms"]]
    values += [("solution-letters", letters) for letters, _ in choices["letters"]]
    for name, severity, _ in choices["rules"]:
        values += [("ignore", [name]), ("severity", {name: severity})]
    for key, value in values:
        assert list(KEYS[key].kind.faults(value, ())) == []
    assert all(text for kind in ("rules", "letters") for *_, text in choices[kind])


def test_a_lone_surrogate_is_replaced_and_reported(tmp_path: Path) -> None:
    path = str(tmp_path / "a.txt")
    assert save_file(path, "a\ud800b\udc00c", "utf-8", True) == {"codec": "utf-8", "replaced": 2}
    assert Path(path).read_bytes() == b"\xef\xbb\xbfa\xef\xbf\xbdb\xef\xbf\xbdc"


def test_a_pair_of_surrogates_is_one_character(tmp_path: Path) -> None:
    path = str(tmp_path / "a.txt")
    assert save_file(path, "\ud83d\ude00", "utf-8", False) == {"codec": "utf-8", "replaced": 0}
    assert Path(path).read_text(encoding="utf-8") == "\U0001f600"


def test_a_text_that_fits_keeps_its_codec(tmp_path: Path) -> None:
    path = str(tmp_path / "a.txt")
    assert save_file(path, "caf\xe9", "cp1252", False) == {"codec": "cp1252", "replaced": 0}
    assert Path(path).read_bytes() == b"caf\xe9"


# A file with a NUL is not read as text, so it is never one that the page saves.
ANY_TEXT = st.text(
    st.characters(exclude_categories=(), exclude_characters="\0") | st.sampled_from("é€\ud800\udfff\x81\r\n")
)


@given(text=ANY_TEXT, codec=st.sampled_from(["utf-8", "cp1252"]), bom=st.booleans())
def test_every_text_is_saved_without_loss_but_for_lone_surrogates(
    text: str, codec: str, bom: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("saved") / "a.txt"
    result = save_file(str(path), text, codec, bom)
    data = path.read_bytes().removeprefix(b"\xef\xbb\xbf" if bom else b"")
    wanted = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    read = data.decode() if result["codec"] == "utf-8" else decode(data, "cp1252").text
    assert read == wanted
    assert bool(result["replaced"]) == (
        wanted != text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    )
