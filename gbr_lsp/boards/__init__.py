"""Where a board stands in a text, and what it shows."""
