"""Codes that are not whole: being written, damaged, or short of what would follow."""
