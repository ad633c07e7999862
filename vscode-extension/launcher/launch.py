"""Runs the copy of gbr-lsp that lies in the extension. An old Python must be able to read this, if only to say so."""

import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Python {}.{} is too old: gbr-lsp needs 3.11 or later".format(*sys.version_info))

if "--version" in sys.argv:
    # So each Python is asked before one is taken: one that was built without these would fail later.
    for module in ("ctypes", "sqlite3", "zlib"):
        try:
            __import__(module)
        except ImportError:
            sys.exit("Python {}.{} lacks the module {}, which gbr-lsp needs".format(*sys.version_info[:2], module))

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "packages"))

from gbr_lsp.cli.main import main

main()
