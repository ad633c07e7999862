"""The process that reads a proof: `python -m gbr_lsp.proofs.child PATH MEGABYTES`.

It writes lines to standard output: `pages N` when it knows how many there are, then `proof` and what it has read, or
`trouble` and why it cannot. It ends with the process that holds its standard input.
"""

import contextlib
import gc
import json
import os
import sys
from collections.abc import Callable
from typing import TextIO

from gbr_lsp.base.child_process import end_with_parent
from gbr_lsp.proofs.errors import UnreadableProof
from gbr_lsp.proofs.wire import to_json

_GC_THRESHOLDS = (100_000, 20, 20)
"""Thresholds of garbage collection: many values and hardly any cycles are made, and with the usual thresholds a sixth
of the time went into collection."""


def main() -> None:
    """Reads the proof that is named on the command line."""
    path, megabytes = sys.argv[1], int(sys.argv[2])
    gc.set_threshold(*_GC_THRESHOLDS)
    end_with_parent()
    _limit_memory(megabytes)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # What a library prints goes to standard error: standard output is for our own lines.
    os.dup2(2, 1)
    out.write(result_line(path, lambda count: _announce(out, count), megabytes) + "\n")
    out.flush()
    os._exit(0)


def result_line(path: str, announce: Callable[[int], None], megabytes: int = 0) -> str:
    """The last line that is written about a proof; `announce` gets the number of its pages."""
    try:
        from gbr_lsp.proofs.kinds import read

        return f"proof {json.dumps(to_json(read(path, announce)))}"
    except UnreadableProof as error:
        trouble = str(error)
    except MemoryError:
        trouble = f"needs more than {megabytes} MB of memory" if megabytes else "needs too much memory"
    except OSError as error:
        trouble = (error.strerror or str(error)).lower()
    except RecursionError:
        trouble = "is nested too deeply"
    except Exception as error:
        trouble = f"cannot be read ({type(error).__name__})"
    return f"trouble {json.dumps(trouble)}"


def _announce(out: TextIO, count: int) -> None:
    print(f"pages {count}", file=out, flush=True)


def _limit_memory(megabytes: int) -> None:
    """Limits the memory of this process, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


if __name__ == "__main__":
    main()
