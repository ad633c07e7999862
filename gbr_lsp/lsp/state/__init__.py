"""The server's state while it runs: open documents, the workspace, settings, lint jobs."""
