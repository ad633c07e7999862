"""Imports every module of gbr_lsp: run by Pyodide.

The value is JSON: the modules that cannot be imported, each with the name of the module that it lacks.
"""

import importlib
import json
import pkgutil

import gbr_lsp

failed = {}
for module in pkgutil.walk_packages(gbr_lsp.__path__, "gbr_lsp."):
    if module.name != "gbr_lsp.__main__":  # it runs the command
        try:
            importlib.import_module(module.name)
        except ImportError as error:
            failed[module.name] = error.name
json.dumps(failed)
