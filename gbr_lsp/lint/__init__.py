"""Linting a document: rules run by the engine, findings cached between edits, clean records skipped, fixes applied."""
