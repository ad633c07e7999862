"""Code shared by the features: codes, boards and moves at the cursor, and boards near it."""
