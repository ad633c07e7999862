"""The printed directory of a collection; the module of each format has a function `write`.

Its output can be read back as an index: a line for each entry, first the code, then its number.
"""
