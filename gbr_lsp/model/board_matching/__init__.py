"""Matching of boards and codes: pairs, later positions, and the reasons for refusing a board."""
