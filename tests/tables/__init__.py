"""Solutions drawn from tablebases, sound ones and spoiled ones, for the rules that measure moves by them."""
