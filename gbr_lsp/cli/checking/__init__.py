"""The parts of `check`: checking one file, scheduling all files, fixes, the baseline, and reporting."""
