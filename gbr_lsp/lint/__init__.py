"""Linting of documents: running rules, caching findings, skipping clean records, applying fixes."""
