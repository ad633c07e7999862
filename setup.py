"""The part of the build that pyproject.toml cannot express: optional C code to follow moves.

Without a compiler, or with `GBR_PURE=1`, the wheel contains only Python and runs everywhere.
"""

import os
import platform
import sys

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel

PURE = (
    os.environ.get("GBR_PURE") == "1" or sys.platform == "emscripten" or platform.python_implementation() != "CPython"
)
MOVES = Extension("gbr_lsp.solutions._follow", ["gbr_lsp/solutions/follow.c"], optional=True)


class Wheel(bdist_wheel):
    """A wheel for all platforms if nothing was compiled."""

    def run(self) -> None:
        if self.distribution.has_ext_modules():
            build = self.get_finalized_command("build_ext")
            build.run()
            if not all(map(os.path.exists, build.get_outputs())):
                self.distribution.ext_modules = None
                self.root_is_pure = True
        super().run()


setup(ext_modules=[] if PURE else [MOVES], cmdclass={"bdist_wheel": Wheel})
