"""Our named tuples are those of `typing`, shape by shape."""

import copy
import inspect
import pickle
import random
import subprocess
import sys
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gbr_lsp.base import named_tuple
from gbr_lsp.base.text import Span

_MADE_TWICE = """
class Made(Base):
    '''Doc.'''

{fields}
    @property
    def length(self):
        return len(self)

    def __bool__(self):
        return False
"""


def made(base: object, fields: dict[str, str]) -> Any:
    """A named tuple with some fields and what stands behind their names, of a base."""
    lines = "".join(f"    {name}: {rest}\n" for name, rest in fields.items())
    namespace: dict[str, Any] = {"Base": base, "__name__": __name__}
    exec(_MADE_TWICE.format(fields=lines), namespace)
    return namespace["Made"]


def shapes() -> list[dict[str, str]]:
    random_ = random.Random(3)
    names = ["a", "b_c", "cls", "self", "changed", "new", "name"]
    found = []
    for _ in range(40):
        chosen = random_.sample(names, random_.randrange(len(names) + 1))
        required = random_.randrange(len(chosen) + 1)
        found.append({name: "int" if at < required else f"int = {at}" for at, name in enumerate(chosen)})
    return found


def said(work: Callable[..., object], *arguments: object, **named: object) -> object:
    """What a call returns, as it is written, or how it fails."""
    try:
        return repr(work(*arguments, **named))
    except (TypeError, ValueError, AttributeError) as error:
        return str(error)


def told(kind: Any, random_: random.Random) -> list[object]:
    """All that can be asked of a named tuple, with random arguments."""
    answers: list[object] = [
        kind._fields, kind._field_defaults, kind.__match_args__, kind.__slots__, kind.__name__, kind.__module__,
        kind.__doc__, kind.__annotations__, typing.get_type_hints(kind), str(inspect.signature(kind)), type(kind),
    ]  # fmt: skip
    for _ in range(20):
        values = random_.choices(range(100), k=random_.choice([len(kind._fields), random_.randrange(9)]))
        named = dict(zip(random_.choices([*kind._fields, "other"], k=2), range(2), strict=True))
        answers += [said(kind, *values), said(kind, *values[:-2], **named), said(kind._make, iter(values))]
        if len(values) == len(kind._fields):
            one = kind(*values)
            answers += [one == tuple(values), hash(one), bool(one), one.length, one._asdict(), [*one]]
            answers += [[getattr(one, name) for name in kind._fields], hasattr(one, "__dict__"), one.__getnewargs__()]
            answers += [said(one._replace, **named), type(copy.copy(one)) is kind, copy.copy(one)]
            answers += [said(setattr, one, name, 1) == repr(None) for name in kind._fields]
    return answers


@pytest.mark.parametrize("fields", shapes(), ids=str)
def test_they_are_those_of_typing(fields: dict[str, str]) -> None:
    ours, theirs = (told(made(base, fields), random.Random(4)) for base in (named_tuple.NamedTuple, typing.NamedTuple))
    assert ours == theirs


def test_classes_below_have_fields_and_an_own_constructor() -> None:
    class Below(Span):
        def __new__(cls, start: int) -> "Below":
            return super().__new__(cls, start, start + 1)

    one = Below(4)
    assert (one.start, one.end, type(one), one.shift(1)) == (4, 5, Below, Span(5, 6))
    assert Span(1, 2) == (1, 2)


def test_they_are_pickled() -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(Span(1, 2), protocol))
        assert (type(again), again) == (Span, (1, 2))


def test_a_pattern_takes_one_apart() -> None:
    match Span(1, 2):
        case Span(start, end):
            assert (start, end) == (1, 2)
        case _:
            pytest.fail("no match")


def test_a_process_can_start_with_one_that_another_made() -> None:
    """Its constructor has never been called there."""
    code = f"import pickle; print(pickle.loads({pickle.dumps(Span(3, 4))!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "Span(start=3, end=4)\n"


def test_where_ours_do_not_fit_they_are_those_of_typing() -> None:
    source = Path(named_tuple.__file__).read_text(encoding="utf-8")
    namespace: dict[str, Any] = {}
    exec(source.replace("sys.implementation.name", "'another'"), namespace)
    assert namespace["NamedTuple"] is typing.NamedTuple
