"""The command `gbr-lsp`, also as `python -m gbr_lsp`.

Modules in the working folder are not imported. Ctrl-C exits with 130 and without a traceback, also
during imports and at exit.
"""

try:
    import sys

    from gbr_lsp.base.import_path import independent_path

    sys.path[:] = independent_path()

    import os
    import signal

    def _exit_at_once(number: int, frame: object) -> None:
        os._exit(130)

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _exit_at_once)
except KeyboardInterrupt:
    raise SystemExit(130) from None


def main() -> None:
    """Run the command and exit."""
    try:
        from gbr_lsp.cli.main import main as run

        if signal.getsignal(signal.SIGINT) is _exit_at_once:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, _exit_at_once)


if __name__ == "__main__":
    main()
