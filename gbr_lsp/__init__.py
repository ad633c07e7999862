"""Language server and linter for the GBR codes of chess endgame studies."""

__version__ = "0.1.0"
