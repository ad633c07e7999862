"""The language server: converts offsets to lines and characters, and uses pygls."""
