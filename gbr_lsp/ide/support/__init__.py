"""Shared by the features: codes, boards and moves at the cursor, boards near it."""
