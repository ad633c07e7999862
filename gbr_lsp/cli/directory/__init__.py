"""The printed directory of a collection, with a module for each format that has a function `write`.

What they write is read back as an index: a line an entry, with the code first and its number or place behind it.
"""
