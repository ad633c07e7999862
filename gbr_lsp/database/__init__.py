"""The database: an index of the studies in files, in the user's cache folder.

`chunk` holds the data of a part of a file, `read` computes it, `cut` finds the parts, `store` keeps
them in SQLite, and `lookup` combines them. The package reads files, and knows bytes, rows and
columns.
"""
