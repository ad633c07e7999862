"""Readers of proofs: PDF and Word files as text with places and boards.

`reader.read_proof` is the door: it reads a file in a process of its own, with limits of time and memory.
"""
