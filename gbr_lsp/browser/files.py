"""Files that the page opens and saves, in the worker's file system in memory."""

from typing import Any

from gbr_lsp.base.encoding import EncodedText, NotText, decode, encode
from gbr_lsp.browser.proofs import file_view, mark_copy
from gbr_lsp.hosts import host_for
from gbr_lsp.model.rule_pages import page_of
from gbr_lsp.notation.values import Form
from gbr_lsp.rules import RULES
from gbr_lsp.solutions.languages import AUTO, NAMES

__all__ = ["file_view", "mark_copy", "open_file", "rule_page", "save_file", "setting_choices"]


def setting_choices() -> dict[str, Any]:
    """Return what the settings of the page can be.

    `rules` lists the name, severity and summary of each rule, `letters` the value and name of each
    language of solutions, and `forms` the spellings of codes.
    """
    return {
        "rules": [[rule.name, rule.severity.value, rule.summary] for rule in RULES.values()],
        "letters": [[AUTO, "as in the text"], *([value, name] for value, name in NAMES.items())],
        "forms": [form.value for form in Form],
    }


def rule_page(name: str) -> str:
    """Return the page of the rule `name` in Markdown; empty if there is no such rule."""
    return page_of(RULES[name]) if name in RULES else ""


def open_file(path: str) -> dict[str, Any]:
    """Return a dict of `text`, `language`, `codec` and `bom` of the file at `path`.

    `language` is a language id of the protocol. If the file is not text, return only `trouble`,
    which describes the content.
    """
    with open(path, "rb") as file:
        data = file.read()
    try:
        text, codec, has_bom = decode(data)
    except NotText as error:
        return {"trouble": str(error)}
    language = next(iter(host_for(path).languages), "plaintext")
    return {"text": text, "language": language, "codec": codec, "bom": has_bom}


def save_file(path: str, text: str, codec: str, has_bom: bool) -> dict[str, Any]:
    """Write `text` to `path` in `codec`; return a dict of `codec` and `replaced`.

    The codec is UTF-8 if the given one lacks a character. `replaced` is the number of lone
    surrogates that became U+FFFD. With `has_bom`, the file starts with a byte order mark.
    """
    utf_16 = text.encode("utf-16-le", "surrogatepass")
    valid_text = utf_16.decode("utf-16-le", "replace")
    replaced_count = valid_text.count("\ufffd") - text.count("\ufffd")
    try:
        data = encode(EncodedText(valid_text, codec, has_bom))
    except UnicodeEncodeError:
        codec = "utf-8"
        data = encode(EncodedText(valid_text, codec, has_bom))
    with open(path, "wb") as file:
        file.write(data)
    return {"codec": codec, "replaced": replaced_count}
