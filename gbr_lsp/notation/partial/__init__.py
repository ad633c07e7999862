"""Incomplete codes: typed so far, damaged, or without their continuation."""
