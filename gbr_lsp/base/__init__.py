"""Lowest layer: text and bytes, files, lazily compiled regular expressions, cooperative work."""
