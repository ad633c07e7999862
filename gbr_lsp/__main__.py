"""`python -m gbr_lsp` is the command `gbr-lsp`."""

from gbr_lsp.cli.main import main

main()
