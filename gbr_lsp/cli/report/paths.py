"""Paths relative to the root of the repository, for services that show findings."""

import os
import posixpath


def from_root(name: str, variable: str) -> str:
    """Return the path of `name` from the root of the repository, with slashes.

    The root is the folder named by the environment variable `variable` of a CI service, otherwise
    the working folder. A file outside has an absolute path.
    """
    here = os.path.realpath(os.curdir)
    path = os.path.normpath(os.path.join(here, name))
    named = os.environ.get(variable)
    for root in (os.path.realpath(named), here) if named else (here,):
        if path.startswith(os.path.join(root, "")):
            return with_slashes(path[len(os.path.join(root, "")) :])
    return with_slashes(path)


def with_slashes(path: str) -> str:
    """Return a path of this system with slashes, as in URIs."""
    return path.replace(os.sep, posixpath.sep)
