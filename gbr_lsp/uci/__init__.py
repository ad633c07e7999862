"""UCI chess engines, each in its own process; their output is never trusted."""
