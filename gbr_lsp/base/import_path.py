"""The import path of Python without entries that come from the working folder.

Python looks for modules in the working folder if it was started with `-m`, or if `PYTHONPATH` has an
empty or relative entry. A folder of manuscripts may contain a `json.py` of somebody else.
"""

import os
import sys

# Nothing else is imported: until the path is right, a module may be found in the working folder.

VARIABLE = "PYTHONPATH"
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
"""The folder that contains this package."""


def independent_path() -> list[str]:
    """Return the entries of `sys.path` that do not depend on the working folder.

    An entry for this folder stays if there is another reason for it: it contains this package, it is
    absolute in `PYTHONPATH`, or it was added by an editable installation.
    """
    given = os.environ.get(VARIABLE, "").split(os.pathsep)
    # `site` has made relative entries absolute, and `-m` adds the working folder.
    dependent = {_resolved(entry) for entry in ("", *given) if not os.path.isabs(entry)}
    dependent -= {_resolved(entry) for entry in (_ROOT, *given) if os.path.isabs(entry)}
    library = os.path.dirname(os.__file__)
    # What installations add, also editable ones, comes after the standard library.
    installed = sys.path.index(library) if library in sys.path else len(sys.path)
    return [
        entry
        for number, entry in enumerate(sys.path)
        if os.path.isabs(entry) and (installed < number or _resolved(entry) not in dependent)
    ]


def _resolved(entry: str) -> str:
    """Return `entry` as a real path; unchanged if the working folder was deleted."""
    try:
        return os.path.normcase(os.path.realpath(entry))
    except OSError:
        return entry
