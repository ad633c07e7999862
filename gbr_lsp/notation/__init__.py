"""What a GBR code is: its values, its spellings, how it is found and read, and what it says of a board."""
