"""The edit that adds a rule to `ignore` in the text of a file of settings."""

from collections.abc import Collection

from gbr_lsp.base.text import Edit, LineIndex, Span
from gbr_lsp.settings.kinds import Path
from gbr_lsp.settings.places import places

_BYTE_ORDER_MARK = "\ufeff"


def ignoring(text: str, root: Path, rule: str, inherited: Collection[str]) -> Edit | None:
    """An edit of a text whose settings stand in the table `root`; None where there is no room for it.

    An `ignore` of its own takes the place of the one in the file that it extends, so a new one begins with `inherited`.
    Editors show a text without its byte order mark: an edit of a first line with one replaces the whole line, so that
    no column is counted from the mark.
    """
    bare = text.removeprefix(_BYTE_ORDER_MARK)
    edit = _ignoring(bare, root, rule, inherited)
    if edit is None or bare == text:
        return edit
    lines = LineIndex(bare)
    if lines.line_at(edit.span.start):
        return Edit(edit.span.shift(1), edit.text)
    end = lines.starts[1] if 1 < len(lines.starts) else len(bare)
    return Edit(Span(0, end + 1), bare[: edit.span.start] + edit.text + bare[edit.span.end : end])


def _ignoring(text: str, root: Path, rule: str, inherited: Collection[str]) -> Edit | None:
    found = places(text)
    own = found.get((*root, "ignore"))
    if own is not None:
        at = own.value.start + 1
        is_empty = not text[at : own.value.end - 1].strip()
        return Edit(Span(at, at), f'"{rule}"' if is_empty else f'"{rule}", ')
    at = 0
    if root:
        if root not in found:
            return None
        at = text.find("\n", found[root].key.end) + 1
        if at == 0:
            return None
    names = ", ".join(f'"{name}"' for name in (rule, *inherited))
    return Edit(Span(at, at), f"ignore = [{names}]\n")
