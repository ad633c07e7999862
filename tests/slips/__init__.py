"""The measure of slips: real studies, one slip a copy, and what the linter makes of it."""
