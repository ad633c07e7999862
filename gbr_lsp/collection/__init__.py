"""Many studies at once: cards to find them by, patterns to search for, their numbers, the directory."""
