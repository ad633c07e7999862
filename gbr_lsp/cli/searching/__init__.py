"""`gbr-lsp search` at work: which files there are, what is found in them, and how it is written."""
