"""The solutions of studies: whether each move printed in a game is legal from the study's board."""
