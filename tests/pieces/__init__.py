"""Measure of lists of men in words: lists read, sound codes blamed, damaged codes reported."""
