"""Child process that reads a proof: `python -m gbr_lsp.proofs.child PATH MEGABYTES`.

It writes lines to standard output: `pages N` as soon as the number is known, then `proof JSON` or
`trouble JSON`, a message. It ends when its standard input closes.
"""

import contextlib
import gc
import json
import os
import sys
from collections.abc import Callable

from gbr_lsp.base.child_process import end_with_parent
from gbr_lsp.proofs.errors import UnreadableProof
from gbr_lsp.proofs.wire import to_json

_GC_THRESHOLDS = (100_000, 20, 20)
"""Thresholds of garbage collection, which took a sixth of the time with the defaults."""


def main() -> None:
    """Read the proof named on the command line and write the result."""
    path, megabytes = sys.argv[1], int(sys.argv[2])
    gc.set_threshold(*_GC_THRESHOLDS)
    end_with_parent()
    _limit_memory(megabytes)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # Libraries that print must not disturb our lines on standard output.
    os.dup2(2, 1)
    out.write(result_line(path, lambda count: print(f"pages {count}", file=out, flush=True), megabytes) + "\n")
    out.flush()
    os._exit(0)


def result_line(path: str, announce: Callable[[int], None], megabytes: int = 0) -> str:
    """Read the proof at `path` and return its last line, `proof JSON` or `trouble JSON`.

    `announce` is called with the number of pages. `megabytes` is the memory limit for the message.
    """
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
    except Exception:
        trouble = "cannot be read; it may be damaged"
    return f"trouble {json.dumps(trouble)}"


def _limit_memory(megabytes: int) -> None:
    """Limit the memory of this process, on systems that support it."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


if __name__ == "__main__":
    main()
