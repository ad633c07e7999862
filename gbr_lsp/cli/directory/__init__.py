"""The printed directory of a collection, with a module for each format that has a function `write`.

What they write is read back as an index: one line for each entry, the code first, then its number or place.
"""
