"""The command `gbr-lsp`, also as `python -m gbr_lsp`."""

import sys


def main() -> None:
    """Run the command. Ctrl-C ends it without a traceback, even during import and exit."""
    try:
        from gbr_lsp.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
