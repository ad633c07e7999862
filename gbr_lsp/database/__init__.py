"""The database: an index of the studies in files, in the user's cache folder.

`chunk` holds the data of a part of a file, `chunk_reader` computes it, `chunk_spans` finds the
parts, `store` keeps them in SQLite, and `lookup` combines them. The package reads files, and knows
bytes, rows and columns.
"""
