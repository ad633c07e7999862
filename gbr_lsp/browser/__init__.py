"""The edge for a worker of a browser, where there are no processes, threads or descriptors.

A worker that runs this package in Pyodide hands each message of the protocol to `edge.Edge` as a string, and gets the
others as strings. `files` reads and writes what the page opens and saves.
"""
