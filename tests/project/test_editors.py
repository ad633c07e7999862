"""The languages that editors start the server for stand in several files, in the words of each editor."""

import json
import re
from pathlib import Path

from gbr_lsp.hosts import HOSTS, host_for, plain, proof

ROOT = Path(__file__).parents[2]
NAMED_PLAIN = {"plaintext", "text"}
"""What editors call a text of no other language; the server goes by the ending of such a file."""
ONLY_VS_CODE = {"wikitext", "plaintext", "latex", "restructuredtext"}
"""Where Vim and Neovim have another word, which some extension of VS Code may use too."""


def quoted(path: str, list_of: str) -> list[str]:
    """The words in quotes of the one list in a file that a regular expression finds."""
    (found,) = re.findall(list_of, (ROOT / path).read_text("utf-8"), re.DOTALL)
    return re.findall(r"[\"'`]([^\"'`]+)[\"'`]", found)


def of_vs_code() -> list[str]:
    return quoted("vscode-extension/src/languages.ts", r"LANGUAGES = \[(.*?)\]")


def test_the_extension_names_the_same_languages_everywhere() -> None:
    text = (ROOT / "vscode-extension/package.json").read_text("utf-8")
    activated = [event.partition(":") for event in json.loads(text)["activationEvents"]]
    assert [language for event, _, language in activated if event == "onLanguage"] == of_vs_code()
    conditions = re.findall(r"editorLangId =~ /\^\((.*?)\)\$/", text)
    assert conditions
    assert {tuple(each.split("|")) for each in conditions} == {tuple(of_vs_code())}


def test_editors_start_the_server_for_the_same_languages() -> None:
    neovim = quoted("docs/editors/neovim/lsp/gbr_lsp.lua", r"filetypes = \{(.*?)\}")
    assert set(neovim) == set(of_vs_code()) - ONLY_VS_CODE
    vim = quoted("docs/editors/vim/after/plugin/gbr_lsp.vim", r"for s:type in \[(.*?)\]")
    assert set(vim) <= set(neovim)
    emacs = quoted("docs/editors/emacs/lsp-mode.el", r"lsp-activate-on (.*?)\)")
    assert set(emacs) <= set(of_vs_code())


def test_every_language_has_its_host_and_every_host_a_language() -> None:
    known = set(of_vs_code()) - NAMED_PLAIN
    hosts = {host_for("a", language).name for language in known}
    assert hosts == {host.name for host in HOSTS} - {plain.HOST.name, proof.HOST.name}
    assert {host_for("a", language).name for language in NAMED_PLAIN} == {plain.HOST.name}
