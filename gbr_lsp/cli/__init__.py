"""The command line: one of the two edges, where files are read and offsets become rows and columns."""
