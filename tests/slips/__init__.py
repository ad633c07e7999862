"""Measure of slips: copies of real studies with one slip each, and the findings on them."""
