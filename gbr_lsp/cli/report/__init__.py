"""The output formats of `check`: each module has a function `write` from reports to lines of output.

Formats for other programs are ASCII, or UTF-8 if they have no escapes; rows and columns count from
1, in code points, and an end is after the last character.
"""
