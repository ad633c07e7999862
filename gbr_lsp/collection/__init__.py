"""Many studies at once: facts and questions to them, search patterns, study numbers, directories."""
