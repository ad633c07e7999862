"""Named tuples as those of `typing`, made in a quarter of the time: a start makes more than a hundred of them.

`typing.NamedTuple` makes each class twice, checks its annotations and compiles its constructor. Here a class is made
once, what its annotations say is left to type checkers, and a constructor is compiled when it is first called.
Where this does not fit, named tuples are those of `typing`: in other interpreters, and from Python 3.14 on, where a
class does not know its annotations while it is made.
"""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.implementation.name != "cpython" or (3, 14) <= sys.version_info:
    from typing import NamedTuple as NamedTuple
else:
    from _collections import _tuplegetter

    class _Constructor:
        """`__new__` of a class, compiled when it is first looked up."""

        def __set_name__(self, owner, name):
            self._owner = owner

        def __get__(self, instance, owner=None):
            names = "".join(f"{name}, " for name in self._owner._fields)
            new = eval(f"lambda _cls, {names}: _new(_cls, ({names}))", {"_new": tuple.__new__})
            new.__name__, new.__qualname__ = "__new__", f"{self._owner.__name__}.__new__"
            new.__defaults__ = tuple(self._owner._field_defaults.values())
            new.__annotations__ = self._owner.__annotations__
            self._owner.__new__ = new
            return new

    class _Record(tuple):
        """What all named tuples have in common."""

        __slots__ = ()

        @classmethod
        def _make(cls, iterable):
            made = tuple.__new__(cls, iterable)
            if len(made) != len(cls._fields):
                raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
            return made

        def _replace(self, /, **changed):
            made = self._make(map(changed.pop, self._fields, self))
            if changed:
                raise ValueError(f"Got unexpected field names: {list(changed)!r}")
            return made

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            values = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
            return f"{type(self).__name__}({values})"

        def __getnewargs__(self):
            return tuple(self)

    class _Maker(type):
        """Makes a class of those that name `NamedTuple` as their base."""

        def __new__(cls, name, bases, namespace):
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            fields = tuple(namespace.get("__annotations__", ()))
            own = {
                "__slots__": (),
                "__new__": _Constructor(),
                "__match_args__": fields,
                "_fields": fields,
                "_field_defaults": {field: namespace[field] for field in fields if field in namespace},
            }
            own |= {field: _tuplegetter(index, None) for index, field in enumerate(fields)}
            return type(name, (_Record,), namespace | own)

    class NamedTuple(metaclass=_Maker):
        """The base to name: a class with fields, defaults and methods, as of `typing.NamedTuple`."""
