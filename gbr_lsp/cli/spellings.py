"""Every spelling that a code allows, one a line."""

from collections.abc import Iterator

from gbr_lsp.notation.code_forms import spell
from gbr_lsp.notation.values import Code, Form

_WIDTH = max(len(form.value) for form in Form)


def spellings(code: Code) -> dict[str, str]:
    """Return the spellings of `code` by the name of the form."""
    return {form.value: text for form in Form if (text := spell(code, form)) is not None}


def spelling_lines(spelled: dict[str, str]) -> Iterator[str]:
    """Yield each spelling after the name of its form."""
    return (f"{form:{_WIDTH}}  {text}" for form, text in spelled.items())
