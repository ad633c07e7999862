"""The output formats of `check`, one module each, with a function `write` from reports to the lines of the output.

Formats that other programs read are ASCII, or UTF-8 where they know no escapes; their rows and columns count from 1, in
code points, and an end is behind its last character.
"""
