"""Many studies at once: cards, search patterns, study numbers, directories."""
