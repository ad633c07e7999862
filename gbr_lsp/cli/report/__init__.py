"""The output formats of `check`, one module each, with a function `write` from reports to the lines of the output."""
