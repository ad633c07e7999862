"""The command line: one of the two edges; it reads files, and turns offsets into rows and columns."""
