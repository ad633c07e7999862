"""Slips in codes and solutions, each found by exactly one rule."""

import re
from collections.abc import Callable


def _other_knights(code: str) -> str | None:
    """Return `code` with another possible knight digit, or None."""
    return code[:4] + {"0": "1", "1": "0", "3": "4", "4": "3"}[code[4]] + code[5:] if code[4] in "0134" else None


def _other_sign(code: str) -> str:
    return ("=" if code[0] == "+" else "+") + code[1:]


def _illegal(code: str, text: str) -> str | None:
    """Return the record with `Qa1` as first move, or None if there may be a queen."""
    if code[1] != "0":
        return None
    return re.sub(r"(\}\n1\.+\s*)[A-Za-z0-8=]+", r"\1Qa1", text, count=1)


DAMAGES: tuple[tuple[str, Callable[[str], str | None] | None], ...] = (
    ("separator", lambda code: code.replace(".", ",")),
    ("force-mismatch", _other_knights),
    ("king-mismatch", lambda code: code[:8] + code[10:] + code[8:10]),
    ("confused-digit", lambda code: code[0] + code[1:].replace("0", "O", 1) if "0" in code[1:5] else None),
    ("illegal-solution", None),
    ("digit-count", lambda code: code[:5] + "0" + code[5:]),
    ("stipulation-mismatch", _other_sign),
    ("digit-count", lambda code: code[:7] + code[8:]),
    ("missing-king", lambda code: code[:10]),
    ("separator", lambda code: code.replace(".", "")),
)
"""Rules, each with the change to a code such as `+0323.12g3g1` that it finds.

A change returns None if it does not apply to the code. `illegal-solution` changes the solution instead.
"""


def damaged(number: int, code: str, text: str) -> tuple[str | None, str]:
    """Return the rule of damage `number` and the damaged `text`, or None and `text` if it does not apply."""
    rule, change = DAMAGES[number % len(DAMAGES)]
    if change is None:
        whole = _illegal(code, text)
    else:
        changed = change(code)
        whole = changed and text.replace(f'"({code})', f'"({changed})')
    return (rule, whole) if whole else (None, text)
