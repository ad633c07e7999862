"""Every spelling that a code allows, one line each."""

from collections.abc import Iterator

from gbr_lsp.notation.code_forms import spell
from gbr_lsp.notation.values import Code, Form

_WIDTH = max(len(form.value) for form in Form)


def spellings(code: Code) -> dict[str, str]:
    """The spellings of a code by the names of their forms."""
    return {form.value: text for form in Form if (text := spell(code, form)) is not None}


def in_lines(spelled: dict[str, str]) -> Iterator[str]:
    """The spellings, each behind the name of its form."""
    return (f"{form:{_WIDTH}}  {text}" for form, text in spelled.items())
