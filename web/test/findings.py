"""What `check` finds in each file of a folder, as JSON: run by the native Python and by Pyodide, and compared."""

import json
import os
import sys

from gbr_lsp.browser.files import file_view


def findings(folder: str) -> str:
    os.chdir(folder)
    found = {}
    for name in sorted(os.listdir(".")):
        said = file_view(name)
        found[name] = said.get("trouble") or said["findings"]
    return json.dumps(found)


if __name__ == "__main__":
    sys.stdout.write(findings(sys.argv[1]))
