"""Readers of proofs: PDF and Word files as text with places and boards.

The entry point is `reader.read_proof`, which reads a file in a child process with limits of time
and memory.
"""
