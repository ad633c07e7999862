"""The language server: one of the two edges, where offsets become lines and characters and pygls is spoken."""
