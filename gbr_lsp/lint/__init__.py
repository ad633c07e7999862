"""Judging a document: the rules run, what is kept between edits, the fast path, fixes applied."""
