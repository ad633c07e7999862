"""Sound and spoiled solutions drawn from tablebases, for the rules that probe them."""
