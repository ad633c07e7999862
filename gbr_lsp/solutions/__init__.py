"""Solutions of studies: reading their moves and checking that each is legal from the board."""
