"""The process that runs an engine: `python -m gbr_lsp.uci.child QUESTION` (a JSON list).

It writes one report per line; the last report has `is_last`. When the parent closes its standard
input, it ends together with the engine and all processes of the engine.
"""

import asyncio
import json
import logging
import os
import sys
from contextlib import suppress
from functools import partial

from gbr_lsp.base.child_process import end_with_parent
from gbr_lsp.uci.engine import adopt_orphans, analyze, end_group, end_orphans, start_engine
from gbr_lsp.uci.report import EngineReport, Question

_NICE = 5
"""Gives the editor and its server priority."""


def main() -> None:
    """Run the analysis from the command line and write its reports to standard output."""
    leaders: list[int] = []

    def end_engine() -> None:
        for leader in leaders:
            end_group(leader)
        end_orphans()

    adopt_orphans()
    end_with_parent(end_engine)
    # python-chess logs the output of engines.
    logging.disable(logging.CRITICAL)
    with suppress(AttributeError, OSError):
        os.nice(_NICE)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def write(report: EngineReport) -> None:
        out.write(json.dumps(report) + "\n")
        out.flush()

    try:
        start = partial(start_engine, on_start=leaders.append)
        asyncio.run(analyze(Question(*json.loads(sys.argv[1])), write, start))
    except Exception as error:
        write(EngineReport(is_last=True, problem=f"The engine could not be queried ({type(error).__name__})"))
    finally:
        end_engine()
        os._exit(0)


if __name__ == "__main__":
    main()
