"""What several features share: the code or board at the cursor, and the boards near it."""
