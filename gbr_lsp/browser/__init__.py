"""The edge for a browser worker, which has no processes, threads or descriptors.

A worker runs this package in Pyodide. It passes each protocol message to `edge.Edge` as a string,
and receives messages as strings. `files` reads and writes the files of the page.
"""
