"""Linting a document: the engine runs the rules, a cache keeps findings between edits, the fast path skips clean records."""
