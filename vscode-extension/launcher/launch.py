"""Runs the copy of gbr-lsp that lies in the extension. An old Python must be able to read this, if only to say so."""

import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Python {}.{} is too old: gbr-lsp needs 3.11 or later".format(*sys.version_info))

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "packages"))

from gbr_lsp.cli.main import main

main()
