"""The command line, one of the two edges: files are read, and offsets become rows and columns."""
