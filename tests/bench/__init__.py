"""Speed and memory, measured: `python -m tests.bench`."""
