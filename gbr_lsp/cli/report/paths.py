"""Paths relative to the root of the repository, as services that show findings need them."""

import os
import posixpath


def from_root(name: str, variable: str) -> str:
    """A path from the root of the repository, with slashes.

    The root is the folder that the environment variable of a CI service names, and the working folder elsewhere. A file
    that lies outside has an absolute path.
    """
    here = os.path.realpath(os.curdir)
    path = os.path.normpath(os.path.join(here, name))
    named = os.environ.get(variable)
    for root in (os.path.realpath(named), here) if named else (here,):
        if path.startswith(os.path.join(root, "")):
            return with_slashes(path[len(os.path.join(root, "")) :])
    return with_slashes(path)


def with_slashes(path: str) -> str:
    """A path of this system, with slashes as in URIs."""
    return path.replace(os.sep, posixpath.sep)
