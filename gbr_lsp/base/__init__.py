"""The lowest layer: text and bytes, files, regular expressions that are compiled late, cooperative work."""
