"""What the server knows as long as it runs: open documents, the workspace, settings, lint jobs."""
