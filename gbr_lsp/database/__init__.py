"""The database: an index of the studies in files, in the user's cache folder, so that questions are answered at once.

`chunk` is what is known of a stretch of a file, `read` makes it, `cut` says where the stretches are, `store` keeps it
in SQLite, and `lookup` puts them together. It is an edge: it reads files, and knows bytes, rows and columns.
"""
