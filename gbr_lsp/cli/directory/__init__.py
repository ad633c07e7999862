"""The printed directory of a collection, with a module for each format that has a function `write`.

Its output can be read back as an index: one line for each entry, first the code, then its number or
place.
"""
