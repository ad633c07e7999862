"""Edits that are written into a document: a code in another form, a code or a board, a comment that ignores."""
